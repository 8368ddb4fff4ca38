import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { Account } from "../../../server/access.ts";
import { category } from "../../article_type/table.server.ts";
import {
  type ArticleCard,
  cardsById,
  coverPath,
  createTimeText,
  isPublished,
  type Visible,
} from "../service.server.ts";
import { article } from "../table.server.ts";

export type ArticleDetail = NonNullable<Awaited<ReturnType<typeof readArticle>>>;

/** A published article with its text, by named columns; undefined when there is none. */
export async function readArticle(db: Db, id: number) {
  if (!Number.isSafeInteger(id)) return undefined;
  const [row] = await db
    .select({
      id: article.id,
      articleName: article.articleName,
      createTime: createTimeText,
      updateTime: sql<string | null>`to_char(${article.updateTime}
        at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`,
      typeId: article.typeId,
      typeName: category.bllName,
      subtitle: article.subtitle,
      summary: article.summary,
      cover: coverPath,
      content: article.content,
      source: article.source,
      author: article.author,
      keywords: article.keywords,
      visible: sql<Visible>`${article.visible}`,
      top: article.top,
      /** To the microsecond as PostgreSQL has it, for comparing rows. */
      publishTime: sql<string>`${article.publishTime}::text`,
      attachments: article.attachments,
    })
    .from(article)
    .innerJoin(category, eq(category.id, article.typeId))
    .where(and(eq(article.id, id), isPublished));
  return row;
}

/**
 * Adds the text to what a loader returns, so that it stands in a document once: its markup has it, so
 * it is hidden from the data that goes along (the page is rendered from this very object), and sent
 * as data on client navigation only. The browser's first render then sees `undefined`.
 */
export function withText<T extends object>(
  loaded: T,
  html: string,
  isData: boolean,
): T & { html?: string } {
  return Object.defineProperty(loaded, "html", { value: html, enumerable: isData });
}

/** Members are those with a living term; there are none before the membership of the society. */
const isMember = (_account: Account): boolean => false;

/** Whether the token of a request, if it came with one, opens the text. */
export function mayRead(visible: Visible, account: Account | undefined): boolean {
  if (visible === "public") return true;
  if (!account) return false;
  return visible === "login" || isMember(account);
}

export type Surroundings = {
  /** The one above it in its category's list, and the one below. */
  previous: ArticleCard | undefined;
  next: ArticleCard | undefined;
  /** Newest of the category, at most 3. */
  sameCategory: ArticleCard[];
  /** By shared keywords, then by category and time, at most 3; none of the above. */
  related: ArticleCard[];
};

/** How many of the newest articles are looked through for shared keywords. */
const CANDIDATES = 60;

/** What stands around an article, in two queries whose cost does not grow with the archive. */
export async function readSurroundings(
  db: Db,
  self: Pick<ArticleDetail, "id" | "typeId" | "top" | "publishTime" | "keywords">,
): Promise<Surroundings> {
  const listed = sql`is_listed and publish_time <= now()
    and (expire_time is null or expire_time > now())`;
  const place = sql`(top, publish_time, id)`;
  const own = sql`(${self.top}::int, ${self.publishTime}::timestamptz, ${self.id}::bigint)`;
  const neighbour = (slot: string, isAbove: boolean): SQL => {
    const way = isAbove ? sql`asc` : sql`desc`;
    return sql`(select ${slot} as slot, id from article where type_id = ${self.typeId} and ${listed}
      and ${place} ${isAbove ? sql`>` : sql`<`} ${own}
      order by top ${way}, publish_time ${way}, id ${way} limit 1)`;
  };
  const words = sql`string_to_array(${self.keywords}, ',')`;
  const shared = sql`cardinality(array(select unnest(string_to_array(keywords, ','))
    intersect select unnest(${words})))`;
  const found = await db.execute<{ slot: string; id: number }>(sql`
    ${neighbour("previous", true)} union all ${neighbour("next", false)} union all
    (select 'same', id from article where type_id = ${self.typeId} and ${listed}
      and id <> ${self.id} order by top desc, publish_time desc, id desc limit 6)
    union all
    (select 'related', id from (
      select id, type_id, publish_time, keywords from (
        (select id, type_id, publish_time, keywords from article where type_id = ${self.typeId}
          and ${listed} order by top desc, publish_time desc, id desc limit ${CANDIDATES})
        union
        (select id, type_id, publish_time, keywords from article where ${listed}
          order by publish_time desc, id desc limit ${CANDIDATES})
      ) newest
    ) candidates where id <> ${self.id} and (type_id = ${self.typeId} or ${shared} > 0)
    order by ${shared} desc, (type_id = ${self.typeId}) desc, publish_time desc, id desc limit 12)`);
  const idsIn = (slot: string) =>
    found.rows.filter((row) => row.slot === slot).map((row) => row.id);
  const [previous, next] = [idsIn("previous")[0], idsIn("next")[0]];
  const around = new Set([previous, next]);
  const same = pick(idsIn("same"), around);
  const related = pick(idsIn("related"), new Set([...around, ...same]));
  const cards = await cardsById(db, [
    ...new Set([...around, ...same, ...related].filter((id) => id !== undefined)),
  ]);
  const card = (id: number | undefined) => cards.find((each) => each.id === id);
  const all = (ids: number[]) => ids.flatMap((id) => card(id) ?? []);
  return {
    previous: card(previous),
    next: card(next),
    sameCategory: all(same),
    related: all(related),
  };
}

/** Three ids, by preference none of those shown already. */
const pick = (ids: number[], shown: Set<number | undefined>): number[] =>
  [...ids.filter((id) => !shown.has(id)), ...ids.filter((id) => shown.has(id))].slice(0, 3);
