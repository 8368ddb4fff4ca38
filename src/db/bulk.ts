import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { snake } from "../lib/generator/words.ts";
import type { Db } from "./client.ts";

/** As PostgreSQL reads a value out of JSON: bytes as hex, moments in UTC. */
function plain(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return value === undefined ? null : value;
}

/**
 * Inserts many rows by one statement with one parameter: a statement takes 65,535 parameters at most, and
 * building that many is slow. Every row has the same keys; a column that no row names takes its default.
 */
export async function insertMany<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly T["$inferInsert"][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const list: SQL = sql.join(
    Object.keys(first).map((key) => sql.identifier(snake(key))),
    sql`, `,
  );
  const values = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [snake(key), plain(value)])),
  );
  await db.execute(sql`insert into ${table} (${list})
    select ${list} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(values)}::jsonb)`);
}

/** So many ids of a table that nobody else gets. */
export async function takeIds(db: Db, table: string, column: string, count: number) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence(${table}, ${column})) as id
      from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => Number(id));
}
