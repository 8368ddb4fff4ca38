import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { plainText } from "../../lib/plain-text.ts";
import { article, articleReads } from "../article/table.server.ts";
import { category } from "../article_type/table.server.ts";
import { excerpt, excerptAtHit, highlight, type Segment } from "./excerpt.server.ts";

/** One result. `createTime` is the publication, `yyyy-MM-dd HH:mm:ss`. */
export type SearchRow = {
  id: number;
  articleName: string;
  createTime: string;
  typeId: number;
  typeName: string;
  source: string;
  /** public, login or member: of the latter two only the summary is shown. */
  visible: string;
  reads: number;
  title: Segment[];
  excerpt: Segment[];
};

/** The beginning of the HTML, where the words nearly always stand; the rest is read when not. */
const HEAD_LETTERS = 5_000;
const WHOLE_LETTERS = 400_000;

/** Results in the order of the ids, with the terms marked. */
export async function readRows(db: Db, ids: number[], terms: string[]): Promise<SearchRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: article.id,
      articleName: article.articleName,
      createTime: sql<string>`to_char(${article.publishTime} at time zone 'Asia/Shanghai',
        'YYYY-MM-DD HH24:MI:SS')`,
      typeId: article.typeId,
      typeName: category.bllName,
      source: article.source,
      visible: article.visible,
      summary: article.summary,
      reads: sql<number>`coalesce(${articleReads.reads}, 0)`,
      // What only members may read does not leave the database.
      head: sql<string>`case when ${article.visible} = 'public'
        then left(${article.content}, ${HEAD_LETTERS}) else '' end`,
    })
    .from(article)
    .innerJoin(category, eq(category.id, article.typeId))
    .leftJoin(articleReads, eq(articleReads.articleId, article.id))
    .where(inArray(article.id, ids));
  const excerpts = await findExcerpts(db, rows, terms);
  const byId = new Map(
    rows.map(({ summary, head: _head, ...row }) => {
      const shown = excerpts.get(row.id) ?? excerpt(summary, terms);
      return [row.id, { ...row, title: highlight(row.articleName, terms), excerpt: shown }];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Places in the texts where a term stands; articles without one are left out. */
async function findExcerpts(
  db: Db,
  rows: { id: number; head: string }[],
  terms: string[],
): Promise<Map<number, Segment[]>> {
  const excerpts = new Map<number, Segment[]>();
  const look = (id: number, html: string) => {
    const found = excerptAtHit(plainText(html.replace(/<[^>]*$/, "")), terms);
    if (found) excerpts.set(id, found);
  };
  for (const { id, head } of rows) if (head) look(id, head);
  const long = rows.filter(({ id, head }) => head.length >= HEAD_LETTERS && !excerpts.has(id));
  if (long.length === 0) return excerpts;
  const texts = await db
    .select({ id: article.id, html: sql<string>`left(${article.content}, ${WHOLE_LETTERS})` })
    .from(article)
    .where(
      inArray(
        article.id,
        long.map(({ id }) => id),
      ),
    );
  for (const { id, html } of texts) look(id, html);
  return excerpts;
}
