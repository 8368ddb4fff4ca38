ALTER TABLE "article" ADD COLUMN "plan_time" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "article_name_part" ON "article" USING gin ("article_name" gin_trgm_ops);