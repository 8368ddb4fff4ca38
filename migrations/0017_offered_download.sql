CREATE TABLE "offered_download" (
	"id" text PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "offered_download_created" ON "offered_download" USING btree ("created_at");