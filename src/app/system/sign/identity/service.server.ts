import { normalisePaperNumber, type Paper } from "#src/lib/people/paper-number.ts";
import { blindIndex, fieldBox } from "#src/server/secrets/field-box.ts";

/** An identity number at rest: its kind of paper, sealed, and an index that finds it without opening it. */
export type SealedIdentity = {
  idType: Paper | "";
  idSealed: Buffer | null;
  idIndex: string | null;
};

/** The same of an application and of a member: a sealed number is carried from one to the other as it is. */
const NAME = "identity";

/** @param number as typed; empty for none. */
export function sealIdentity(
  dataDir: string,
  number: string,
  paper: Paper = "identity",
): SealedIdentity {
  const normal = normalisePaperNumber(number);
  if (normal === "") return { idType: "", idSealed: null, idIndex: null };
  return {
    idType: paper,
    idSealed: fieldBox(dataDir, NAME).seal(normal),
    idIndex: blindIndex(dataDir, NAME)(normal),
  };
}

/** The number again; empty for none. */
export const openIdentity = (dataDir: string, sealed: Buffer | null): string =>
  sealed ? fieldBox(dataDir, NAME).open(sealed) : "";
