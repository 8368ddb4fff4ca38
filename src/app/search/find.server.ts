import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { likePattern } from "../../db/like.ts";
import { isInOpenCategory, isOnTime, isPublished } from "../article/service.server.ts";
import { article } from "../article/table.server.ts";
import type { Query } from "./query.server.ts";

// What the database is asked, each statement with a bound on its work: a word that stands in most
// of 100,000 articles must not cost more than one in a hundred of them.

/** Matches are counted up to here; beyond, the total is "more than". */
export const MAX_COUNTED = 2_000;
/** Results one can page through. */
export const MAX_LISTED = 1_000;
/** Matches, newest first, whose words are weighed; each is unpacked for it. */
export const MAX_RANKED = 60;
/** Newest articles that are unpacked to find matches of a frequent word. */
const MAX_UNPACKED = 120;
/** Titles that are compared by length. */
export const MAX_TITLES = 2_000;

export type Filter = {
  typeIds: number[] | undefined;
  from: Date | undefined;
  to: Date | undefined;
};

/** Matches by category and age; `inRange`: within `from` and `to`. */
export type Facet = {
  typeId: number;
  age: "month" | "year" | "older";
  inRange: boolean;
  n: number;
};

/**
 * Published now. Spelled so that no partial index of lists fits: only the words may lead to the
 * rows, anything else unpacks the words of articles that do not match.
 */
export const LISTED = sql`${isOnTime("article", "is_listed::int = 1")}
  and ${isInOpenCategory(article.typeId)}`;

const within = ({ typeIds, from, to }: Filter): SQL =>
  sql.join(
    [
      sql`true`,
      ...(typeIds ? [sql`type_id = any(${sql.param(typeIds)}::bigint[])`] : []),
      ...(from ? [sql`publish_time >= ${from}`] : []),
      ...(to ? [sql`publish_time < ${to}`] : []),
    ],
    sql` and `,
  );

/** A transaction whose statements go by the index of words, each in one process. */
export function byWords<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('enable_seqscan', 'off', true),
        set_config('max_parallel_workers_per_gather', '0', true)`,
    );
    return work(tx);
  });
}

export type Found = {
  /** At most MAX_COUNTED + 1. */
  total: number;
  /** Of all matches, whatever the filter; undefined when there are too many to look at. */
  facets: Facet[] | undefined;
  /** Newest first, as many as asked for; `isSample`: of those that were looked at. */
  newest: number[];
  isSample: boolean;
};

/** Counts matches and names the newest that pass the filter, `limit` of them. */
export async function findMatches(
  db: Db,
  match: string,
  filter: Filter,
  limit: number,
): Promise<Found> {
  const found = await probe(db, match, filter, sql`true`, limit);
  const seen = sum(found.facets);
  if (seen <= MAX_COUNTED) {
    const passed = found.facets.filter(
      (facet) => facet.inRange && (filter.typeIds?.includes(facet.typeId) ?? true),
    );
    return { ...found, total: sum(passed), isSample: false };
  }
  // Too many to look at all of them: with a filter perhaps not.
  const isFiltered = filter.typeIds ?? filter.from ?? filter.to;
  const second = isFiltered ? await probe(db, match, filter, within(filter), limit) : found;
  const total = sum(second.facets);
  return { total, newest: second.newest, facets: undefined, isSample: total > MAX_COUNTED };
}

const sum = (facets: Facet[]): number => facets.reduce((total, facet) => total + facet.n, 0);

type Probe = { facets: Facet[]; newest: number[] };

const DAY_MS = 24 * 3_600_000;

/** The first matches the index gives, at most one more than can be counted. */
async function probe(db: Db, match: string, filter: Filter, scope: SQL, limit: number) {
  const { from, to } = filter;
  const month = new Date(Date.now() - 30 * DAY_MS);
  const year = new Date(Date.now() - 365 * DAY_MS);
  const { rows } = await db.execute<Probe>(sql`
    with hits as materialized (
      select id, type_id, publish_time from article
      where search @@ ${match}::tsquery and ${LISTED} and ${scope} limit ${MAX_COUNTED + 1}
    ), facets as (
      select type_id as "typeId", ${within({ typeIds: undefined, from, to })} as "inRange",
        case when publish_time >= ${month} then 'month'
          when publish_time >= ${year} then 'year' else 'older' end as age,
        count(*) as n
      from hits group by 1, 2, 3
    ), newest as (
      select id from hits where ${within(filter)}
      order by publish_time desc, id desc limit ${limit}
    )
    select coalesce((select json_agg(facets) from facets), '[]') as facets,
      coalesce((select json_agg(id) from newest), '[]') as newest`);
  return rows[0] ?? { facets: [], newest: [] };
}

/** Where matches are many some are near: those among the newest articles. */
export const nearMatches = (db: Db, match: string, filter: Filter): Promise<number[]> =>
  amongNewest(db, sql`search @@ ${match}::tsquery`, within(filter), MAX_UNPACKED);

/** Articles that pass a test among so many of the newest, newest first. */
export async function amongNewest(
  db: Db,
  test: SQL,
  scope: SQL,
  articles: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (
      select id, article_name, search, publish_time from article
      where ${isPublished} and ${scope}
      order by publish_time desc, id desc limit ${articles}
    ) newest where ${test} order by publish_time desc, id desc`);
  return rows.map((row) => row.id);
}

/** All matches looked at, however many: for pages deep in the newest of a frequent word. */
export async function allNewest(
  db: Db,
  match: string,
  filter: Filter,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with hits as materialized (
      select id, publish_time from article
      where search @@ ${match}::tsquery and ${LISTED} and ${within(filter)}
    ) select id from hits order by publish_time desc, id desc limit ${limit}`);
  return rows.map((row) => row.id);
}

/**
 * Articles whose title contains the query as it stands: the same title first, then shorter before
 * longer, newer before older. Of more than 2,000 such titles some are compared, and the newest.
 */
export async function findTitles(db: Db, query: Query, filter: Filter): Promise<number[]> {
  if (!query.title) return [];
  const found = await byLength(db, query.title, filter);
  if (found.seen <= MAX_TITLES || !query.sameTitle) return found.ids;
  const same = await byLength(db, query.sameTitle, filter);
  const like = sql`article_name like ${likePattern(query.text)}`;
  const newest = await amongNewest(db, like, within(filter), MAX_TITLES);
  return [...new Set([...same.ids, ...newest, ...found.ids])].slice(0, MAX_LISTED);
}

async function byLength(db: Db, title: string, filter: Filter) {
  const { rows } = await db.execute<{ seen: number; ids: number[] }>(sql`
    with titled as materialized (
      select id, char_length(article_name) as length, publish_time from article
      where search @@ ${title}::tsquery and ${LISTED} and ${within(filter)}
      limit ${MAX_TITLES + 1}
    ), best as (
      select id from titled order by length, publish_time desc, id desc limit ${MAX_LISTED}
    )
    select (select count(*) from titled) as seen,
      coalesce((select json_agg(id) from best), '[]') as ids`);
  return rows[0] ?? { seen: 0, ids: [] };
}

/** The first ids in the order of their words' weight, the rest as they came. */
export async function rankFirst(db: Db, ids: number[], rank: string): Promise<number[]> {
  const candidates = ids.slice(0, MAX_RANKED);
  if (candidates.length < 2) return ids;
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from article where id = any(${sql.param(candidates)}::bigint[])
    order by ts_rank(search, ${rank}::tsquery) desc, publish_time desc, id desc`);
  return [...rows.map((row) => row.id), ...ids.slice(MAX_RANKED)];
}
