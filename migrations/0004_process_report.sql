CREATE UNLOGGED TABLE "process_report" (
	"id" text PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"report" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "process_report_topic" ON "process_report" USING btree ("topic","answered_at");