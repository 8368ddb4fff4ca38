import { and, asc, count, desc, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { likePattern } from "../../db/like.ts";
import { publishTags, type Tag } from "../cache/tags.ts";
import type { Context } from "../start/context.ts";

// Lists of a million rows (logs). Counting and skipping are what costs: what is narrowed is counted
// up to a bound, what is not is counted once and kept, and pages near the end are read from there.

/** Rows of a narrowed list that are counted; more of them are "more than". */
export const MOST_COUNTED = 10_000;

/** Values of a column that count as few. */
const MANY_VALUES = 1_000;

/** How many rows match, at most MOST_COUNTED + 1. */
export async function countUpTo(db: Db, table: PgTable, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(where)
    .limit(MOST_COUNTED + 1)
    .as("some");
  const [counted] = await db.select({ total: count() }).from(some);
  return counted?.total ?? 0;
}

/** The total of a list that is counted up to the bound, and whether there are more rows than that. */
export async function boundedTotal(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
): Promise<{ total: number; isMore: boolean }> {
  const found = await countUpTo(db, table, where);
  return { total: Math.min(found, MOST_COUNTED), isMore: found > MOST_COUNTED };
}

const countTag = (name: string): Tag => `count:${name}`;

/** Call in the transaction that takes rows from a log's list. */
export const publishCount = (tx: Db, name: string): Promise<void> =>
  publishTags(tx, [countTag(name)]);

const KEPT_MS = 600_000;

/**
 * The exact number of listed rows: counted up to an id once, and from there on each time. Ids only
 * grow; `name` is what publishCount is told when rows leave the list.
 */
export function keptCount(
  { db, memo }: Pick<Context, "db" | "memo">,
  name: string,
  table: PgTable,
  id: PgColumn,
  isListed: SQL | undefined,
): () => Promise<number> {
  const countRows = async (where: SQL | undefined) => {
    const [row] = await db
      .select({ total: count(), last: sql<number>`coalesce(max(${id}), 0)`.mapWith(Number) })
      .from(table)
      .where(where);
    return { total: row?.total ?? 0, last: row?.last ?? 0 };
  };
  return async () => {
    const kept = await memo.get(
      `count:${name}`,
      [countTag(name)],
      () => countRows(isListed),
      KEPT_MS,
    );
    const { total } = await countRows(and(isListed, gt(id, kept.last)));
    return kept.total + total;
  };
}

/**
 * A "contains" filter on a column of few values, as a condition on those that match: they are found
 * by hopping from value to value in the index, where a look at each row would take half a second.
 * undefined: there are many after all.
 */
export async function fewValues(
  db: Db,
  table: PgTable,
  column: PgColumn,
  text: string,
): Promise<SQL | undefined> {
  const { rows } = await db.execute<{ value: string; hops: number }>(sql`
    with recursive hop(value, hops) as (
      (select ${column}, 1 from ${table} order by ${column} limit 1)
      union all
      select next.value, hop.hops + 1 from hop, lateral (
        select ${column} as value from ${table} where ${column} > hop.value
        order by ${column} limit 1) next
      where hop.hops <= ${MANY_VALUES})
    select value, hops from hop where value ilike ${likePattern(text)} or hops > ${MANY_VALUES}`);
  if (rows.some(({ hops }) => Number(hops) > MANY_VALUES)) return undefined;
  return rows.length === 0
    ? sql`false`
    : inArray(
        column,
        rows.map(({ value }) => value),
      );
}

type Page = { pageSize: number; offset: number; total: number };

/**
 * Ids of one page of a list that is ordered by them, from whichever end is nearer; `isNewest`: in
 * falling order.
 */
export async function idsOfPage(
  db: Db,
  table: PgTable,
  id: PgColumn,
  where: SQL | undefined,
  { pageSize, offset, total }: Page,
  isNewest = true,
): Promise<number[]> {
  const size = Math.max(0, Math.min(pageSize, total - offset));
  const isNearEnd = offset > total / 2;
  const rows = await db
    .select({ id })
    .from(table)
    .where(where)
    .orderBy(isNearEnd === isNewest ? asc(id) : desc(id))
    .limit(size)
    .offset(isNearEnd ? total - offset - size : offset);
  const ids = rows.map((row) => Number(row.id));
  return isNearEnd ? ids.reverse() : ids;
}
