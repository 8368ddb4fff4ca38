import path from "node:path";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { connect, type Database } from "./client.ts";
import { releaseLock, waitForLock } from "./locks.ts";

/** How long a start waits for another one that migrates the same database. */
const MIGRATION_WAIT_MS = 10 * 60_000;

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
