import { and, desc, eq } from "drizzle-orm";
import { stepsOf } from "#src/app/inbox/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { article, articleReads } from "../../table.server.ts";
import {
  copyOf,
  isSameText,
  lastSaved,
  liveVersion,
  standingOf,
  workedOn,
} from "../acts/store.server.ts";
import type { DeskArticle, RevisionRow, TimelineRow } from "../model/desk.ts";
import { ARTICLES, QUERY } from "../model/rights.server.ts";
import { fieldsOf, wholeFields } from "../model/rules.server.ts";
import { nameOfStep } from "../model/states.ts";
import { articleRevision } from "../table.server.ts";
import { allowedOf } from "./list.server.ts";

const MAX_REVISIONS = 500;

/** An article within reach; @throws AppError 404. */
async function found(db: Db, reach: Reach, id: number) {
  const [row] = await db
    .select()
    .from(article)
    .where(and(eq(article.id, id), reach.where(QUERY, ARTICLES)));
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}

const nameOf = async (db: Db, userId: number | null): Promise<string> => {
  if (userId === null) return "";
  const [row] = await db
    .select({ nickName: user.nickName })
    .from(user)
    .where(eq(user.userId, userId));
  return row?.nickName ?? "";
};

/** Everything the editor and the review page need of an article. */
export async function deskArticle(db: Db, reach: Reach, id: number): Promise<DeskArticle> {
  const row = await found(db, reach, id);
  const copy = await copyOf(db, id);
  const whole = { row, copy };
  const standing = standingOf(whole);
  const submittedAt = copy?.submittedAt ?? row.submittedAt;
  const [[reads], saved, steps, ownerName, submittedByName] = await Promise.all([
    db.select().from(articleReads).where(eq(articleReads.articleId, id)),
    lastSaved(db, row),
    stepsOf(db, "article", id),
    nameOf(db, row.ownerId),
    nameOf(db, copy?.submittedBy ?? row.submittedBy),
  ]);
  const fields = workedOn(whole);
  const live = fieldsOf(row);
  const isPublic = row.status === "2" || row.status === "3";
  const opinion = steps.find((step) => step.action === "sendBack")?.opinion ?? "";
  return {
    id,
    version: row.version,
    ...standing,
    isReturned: row.isReturned || copy?.isReturned === true,
    isExpired: row.status === "3" && row.expireTime !== null && row.expireTime <= new Date(),
    fields,
    live: isPublic && copy && !isSameText(live, fields) ? live : null,
    top: row.top,
    topUntil: row.topUntil ? formatDateTime(row.topUntil) : null,
    reads: reads?.reads ?? 0,
    ownerName,
    ...saved,
    submittedTime: submittedAt ? formatDateTime(submittedAt) : null,
    submittedByName,
    opinion,
    allowed: allowedOf(reach, {
      ...row,
      ...standing,
      submittedBy: copy?.submittedBy ?? row.submittedBy,
    }),
  };
}

/** Its history, the newest step first. */
export async function deskTimeline(db: Db, reach: Reach, id: number): Promise<TimelineRow[]> {
  await found(db, reach, id);
  const steps = await stepsOf(db, "article", id);
  return steps.map((step) => ({
    id: step.id,
    action: step.action,
    actionName: nameOfStep(step.action),
    opinion: step.opinion,
    nickName: step.nickName,
    createTime: formatDateTime(step.createTime),
  }));
}

const rowOf = (
  revision: Omit<typeof articleRevision.$inferSelect, "fields" | "articleId" | "userId">,
  live: number | undefined,
): RevisionRow => ({
  id: revision.id,
  version: revision.version,
  kind: revision.kind as RevisionRow["kind"],
  letters: revision.letters,
  createBy: revision.createBy,
  createTime: formatDateTime(revision.createTime),
  isLive: revision.kind === "publish" && revision.version === live,
});

/** Its revisions, the newest first, at most 500; without their texts. */
export async function deskRevisions(db: Db, reach: Reach, id: number): Promise<RevisionRow[]> {
  const row = await found(db, reach, id);
  const live = await liveVersion(db, row);
  const rows = await db
    .select({
      id: articleRevision.id,
      version: articleRevision.version,
      kind: articleRevision.kind,
      letters: articleRevision.letters,
      createBy: articleRevision.createBy,
      createTime: articleRevision.createTime,
    })
    .from(articleRevision)
    .where(eq(articleRevision.articleId, id))
    .orderBy(desc(articleRevision.id))
    .limit(MAX_REVISIONS);
  return rows.map((revision) => rowOf(revision, live));
}

/** One revision with its text. */
export async function deskRevision(db: Db, reach: Reach, id: number, revisionId: number) {
  const row = await found(db, reach, id);
  const [revision] = await db
    .select()
    .from(articleRevision)
    .where(and(eq(articleRevision.id, revisionId), eq(articleRevision.articleId, id)));
  if (!revision) throw new AppError(NOT_FOUND, { code: 404 });
  const live = await liveVersion(db, row);
  return { ...rowOf(revision, live), fields: wholeFields(revision.fields) };
}
