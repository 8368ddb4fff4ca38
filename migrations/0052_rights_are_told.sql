-- Whatever changes what a person may do, by whichever way, is told to the streams of the office: they ask anew
-- what the people who listen hold.
CREATE FUNCTION tell_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('xuehui_tags', 'rights');
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER sys_user_role_told AFTER INSERT OR UPDATE OR DELETE ON sys_user_role
	FOR EACH STATEMENT EXECUTE FUNCTION tell_rights();
--> statement-breakpoint
CREATE TRIGGER sys_role_menu_told AFTER INSERT OR UPDATE OR DELETE ON sys_role_menu
	FOR EACH STATEMENT EXECUTE FUNCTION tell_rights();
--> statement-breakpoint
CREATE TRIGGER sys_role_told AFTER UPDATE OF status, del_flag, role_key OR DELETE ON sys_role
	FOR EACH STATEMENT EXECUTE FUNCTION tell_rights();
--> statement-breakpoint
CREATE TRIGGER sys_menu_told AFTER UPDATE OF status, perms OR DELETE ON sys_menu
	FOR EACH STATEMENT EXECUTE FUNCTION tell_rights();
