import { and, eq, notInArray } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { fileUse } from "./table.server.ts";

const STORED = /\/profile\/((?:upload|avatar)\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32}\.[a-z\d]{2,4})/g;

/** Paths of stored files that texts of any kind (HTML, JSON, addresses) name, each once. */
export const storedPaths = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(STORED)].map((match) => match[1] ?? ""))),
];

/**
 * Remembers which stored files a place uses; what it used before and no longer does is forgotten.
 * `subject` and `subjectId` name the place (`article`, its id). No texts: the place is gone.
 */
export async function noteFileUse(
  tx: Db,
  subject: string,
  subjectId: number,
  texts: readonly string[],
): Promise<void> {
  const paths = storedPaths(texts);
  const place = and(eq(fileUse.subject, subject), eq(fileUse.subjectId, subjectId));
  await tx
    .delete(fileUse)
    .where(paths.length > 0 ? and(place, notInArray(fileUse.path, paths)) : place);
  if (paths.length === 0) return;
  await tx
    .insert(fileUse)
    .values(paths.map((path) => ({ path, subject, subjectId })))
    .onConflictDoNothing();
}
