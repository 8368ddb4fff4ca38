-- Tables that the code generator makes from a person's CREATE TABLE live here, never in public.
CREATE SCHEMA "workshop";
--> statement-breakpoint
-- A role that can do nothing but create there. Roles belong to the whole cluster: another database may
-- have made it already. Where the account may not make roles, the generator goes without.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'xuehui_workshop') THEN
    CREATE ROLE "xuehui_workshop" NOLOGIN;
  END IF;
  EXECUTE format('GRANT "xuehui_workshop" TO %I', current_user);
  GRANT USAGE, CREATE ON SCHEMA "workshop" TO "xuehui_workshop";
EXCEPTION
  WHEN insufficient_privilege OR duplicate_object OR unique_violation OR undefined_object THEN NULL;
END $$;
