CREATE INDEX "sys_user_name_part" ON "sys_user" USING gin ("user_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sys_user_phone_part" ON "sys_user" USING gin ("phonenumber" gin_trgm_ops);