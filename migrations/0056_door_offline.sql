ALTER TABLE "activity_check" ADD COLUMN "phone_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "activity_check" SET "phone_at" = "at";--> statement-breakpoint
ALTER TABLE "activity_check" ALTER COLUMN "phone_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_check" ADD COLUMN "is_offline" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_check" ADD CONSTRAINT "activity_check_has_been" CHECK ("activity_check"."at" <= "activity_check"."create_time" + interval '5 minutes') NOT VALID;
