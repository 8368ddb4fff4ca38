-- Of a line no more is used than came in (bank_line_used), and a part is exactly what its payment was confirmed with.
CREATE FUNCTION bank_match_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line bigint := coalesce(new.line_id, old.line_id);
  used bigint;
BEGIN
  IF tg_op = 'UPDATE' THEN
    RAISE EXCEPTION 'a match of a bank line does not change' USING ERRCODE = '23514', CONSTRAINT = 'bank_match_fixed';
  END IF;
  IF tg_op = 'INSERT' AND NOT EXISTS (
    SELECT 1 FROM payment p WHERE p.id = new.payment_id AND p.state = 1 AND p.received_fen = new.fen
  ) THEN
    RAISE EXCEPTION 'the payment of a match is not confirmed with that amount'
      USING ERRCODE = '23514', CONSTRAINT = 'bank_match_payment';
  END IF;
  PERFORM 1 FROM bank_line WHERE id = line FOR UPDATE;
  SELECT coalesce(sum(fen), 0) INTO used FROM bank_match WHERE line_id = line;
  UPDATE bank_line SET used_fen = used,
    state = CASE WHEN used = amount_fen THEN 1 WHEN state = 1 THEN 0 ELSE state END
    WHERE id = line;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_match_counts AFTER INSERT OR UPDATE OR DELETE ON "bank_match"
  FOR EACH ROW EXECUTE FUNCTION bank_match_counts();
