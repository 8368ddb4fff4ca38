-- Seats are counted where entries move, whatever moves them: the check activity_seats refuses one too many, and the
-- row of the activity is locked by the count, so two at once cannot both take the last.
CREATE FUNCTION entry_holds_seat(state smallint, offer_until timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN state IN (1, 2, 3, 4, 5, 10) OR (state = 6 AND offer_until IS NOT NULL) THEN 1 ELSE 0 END
$$;
--> statement-breakpoint
CREATE FUNCTION activity_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	before integer := 0;
	after integer := 0;
BEGIN
	IF TG_OP <> 'INSERT' THEN before := entry_holds_seat(OLD.state, OLD.offer_until); END IF;
	IF TG_OP <> 'DELETE' THEN after := entry_holds_seat(NEW.state, NEW.offer_until); END IF;
	IF TG_OP = 'UPDATE' AND NEW.activity_id <> OLD.activity_id THEN
		RAISE EXCEPTION 'entry % stays with its activity', NEW.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'activity_seats_stay';
	END IF;
	IF before <> after THEN
		UPDATE activity SET taken = taken + after - before WHERE id = coalesce(NEW.activity_id, OLD.activity_id);
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER activity_seats AFTER INSERT OR UPDATE OF state, offer_until, activity_id OR DELETE ON activity_entry
	FOR EACH ROW EXECUTE FUNCTION activity_seats();
