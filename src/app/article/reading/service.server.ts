import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { timeText } from "#src/db/shanghai.ts";
import { prepared } from "#src/server/calls/prepared.ts";
import type { Account } from "#src/server/http/access.ts";
import { visibleOf } from "../../article_type/access/service.server.ts";
import { category } from "../../article_type/table.server.ts";
import {
  coverPath,
  isInOpenCategory,
  isOnTime,
  isPublished,
  type Visible,
} from "../service.server.ts";
import { article } from "../table.server.ts";

/** Columns of a detail, by name: never `search`. */
const DETAIL = {
  id: article.id,
  articleName: article.articleName,
  createTime: timeText(article.publishTime),
  updateTime: sql<string | null>`${timeText(article.updateTime)}`,
  typeId: category.id,
  typeName: category.bllName,
  subtitle: article.subtitle,
  summary: article.summary,
  cover: coverPath,
  content: article.content,
  source: article.source,
  author: article.author,
  keywords: article.keywords,
  visible: visibleOf(article.visible, article.typeId),
  attachments: article.attachments,
  seoTitle: article.seoTitle,
  seoDescription: article.seoDescription,
};

const published = prepared("article_read", (db) =>
  db
    .select(DETAIL)
    .from(article)
    .innerJoin(category, eq(category.id, article.typeId))
    .where(and(eq(article.id, sql.placeholder("id")), isPublished)),
);

/** A published article with its text; undefined when there is none. */
export async function readArticle(db: Db, id: number) {
  const [row] = await published(db, { id });
  return row;
}

/** The same with what stands around it, in one round trip: the article page. */
export async function readArticleInPlace(db: Db, id: number) {
  const [row] = await inPlace(db, { id });
  if (!row) return undefined;
  const { found, ...detail } = row;
  return { ...detail, around: arrange(found) };
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

/** Whether a text is open to somebody: an account, or nobody. `isMember`: with a living term (product 4.2). */
export function mayRead(visible: Visible, account: Account | undefined, isMember = false): boolean {
  if (visible === "public") return true;
  if (!account) return false;
  return visible === "login" || isMember;
}

/** What a link to a neighbouring article shows. */
export type Nearby = {
  id: number;
  articleName: string;
  createTime: string;
  typeName: string;
  cover: string;
};

export type Surroundings = {
  /** The one above it in its category's list, and the one below. */
  previous: Nearby | undefined;
  next: Nearby | undefined;
  /** Newest of the category, at most 3. */
  sameCategory: Nearby[];
  /** By shared keywords, then by category and time, at most 3; none of the above. */
  related: Nearby[];
};

type Found = Nearby & { slot: "previous" | "next" | "same" | "related" };

/** How many of the newest articles are looked through for shared keywords. */
const CANDIDATES = 60;

/** Of the article's own category, which is open where the article is found at all. */
const LISTED = isOnTime("a");

const neighbour = (slot: string, isAbove: boolean): SQL => {
  const way = isAbove ? sql`asc` : sql`desc`;
  return sql`(select ${slot}::text as slot, 1::bigint as rank, a.id from article a
    where a.type_id = ${article.typeId} and ${LISTED} and (a.top, a.publish_time, a.id)
      ${isAbove ? sql`>` : sql`<`} (${article.top}, ${article.publishTime}, ${article.id})
    order by a.top ${way}, a.publish_time ${way}, a.id ${way} limit 1)`;
};

const SHARED = sql`cardinality(array(select unnest(string_to_array(c.keywords, ','))
  intersect select unnest(string_to_array(${article.keywords}, ','))))`;

/** Each branch reads a few rows of an index: the cost does not grow with the archive. */
const AROUND = sql<Found[]>`(
  select coalesce(json_agg(json_build_object(
    'slot', f.slot, 'id', n.id, 'articleName', n.article_name,
    'createTime', ${timeText(sql`n.publish_time`)},
    'typeName', t.bll_name, 'cover', coalesce(nullif(n.cover, ''),
      '/art/cover/' || t.motif || '-' || t.palette || '-' || n.id % 12 || '.svg')
  ) order by f.slot, f.rank), '[]')
  from (
    ${neighbour("previous", true)} union all ${neighbour("next", false)} union all
    (select 'same', row_number() over (order by a.top desc, a.publish_time desc, a.id desc), a.id
      from article a where a.type_id = ${article.typeId} and ${LISTED} and a.id <> ${article.id}
      order by a.top desc, a.publish_time desc, a.id desc limit 6)
    union all
    (select 'related', row_number() over (order by shared desc, is_same desc, c.publish_time desc,
        c.id desc), c.id
      from (
        select c.id, c.publish_time, c.type_id = ${article.typeId} as is_same, ${SHARED} as shared
        from (
          (select a.id, a.type_id, a.publish_time, a.keywords from article a
            where a.type_id = ${article.typeId} and ${LISTED}
            order by a.top desc, a.publish_time desc, a.id desc limit ${sql.raw(String(CANDIDATES))})
          union
          (select a.id, a.type_id, a.publish_time, a.keywords from article a
            where ${LISTED} and ${isInOpenCategory(sql`a.type_id`)}
            order by a.publish_time desc, a.id desc
            limit ${sql.raw(String(CANDIDATES))})
        ) c where c.id <> ${article.id}
      ) c where c.shared > 0 or c.is_same
      order by shared desc, is_same desc, c.publish_time desc, c.id desc limit 12)
  ) f join article n on n.id = f.id join article_type t on t.id = n.type_id)`;

const inPlace = prepared("article_in_place", (db) =>
  db
    .select({ ...DETAIL, found: AROUND })
    .from(article)
    .innerJoin(category, eq(category.id, article.typeId))
    .where(and(eq(article.id, sql.placeholder("id")), isPublished)),
);

/** Shows nothing twice as long as there is something else to show. */
function arrange(found: Found[]): Surroundings {
  const of = (slot: Found["slot"]) =>
    found.filter((each) => each.slot === slot).map(({ slot: _slot, ...nearby }) => nearby);
  const [previous] = of("previous");
  const [next] = of("next");
  const shown = new Set([previous?.id, next?.id]);
  const pick = (nearby: Nearby[]) => {
    const picked = [
      ...nearby.filter((each) => !shown.has(each.id)),
      ...nearby.filter((each) => shown.has(each.id)),
    ].slice(0, 3);
    for (const each of picked) shown.add(each.id);
    return picked;
  };
  return { previous, next, sameCategory: pick(of("same")), related: pick(of("related")) };
}
