ALTER TABLE "receipt" ADD COLUMN "register_no" text;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_register" ON "receipt" USING btree ("register_no");--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_register_form" CHECK ("receipt"."register_no" ~ '^[0-9]{4}-[0-9]{5}$');