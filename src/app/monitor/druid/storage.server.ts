import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { timeText } from "#src/db/shanghai.ts";
import type { Index, Table } from "./wire.ts";

const MOST = 20;

/** The biggest tables: bytes with indexes, rows as PostgreSQL estimates them. */
export async function tables(db: Db) {
  const { rows } = await db.execute<Table>(
    sql`select schemaname as "schemaName", relname as "tableName",
        pg_total_relation_size(relid) as size, pg_indexes_size(relid) as "indexSize",
        n_live_tup as rows, n_dead_tup as "deadRows",
        seq_scan as "seqScans", coalesce(idx_scan, 0) as "indexScans",
        ${timeText(sql`greatest(last_vacuum, last_autovacuum)`)} as "lastVacuum",
        ${timeText(sql`greatest(last_analyze, last_autoanalyze)`)} as "lastAnalyze"
      from pg_stat_user_tables
      order by pg_total_relation_size(relid) desc, relname limit ${MOST}`,
  );
  return rows;
}

/**
 * The biggest indexes. `isUnused`: never read since the figures began, and no rule hangs on it.
 */
export async function indexes(db: Db) {
  const { rows } = await db.execute<Index>(
    sql`select s.schemaname as "schemaName", s.relname as "tableName",
        s.indexrelname as "indexName", pg_relation_size(s.indexrelid) as size,
        s.idx_scan as scans,
        (s.idx_scan = 0 and not i.indisunique and not i.indisprimary) as "isUnused"
      from pg_stat_user_indexes s join pg_index i on i.indexrelid = s.indexrelid
      order by pg_relation_size(s.indexrelid) desc, s.indexrelname limit ${MOST}`,
  );
  return rows;
}
