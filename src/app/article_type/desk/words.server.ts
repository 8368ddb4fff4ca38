import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { plainText } from "../../../lib/plain-text.ts";
import { article } from "../../article/table.server.ts";
import { searchableOf } from "../../article/writing/service.server.ts";
import { searchVectorSql } from "../../search/service.server.ts";
import { visibleOf } from "../access/service.server.ts";

/** Articles whose words are cut before the next are read: cutting costs about 1 ms each. */
const BATCH = 50;

const visible = visibleOf(article.visible, article.typeId);

/**
 * What a visitor may not read must not be found out by searching word after word: takes the words of
 * the texts (weight D) from what is found, for all articles of these categories that are not public.
 */
export async function lockWords(tx: Db, typeIds: number[]): Promise<void> {
  const left = sql`ts_filter(${article.search}, '{a,b,c}')`;
  await tx
    .update(article)
    .set({ search: left })
    .where(
      and(
        inArray(article.typeId, typeIds),
        sql`${visible} <> 'public'`,
        sql`${article.search} <> ${left}`,
      ),
    );
}

/** The other way round: the words of texts that everybody may read now are cut anew. */
export async function unlockWords(tx: Db, typeIds: number[]): Promise<void> {
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
      .where(
        and(inArray(article.typeId, typeIds), gt(article.id, last), sql`${visible} = 'public'`),
      )
      .orderBy(asc(article.id))
      .limit(BATCH);
    for (const row of rows) {
      const words = searchableOf({ ...row, text: plainText(row.content) });
      await tx
        .update(article)
        .set({ search: searchVectorSql(words) })
        .where(eq(article.id, row.id));
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
