import { type Static, Type } from "typebox";
import { texts } from "#src/lib/wire.ts";

/** A certificate in the list of staff. */
export const CertificateRow = Type.Object({
  id: Type.Integer(),
  memberId: Type.Integer(),
  ...texts(
    "code",
    "memberNo",
    "name",
    "levelName",
    "fromOn",
    "toOn",
    "issuedOn",
    "state",
    "revokeReason",
    "revokedBy",
  ),
});
export type CertificateRow = Static<typeof CertificateRow>;
