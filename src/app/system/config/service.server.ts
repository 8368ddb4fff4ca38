import { eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Context } from "#src/server/start/context.ts";
import { config } from "./table.server.ts";

/** How an encrypted value begins. */
export { SEALED } from "./kinds.ts";

/** The value of one setting, read now; undefined for an unknown key. */
export async function readSetting(db: Db, key: string): Promise<string | undefined> {
  const [row] = await db
    .select({ value: config.configValue })
    .from(config)
    .where(eq(config.configKey, key));
  return row?.value;
}

/** The values of several settings, read now; unknown keys are left out. */
export async function readSettings(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ key: config.configKey, value: config.configValue })
    .from(config)
    .where(inArray(config.configKey, [...keys]));
  return new Map(rows.map((row) => [row.key, row.value]));
}

/** All settings of this process's copy, dropped by the tag `site`. */
export function settings({ db, memo }: Pick<Context, "db" | "memo">): Promise<Map<string, string>> {
  return memo.get("settings", ["site"], async () => {
    const rows = await db.select({ key: config.configKey, value: config.configValue }).from(config);
    return new Map(rows.map((row) => [row.key, row.value]));
  });
}

/** The society's name. */
export const societyName = async (context: Pick<Context, "db" | "memo">): Promise<string> =>
  (await settings(context)).get("site.name") ?? "";

/** A setting that is a number; the fallback stands for a missing or unreadable value. */
export async function numberSetting(
  context: Pick<Context, "db" | "memo">,
  key: string,
  fallback: number,
): Promise<number> {
  const text = (await settings(context)).get(key)?.trim() ?? "";
  // 0 is a number as any other: a budget of none means that nothing is sent.
  return /^\d{1,9}$/.test(text) ? Number(text) : fallback;
}

/** One setting with who may read it, of this process's copy; undefined for an unknown key. */
export async function settingRow(
  { db, memo }: Pick<Context, "db" | "memo">,
  key: string,
): Promise<{ value: string; isPublic: boolean } | undefined> {
  const rows = await memo.get("setting-rows", ["site"], async () => {
    const all = await db
      .select({ key: config.configKey, value: config.configValue, isPublic: config.isPublic })
      .from(config);
    return new Map(all.map((row) => [row.key, row]));
  });
  return rows.get(key);
}
