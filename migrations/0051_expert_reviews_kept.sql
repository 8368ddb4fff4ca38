-- What an expert has handed in stays as it is, and nothing about a declaration's reviews changes once it has left the
-- experts: the row of the declaration is held, so that a step of the secretariat at the same moment is not missed.
CREATE FUNCTION declare_review_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	at smallint;
BEGIN
	IF TG_OP = 'UPDATE' AND OLD.state = 1 THEN
		RAISE EXCEPTION 'review % was handed in', OLD.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'declare_review_final';
	END IF;
	SELECT state INTO at FROM declare_item WHERE id = coalesce(NEW.item_id, OLD.item_id) FOR SHARE;
	IF at <> 4 THEN
		RAISE EXCEPTION 'declaration % is no longer with the experts', coalesce(NEW.item_id, OLD.item_id)
			USING ERRCODE = 'check_violation', CONSTRAINT = 'declare_review_closed';
	END IF;
	RETURN coalesce(NEW, OLD);
END;
$$;
--> statement-breakpoint
CREATE TRIGGER declare_review_kept BEFORE INSERT OR UPDATE OR DELETE ON declare_review
	FOR EACH ROW EXECUTE FUNCTION declare_review_kept();
