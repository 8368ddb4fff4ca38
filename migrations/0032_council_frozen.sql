-- A sheet is frozen once its meeting has a resolution: nothing is put on it, taken off it or decided again.
CREATE FUNCTION "council_item_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		-- The row is held: a resolution at the same moment waits for this item, or is seen here.
		PERFORM 1 FROM "council_meeting" WHERE "id" = NEW."meeting_id" AND "resolution_no" = '' FOR SHARE;
		IF FOUND OR NOT EXISTS (SELECT 1 FROM "council_meeting" WHERE "id" = NEW."meeting_id") THEN
			RETURN NEW;
		END IF;
	ELSIF NOT EXISTS (SELECT 1 FROM "council_meeting" WHERE "id" = OLD."meeting_id" AND "resolution_no" <> '') THEN
		IF TG_OP = 'DELETE' THEN
			RETURN OLD;
		ELSIF NEW."meeting_id" = OLD."meeting_id" THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'the sheet of this meeting is frozen' USING ERRCODE = 'check_violation',
		TABLE = 'council_item', CONSTRAINT = 'council_item_frozen';
END $$;
--> statement-breakpoint
CREATE TRIGGER "council_item_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "council_item"
	FOR EACH ROW EXECUTE FUNCTION "council_item_frozen"();
--> statement-breakpoint
-- A meeting decides once, and on everything that is on its sheet.
CREATE FUNCTION "council_meeting_decided"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."resolution_no" = '' AND (TG_OP = 'DELETE' OR NEW."resolution_no" = '' OR NOT EXISTS (
		SELECT 1 FROM "council_item" WHERE "meeting_id" = OLD."id" AND "result" = ''
	)) THEN
		RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
	END IF;
	RAISE EXCEPTION 'this meeting has decided, or has something left to decide on'
		USING ERRCODE = 'check_violation', TABLE = 'council_meeting', CONSTRAINT = 'council_meeting_decided';
END $$;
--> statement-breakpoint
CREATE TRIGGER "council_meeting_decided" BEFORE UPDATE OR DELETE ON "council_meeting"
	FOR EACH ROW EXECUTE FUNCTION "council_meeting_decided"();
