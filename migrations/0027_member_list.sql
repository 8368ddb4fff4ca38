DROP INDEX "member_valid";--> statement-breakpoint
CREATE INDEX "member_list" ON "member" USING btree ("id","member_type","level_id","dept_id","region","manual_state","valid_to","joined_on","directory_visible","name","phone") WHERE merged_into is null;--> statement-breakpoint
CREATE INDEX "member_by_name" ON "member" USING btree ("name","id") WHERE merged_into is null;--> statement-breakpoint
CREATE INDEX "member_by_joining" ON "member" USING btree ("joined_on","id") WHERE merged_into is null;--> statement-breakpoint
CREATE INDEX "member_valid" ON "member" USING btree ("valid_to","id") WHERE merged_into is null;