import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { plainText } from "../../../lib/plain-text.ts";
import { article } from "../../article/table.server.ts";
import { searchableOf, summaryOf } from "../../article/writing/service.server.ts";
import { searchVectorSql } from "../../search/service.server.ts";
import { type Access, visibleOf } from "../access/service.server.ts";

/** Articles whose words are cut before the next are read: cutting costs about 1 ms each. */
const BATCH = 50;

const visible = visibleOf(article.visible, article.typeId);

/**
 * What a visitor may not read must not be found out by searching word after word, nor be read in a
 * summary that was made of it: both go, for all articles of these categories that are not public.
 */
export const lockWords = (tx: Db, typeIds: number[]): Promise<void> =>
  rewrite(tx, typeIds, sql`${visible} <> 'public'`, "login");

/** The other way round: words and summaries of texts that everybody may read now are made anew. */
export const unlockWords = (tx: Db, typeIds: number[]): Promise<void> =>
  rewrite(tx, typeIds, sql`${visible} = 'public'`, "public");

async function rewrite(tx: Db, typeIds: number[], which: SQL, seenBy: Access): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await tx
      .select({
        id: article.id,
        title: article.articleName,
        keywords: article.keywords,
        source: article.source,
        author: article.author,
        summary: article.summary,
        content: article.content,
      })
      .from(article)
      .where(and(inArray(article.typeId, typeIds), gt(article.id, last), which))
      .orderBy(asc(article.id))
      .limit(BATCH);
    for (const row of rows) {
      const text = plainText(row.content);
      const made = summaryOf(text);
      const own = row.summary === made ? "" : row.summary;
      const summary = own || (seenBy === "public" ? made : "");
      const words = searchableOf({ ...row, summary, text, visible: seenBy });
      await tx
        .update(article)
        .set({ summary, search: searchVectorSql(words) })
        .where(eq(article.id, row.id));
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
