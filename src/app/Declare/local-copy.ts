import type { DeclareValues } from "#src/lib/declare/schema.ts";
import { isRecord, type LocalCopy, localCopy } from "#src/site/form/local-copy.ts";

/** What this device knows of a declaration that the server may not know yet. */
export type DeclareCopy = {
  /** Version of the declaration that it goes on from. */
  version: number;
  /** The fields that were changed here. */
  values: DeclareValues;
  /** What the server had in these fields before. */
  base: DeclareValues;
  /** Those of them that somebody else changed as well, and of which none was chosen yet. */
  clashes?: readonly string[];
};

export const declareCopy = (userId: number, id: number): LocalCopy<DeclareCopy> =>
  localCopy<DeclareCopy>(
    `declare:${userId}:${id}`,
    ({ version, values, base }) => Number.isInteger(version) && isRecord(values) && isRecord(base),
  );
