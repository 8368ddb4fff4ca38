-- Terms of one member that are not void never share a day. A range of one number stands for the member:
-- equality in a gist index would need an extension.
ALTER TABLE "member_term" ADD CONSTRAINT "member_term_apart" EXCLUDE USING gist (
	int8range("member_id", "member_id", '[]') WITH &&, daterange("from_on", "to_on", '[]') WITH &&
) WHERE ("voided_at" IS NULL);
--> statement-breakpoint
-- member.valid_from and valid_to repeat the last term, whatever writes it.
CREATE FUNCTION "member_term_to_member"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	concerned bigint := coalesce(NEW."member_id", OLD."member_id");
BEGIN
	UPDATE "member" SET ("valid_from", "valid_to") = (
		SELECT "from_on", "to_on" FROM "member_term"
		WHERE "member_id" = concerned AND "voided_at" IS NULL
		ORDER BY "to_on" DESC LIMIT 1
	) WHERE "id" = concerned;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "member_term_changed" AFTER INSERT OR UPDATE OR DELETE ON "member_term"
	FOR EACH ROW EXECUTE FUNCTION "member_term_to_member"();
