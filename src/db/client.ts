import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";

/** What every data function takes first: the pool or a transaction, it need not know which. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = { db: Db; pool: pg.Pool; url: string; close(): Promise<void> };

// Our identity columns and counts fit a double; the contract sends ids and totals as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How names of columns are written in the database. */
export const CASING = "snake_case";

/** Opens a pool; `max` connections per process. A dead idle connection is dropped, never fatal. */
export function connect(url: string, max = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: "xuehui",
  });
  pool.on("error", () => undefined);
  return {
    db: drizzle(pool, { casing: CASING }),
    pool,
    url,
    close: () => pool.end(),
  };
}
