import { normalisePaperNumber } from "#src/lib/people/paper-number.ts";
import { secretBox, textMark } from "#src/server/secrets/secret-box.ts";

/** An identity number at rest: sealed, and an index that finds it without opening it. */
export type SealedIdentity = { idSealed: Buffer | null; idIndex: string | null };

/** @param number as typed; empty for none. */
export function sealIdentity(dataDir: string, number: string): SealedIdentity {
  const normal = normalisePaperNumber(number);
  if (normal === "") return { idSealed: null, idIndex: null };
  return {
    idSealed: secretBox(dataDir).seal(normal),
    idIndex: textMark(dataDir, "identity-number")(normal),
  };
}

/** The number again; empty for none. */
export const openIdentity = (dataDir: string, sealed: Buffer | null): string =>
  sealed ? secretBox(dataDir).open(sealed) : "";
