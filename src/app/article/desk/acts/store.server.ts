import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { visibleIn } from "#src/app/article_type/access/service.server.ts";
import { noteFileUse } from "#src/app/common/files/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDateTime, parseDateTime } from "#src/lib/text/dates.ts";
import { plainText } from "#src/lib/text/plain-text.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, CONFLICT } from "#src/server/http/errors.ts";
import { article } from "../../table.server.ts";
import { filesOf, textColumns } from "../../writing/service.server.ts";
import type { RevisionRow, Saved } from "../model/desk.ts";
import type { ArticleFields } from "../model/fields.ts";
import { fieldsOf, wholeFields } from "../model/rules.server.ts";
import type { ArticleState, Standing } from "../model/states.ts";
import { articleCopy, articleRevision } from "../table.server.ts";

export type ArticleRow = typeof article.$inferSelect;
export type CopyRow = typeof articleCopy.$inferSelect;

/** An article with the changes beside it. */
export type Whole = { row: ArticleRow; copy: CopyRow | undefined };

/** A person's autosaves within so long are one revision. */
const AUTOSAVE_MS = 10 * 60_000;

/** An article of which the condition holds, locked for the transaction. */
export async function lockRow(
  tx: Db,
  id: number,
  condition: SQL | undefined,
): Promise<ArticleRow | undefined> {
  const [row] = await tx
    .select()
    .from(article)
    .where(and(eq(article.id, id), condition))
    .for("update");
  return row;
}

export async function copyOf(db: Db, id: number): Promise<CopyRow | undefined> {
  const [copy] = await db.select().from(articleCopy).where(eq(articleCopy.articleId, id));
  return copy;
}

const copyStateOf = (copy: CopyRow | undefined): 0 | 1 | 2 | 3 => {
  if (!copy) return 0;
  if (copy.status !== "1") return 1;
  return copy.approvedAt ? 3 : 2;
};

export const standingOf = ({ row, copy }: Whole): Standing => ({
  status: row.status as ArticleState,
  isApproved: row.approvedAt !== null,
  copyState: copyStateOf(copy),
});

/** What is worked on: the copy where there is one. */
export const workedOn = ({ row, copy }: Whole): ArticleFields =>
  copy ? wholeFields(copy.fields) : fieldsOf(row);

export const savedOf = ({ row, copy }: Whole): Saved => ({
  id: row.id,
  version: row.version,
  savedTime: formatDateTime(row.updateTime ?? row.createTime),
  status: row.status as ArticleState,
  copyState: copyStateOf(copy),
});

/** Who saved an article last, and when; of one that was imported its own row says it. */
export async function lastSaved(
  db: Db,
  row: ArticleRow,
): Promise<{ savedBy: string; savedTime: string }> {
  const [last] = await db
    .select({ createBy: articleRevision.createBy, createTime: articleRevision.createTime })
    .from(articleRevision)
    .where(eq(articleRevision.articleId, row.id))
    .orderBy(desc(articleRevision.id))
    .limit(1);
  return {
    savedBy: last?.createBy ?? row.updateBy,
    savedTime: formatDateTime(last?.createTime ?? row.updateTime ?? row.createTime),
  };
}

/**
 * Refuses a write that is based on another version than the one that is there, and says whose.
 * An absent version is not checked (wire 0).
 */
export async function checkVersion(tx: Db, row: ArticleRow, version: unknown): Promise<void> {
  if (version === undefined || version === null || Number(version) === row.version) return;
  throw new AppError(CONFLICT, {
    data: {
      conflict: { version: row.version, ...(await lastSaved(tx, row)) },
    },
  });
}

/** What was written, with its plain text, which is made once: of a long body it takes time. */
export type Written = { fields: ArticleFields; text: string };

export const writtenOf = (fields: ArticleFields): Written => ({
  fields,
  text: plainText(fields.content),
});

/** Keeps a text for ever; autosaves of one person that follow each other share a row. */
export async function keepRevision(
  tx: Db,
  { id: articleId, version }: Pick<ArticleRow, "id" | "version">,
  kind: RevisionRow["kind"],
  { fields, text }: Written,
  account: Pick<Account, "userId" | "nickName"> | undefined,
): Promise<void> {
  const letters = [...text.replace(/\s/g, "")].length;
  const values = { version, kind, fields, letters, createTime: new Date() };
  if (kind === "autosave") {
    const [last] = await tx
      .select()
      .from(articleRevision)
      .where(eq(articleRevision.articleId, articleId))
      .orderBy(desc(articleRevision.id))
      .limit(1);
    const isSame = last?.kind === "autosave" && last.userId === account?.userId;
    if (last && isSame && Date.now() - last.createTime.getTime() < AUTOSAVE_MS) {
      await tx.update(articleRevision).set(values).where(eq(articleRevision.id, last.id));
      return;
    }
  }
  await tx.insert(articleRevision).values({
    ...values,
    articleId,
    userId: account?.userId ?? null,
    createBy: account?.nickName ?? "",
  });
}

const moment = (text: string | null): Date | null => (text ? (parseDateTime(text) ?? null) : null);

