ALTER TABLE "article" ADD COLUMN "import_key" text;--> statement-breakpoint
ALTER TABLE "article" ADD CONSTRAINT "article_importKey_unique" UNIQUE("import_key");