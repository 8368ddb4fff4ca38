CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "sys_logininfor_mark" (
	"id" smallint PRIMARY KEY NOT NULL,
	"cleared_to" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sys_job_log_id" ON "sys_job_log" USING btree ("job_id","job_log_id");--> statement-breakpoint
CREATE INDEX "sys_job_log_target" ON "sys_job_log" USING btree ("invoke_target","job_log_id");--> statement-breakpoint
CREATE INDEX "sys_job_log_failed" ON "sys_job_log" USING btree ("job_log_id") WHERE status = '1';--> statement-breakpoint
CREATE INDEX "sys_logininfor_name" ON "sys_logininfor" USING btree ("user_name","info_id");--> statement-breakpoint
CREATE INDEX "sys_logininfor_listed" ON "sys_logininfor" USING btree ("info_id") WHERE not is_hidden;--> statement-breakpoint
CREATE INDEX "sys_logininfor_failed" ON "sys_logininfor" USING btree ("info_id") WHERE status = '1';--> statement-breakpoint
CREATE INDEX "sys_logininfor_name_part" ON "sys_logininfor" USING gin ("user_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sys_logininfor_ip_part" ON "sys_logininfor" USING gin ("ipaddr" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sys_oper_log_title" ON "sys_oper_log" USING btree ("title","oper_id");--> statement-breakpoint
CREATE INDEX "sys_oper_log_type" ON "sys_oper_log" USING btree ("business_type","oper_id");--> statement-breakpoint
CREATE INDEX "sys_oper_log_failed" ON "sys_oper_log" USING btree ("oper_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "sys_oper_log_ip_part" ON "sys_oper_log" USING gin ("oper_ip" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sys_oper_log_ip" ON "sys_oper_log" USING btree ("oper_ip","oper_id");--> statement-breakpoint
CREATE INDEX "sys_user_list" ON "sys_user" USING btree ("user_id","status","dept_id","create_time","user_name","phonenumber") WHERE del_flag = '0';--> statement-breakpoint
CREATE INDEX "sys_user_created" ON "sys_user" USING btree ("create_time","user_id") WHERE del_flag = '0';--> statement-breakpoint
INSERT INTO "sys_logininfor_mark" ("id") VALUES (1);
