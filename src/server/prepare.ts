import { sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { ensureDatabase, ensureStatistics, migrateAndSeed } from "../db/migrate.ts";
import type { Env } from "./env.ts";
import { prepareQueue } from "./queue.ts";
import { seeds } from "./slices.ts";

const bySeedOrder = () => Object.values(seeds).sort((a, b) => a.order - b.order);

/**
 * Brings a database to this version: creates it where the server is ours, migrates, and runs every
 * slice's seed. Base rows are put in at every start where they are missing; demo rows once, when
 * DEMO is on and the installation has never had them.
 */
export async function prepare(env: Env, databaseUrl: string): Promise<void> {
  if (!env.databaseUrl) await ensureDatabase(databaseUrl);
  await prepareQueue(databaseUrl);
  await migrateAndSeed(databaseUrl, env.rootDir, async ({ db }) => {
    // Elsewhere it is for the server's owner to decide.
    if (!env.databaseUrl) await ensureStatistics(db);
    await db.transaction(async (tx) => {
      for (const seed of bySeedOrder()) await seed.base?.(tx, env);
    });
    if (!env.demo || (await hasMark(db))) return;
    await db.transaction(async (tx) => {
      for (const seed of bySeedOrder()) await seed.demo?.(tx, env);
      await tx.execute(
        sql`insert into sys_config (config_name, config_key, config_value, config_type)
            values ('演示内容已装入', 'site.demoInstalled', 'true', 'Y')`,
      );
    });
  });
}

async function hasMark(db: Db): Promise<boolean> {
  const found = await db.execute(
    sql`select 1 from sys_config where config_key = 'site.demoInstalled'`,
  );
  return (found.rowCount ?? 0) > 0;
}
