import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { escapeLike } from "../../db/like.ts";
import { timeText } from "../../db/shanghai.ts";
import { article } from "../article/table.server.ts";
import { amongNewest, byWords, LISTED, MAX_TITLES } from "./find.server.ts";
import { parseQuery, type Query } from "./query.server.ts";

/** `createTime` is the publication, `yyyy-MM-dd HH:mm:ss`. */
export type Suggestion = { id: number; articleName: string; createTime: string };

/**
 * Articles whose title has what a person has typed so far, the last word finished or not: the same
 * title, titles that begin with it, titles that contain it, titles with all its words; newer first.
 */
export async function suggestArticles(db: Db, text: string, limit = 10): Promise<Suggestion[]> {
  const query = parseQuery(text);
  if (!query.title) return [];
  const ids = await byWords(db, (tx) => findSuggestions(tx, query, limit));
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: article.id,
      articleName: article.articleName,
      createTime: timeText(article.publishTime),
    })
    .from(article)
    .where(inArray(article.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function findSuggestions(db: Db, query: Query, limit: number): Promise<number[]> {
  const ids = new Set<number>();
  const tiers = [query.sameTitle, query.titleStart, query.title, query.titleWords];
  for (const [index, title] of tiers.entries()) {
    if (!title || (index > 0 && title === tiers[index - 1])) continue;
    const found = await newestTitles(db, title, limit);
    // Too many to sort: the newest articles have some of them.
    const near = found.isSample ? await nearTitles(db, query, index === 1) : [];
    for (const id of [...near, ...found.ids]) if (ids.size < limit) ids.add(id);
    if (ids.size >= limit) break;
  }
  return [...ids];
}

async function newestTitles(db: Db, title: string, limit: number) {
  const { rows } = await db.execute<{ seen: number; ids: number[] }>(sql`
    with titled as materialized (
      select id, publish_time from article
      where search @@ ${title}::tsquery and ${LISTED} limit ${MAX_TITLES + 1}
    ), best as (select id from titled order by publish_time desc, id desc limit ${limit})
    select (select count(*) from titled) as seen,
      coalesce((select json_agg(id) from best), '[]') as ids`);
  const [found = { seen: 0, ids: [] }] = rows;
  return { ids: found.ids, isSample: found.seen > MAX_TITLES };
}

const nearTitles = (db: Db, { text }: Query, isStart: boolean): Promise<number[]> => {
  const like = `${isStart ? "" : "%"}${escapeLike(text)}%`;
  return amongNewest(db, sql`article_name ilike ${like}`, sql`true`, MAX_TITLES);
};