/** Columns of an article's row that follow from what was written. Its time of publication is not one. */
const columnsOf = async (tx: Db, { fields, text }: Written) => ({
  typeId: fields.typeId,
  articleName: fields.articleName,
  subtitle: fields.subtitle,
  cover: fields.cover,
  source: fields.source,
  author: fields.author,
  visible: fields.visible,
  isImportant: fields.isImportant,
  planTime: moment(fields.publishTime),
  expireTime: moment(fields.expireTime),
  attachments: fields.attachments,
  seoTitle: fields.seoTitle,
  seoDescription: fields.seoDescription,
  ...(await wordsOf(tx, { fields, text })),
});

/** Text, summary and searched words; the words of a text that its category locks are not searched. */
export const wordsOf = async (tx: Db, { fields, text }: Written) =>
  textColumns({ ...fields, visible: await visibleIn(tx, fields.typeId, fields.visible) }, text);

/** Changes an article's row; every change is a version. Returns the row as it is then. */
export async function changeRow(
  tx: Db,
  id: number,
  values: PgUpdateSetSource<typeof article>,
  account: Pick<Account, "userName"> | undefined,
): Promise<ArticleRow> {
  const [row] = await tx
    .update(article)
    .set({
      ...values,
      version: sql`${article.version} + 1`,
      updateTime: new Date(),
      ...(account ? { updateBy: account.userName } : {}),
    })
    .where(eq(article.id, id))
    .returning();
  if (!row) throw new Error("an article went while it was locked");
  return row;
}

/**
 * Changes what is no part of the text: its place in a list, or a state that the clock brings about. No
 * new version, so nobody who is writing is stopped by it.
 */
export async function setRow(
  tx: Db,
  id: number,
  values: PgUpdateSetSource<typeof article>,
): Promise<ArticleRow> {
  const [row] = await tx.update(article).set(values).where(eq(article.id, id)).returning();
  if (!row) throw new Error("an article went while it was locked");
  return row;
}

/** A new draft of a person, with its first revision. */
export async function storeNew(
  tx: Db,
  written: Written,
  { account, deptId }: Pick<Reach, "account" | "deptId">,
  kind: RevisionRow["kind"],
): Promise<ArticleRow> {
  const [row] = await tx
    .insert(article)
    .values({
      ...(await columnsOf(tx, written)),
      status: "0",
      ownerId: account.userId,
      deptId,
      createBy: account.userName,
      updateBy: account.userName,
      updateTime: new Date(),
    })
    .returning();
  if (!row) throw new Error("no article row");
  await noteFileUse(tx, "article", row.id, filesOf(written.fields));
  await keepRevision(tx, row, kind, written, account);
  return row;
}

/**
 * Saves what was written, and a revision of it: into the row while visitors do not see it, else into
 * the copy beside it. Returns the article as it is then.
 */
export async function storeFields(
  tx: Db,
  { row }: Whole,
  written: Written,
  account: Account,
  kind: RevisionRow["kind"],
): Promise<Whole> {
  const { id, status } = row;
  const { fields } = written;
  const isPublic = status === "2" || status === "3";
  let copy: CopyRow | undefined;
  if (isPublic) {
    const saved = { fields, savedBy: account.nickName, savedAt: new Date() };
    [copy] = await tx
      .insert(articleCopy)
      .values({ articleId: id, ...saved })
      .onConflictDoUpdate({ target: articleCopy.articleId, set: saved })
      .returning();
  }
  const columns = isPublic ? {} : await columnsOf(tx, written);
  const next = await changeRow(tx, id, columns, account);
  await noteFileUse(tx, isPublic ? "article_copy" : "article", id, filesOf(fields));
  await keepRevision(tx, next, kind, written, account);
  return { row: next, copy };
}

/** Lets the copy go; its files are free then. */
export async function dropCopy(tx: Db, id: number): Promise<void> {
  await tx.delete(articleCopy).where(eq(articleCopy.articleId, id));
  await noteFileUse(tx, "article_copy", id, []);
}

/** The fields become the row's own, whatever its state; the copy is gone. */
export async function settleFields(
  tx: Db,
  id: number,
  written: Written,
  values: PgUpdateSetSource<typeof article>,
  account: Pick<Account, "userName"> | undefined,
): Promise<ArticleRow> {
  await dropCopy(tx, id);
  await noteFileUse(tx, "article", id, filesOf(written.fields));
  return changeRow(tx, id, { ...(await columnsOf(tx, written)), ...values }, account);
}

/** Lists, the page itself, and whatever shows the article's neighbours. */
export const dropPages = (tx: Db, id: number): Promise<void> =>
  publishTags(tx, ["content", `article:${id}`]);

export const isSameText = (a: ArticleFields, b: ArticleFields): boolean =>
  JSON.stringify({ ...a, publishTime: null }) === JSON.stringify({ ...b, publishTime: null });

/** The revision that visitors read now, by its version; undefined where none do. */
export async function liveVersion(db: Db, row: ArticleRow): Promise<number | undefined> {
  if (row.status !== "2" && row.status !== "3") return undefined;
  const [last] = await db
    .select({ version: articleRevision.version })
    .from(articleRevision)
    .where(and(eq(articleRevision.articleId, row.id), eq(articleRevision.kind, "publish")))
    .orderBy(desc(articleRevision.id))
    .limit(1);
  return last?.version;
}
