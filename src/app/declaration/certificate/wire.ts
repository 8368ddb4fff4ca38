import { type Static, Type } from "typebox";
import { numbers, texts } from "#src/lib/wire.ts";

/** A certificate in the list of staff; days as `yyyy-MM-dd`. */
export const CertificateRow = Type.Object({
  ...numbers("id", "itemId"),
  ...texts("code", "certNo", "kindName", "itemNo", "title", "name", "unitName", "batchName"),
  ...texts("level", "issuedOn", "state", "revokeReason", "revokedBy"),
});
export type CertificateRow = Static<typeof CertificateRow>;

/**
 * A batch with how many of its declarations have come to a certificate that is not issued, and how many passed and
 * were declined, each of which a letter tells.
 */
export const CertificateBatch = Type.Object({
  ...numbers("id", "due", "issued", "passed", "declined"),
  batchName: Type.String(),
});
export type CertificateBatch = Static<typeof CertificateBatch>;
