import { and, eq } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { type ArticleFields, EMPTY_FIELDS } from "../model/fields.ts";
import { EDIT, lockArticle } from "../model/rights.server.ts";
import { categoryProblem, isSeen, readFields, wholeFields } from "../model/rules.server.ts";
import { STATE_NAMES, verbsOf } from "../model/states.ts";
import { articleRevision } from "../table.server.ts";
import {
  checkVersion,
  copyOf,
  standingOf,
  storeFields,
  storeNew,
  type Whole,
  workedOn,
  writtenOf,
} from "./store.server.ts";

type Body = Readonly<Record<string, unknown>>;

/** A new draft. It needs a title or some text, nothing else yet. */
export async function createArticle(
  { db }: Pick<Context, "db">,
  reach: Reach,
  body: Body,
  ip: string,
): Promise<Whole> {
  const written = writtenOf(readFields(body, EMPTY_FIELDS));
  const { fields, text } = written;
  if (!isSeen(fields.articleName) && !isSeen(text)) {
    throw new AppError("请先填写标题或正文", { fields: { articleName: "请先填写标题或正文" } });
  }
  await requireKnownCategory(db, fields.typeId);
  return db.transaction(async (tx) => {
    const row = await storeNew(
      tx,
      written,
      reach,
      body.isImport === true ? "import" : kindOf(body),
    );
    const { account } = reach;
    await noteStep(tx, {
      subject: "article",
      subjectId: row.id,
      action: "create",
      toState: "0",
      account,
      ip,
    });
    return { row, copy: undefined };
  });
}

/** Whether a person saved, or the editor by itself. */
const kindOf = (body: Body) => (body.isAutosave === true ? "autosave" : "save");

/**
 * Saves what was written of an article. `isForced`: although another version came in between; that
 * one stays among the revisions, so nothing is lost either way.
 */
export async function saveArticle(
  { db }: Pick<Context, "db">,
  reach: Reach,
  body: Body,
): Promise<Whole> {
  const id = parseId(body.id);
  return db.transaction(async (tx) => {
    const whole = await lockToEdit(tx, reach, id);
    if (body.isForced !== true) await checkVersion(tx, whole.row, body.version);
    const before = workedOn(whole);
    const fields = readFields(body, before);
    await requireKnownCategory(tx, fields.typeId, before.typeId);
    const kind = body.isForced === true ? "conflict" : kindOf(body);
    return storeFields(tx, whole, writtenOf(fields), reach.account, kind);
  });
}

/** Brings the text of a revision back as the newest one. */
export async function restoreRevision(
  { db }: Pick<Context, "db">,
  reach: Reach,
  body: Body,
  ip: string,
): Promise<Whole> {
  const id = parseId(body.id);
  const revisionId = parseId(body.revisionId);
  return db.transaction(async (tx) => {
    const whole = await lockToEdit(tx, reach, id);
    await checkVersion(tx, whole.row, body.version);
    const [revision] = await tx
      .select()
      .from(articleRevision)
      .where(and(eq(articleRevision.id, revisionId), eq(articleRevision.articleId, id)));
    if (!revision) throw new AppError(NOT_FOUND, { code: 404 });
    // Rules may have become stricter since: it is read like anything that comes from outside.
    const old = wholeFields(revision.fields);
    const { publishTime, expireTime, typeId: present } = workedOn(whole);
    // A category that was merged or removed since takes no article back; the text comes all the same.
    const isGone = (await categoryProblem(tx, old.typeId)) !== undefined;
    const typeId = isGone ? present : old.typeId;
    const fields = readFields({ ...old, typeId, publishTime, expireTime });
    const saved = await storeFields(tx, whole, writtenOf(fields), reach.account, "restore");
    await noteStep(tx, {
      subject: "article",
      subjectId: id,
      action: "restore",
      fromState: whole.row.status,
      toState: whole.row.status,
      opinion: `第 ${revision.version} 版`,
      account: reach.account,
      ip,
    });
    return saved;
  });
}

async function lockToEdit(tx: Db, reach: Reach, id: number): Promise<Whole> {
  const row = await lockArticle(tx, reach, id, EDIT);
  const whole = { row, copy: await copyOf(tx, id) };
  const standing = standingOf(whole);
  if (!verbsOf(standing).includes("edit")) {
    const isInReview = standing.status === "1" || standing.copyState > 1;
    throw new AppError(
      isInReview
        ? "文章正在审核，不能修改；请先撤回送审"
        : `文章当前为“${STATE_NAMES[standing.status]}”，不能修改`,
    );
  }
  return whole;
}

/** A draft may have no category, but not one that never was; an old one may have been closed since. */
async function requireKnownCategory(
  db: Db,
  typeId: ArticleFields["typeId"],
  before?: ArticleFields["typeId"],
): Promise<void> {
  if (typeId === null || typeId === before) return;
  const problem = await categoryProblem(db, typeId);
  if (problem) throw new AppError(problem, { fields: { typeId: problem } });
}
