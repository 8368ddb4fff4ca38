-- Two periods never share a day.
ALTER TABLE "leader_period" ADD CONSTRAINT "leader_period_apart" EXCLUDE USING gist (
	daterange("from_on", "to_on", '[]') WITH &&
);
--> statement-breakpoint
-- Nobody is twice in one post at a time; a draft is nobody's post yet. Ranges of one number stand for the
-- member and the post: equality in a gist index would need an extension.
ALTER TABLE "leader_post" ADD CONSTRAINT "leader_post_apart" EXCLUDE USING gist (
	int8range("member_id", "member_id", '[]') WITH &&,
	int4range("post"::int, "post"::int, '[]') WITH &&,
	daterange("from_on", "to_on", '[]') WITH &&
) WHERE (NOT "is_draft");
--> statement-breakpoint
-- A post lies within its period, whichever of them is written.
CREATE FUNCTION "leader_post_within"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The period is held: it cannot be made shorter at the same moment.
	PERFORM 1 FROM "leader_period" WHERE "id" = NEW."period_id"
		AND "from_on" <= NEW."from_on" AND "to_on" >= NEW."to_on" FOR SHARE;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'a post lies within its period' USING ERRCODE = 'check_violation',
			TABLE = 'leader_post', CONSTRAINT = 'leader_post_within';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "leader_post_within" BEFORE INSERT OR UPDATE ON "leader_post"
	FOR EACH ROW EXECUTE FUNCTION "leader_post_within"();
--> statement-breakpoint
CREATE FUNCTION "leader_period_around"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM "leader_post" WHERE "period_id" = NEW."id"
		AND ("from_on" < NEW."from_on" OR "to_on" > NEW."to_on")) THEN
		RAISE EXCEPTION 'a period is around its posts' USING ERRCODE = 'check_violation',
			TABLE = 'leader_period', CONSTRAINT = 'leader_period_around';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "leader_period_around" BEFORE UPDATE ON "leader_period"
	FOR EACH ROW EXECUTE FUNCTION "leader_period_around"();
