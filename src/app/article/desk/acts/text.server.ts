import { and, eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { parseId } from "#src/server/crud/ids.ts";
import type { Done, Given } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { ArticleFields } from "../model/fields.ts";
import { categoryProblem, readFields, wholeFields } from "../model/rules.server.ts";
import { articleRevision } from "../table.server.ts";
import type { DeskAct } from "./desk-act.server.ts";
import { storeFields, type Whole, workedOn, writtenOf } from "./store.server.ts";

/** Whether a person saved, or the editor by itself. */
export const kindOf = (given: Given) => (given.isAutosave === true ? "autosave" : "save");

/** Saves what was written. */
export async function saveText({ tx, before, given, person }: DeskAct): Promise<Done<Whole>> {
  const old = workedOn(before);
  const fields = readFields(given, old);
  await requireKnownCategory(tx, fields.typeId, old.typeId);
  const kind = given.isForced === true ? "conflict" : kindOf(given);
  return { after: await storeFields(tx, before, writtenOf(fields), person.account, kind) };
}

/** Brings the text of a revision back as the newest one. */
export async function restoreText({ tx, before, given, person }: DeskAct): Promise<Done<Whole>> {
  const revisionId = parseId(given.revisionId);
  const [revision] = await tx
    .select()
    .from(articleRevision)
    .where(and(eq(articleRevision.id, revisionId), eq(articleRevision.articleId, before.row.id)));
  if (!revision) throw new AppError(NOT_FOUND, { code: 404 });
  // Rules may have become stricter since: it is read like anything that comes from outside.
  const old = wholeFields(revision.fields);
  const { publishTime, expireTime, typeId: present } = workedOn(before);
  // A category that was merged or removed since takes no article back; the text comes all the same.
  const isGone = (await categoryProblem(tx, old.typeId)) !== undefined;
  const typeId = isGone ? present : old.typeId;
  const fields = readFields({ ...old, typeId, publishTime, expireTime });
  const after = await storeFields(tx, before, writtenOf(fields), person.account, "restore");
  return { after, opinion: `第 ${revision.version} 版` };
}

/** A draft may have no category, but not one that never was; an old one may have been closed since. */
export async function requireKnownCategory(
  db: Db,
  typeId: ArticleFields["typeId"],
  before?: ArticleFields["typeId"],
): Promise<void> {
  if (typeId === null || typeId === before) return;
  const problem = await categoryProblem(db, typeId);
  if (problem) throw new AppError(problem, { fields: { typeId: problem } });
}
