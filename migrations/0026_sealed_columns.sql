ALTER TABLE "member" ADD CONSTRAINT "member_id_sealed" CHECK (octet_length("member"."id_sealed") >= 33
    and substring("member"."id_sealed" from 1 for 1) = '\x01'::bytea);--> statement-breakpoint
ALTER TABLE "sign" ADD CONSTRAINT "sign_id_sealed" CHECK (octet_length("sign"."id_sealed") >= 33
    and substring("sign"."id_sealed" from 1 for 1) = '\x01'::bytea);