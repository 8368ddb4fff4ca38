ALTER TABLE "article" ADD COLUMN "words_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "summary_aside" text;--> statement-breakpoint
CREATE INDEX "article_words_due" ON "article" USING btree ("words_due_at","id" DESC NULLS FIRST) WHERE words_due_at is not null;--> statement-breakpoint
ALTER TABLE "article" ADD CONSTRAINT "article_aside_is_due" CHECK (summary_aside is null or words_due_at is not null);