import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import type { Query } from "./query.server.ts";

// What the database is asked, each statement with a bound on its work: a word that stands in most
// of 100,000 articles must not cost more than one in a hundred of them.

/** Matches are counted up to here; beyond, the total is "more than". */
export const MAX_COUNTED = 10_000;
/** Results one can page through. */
export const MAX_LISTED = 1_000;
/** Matches, newest first, whose words are weighed; each is read whole for it. */
export const MAX_RANKED = 150;
/** Newest articles whose words are read to find matches of a frequent word. */
const MAX_UNPACKED = 600;
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
 * rows, anything else reads (and unpacks) words of articles that do not match.
 */
export const LISTED = sql`is_listed::int = 1 and publish_time <= now()
  and (expire_time is null or expire_time > now())`;

export const within = ({ typeIds, from, to }: Filter): SQL =>
  sql.join(
    [
      sql`true`,
      ...(typeIds ? [sql`type_id = any(${sql.param(typeIds)}::bigint[])`] : []),
      ...(from ? [sql`publish_time >= ${from}`] : []),
      ...(to ? [sql`publish_time < ${to}`] : []),
    ],
    sql` and `,
  );

/** A transaction whose statements go by the index of words, on one process. */
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
  /** Newest first, as many as asked for. */
  newest: number[];
};

/**
 * Counts matches and names the newest that pass the filter, `limit` of them. Of more matches than
 * can be counted, what stands after the newest may leave some out; `isExact` reads them all.
 */
export async function findMatches(
  db: Db,
  match: string,
  filter: Filter,
  { limit, isExact }: { limit: number; isExact: boolean },
): Promise<Found> {
  const found = await probe(db, match, sql`true`, filter, limit);
  if (found.seen <= MAX_COUNTED) return { ...found, total: found.passed };
  // Too many to look at all of them: with a filter perhaps not.
  const filtered = within(filter);
  const isFiltered = filter.typeIds ?? filter.from ?? filter.to;
  const second = isFiltered ? await probe(db, match, filtered, filter, limit) : found;
  if (second.seen <= MAX_COUNTED) {
    return { total: second.seen, newest: second.newest, facets: undefined };
  }
  const near = await amongNewest(db, sql`search @@ ${match}::tsquery`, filtered, MAX_UNPACKED);
  const total = MAX_COUNTED + 1;
  if (near.length >= limit) return { total, newest: near.slice(0, limit), facets: undefined };
  const rest = isExact ? await allNewest(db, match, filtered, limit) : second.newest;
  const newest = [...new Set([...near, ...rest])].slice(0, limit);
  return { total, newest, facets: undefined };
}

type Probe = { seen: number; passed: number; facets: Facet[]; newest: number[] };

/** The first matches the index gives, at most one more than can be counted. */
async function probe(db: Db, match: string, scope: SQL, filter: Filter, limit: number) {
  const { from, to } = filter;
  const inRange = within({ typeIds: undefined, from, to });
  const { rows } = await db.execute<Probe>(sql`
    with hits as materialized (
      select id, type_id, publish_time from article
      where search @@ ${match}::tsquery and ${LISTED} and ${scope} limit ${MAX_COUNTED + 1}
    ), facets as (
      select type_id as "typeId", ${inRange} as "inRange",
        case when publish_time >= now() - interval '1 month' then 'month'
          when publish_time >= now() - interval '1 year' then 'year' else 'older' end as age,
        count(*) as n
      from hits group by 1, 2, 3
    ), newest as (
      select id from hits where ${within(filter)}
      order by publish_time desc, id desc limit ${limit}
    )
    select (select count(*) from hits) as seen,
      (select count(*) from hits where ${within(filter)}) as passed,
      coalesce((select json_agg(facets) from facets), '[]') as facets,
      coalesce((select json_agg(id) from newest), '[]') as newest`);
  return rows[0] ?? { seen: 0, passed: 0, facets: [], newest: [] };
}

/** Where matches are many some are near: those among the newest articles, a bounded number. */
export async function amongNewest(
  db: Db,
  test: SQL,
  scope: SQL,
  articles: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (
      select id, article_name, search, publish_time from article
      where is_listed and publish_time <= now()
        and (expire_time is null or expire_time > now()) and ${scope}
      order by publish_time desc, id desc limit ${articles}
    ) newest where ${test} order by publish_time desc, id desc`);
  return rows.map((row) => row.id);
}

async function allNewest(db: Db, match: string, scope: SQL, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with hits as materialized (
      select id, publish_time from article
      where search @@ ${match}::tsquery and ${LISTED} and ${scope}
    ) select id from hits order by publish_time desc, id desc limit ${limit}`);
  return rows.map((row) => row.id);
}

/**
 * Articles whose title contains the query as it stands: the same title first, then shorter before
 * longer, newer before older. Of more than 2,000 such titles some are compared, and the newest.
 */
export async function findTitles(db: Db, query: Query, filter: Filter): Promise<number[]> {
  if (!query.title) return [];
  const byLength = async (title: string, limit: number) => {
    const { rows } = await db.execute<{ seen: number; ids: number[] }>(sql`
      with titled as materialized (
        select id, char_length(article_name) as length, publish_time from article
        where search @@ ${title}::tsquery and ${LISTED} and ${within(filter)} limit ${limit}
      ), best as (
        select id from titled order by length, publish_time desc, id desc limit ${MAX_LISTED}
      )
      select (select count(*) from titled) as seen,
        coalesce((select json_agg(id) from best), '[]') as ids`);
    return rows[0] ?? { seen: 0, ids: [] };
  };
  const found = await byLength(query.title, MAX_TITLES + 1);
  if (found.seen <= MAX_TITLES) return found.ids;
  const same = query.sameTitle ? await byLength(query.sameTitle, MAX_TITLES) : { ids: [] };
  const like = `%${query.text.replace(/[\\%_]/g, "\\$&")}%`;
  const newest = await amongNewest(db, sql`article_name like ${like}`, within(filter), MAX_TITLES);
  return [...new Set([...same.ids, ...newest, ...found.ids])].slice(0, MAX_LISTED);
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
