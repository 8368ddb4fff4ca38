CREATE TABLE "sys_menu_seed" (
	"seed_id" bigint PRIMARY KEY NOT NULL,
	"menu_id" bigint,
	"put_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_menu_seed_menuId_unique" UNIQUE("menu_id")
);
--> statement-breakpoint
ALTER TABLE "sys_menu_seed" ADD CONSTRAINT "sys_menu_seed_menu_id_sys_menu_menu_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."sys_menu"("menu_id") ON DELETE set null ON UPDATE no action;