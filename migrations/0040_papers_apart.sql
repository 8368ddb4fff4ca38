DROP INDEX "member_id";--> statement-breakpoint
DROP INDEX "sign_one_open_id";--> statement-breakpoint
ALTER TABLE "sign" ADD COLUMN "id_type" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- What the form says; a card where it says nothing, as everywhere.
UPDATE "sign" SET "id_type" = coalesce(nullif("form"->>'idType', ''), 'identity') WHERE "id_index" IS NOT NULL;--> statement-breakpoint
UPDATE "member" SET "id_type" = coalesce(nullif("form"->>'idType', ''), 'identity')
WHERE "id_index" IS NOT NULL AND "id_type" = '';--> statement-breakpoint
CREATE UNIQUE INDEX "member_id" ON "member" USING btree ("id_index","id_type") WHERE merged_into is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_one_open_id" ON "sign" USING btree ("id_index","id_type") WHERE state between 1 and 6;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_id_of_paper" CHECK ("member"."id_index" is null or "member"."id_type" <> '');--> statement-breakpoint
ALTER TABLE "sign" ADD CONSTRAINT "sign_id_of_paper" CHECK ("sign"."id_index" is null or "sign"."id_type" <> '');