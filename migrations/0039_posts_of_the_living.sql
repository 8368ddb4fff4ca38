-- Posts of members that were merged before go to the member that stays, where they meet none of its own.
DELETE FROM "leader_post" AS gone USING "member" AS m, "leader_post" AS kept
WHERE m."id" = gone."member_id" AND m."merged_into" IS NOT NULL AND kept."member_id" = m."merged_into"
	AND kept."post" = gone."post"
	AND daterange(kept."from_on", kept."to_on", '[]') && daterange(gone."from_on", gone."to_on", '[]');
--> statement-breakpoint
DELETE FROM "leader_post" AS gone USING "member" AS m, "leader_post" AS other, "member" AS o
WHERE m."id" = gone."member_id" AND o."id" = other."member_id" AND m."merged_into" = o."merged_into"
	AND other."post" = gone."post" AND other."id" < gone."id"
	AND daterange(other."from_on", other."to_on", '[]') && daterange(gone."from_on", gone."to_on", '[]');
--> statement-breakpoint
UPDATE "leader_post" SET "member_id" = m."merged_into" FROM "member" AS m
WHERE m."id" = "leader_post"."member_id" AND m."merged_into" IS NOT NULL;
--> statement-breakpoint
-- A member that was merged into another holds no post, whatever writes it.
CREATE FUNCTION "leader_post_of_living"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Waits for a merge that is under way, and sees what came of it.
	PERFORM FROM "member" WHERE "id" = NEW."member_id" AND "merged_into" IS NOT NULL FOR SHARE;
	IF FOUND THEN
		RAISE EXCEPTION 'member % was merged', NEW."member_id" USING ERRCODE = 'check_violation',
			TABLE = 'leader_post', CONSTRAINT = 'leader_post_of_living';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "leader_post_of_living" AFTER INSERT ON "leader_post"
	FOR EACH ROW EXECUTE FUNCTION "leader_post_of_living"();
--> statement-breakpoint
CREATE TRIGGER "leader_post_moved_to_living" AFTER UPDATE OF "member_id" ON "leader_post"
	FOR EACH ROW WHEN (OLD."member_id" <> NEW."member_id") EXECUTE FUNCTION "leader_post_of_living"();
--> statement-breakpoint
CREATE FUNCTION "member_merged_without_posts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM "leader_post" WHERE "member_id" = NEW."id") THEN
		RAISE EXCEPTION 'member % has posts', NEW."id" USING ERRCODE = 'check_violation',
			TABLE = 'member', CONSTRAINT = 'member_merged_without_posts';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "member_merged_without_posts" BEFORE INSERT OR UPDATE OF "merged_into" ON "member"
	FOR EACH ROW WHEN (NEW."merged_into" IS NOT NULL) EXECUTE FUNCTION "member_merged_without_posts"();
