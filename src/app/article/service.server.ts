import { type AnyColumn, and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { timeText } from "../../db/shanghai.ts";
import { prepared } from "../../server/calls/prepared.ts";
import type { Context } from "../../server/start/context.ts";
import { visibleOf } from "../article_type/access/service.server.ts";
import { category } from "../article_type/table.server.ts";
import { article, articleReads } from "./table.server.ts";

/** Who may read the text of an article (product 4.10); lists show all of them to everyone. */
export type Visible = "public" | "login" | "member";

/** What a list needs of an article. `createTime` is the publication, `yyyy-MM-dd HH:mm:ss`. */
export type ArticleCard = {
  id: number;
  articleName: string;
  createTime: string;
  typeId: number;
  typeName: string;
  summary: string;
  /** Path of a picture; the category's drawing, with the id as seed, where the article has none. */
  cover: string;
  source: string;
  visible: Visible;
  isTop: boolean;
  isImportant: boolean;
};

export type ArticlePage = { rows: ArticleCard[]; total: number; pageNum: number };

/**
 * Not in a disabled category, nor in one below (migration 0001). The ids come from a subquery, which
 * is asked once a statement, not once a row. `coalesce` keeps the planner from guessing that ten
 * unknown ids leave next to nothing of few categories, for which it would sort the whole table.
 */
export const isInOpenCategory = (typeId: SQL | AnyColumn): SQL =>
  sql`not coalesce(${typeId} = any((select closed_categories())::bigint[]), false)`;

/**
 * Published, neither waiting for its hour nor past its last one. `name` is what the statement calls
 * the article; `listed` spells the first test for statements that must not go by the indexes of lists.
 */
export const isOnTime = (name = "article", listed = "is_listed"): SQL =>
  sql.raw(`${name}.${listed} and ${name}.publish_time <= now()
    and (${name}.expire_time is null or ${name}.expire_time > now())`);

/** On the site: on time, and its category is open. */
export const isPublished = sql`${isOnTime()} and ${isInOpenCategory(article.typeId)}`;

/**
 * The article's own picture, else the drawing of its category: always a path below the site. Twelve
 * drawings a category, as in site/reading/cover.tsx.
 */
export const coverPath = sql<string>`coalesce(nullif(${article.cover}, ''), '/art/cover/' ||
  ${category.motif} || '-' || ${category.palette} || '-' || ${article.id} % 12 || '.svg')`;

const CARD = {
  id: article.id,
  articleName: article.articleName,
  createTime: timeText(article.publishTime),
  typeId: category.id,
  typeName: category.bllName,
  summary: article.summary,
  cover: coverPath,
  source: article.source,
  visible: visibleOf(article.visible, article.typeId),
  isTop: sql<boolean>`${article.top} > 0`,
  isImportant: article.isImportant,
};

type Order = ("top" | "publish_time" | "id")[];
const TOP_FIRST: Order = ["top", "publish_time", "id"];
const BY_TIME: Order = ["publish_time", "id"];

const orderBy = (columns: Order, way: "asc" | "desc" = "desc", prefix = ""): SQL =>
  sql.raw(columns.map((column) => `${prefix}${column} ${way}`).join(", "));

/** Cards of the ids that a subquery finds, in one round trip. */
const cardsOf = (db: Db, found: SQL, order: SQL) =>
  db
    .select(CARD)
    .from(article)
    .innerJoin(sql`(${found}) found`, sql`found.id = ${article.id}`)
    .innerJoin(category, eq(category.id, article.typeId))
    .orderBy(order);

/**
 * The first `count` of each category in one order: a branch comes ordered from the index article_list,
 * so a page costs what the rows up to its end cost in each. `typeIds` is one value, an array: the text
 * is the same for any number of categories.
 */
const branches = (typeIds: SQL, order: SQL, count: SQL, extra: SQL = sql``): SQL =>
  sql`select branch.* from unnest(${typeIds}::bigint[]) as of_type(id) cross join lateral (
      select id, top, publish_time from article where type_id = of_type.id ${extra}
        and ${isOnTime()} order by ${order} limit ${count}) branch
    where ${isInOpenCategory(sql`of_type.id`)}`;

/**
 * The newest published articles, of the categories where some are named.
 * `topFirst`: pinned ones before all others.
 */
export async function newestArticles(
  db: Db,
  options: { typeIds?: number[]; limit: number; topFirst?: boolean },
): Promise<ArticleCard[]> {
  const { typeIds, topFirst = false } = options;
  if (typeIds?.length === 0) return [];
  const columns = topFirst ? TOP_FIRST : BY_TIME;
  const order = orderBy(columns);
  const ids = sql`${sql.param(typeIds)}`;
  const limit = sql`${options.limit}`;
  let from = sql`article where ${isPublished}`;
  if (typeIds && topFirst) from = sql`(${branches(ids, order, limit)}) listed`;
  // The index sorts by `top` first: by time alone, pinned and other rows are branches of their own.
  else if (typeIds) {
    from = sql`((${branches(ids, order, limit, sql`and top = 0`)}) union all
      (${branches(ids, order, limit, sql`and top <> 0`)})) listed`;
  }
  const found = sql`select id from ${from} order by ${order} limit ${limit}`;
  return cardsOf(db, found, orderBy(columns, "desc", "article."));
}

/** Every listed article in one order, from the index article_in_order: as `branches`, of the whole site. */
const wholeSite = (typeIds: SQL, order: SQL, count: SQL): SQL =>
  sql`select id, top, publish_time from article
    where ${isOnTime()} and coalesce(type_id = any(${typeIds}::bigint[]), false)
      and ${isInOpenCategory(sql`type_id`)}
    order by ${order} limit ${count}`;

type Walk = { isWholeSite: boolean; isFromEnd: boolean };

/**
 * How far from its end a page may reach for a plan that is kept: such a plan is made for the number in
 * its text, one for any number would be made for a tenth of the archive. The rest is planned each time.
 */
const REACHES = [20, 100];

const statementOf = ({ isWholeSite, isFromEnd }: Walk, reach: number | undefined) => {
  const name = `article_page_${isWholeSite ? "site" : "types"}_${isFromEnd ? "up" : "down"}`;
  return prepared(reach ? `${name}_${reach}` : "", (db) => {
    const order = orderBy(TOP_FIRST, isFromEnd ? "asc" : "desc");
    const typeIds = sql`${sql.placeholder("typeIds")}`;
    const count = reach ? sql.raw(String(reach)) : sql`${sql.placeholder("reach")}`;
    const rows = (isWholeSite ? wholeSite : branches)(typeIds, order, count);
    const found = sql`select id from (${rows}) listed order by ${order}
      offset ${sql.placeholder("offset")} limit ${sql.placeholder("limit")}`;
    return cardsOf(db, found, orderBy(TOP_FIRST, "desc", "article."));
  });
};

const pageStatements = new Map<string, ReturnType<typeof statementOf>>();

function pageStatement(walk: Walk, until: number): ReturnType<typeof statementOf> {
  const reach = REACHES.find((each) => each >= until);
  const key = `${walk.isWholeSite} ${walk.isFromEnd} ${reach}`;
  const statement = pageStatements.get(key) ?? statementOf(walk, reach);
  pageStatements.set(key, statement);
  return statement;
}

/**
 * One page of the categories' published articles, pinned ones first (`newest`) or most read first.
 * `isWholeSite`: they are all that there are. A page past the last one is the last one (wire 1.6). A page
 * of the second half is read from the far end, so the last costs what the first costs.
 */
export async function listArticles(
  context: Pick<Context, "db" | "memo">,
  options: {
    typeIds: number[];
    isWholeSite?: boolean;
    pageNum: number;
    pageSize: number;
    sort?: "newest" | "reads";
  },
): Promise<ArticlePage> {
  const { db } = context;
  const { typeIds, isWholeSite = false, pageSize, sort = "newest" } = options;
  const total = await countArticles(context, typeIds);
  const pageNum = Math.min(Math.max(1, options.pageNum), Math.max(1, Math.ceil(total / pageSize)));
  if (total === 0) return { rows: [], total, pageNum };
  const offset = (pageNum - 1) * pageSize;
  const limit = Math.min(pageSize, total - offset);
  if (sort === "reads") {
    const found = sql`select id, coalesce(reads, 0) as reads from article
      left join article_reads on article_id = id
      where ${inArray(sql`type_id`, typeIds)} and ${isPublished}
      order by coalesce(reads, 0) desc, publish_time desc, id desc
      offset ${offset} limit ${limit}`;
    const order = sql`found.reads desc, ${orderBy(BY_TIME, "desc", "article.")}`;
    return { rows: await cardsOf(db, found, order), total, pageNum };
  }
  const isFromEnd = offset > total / 2;
  const skipped = isFromEnd ? total - offset - limit : offset;
  const reach = skipped + limit;
  const read = pageStatement({ isWholeSite, isFromEnd }, reach);
  const rows = await read(db, { typeIds, reach, offset: skipped, limit });
  return { rows, total, pageNum };
}

/** Number of published articles in the categories, kept until one of them changes. */
export async function countArticles(
  context: Pick<Context, "db" | "memo">,
  typeIds: number[],
): Promise<number> {
  if (typeIds.length === 0) return 0;
  // The hour of the next change is part of the key: when it has struck, the count is another one.
  const until = await nextChange(context);
  const key = `article-count:${typeIds.toSorted((a, b) => a - b).join()}:${until}`;
  return context.memo.get(key, ["content"], () =>
    context.db.$count(article, and(inArray(article.typeId, typeIds), isPublished)),
  );
}

/**
 * When the next scheduled article appears or the next expiring one goes: a time in ms, Infinity
 * when there is none. Cached pages with lists must not outlive it.
 */
export async function nextChange({ db, memo }: Pick<Context, "db" | "memo">): Promise<number> {
  const read = async () => {
    const found = await db.execute<{ at: number | null }>(
      sql`select extract(epoch from least(
        (select min(publish_time) from article where is_listed and publish_time > now()),
        (select min(expire_time) from article where is_listed and expire_time > now())
      ))::float8 * 1000 as at`,
    );
    return found.rows[0]?.at ?? Number.POSITIVE_INFINITY;
  };
  const kept = await memo.get("article-next-change", ["content"], async () => ({
    at: await read(),
  }));
  if (kept.at <= Date.now()) kept.at = await read();
  return kept.at;
}

const MOST_READ_MS = 5 * 60_000;

/** The five most read, of all or of the categories; up to five minutes old. */
export function mostRead(
  { db, memo }: Pick<Context, "db" | "memo">,
  typeIds?: number[],
): Promise<ArticleCard[]> {
  if (typeIds?.length === 0) return Promise.resolve([]);
  const load = () =>
    db
      .select(CARD)
      .from(articleReads)
      .innerJoin(article, eq(article.id, articleReads.articleId))
      .innerJoin(category, eq(category.id, article.typeId))
      .where(and(isPublished, typeIds ? inArray(article.typeId, typeIds) : undefined))
      .orderBy(sql`${articleReads.reads} desc, ${article.id} desc`)
      .limit(5);
  return memo.get(`article-most:${typeIds?.join() ?? ""}`, ["content"], load, MOST_READ_MS);
}
