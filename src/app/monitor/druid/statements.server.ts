import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { timeText } from "#src/db/shanghai.ts";
import { hasCode } from "#src/lib/causes.ts";
import { bareSql } from "./sql-text.ts";

const MOST = 20;

/** Milliseconds; `share` is the part of all time that statements took, in percent. */
type Statement = {
  statement: string;
  calls: number;
  meanMs: number;
  maxMs: number;
  totalMs: number;
  share: number;
  rows: number;
};

/**
 * The statements that cost most in all. `reason` says why there are none: the extension is not
 * installed in this database, or the server does not load its library.
 */
export type Slowest =
  | { reason: "none"; since: string | null; statements: Statement[] }
  | { reason: "missing" | "unloaded"; since: null; statements: [] };

/** The extension's schema as part of a statement; undefined where it is not installed. */
async function schemaOf(db: Db) {
  const { rows } = await db.execute<{ name: string }>(
    sql`select n.nspname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_stat_statements'`,
  );
  return rows[0] && sql.identifier(rows[0].name);
}

/** object_not_in_prerequisite_state: the library is not among shared_preload_libraries. */
const isUnloaded = (error: unknown): boolean => hasCode(error, /^55000$/);

/** Slowest statements by pg_stat_statements, of this database alone; values are not in the texts. */
export async function slowest(db: Db): Promise<Slowest> {
  const schema = await schemaOf(db);
  if (!schema) return { reason: "missing", since: null, statements: [] };
  try {
    const { rows } = await db.execute<Statement>(
      sql`select query as statement, calls, rows,
          round(mean_exec_time::numeric, 2)::float8 as "meanMs",
          round(max_exec_time::numeric, 2)::float8 as "maxMs",
          round(total_exec_time::numeric, 0)::float8 as "totalMs",
          round((100 * total_exec_time / nullif(sum(total_exec_time) over (), 0))::numeric, 1)::float8
            as share
        from ${schema}.pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())
        order by total_exec_time desc limit ${MOST}`,
    );
    const info = await db.execute<{ since: string }>(
      sql`select ${timeText(sql`stats_reset`)} as since
        from ${schema}.pg_stat_statements_info`,
    );
    return {
      reason: "none",
      since: info.rows[0]?.since ?? null,
      statements: rows.map((row) => ({ ...row, statement: bareSql(row.statement) })),
    };
  } catch (error) {
    if (isUnloaded(error)) return { reason: "unloaded", since: null, statements: [] };
    throw error;
  }
}

/** Counts anew from now on, for this database alone; false where nothing is counted. */
export async function resetStatements(db: Db): Promise<boolean> {
  const schema = await schemaOf(db);
  if (!schema) return false;
  try {
    await db.execute(
      sql`select ${schema}.pg_stat_statements_reset(0::oid, oid, 0)
        from pg_database where datname = current_database()`,
    );
    return true;
  } catch (error) {
    if (isUnloaded(error)) return false;
    throw error;
  }
}
