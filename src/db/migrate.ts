import path from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { connect, type Database, type Db } from "./client.ts";
import { releaseLock, waitForLock } from "./locks.ts";

/** How long a start waits for another one that migrates the same database. */
const MIGRATION_WAIT_MS = 10 * 60_000;

/** Creates the database of the url when the server does not have it yet (embedded and tests). */
export async function ensureDatabase(url: string): Promise<void> {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = "/postgres";
  const client = new pg.Client({ connectionString: target.href });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Lets the data monitor name the slowest statements, where the server has the extension. */
export async function ensureStatistics(db: Db): Promise<void> {
  const found = await db.execute(
    sql`select 1 from pg_available_extensions where name = 'pg_stat_statements'`,
  );
  if (found.rowCount) await db.execute(sql`create extension if not exists pg_stat_statements`);
}

/**
 * Runs the missing migrations, then `seed`, while holding an advisory lock, so that any number of
 * processes may start at once. The lock sits on a connection of its own.
 */
export async function migrateAndSeed(
  url: string,
  rootDir: string,
  seed: (database: Database) => Promise<void>,
): Promise<void> {
  const database = connect(url, 4);
  const holder = await database.pool.connect();
  try {
    await waitForLock(holder, "migration", {
      limitMs: MIGRATION_WAIT_MS,
      onWait: () => console.log("另一个进程正在升级数据库，请稍候…"),
    });
    await migrate(database.db as Parameters<typeof migrate>[0], {
      migrationsFolder: path.join(rootDir, "migrations"),
    });
    await seed(database);
  } finally {
    await releaseLock(holder, "migration").catch(() => undefined);
    holder.release();
    await database.close();
  }
}
