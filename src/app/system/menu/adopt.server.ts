import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { MenuSeed } from "#src/lib/menu/menu-seed.ts";
import { operLog } from "../../monitor/operlog/table.server.ts";
import { config } from "../config/table.server.ts";
import type { MenuModule } from "./put-in.server.ts";
import { menu, menuSeed } from "./table.server.ts";

type Row = typeof menu.$inferSelect;

/**
 * What an installation from before `sys_menu_seed` has had, once: rows that stand there, by their number or
 * by what they open; directories of modules that were put in whole; and rows whose removal stands in the
 * operation log. All else is unknown to it and will be put in.
 */
export async function adoptMenu(db: Db, modules: readonly MenuModule[]): Promise<void> {
  if ((await db.$count(menuSeed)) > 0) return;
  const there = await db.select().from(menu);
  if (there.length === 0) return;
  const marks = await marksOf(db, modules);
  const removed = await removedIds(db);
  const free = new Map(there.map((row) => [row.menuId, row]));
  const had: (typeof menuSeed.$inferInsert)[] = [];
  for (const { mark, rows } of modules) {
    if (mark !== undefined && !marks.has(mark)) continue;
    for (const row of rows) {
      const found = rowOf([...free.values()], row);
      if (found) free.delete(found.menuId);
      const isGone = mark === undefined || row.menuType === "M" || removed.has(row.menuId);
      if (found || isGone) had.push({ seedId: row.menuId, menuId: found?.menuId ?? null });
    }
  }
  if (had.length > 0) await db.insert(menuSeed).values(had).onConflictDoNothing();
}

/** The row that a row of the program became: own rows of an installation may have taken its number. */
function rowOf(there: readonly Row[], row: MenuSeed): Row | undefined {
  const isAlike = (each: Row) =>
    each.menuType === row.menuType &&
    (row.perms ? each.perms === row.perms : each.path === row.path);
  const numbered = there.find(({ menuId }) => menuId === row.menuId);
  // Rows below 2000 are the contract's, whatever staff have made of them.
  if (numbered && (row.menuId < 2_000 || isAlike(numbered))) return numbered;
  return row.menuId < 2_000 ? undefined : there.find(isAlike);
}

async function marksOf(db: Db, modules: readonly MenuModule[]): Promise<Set<string>> {
  const marks = modules.flatMap(({ mark }) => mark ?? []);
  const rows = await db
    .select({ key: config.configKey })
    .from(config)
    .where(inArray(config.configKey, marks));
  return new Set(rows.map(({ key }) => key));
}

/** Numbers of menu rows that staff have removed, as the operation log tells. */
async function removedIds(db: Db): Promise<Set<number>> {
  const rows = await db
    .select({ url: operLog.operUrl })
    .from(operLog)
    .where(
      and(
        eq(operLog.title, "菜单管理"),
        eq(operLog.businessType, 3),
        eq(operLog.status, 0),
        sql`${operLog.operUrl} ~ '^/system/menu/[0-9]+$'`,
      ),
    );
  return new Set(rows.map(({ url }) => Number(url.split("/").at(-1))));
}
