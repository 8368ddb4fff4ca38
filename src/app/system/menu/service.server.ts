import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { isSafePath, joinPath } from "#src/lib/address/route-path.ts";
import { type Account, isAdministrator } from "#src/server/http/access.ts";
import type { Context } from "#src/server/start/context.ts";
import { role, userRole } from "../role/table.server.ts";
import { type MenuRoute, routersOf } from "./routers.ts";
import { menu, roleMenu } from "./table.server.ts";

/** Condition on the menu table: the rows that a person may see and work with (wire 2.5). */
export const ownMenus = (db: Db, account: Account): SQL =>
  isAdministrator(account) ? sql`true` : inArray(menu.menuId, menuIdsOf(db, account.userId));

/** Ids of the menu rows that enabled roles of the user hold. */
const menuIdsOf = (db: Db, userId: number) =>
  db
    .select({ id: roleMenu.menuId })
    .from(roleMenu)
    .innerJoin(userRole, eq(userRole.roleId, roleMenu.roleId))
    .innerJoin(role, eq(role.roleId, roleMenu.roleId))
    .where(and(eq(userRole.userId, userId), eq(role.status, "0"), eq(role.delFlag, "0")));

/** The routes of GET /getRouters: enabled directories and pages the person's roles hold. */
export async function routersFor(db: Db, account: Account): Promise<MenuRoute[]> {
  if (!account.isStaff) return [];
  const rows = await db
    .select()
    .from(menu)
    .where(and(eq(menu.status, "0"), inArray(menu.menuType, ["M", "C"]), ownMenus(db, account)))
    .orderBy(asc(menu.parentId), asc(menu.orderNum), asc(menu.menuId));
  return routersOf(rows);
}

/**
 * Absolute paths (patterns of lib/route-path) of all staff pages that enabled menu rows describe,
 * whoever may see them: what the shell's document is sent for. External links are none, and a row
 * that no path leads to from the top (its parent is missing, disabled, or a cycle) is absent.
 */
export const staffPaths = ({ db, memo }: Pick<Context, "db" | "memo">): Promise<string[]> =>
  memo.get("staff-paths", ["menu"], async () => {
    const rows = await db
      .select()
      .from(menu)
      .where(and(eq(menu.status, "0"), inArray(menu.menuType, ["M", "C"])));
    return pathsBelow(routersOf(rows), "");
  });

function pathsBelow(routes: MenuRoute[], parent: string): string[] {
  return routes
    .filter((route) => isSafePath(route.path) && !/^https?:/i.test(route.path))
    .flatMap((route) => {
      const path = joinPath(parent, route.path);
      return [...(route.meta ? [path] : []), ...pathsBelow(route.children ?? [], path)];
    });
}
