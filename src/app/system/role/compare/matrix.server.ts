import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { type Branch, treeOf } from "#src/lib/tree.ts";
import { parseIds, plainText } from "#src/server/crud/ids.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { dept, roleDept } from "../../dept/table.server.ts";
import { ownMenus } from "../../menu/service.server.ts";
import { menu, roleMenu } from "../../menu/table.server.ts";
import type { ScopedPermission } from "../../reach/given/service.server.ts";
import { reachOf } from "../../reach/service.server.ts";
import { USERS } from "../../user/service.server.ts";
import { user } from "../../user/table.server.ts";
import { ADMINISTRATOR_ROLE, requireRolesInScope } from "../service.server.ts";
import { role, userRole } from "../table.server.ts";
import { type ComparedMenu, type ComparedRole, type Comparison, MOST } from "./compare.ts";

/** Two to four different ids. @throws AppError for anything else. */
function comparedIds(given: unknown): number[] {
  const text = plainText(given).trim();
  const ids = text === "" ? [] : parseIds(text);
  if (ids.length < 2 || ids.length > MOST) throw new AppError(`请选择 2 到 ${MOST} 个角色`);
  return ids;
}

/**
 * Roles side by side over the caller's own menu, in the order in which they were asked for. `unseen`:
 * rows of other menus that some of the roles hold.
 */
export async function compareRoles(
  db: Db,
  account: Account,
  permission: ScopedPermission,
  given: unknown,
): Promise<Comparison> {
  const roleIds = comparedIds(given);
  await requireRolesInScope(db, account, permission, roleIds);
  const roles = await rolesOf(db, account, permission, roleIds);
  const held = await db
    .select({ roleId: roleMenu.roleId, menuId: roleMenu.menuId })
    .from(roleMenu)
    .where(inArray(roleMenu.roleId, roleIds));
  const rows = await db
    .select()
    .from(menu)
    .where(ownMenus(db, account))
    .orderBy(asc(menu.parentId), asc(menu.orderNum), asc(menu.menuId));
  const byId = new Map(rows.map((row) => [row.menuId, row]));
  const menus: ComparedMenu[] = [];
  const lay = ({ id, children = [] }: Branch, parents: number[]) => {
    const row = byId.get(id);
    if (!row) return;
    const { menuId, menuName, menuType, perms, status } = row;
    const holds = (each: ComparedRole) =>
      each.admin || held.some((one) => one.roleId === each.roleId && one.menuId === menuId);
    const holders = roles.filter(holds).map(({ roleId }) => roleId);
    menus.push({
      ...{ menuId, menuName, menuType, perms, status, parents },
      level: parents.length,
      roleIds: holders,
    });
    for (const child of children) lay(child, [...parents, menuId]);
  };
  const branches = rows.map(({ menuId, parentId, menuName }) => ({
    id: menuId,
    parentId,
    label: menuName,
    disabled: false,
  }));
  for (const branch of treeOf(branches)) lay(branch, []);
  const unseen = new Set(held.map(({ menuId }) => menuId).filter((menuId) => !byId.has(menuId)));
  return { roles, menus, unseen: unseen.size };
}

async function rolesOf(
  db: Db,
  account: Account,
  permission: ScopedPermission,
  roleIds: number[],
): Promise<ComparedRole[]> {
  const rows = await db
    .select()
    .from(role)
    .where(and(inArray(role.roleId, roleIds), eq(role.delFlag, "0")));
  const reach = await reachOf(db, account);
  const scope = reach.scope(permission);
  const counts = await db
    .select({ roleId: userRole.roleId, users: count() })
    .from(userRole)
    .innerJoin(user, eq(user.userId, userRole.userId))
    .where(
      and(inArray(userRole.roleId, roleIds), eq(user.delFlag, "0"), reach.where(permission, USERS)),
    )
    .groupBy(userRole.roleId);
  const chosen = await db
    .select({ roleId: roleDept.roleId, deptId: dept.deptId, deptName: dept.deptName })
    .from(roleDept)
    .innerJoin(dept, and(eq(dept.deptId, roleDept.deptId), eq(dept.delFlag, "0")))
    .where(inArray(roleDept.roleId, roleIds))
    .orderBy(asc(dept.parentId), asc(dept.orderNum), asc(dept.deptId));
  return roleIds.map((roleId) => {
    const row = rows.find((each) => each.roleId === roleId);
    if (!row) throw new AppError(NOT_FOUND, { code: 404 });
    const { roleName, roleKey, status, dataScope } = row;
    const depts = chosen.filter((each) => each.roleId === roleId);
    const named = depts.filter(({ deptId }) => scope.isAll || scope.deptIds.includes(deptId));
    return {
      ...{ roleId, roleName, roleKey, status, dataScope },
      deptNames: named.map(({ deptName }) => deptName),
      depts: depts.length,
      users: counts.find((each) => each.roleId === roleId)?.users ?? 0,
      admin: roleId === ADMINISTRATOR_ROLE,
    };
  });
}
