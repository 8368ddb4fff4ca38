import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { migrateAndSeed } from "../../db/migrate.ts";
import { prepareQueue } from "../jobs/queue.ts";
import { keyProblem } from "../secrets/reseal.ts";
import type { Env } from "./env.ts";
import { sealedColumns } from "./sealed.ts";
import { seeds } from "./slices.ts";

const bySeedOrder = () => Object.values(seeds).sort((a, b) => a.order - b.order);

/**
 * Brings a database to this version: migrates it, and runs every slice's seed. Base rows are put in at every start where they are missing; demo rows once, when
 * DEMO is on and the installation has never had them.
 */
export async function prepare(env: Env, databaseUrl: string): Promise<void> {
  await prepareQueue(databaseUrl);
  await migrateAndSeed(databaseUrl, env.rootDir, async ({ db }) => {
    if (await isSuperuser(db)) {
      console.log("DATABASE_URL 用的是数据库的超级用户；建议改用只拥有这个数据库的普通用户");
    }
    await db.transaction(async (tx) => {
      for (const seed of bySeedOrder()) await seed.base?.(tx, env);
    });
    // The site goes on without them: what is sealed cannot be shown until the file is back.
    const problem = await keyProblem(db, env.dataDir, sealedColumns);
    if (problem !== undefined) console.log(problem);
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

/** Never so in a cluster of ours, where the superuser keeps to itself (db/cluster-roles.ts). */
async function isSuperuser(db: Db): Promise<boolean> {
  const found = await db.execute(
    sql`select 1 from pg_roles where rolname = current_user and rolsuper`,
  );
  return (found.rowCount ?? 0) > 0;
}

async function hasMark(db: Db): Promise<boolean> {
  const found = await db.execute(
    sql`select 1 from sys_config where config_key = 'site.demoInstalled'`,
  );
  return (found.rowCount ?? 0) > 0;
}
