import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { timeText } from "#src/db/shanghai.ts";
import { bareSql } from "./sql-text.ts";
import type { Figures } from "./wire.ts";

type Database = Figures["database"];

export async function database(db: Db): Promise<Database> {
  const { rows } = await db.execute<Database>(
    sql`select current_setting('server_version') as version,
        extract(epoch from now() - pg_postmaster_start_time())::int as uptime,
        d.datname as name, pg_database_size(d.oid) as size,
        current_setting('max_connections')::int as "maxConnections",
        s.xact_commit as commits, s.xact_rollback as rollbacks,
        s.blks_hit as "blocksHit", s.blks_read as "blocksRead",
        s.deadlocks, s.temp_files as "tempFiles", s.temp_bytes as "tempBytes",
        ${timeText(sql`s.stats_reset`)} as "statsReset",
        (extract(epoch from clock_timestamp()) * 1000)::int8 as at
      from pg_database d join pg_stat_database s on s.datid = d.oid
      where d.datname = current_database()`,
  );
  const [row] = rows;
  if (!row) throw new Error("the database does not know itself");
  return row;
}

/** Connections of all databases of the server by what they do; a null state is a helper of the server. */
export async function connections(db: Db) {
  const { rows } = await db.execute<{ state: string; count: number; own: number }>(
    sql`select coalesce(state, 'unknown') as state, count(*)::int as count,
        (count(*) filter (where datname = current_database()))::int as own
      from pg_stat_activity where backend_type = 'client backend'
      group by 1 order by 2 desc, 1`,
  );
  return rows;
}

/** What runs now and is noticed by people: longer than a second. */
const SLOW_SECONDS = 1;

/** Statements that run for longer than a second and transactions that wait for nobody, longest first. */
export async function runningStatements(db: Db) {
  const { rows } = await db.execute<{
    pid: number;
    state: string;
    seconds: number;
    waitsFor: string | null;
    application: string;
    statement: string | null;
  }>(
    sql`select pid, state, application_name as application,
        round(extract(epoch from clock_timestamp()
          - case when state = 'active' then query_start else state_change end))::int as seconds,
        case when wait_event_type = 'Lock' then wait_event end as "waitsFor", query as statement
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'
        and state in ('active', 'idle in transaction', 'idle in transaction (aborted)')
        and clock_timestamp() - case when state = 'active' then query_start else state_change end
          > make_interval(secs => ${SLOW_SECONDS})
      order by seconds desc limit 20`,
  );
  return rows.map((row) => ({ ...row, statement: bareSql(row.statement ?? "") }));
}
