import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { timeText } from "../../db/shanghai.ts";
import { plainText } from "../../lib/text/plain-text.ts";
import { article, articleReads } from "../article/table.server.ts";
import { visibleOf } from "../article_type/access/service.server.ts";
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

/** Letters of HTML that are read before the first place of a term, and after it. */
const BEFORE = 100;
const AFTER = 300;
/** Of several terms: another of them may stand near. */
const FAR_AFTER = 600;
/** Terms whose places are read. */
const MAX_PLACES = 2;
/** Letters of HTML that are searched for a place: a book would cost as much as a hundred articles. */
const SEARCHED_LETTERS = 20_000;
/** The rest of a longer text, and of how many of a page's results. */
const WHOLE_LETTERS = 400_000;
const MAX_WHOLE = 4;
/** Read where no term stands as it is folded: a text in traditional characters, a word in a tag. */
const HEAD_LETTERS = 5_000;

/** Results in the order of the ids, with the terms marked. */
export async function readRows(db: Db, ids: number[], terms: string[]): Promise<SearchRow[]> {
  if (ids.length === 0) return [];
  const reading = db
    .select({
      id: article.id,
      articleName: article.articleName,
      createTime: timeText(article.publishTime),
      typeId: category.id,
      typeName: category.bllName,
      source: article.source,
      visible: visibleOf(article.visible, article.typeId),
      summary: article.summary,
      reads: sql<number>`coalesce(${articleReads.reads}, 0)`,
    })
    .from(article)
    .innerJoin(category, eq(category.id, article.typeId))
    .leftJoin(articleReads, eq(articleReads.articleId, article.id))
    .where(inArray(article.id, ids));
  const [rows, excerpts] = await Promise.all([reading, findExcerpts(db, ids, terms)]);
  const byId = new Map(
    rows.map(({ summary, ...row }) => {
      const shown = excerpts.get(row.id) ?? excerpt(summary, terms);
      return [row.id, { ...row, title: highlight(row.articleName, terms), excerpt: shown }];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Places in the texts where a term stands; articles without one are left out. The database finds
 * them: a text is long, and what only members may read does not leave it at all.
 */
async function findExcerpts(
  db: Db,
  ids: number[],
  terms: string[],
): Promise<Map<number, Segment[]>> {
  const excerpts = new Map<number, Segment[]>();
  const look = async (some: number[], searched: number) => {
    const places = await readPlaces(db, some, terms, searched);
    for (const { id, pieces, head } of places) {
      const found = excerptAtHit([...pieces, head].map(textOfPiece), terms);
      if (found) excerpts.set(id, found);
    }
    return places.filter(({ id, isCut }) => isCut && !excerpts.has(id)).map(({ id }) => id);
  };
  const long = await look(ids, SEARCHED_LETTERS);
  if (long.length > 0) await look(long.slice(0, MAX_WHOLE), WHOLE_LETTERS);
  return excerpts;
}

/** `pieces` hold a term each, `head` begins a text that has none; `isCut`: the text goes on. */
type Places = { id: number; pieces: string[]; head: string; isCut: boolean };

async function readPlaces(db: Db, ids: number[], terms: string[], searched: number) {
  const letters = BEFORE + (terms.length > 1 ? FAR_AFTER : AFTER);
  const folded = terms.some((term) => /[a-z]/.test(term)) ? sql`lower(html)` : sql`html`;
  const { rows } = await db.execute<Places>(sql`
    select id, pieces, case when pieces = '{}' then left(html, ${HEAD_LETTERS}) else '' end as head,
      pieces = '{}' and length(html) >= ${searched} as "isCut"
    from (
      select id, html, array(
        select substring(html from greatest(1, place - ${BEFORE}) for ${letters})
        from unnest(${sql.param(terms)}::text[]) with ordinality as terms (term, nth),
          lateral (select strpos(${folded}, term) as place offset 0) places
        where place > 0 order by nth limit ${MAX_PLACES}
      ) as pieces
      from (
        select id, left(content, ${searched}) as html from article
        where id = any(${sql.param(ids)}::bigint[]) and ${visibleOf(sql`visible`, sql`type_id`)} = 'public' offset 0
      ) texts offset 0
    ) found`);
  return rows;
}

/** A piece may begin and end inside a tag. */
const textOfPiece = (html: string): string =>
  plainText(html.replace(/^[^<>]*>/, "").replace(/<[^>]*$/, ""));
