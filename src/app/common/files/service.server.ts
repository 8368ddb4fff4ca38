import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { storedFile } from "../upload/table.server.ts";
import { fileUse } from "./table.server.ts";

const STORED =
  /(?:\/profile\/(?=upload\/|avatar\/)|(?=private\/))((?:upload|avatar|private)\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32}\.[a-z\d]{2,4})/g;

/**
 * Paths of stored files that texts of any kind (HTML, JSON, addresses) name, each once; private ones are
 * named by their key.
 */
export const storedPaths = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(STORED)].map((match) => match[1] ?? ""))),
];

/**
 * Remembers which stored files a place uses; what it used before and no longer does is forgotten. The
 * files are held until the end of the transaction, so that none is removed while it is being put into
 * use; an address of a file that is not there, or was removed a moment before, is remembered by nobody.
 * `subject` and `subjectIds` name the place (`article`, its id), or several. No texts: the place is gone.
 */
export async function noteFileUse(
  tx: Db,
  subject: string,
  subjectIds: number | readonly number[],
  texts: readonly string[],
): Promise<void> {
  const paths = storedPaths(texts);
  const ids = [subjectIds].flat();
  const place = and(eq(fileUse.subject, subject), inArray(fileUse.subjectId, ids));
  await tx
    .delete(fileUse)
    .where(paths.length > 0 ? and(place, notInArray(fileUse.path, paths)) : place);
  if (paths.length === 0) return;
  const there = await tx
    .select({ path: storedFile.path })
    .from(storedFile)
    .where(inArray(storedFile.path, paths))
    .orderBy(asc(storedFile.id))
    .for("key share");
  if (there.length === 0) return;
  await tx
    .insert(fileUse)
    .values(ids.flatMap((subjectId) => there.map(({ path }) => ({ path, subject, subjectId }))))
    .onConflictDoNothing();
}
