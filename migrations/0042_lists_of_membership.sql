DROP INDEX "member_name_part";--> statement-breakpoint
DROP INDEX "sign_name_part";--> statement-breakpoint
DROP INDEX "member_valid";--> statement-breakpoint
DROP INDEX "message_delivery_time";--> statement-breakpoint
DROP INDEX "sign_queue";--> statement-breakpoint
CREATE INDEX "payment_list" ON "payment" USING btree ((case when state = 0 then id end),"id" DESC NULLS FIRST,"state","method","create_time","sign_id");--> statement-breakpoint
CREATE INDEX "payment_serial" ON "payment" USING btree ("bank_serial","part");--> statement-breakpoint
CREATE INDEX "payment_payer_pairs" ON "payment" USING gin (text_pairs("payer_name"));--> statement-breakpoint
CREATE INDEX "receipt_list" ON "receipt" USING btree ((case when state in (0, 3) then id end),"id" DESC NULLS FIRST,"state","kind","create_time","payment_id");--> statement-breakpoint
CREATE INDEX "receipt_title_pairs" ON "receipt" USING gin (text_pairs("title"));--> statement-breakpoint
CREATE INDEX "member_certificate_number" ON "member_certificate" USING btree ("member_no","id");--> statement-breakpoint
CREATE INDEX "member_certificate_revoked_list" ON "member_certificate" USING btree ("id") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "member_certificate_list" ON "member_certificate" USING btree ("id","to_on","member_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "member_certificate_name_pairs" ON "member_certificate" USING gin (text_pairs("name"));--> statement-breakpoint
CREATE INDEX "member_name_pairs" ON "member" USING gin (text_pairs("name"));--> statement-breakpoint
CREATE INDEX "message_delivery_state" ON "message_delivery" USING btree ("state","create_time","id");--> statement-breakpoint
CREATE INDEX "message_delivery_event" ON "message_delivery" USING btree ("event","create_time","id");--> statement-breakpoint
CREATE INDEX "sign_list" ON "sign" USING btree ("submitted_at","id","state","member_type","kind","level_id","dept_id") WHERE state > 0;--> statement-breakpoint
CREATE INDEX "sign_by_change" ON "sign" USING btree ("update_time","id") WHERE state > 0;--> statement-breakpoint
CREATE INDEX "sign_by_deadline" ON "sign" USING btree ("deadline_at","id") WHERE state > 0;--> statement-breakpoint
CREATE INDEX "sign_by_name" ON "sign" USING btree ("name","id") WHERE state > 0;--> statement-breakpoint
CREATE INDEX "sign_kinds" ON "sign" USING btree ("state","member_type","dept_id");--> statement-breakpoint
CREATE INDEX "sign_credit_code" ON "sign" USING btree ("credit_code") WHERE credit_code <> '';--> statement-breakpoint
CREATE INDEX "sign_name_pairs" ON "sign" USING gin (text_pairs("name"));--> statement-breakpoint
CREATE INDEX "member_valid" ON "member" USING btree ("valid_to","id","manual_state","member_type","dept_id") WHERE merged_into is null;--> statement-breakpoint
CREATE INDEX "message_delivery_time" ON "message_delivery" USING btree ("create_time","id","channel","event","state");--> statement-breakpoint
CREATE INDEX "sign_queue" ON "sign" USING btree ("state","submitted_at","id");