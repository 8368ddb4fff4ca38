ALTER TABLE "declare_certificate" DROP CONSTRAINT "declare_certificate_kind";--> statement-breakpoint
ALTER TABLE "declare_certificate" DROP CONSTRAINT "declare_certificate_level";--> statement-breakpoint
DROP INDEX "activity_entry_one_open";--> statement-breakpoint
ALTER TABLE "one_time_code" ADD COLUMN "is_expected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "activity_entry_one_open" ON "activity_entry" USING btree ("activity_id","phone") WHERE state <= 6 and phone <> '';--> statement-breakpoint
ALTER TABLE "declare_certificate" ADD CONSTRAINT "declare_certificate_kind" CHECK ("declare_certificate"."kind" in ('award', 'project', 'closing', 'unit'));--> statement-breakpoint
ALTER TABLE "declare_certificate" ADD CONSTRAINT "declare_certificate_level" CHECK (("declare_certificate"."kind" in ('project', 'unit')) = ("declare_certificate"."level" = ''));--> statement-breakpoint
-- What came back from its publicity or was declined has no award: another resolution gives another one, or none.
UPDATE declare_item SET award = '' WHERE state IN (5, 12) AND award <> '';--> statement-breakpoint
-- All that a certificate says stays, names among it; it is revoked once, and is never gone.
CREATE OR REPLACE FUNCTION declare_certificate_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' OR (OLD.revoked_at IS NOT NULL AND
			(NEW.revoked_at, NEW.revoked_by, NEW.revoke_reason)
				IS DISTINCT FROM (OLD.revoked_at, OLD.revoked_by, OLD.revoke_reason))
		OR (NEW.code, NEW.cert_no, NEW.item_id, NEW.kind, NEW.item_no, NEW.title, NEW.name, NEW.unit_name,
				NEW.batch_name, NEW.level, NEW.issued_on, NEW.issued_by, NEW.create_time)
			IS DISTINCT FROM (OLD.code, OLD.cert_no, OLD.item_id, OLD.kind, OLD.item_no, OLD.title, OLD.name, OLD.unit_name,
				OLD.batch_name, OLD.level, OLD.issued_on, OLD.issued_by, OLD.create_time) THEN
		RAISE EXCEPTION 'certificate % stays as it was issued', OLD.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'declare_certificate_kept';
	END IF;
	RETURN NEW;
END;
$$;
