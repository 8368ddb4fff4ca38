import { setImmediate as turn } from "node:timers/promises";
import { and, asc, count, desc, eq, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { type Db, isUnreachable } from "#src/db/client.ts";
import { tryLockInTransaction } from "#src/db/locks.ts";
import { plainText } from "#src/lib/text/plain-text.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import {
  type Access,
  holdAccess,
  lockAccess,
  visibleOf,
} from "../../article_type/access/service.server.ts";
import { searchVector } from "../../search/service.server.ts";
import { documentSummary, isMadeOf, summaryOf } from "../summary/service.server.ts";
import { article } from "../table.server.ts";
import { searchableOf } from "../writing/service.server.ts";

// Who may read a category changes for thousands of articles at once. What must not be found any more is
// gone with the commit of that change; a worker recuts the words behind it, some articles at a time, in
// whichever process comes first. The rows themselves say what is still to be done
// (docs/decisions/0026-words-of-a-branch.md).

/** Articles of one transaction: their rows are locked for a few tenths of a second. */
const BATCH = 20;

/** When one that failed is tried again. */
const AGAIN = sql`now() + interval '5 minutes'`;

/** While many articles are recut, the cached lists are dropped at most once in this time. */
const TELL_MS = 5_000;

const isDue = and(isNotNull(article.wordsDueAt), lte(article.wordsDueAt, sql`now()`));

/** Nobody waits for the words: a change of a large branch may take its time. */
const PATIENT = { limitMs: 60_000 };

/** Columns of an article whose text is closed as of now: nothing that was made of the text is left. */
const TAKEN_AWAY = {
  search: sql`''::tsvector`,
  summary: "",
  summaryAside: sql`coalesce(${article.summaryAside}, ${article.summary})`,
  wordsDueAt: sql`now()`,
};

/**
 * Runs a change after which these categories have other readers, and does what it brings for the words
 * of their articles: where a text is closed there are none from the commit on.
 */
export async function changeReaders(
  tx: Db,
  { typeIds, was, now }: { typeIds: number[]; was: Access; now: Access },
  change: () => Promise<unknown>,
): Promise<void> {
  // Between two circles of readers nothing changes for a visitor.
  if ((was === "public") === (now === "public")) return void (await change());
  const inside = inArray(article.typeId, typeIds);
  // Rows first: whoever saves an article has its row before he asks for its readers.
  await tx.execute(sql`select count(*) from (
    select from article where ${inside} order by ${article.id} for no key update) held`);
  await lockAccess(tx);
  await tx
    .update(article)
    .set(now === "public" ? { wordsDueAt: sql`now()` } : TAKEN_AWAY)
    // What asks for more by itself was closed before and stays so.
    .where(and(inside, eq(article.visible, "public")));
  await change();
  await publishTags(tx, ["words"]);
}

/** Articles whose words are being made; what failed and waits to be tried again is none of them. */
export async function countDue(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(article).where(isDue);
  return row?.n ?? 0;
}

/** What the words of an article are made of, the summary that was taken away included. */
export const WORD_COLUMNS = {
  id: article.id,
  title: article.articleName,
  keywords: article.keywords,
  source: article.source,
  author: article.author,
  summary: sql<string>`coalesce(${article.summaryAside}, ${article.summary})`,
  visible: visibleOf(article.visible, article.typeId),
  isImported: sql<boolean>`${article.importHash} is not null`,
  content: article.content,
};

type WordRow = Pick<typeof article.$inferSelect, "id" | "keywords" | "source" | "author"> & {
  title: string;
  summary: string;
  visible: Access;
  isImported: boolean;
  content: string;
};

/** The summary of a row, and the text form of its words, as they should be. */
export function madeOf(row: WordRow) {
  const text = plainText(row.content);
  const isOpen = row.visible === "public";
  const opening = () => (row.isImported ? documentSummary(text.split("\n")) : summaryOf(text));
  const closed = () => (isMadeOf(text, row.summary) ? "" : row.summary);
  const summary = isOpen ? row.summary || opening() : closed();
  return { id: row.id, summary, search: searchVector(searchableOf({ ...row, summary, text })) };
}

/** What was made, as rows of a statement: `made (id, summary, search)`. */
export function madeRows(made: readonly ReturnType<typeof madeOf>[]): SQL {
  const column = (name: "id" | "summary" | "search") => sql.param(made.map((each) => each[name]));
  return sql`unnest(${column("id")}::bigint[], ${column("summary")}::text[],
    ${column("search")}::text[]) as made (id, summary, search)`;
}

/** Words and summaries of these articles as they should be now. Their rows are locked already. */
export async function recut(tx: Db, ids: number[]): Promise<void> {
  await holdAccess(tx, PATIENT);
  const rows = await tx.select(WORD_COLUMNS).from(article).where(inArray(article.id, ids));
  const made: ReturnType<typeof madeOf>[] = [];
  for (const row of rows) {
    made.push(madeOf(row));
    // Cutting takes some milliseconds a text: visitors of this process come in between.
    await turn();
  }
  await tx.execute(sql`
    update article set summary = made.summary, search = made.search::tsvector,
      words_due_at = null, summary_aside = null
    from ${madeRows(made)} where article.id = made.id`);
}

/**
 * Does the next of what is due, where no other process is at it. What one article keeps from being done
 * holds up none of the others. Returns how many were looked at: 0 says that there is nothing to do here
 * now.
 */
export async function recutSome(
  db: Db,
  onError: (error: unknown, articleId: number) => void,
): Promise<number> {
  let tried: number[] = [];
  try {
    return await db.transaction(async (tx) => {
      if (!(await tryLockInTransaction(tx, "words"))) return 0;
      tried = await takeDue(tx);
      await recutAndTell(tx, tried);
      return tried.length;
    });
  } catch (error) {
    if (tried.length === 0 || isUnreachable(error)) throw error;
  }
  for (const id of tried) {
    await db
      .transaction(async (tx) => recutAndTell(tx, await takeDue(tx, id)))
      .catch(async (error: unknown) => {
        onError(error, id);
        const again = { wordsDueAt: AGAIN };
        await db
          .update(article)
          .set(again)
          .where(and(eq(article.id, id), isDue));
      });
  }
  return tried.length;
}

/** Locks the next that are due; who is being saved at this moment is right afterwards. */
async function takeDue(tx: Db, id?: number): Promise<number[]> {
  const rows = await tx
    .select({ id: article.id })
    .from(article)
    .where(id === undefined ? isDue : and(isDue, eq(article.id, id)))
    .orderBy(asc(article.wordsDueAt), desc(article.id))
    .limit(BATCH)
    .for("no key update", { skipLocked: true });
  return rows.map((row) => row.id);
}

let toldAt = 0;

async function recutAndTell(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await recut(tx, ids);
  const [left] = await tx.select({ id: article.id }).from(article).where(isDue).limit(1);
  const isTime = Date.now() - toldAt >= TELL_MS;
  if (isTime) toldAt = Date.now();
  // Summaries stand in lists; told in the same transaction, so no end of a process leaves one behind.
  const lists = !left || isTime ? (["content"] as const) : [];
  await publishTags(tx, [...ids.map((id) => `article:${id}` as const), ...lists]);
}
