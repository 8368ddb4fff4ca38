-- Uses of files that are not there, and of settings under a name that is no longer written.
DELETE FROM "file_use" WHERE "subject" = 'site'
  OR NOT EXISTS (SELECT 1 FROM "stored_file" WHERE "stored_file"."path" = "file_use"."path");--> statement-breakpoint
-- A mail leads to one account: the oldest keeps it.
UPDATE "sys_user" later SET "email" = ''
  WHERE later.email <> '' AND later.del_flag = '0' AND EXISTS (SELECT 1 FROM "sys_user" first
    WHERE first.email = later.email AND first.del_flag = '0' AND first.user_id < later.user_id);--> statement-breakpoint
DELETE FROM "saved_filter" later USING "saved_filter" first
  WHERE later.id > first.id AND later.user_id = first.user_id
    AND later.page = first.page AND later.name = first.name;--> statement-breakpoint
-- Rows that say the same are one row; of others with the same name the oldest keeps it.
DELETE FROM "chat_reply" later USING "chat_reply" first
  WHERE later.id > first.id
    AND to_jsonb(later) - '{id,order_num,create_by,create_time,update_by,update_time}'::text[]
      = to_jsonb(first) - '{id,order_num,create_by,create_time,update_by,update_time}'::text[];--> statement-breakpoint
UPDATE "chat_reply" later SET "question" = left(later."question", 40) || '（' || later.id || '）'
  WHERE EXISTS (SELECT 1 FROM "chat_reply" first
    WHERE first.id < later.id AND first."question" = later."question");--> statement-breakpoint
-- Rows that say the same are one row; of others with the same name the oldest keeps it.
DELETE FROM "link" later USING "link" first
  WHERE later.id > first.id
    AND to_jsonb(later) - '{id,order_num,create_by,create_time,update_by,update_time}'::text[]
      = to_jsonb(first) - '{id,order_num,create_by,create_time,update_by,update_time}'::text[];--> statement-breakpoint
UPDATE "link" later SET "link_name" = left(later."link_name", 30) || '（' || later.id || '）'
  WHERE EXISTS (SELECT 1 FROM "link" first
    WHERE first.id < later.id AND first."link_name" = later."link_name");--> statement-breakpoint
-- Rows that say the same are one row; of others with the same name the oldest keeps it.
DELETE FROM "cooperation" later USING "cooperation" first
  WHERE later.id > first.id
    AND to_jsonb(later) - '{id,order_num,create_by,create_time,update_by,update_time}'::text[]
      = to_jsonb(first) - '{id,order_num,create_by,create_time,update_by,update_time}'::text[];--> statement-breakpoint
UPDATE "cooperation" later SET "link_name" = left(later."link_name", 30) || '（' || later.id || '）'
  WHERE EXISTS (SELECT 1 FROM "cooperation" first
    WHERE first.id < later.id AND first."link_name" = later."link_name");--> statement-breakpoint
DROP INDEX "saved_filter_user";--> statement-breakpoint
ALTER TABLE "file_use" ADD CONSTRAINT "file_use_path_stored_file_path_fk" FOREIGN KEY ("path") REFERENCES "public"."stored_file"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sys_user_email" ON "sys_user" USING btree ("email") WHERE email <> '' and del_flag = '0';--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filter_name" ON "saved_filter" USING btree ("user_id","page","name");--> statement-breakpoint
ALTER TABLE "chat_reply" ADD CONSTRAINT "chat_reply_question_unique" UNIQUE("question");--> statement-breakpoint
ALTER TABLE "link" ADD CONSTRAINT "link_linkName_unique" UNIQUE("link_name");--> statement-breakpoint
ALTER TABLE "cooperation" ADD CONSTRAINT "cooperation_linkName_unique" UNIQUE("link_name");