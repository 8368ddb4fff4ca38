import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import type { Account } from "../http/access.ts";

/** One thing that waits for somebody. */
type InboxItem = {
  id: number;
  title: string;
  /** The task: 审核文章 … */
  note: string;
  /** Who it comes from, by name. */
  from: string;
  waitingSince: Date;
  /** By when it should be done. */
  dueAt: Date;
  /** Page of the office that does it. */
  to: string;
};

/**
 * Waiting tasks of one slice. Slices export theirs as `source` from an `inbox.server.ts`.
 * Nothing is kept twice: a source reads the rows themselves, so a thing that is done is gone. A step
 * that changes what waits tells those concerned (`tellNews` of app/news).
 */
export type InboxSource = {
  /** Key and Chinese name of the kind. */
  kind: string;
  name: string;
  /**
   * How many wait for this person; 0 for who may not do it. An expression is asked together with those of
   * the other slices, in one statement.
   */
  count(db: Db, account: Account): Promise<number | SQL<number>>;
  /** In the order of `dueAt`, equal ones in that of `id`: `limit` from `offset`. */
  list(db: Db, account: Account, offset: number, limit: number): Promise<InboxItem[]>;
};

/** The number of a table's rows that wait, as an expression. */
export const countOf = (table: PgTable, where: SQL | undefined): SQL<number> =>
  sql`(select count(*)::int from ${table} where ${where ?? sql`true`})`;

/** How many wait for this person in each of the sources, in their order. */
export async function countWaiting(
  sources: readonly InboxSource[],
  db: Db,
  account: Account,
): Promise<number[]> {
  const counts: (number | SQL<number>)[] = [];
  for (const source of sources) counts.push(await source.count(db, account));
  const asked = counts.filter((count) => typeof count !== "number");
  if (asked.length === 0) return counts.map(Number);
  const { rows } = await db.execute<{ found: number[] }>(
    sql`select array[${sql.join(asked, sql`, `)}] as found`,
  );
  const found = [...(rows[0]?.found ?? [])];
  return counts.map((count) => (typeof count === "number" ? count : (found.shift() ?? 0)));
}
