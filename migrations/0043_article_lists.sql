CREATE INDEX "article_scheduled" ON "article" USING btree ("publish_time") WHERE status = '2';--> statement-breakpoint
CREATE INDEX "article_pin_ends" ON "article" USING btree ("top_until") WHERE top_until is not null;--> statement-breakpoint
CREATE INDEX "article_name_pairs" ON "article" USING gin (text_pairs("article_name"));--> statement-breakpoint
CREATE INDEX "receipt_payment" ON "receipt" USING btree ("payment_id");