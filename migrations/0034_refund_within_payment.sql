-- Refunds that were agreed to never take more off a payment than came in, nor corrections: the sum is looked at
-- under the payment's lock, so two at once cannot both find room.
CREATE FUNCTION refund_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	came bigint;
	taken bigint;
BEGIN
	SELECT received_fen INTO came FROM payment WHERE id = NEW.payment_id FOR UPDATE;
	SELECT coalesce(sum(CASE kind WHEN 'refund' THEN amount_fen ELSE -amount_fen END), 0) INTO taken
		FROM refund WHERE payment_id = NEW.payment_id AND state IN (1, 3) AND id <> NEW.id;
	taken := taken + CASE NEW.kind WHEN 'refund' THEN NEW.amount_fen ELSE -NEW.amount_fen END;
	IF taken > came THEN
		RAISE EXCEPTION 'refunds of payment % exceed what came in', NEW.payment_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_within_payment';
	END IF;
	RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER refund_within_payment BEFORE INSERT OR UPDATE OF state, amount_fen, kind, payment_id ON refund
	FOR EACH ROW WHEN (NEW.state IN (1, 3)) EXECUTE FUNCTION refund_within_payment();
