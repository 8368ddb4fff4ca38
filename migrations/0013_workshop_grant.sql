-- Migration 0005 gives these rights only to an account that may hand on the role as well. The owner of
-- the schema may give them in any case, where the role is there.
DO $$
BEGIN
  GRANT USAGE, CREATE ON SCHEMA "workshop" TO "xuehui_workshop";
EXCEPTION
  WHEN insufficient_privilege OR undefined_object THEN NULL;
END $$;
