-- A member that was merged into another has no open term, whatever writes it, and nothing leads to it.
CREATE FUNCTION "member_term_of_living"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Waits for a merge that is under way, and sees what came of it.
	PERFORM FROM "member" WHERE "id" = NEW."member_id" AND "merged_into" IS NOT NULL FOR SHARE;
	IF FOUND THEN
		RAISE EXCEPTION 'member % was merged', NEW."member_id"
			USING ERRCODE = 'check_violation', CONSTRAINT = 'member_term_of_living';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "member_term_of_living" AFTER INSERT OR UPDATE ON "member_term"
	FOR EACH ROW WHEN (NEW."voided_at" IS NULL) EXECUTE FUNCTION "member_term_of_living"();
--> statement-breakpoint
CREATE FUNCTION "member_merged_whole"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM "member_term" WHERE "member_id" = NEW."id" AND "voided_at" IS NULL) THEN
		RAISE EXCEPTION 'member % has terms', NEW."id"
			USING ERRCODE = 'check_violation', CONSTRAINT = 'member_merged_without_terms';
	END IF;
	IF EXISTS (SELECT FROM "member" WHERE "id" = NEW."merged_into" AND "merged_into" IS NOT NULL)
		OR EXISTS (SELECT FROM "member" WHERE "merged_into" = NEW."id") THEN
		RAISE EXCEPTION 'member % would stand in a chain', NEW."id"
			USING ERRCODE = 'check_violation', CONSTRAINT = 'member_merged_once';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "member_merged_whole" BEFORE INSERT OR UPDATE OF "merged_into" ON "member"
	FOR EACH ROW WHEN (NEW."merged_into" IS NOT NULL) EXECUTE FUNCTION "member_merged_whole"();
