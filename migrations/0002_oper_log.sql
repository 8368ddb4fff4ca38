CREATE TABLE "sys_oper_log" (
	"oper_id" bigint PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"business_type" integer NOT NULL,
	"method" text NOT NULL,
	"request_method" text NOT NULL,
	"operator_type" integer DEFAULT 1 NOT NULL,
	"oper_name" text NOT NULL,
	"dept_name" text NOT NULL,
	"oper_url" text NOT NULL,
	"oper_ip" text NOT NULL,
	"oper_location" text NOT NULL,
	"oper_param" text NOT NULL,
	"json_result" text NOT NULL,
	"status" integer NOT NULL,
	"error_msg" text NOT NULL,
	"oper_time" timestamp (3) with time zone NOT NULL,
	"cost_time" integer NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sys_oper_log_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"last_id" bigint NOT NULL,
	"last_hash" text NOT NULL,
	"cleared_to" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sys_oper_log_hidden" (
	"oper_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sys_logininfor" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sys_oper_log_time" ON "sys_oper_log" USING btree ("oper_time");--> statement-breakpoint
CREATE INDEX "sys_oper_log_name" ON "sys_oper_log" USING btree ("oper_name","oper_id");--> statement-breakpoint
CREATE INDEX "sys_oper_log_cost" ON "sys_oper_log" USING btree ("cost_time","oper_id");--> statement-breakpoint
INSERT INTO "sys_oper_log_head" ("id", "last_id", "last_hash") VALUES (1, 0, '');
--> statement-breakpoint
-- Whoever has the program's rights to the database can still only add rows.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
--> statement-breakpoint
create trigger sys_oper_log_append_only before update or delete or truncate on "sys_oper_log"
  for each statement execute function refuse_change();
