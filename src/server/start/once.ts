import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";

/**
 * Whether base rows of this name have never been put in: true once an installation, in the
 * transaction that puts them in. A removed row does not come back at the next start.
 */
export async function isFirstTime(db: Db, key: `site.${string}`, name: string): Promise<boolean> {
  const marked = await db.execute(sql`insert into sys_config
    (config_name, config_key, config_value, config_type)
    values (${name}, ${key}, 'true', 'Y') on conflict do nothing returning 1`);
  return (marked.rowCount ?? 0) > 0;
}
