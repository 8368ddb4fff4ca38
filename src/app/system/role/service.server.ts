import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { type Account, ADMINISTRATOR, isAdministrator } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { menu, roleMenu } from "../menu/table.server.ts";
import {
  isScoped,
  permissionsIn,
  roleScope,
  type Scope,
  type ScopedPermission,
  scopesOf,
} from "../reach/given/service.server.ts";
import { reachOf } from "../reach/service.server.ts";
import { user } from "../user/table.server.ts";
import { role, userRole } from "./table.server.ts";

/** The role that is the administrator's own: refused everywhere (wire 2.4 and 4.5). */
export const ADMINISTRATOR_ROLE = 1;
export const NO_ADMINISTRATOR_ROLE = "不允许操作超级管理员角色";

/** A role in the hands of someone of that department. */
export type Grant = { roleId: number; deptId: number | null };

const isWithin = (inner: Scope, outer: Scope): boolean =>
  outer.isAll || (!inner.isAll && inner.deptIds.every((deptId) => outer.deptIds.includes(deptId)));

/**
 * Whether a role with these permissions is, in this reach, more than somebody has. Every permission
 * counts; the reach counts for those that departments bound.
 */
export const exceeds = (
  own: ReadonlyMap<string, Scope>,
  permissions: readonly string[],
  reach: Scope,
): boolean =>
  permissions.some((permission) => {
    const mine = own.get(permission);
    return !mine || (isScoped(permission) && !isWithin(reach, mine));
  });

/**
 * Those of the grants by which somebody would hold a permission, or reach rows by it, that the
 * person themself does not: nobody hands on more than they have (security 12). Disabled menu rows
 * and roles count as well, they can be enabled. `own`: what the person has, where it is not what the
 * tables say at this moment.
 */
export async function beyond(
  db: Db,
  account: Account,
  grants: Grant[],
  own?: ReadonlyMap<string, Scope>,
): Promise<Grant[]> {
  if (isAdministrator(account) || grants.length === 0) return [];
  const roleIds = [...new Set(grants.map(({ roleId }) => roleId))];
  const rows = await db
    .select({ roleId: role.roleId, dataScope: role.dataScope, perms: menu.perms })
    .from(role)
    .innerJoin(roleMenu, eq(roleMenu.roleId, role.roleId))
    .innerJoin(menu, eq(menu.menuId, roleMenu.menuId))
    .where(inArray(role.roleId, roleIds));
  const mine = own ?? (await scopesOf(db, account));
  const reaches = new Map<string, Scope>();
  const found: Grant[] = [];
  for (const grant of grants) {
    let isMore = grant.roleId === ADMINISTRATOR_ROLE;
    for (const { roleId, dataScope, perms } of rows) {
      if (isMore || roleId !== grant.roleId) continue;
      const key = `${roleId}:${grant.deptId}`;
      const reach =
        reaches.get(key) ?? (await roleScope(db, { roleId, dataScope }, grant.deptId ?? undefined));
      reaches.set(key, reach);
      isMore = exceeds(mine, permissionsIn(perms), reach);
    }
    if (isMore) found.push(grant);
  }
  return found;
}

/**
 * How roles lie within a reach: those that somebody in the departments holds (wire 4.5), and
 * those the person has made, which nobody holds at first.
 */
export const rolesFor = ({ userName }: Pick<Account, "userName">) => ({
  id: role.roleId,
  refusal: "没有权限访问角色数据！",
  dept: (deptIds: number[]) => {
    const held = sql`${role.roleId} in (select ${userRole.roleId} from ${userRole}
      join ${user} on ${user.userId} = ${userRole.userId}
      where ${inArray(user.deptId, deptIds)} and ${user.delFlag} = '0')`;
    // The administrator's own is nobody's to see by the department that the administrator is in.
    return and(ne(role.roleId, ADMINISTRATOR_ROLE), or(held, eq(role.createBy, userName)));
  },
});

/** Refuses when one of the ids lies outside: `没有权限访问角色数据！`. */
export async function requireRolesInScope(
  db: Db,
  account: Account,
  permission: ScopedPermission,
  roleIds: readonly number[],
): Promise<void> {
  await (await reachOf(db, account)).requireRows(db, permission, rolesFor(account), roleIds);
}

/**
 * Refuses with this text where a role, in the hands of the person or of those who hold it, is more
 * than the person has. Called before a role is changed, and after: a change that goes too far is
 * undone with its transaction. `change`: the field at fault, and what the person had before. Without
 * that the change would be measured by itself wherever somebody changes a role of their own.
 */
export async function requireRoleWithin(
  db: Db,
  account: Account,
  roleId: number,
  text: string,
  change?: { field: string; own: ReadonlyMap<string, Scope> },
): Promise<void> {
  if (isAdministrator(account)) return;
  const grants = await placesOf(db, account, [roleId]);
  const [more] = await beyond(db, account, grants, change?.own);
  if (more) throw new AppError(text, change ? { fields: { [change.field]: text } } : {});
}

/** These roles in the hands of those who hold them, and of the person, who could be given them. */
async function placesOf(db: Db, account: Account, roleIds: number[]): Promise<Grant[]> {
  const holders = await db
    .selectDistinct({ roleId: userRole.roleId, deptId: user.deptId })
    .from(user)
    .innerJoin(userRole, eq(userRole.userId, user.userId))
    .where(and(inArray(userRole.roleId, roleIds), eq(user.delFlag, "0")));
  const [own] = await db
    .select({ deptId: user.deptId })
    .from(user)
    .where(eq(user.userId, account.userId));
  return [...holders, ...roleIds.map((roleId) => ({ roleId, deptId: own?.deptId ?? null }))];
}

/**
 * Whether a menu row with these permissions would give somebody who holds it, by one of its roles,
 * rows that the person cannot reach by them: the same permission is more in a wider role.
 */
export async function spreadsBeyond(
  db: Db,
  account: Account,
  menuId: number,
  permissions: readonly string[],
): Promise<boolean> {
  const bound = permissions.filter(isScoped);
  if (bound.length === 0) return false;
  const roles = await db
    .select({ roleId: role.roleId, dataScope: role.dataScope })
    .from(role)
    .innerJoin(roleMenu, eq(roleMenu.roleId, role.roleId))
    .where(and(eq(roleMenu.menuId, menuId), eq(role.delFlag, "0")));
  const own = await scopesOf(db, account);
  const grants = await placesOf(
    db,
    account,
    roles.map(({ roleId }) => roleId),
  );
  for (const { roleId, deptId } of grants) {
    const found = roles.find((each) => each.roleId === roleId);
    if (!found) continue;
    if (exceeds(own, bound, await roleScope(db, found, deptId ?? undefined))) return true;
  }
  return false;
}

/** Those of the accounts that hold more than the person. Their own is not among them. */
export async function strongerThan(
  db: Db,
  account: Account,
  userIds: readonly number[],
): Promise<Set<number>> {
  const others = userIds.filter((userId) => userId !== account.userId);
  if (others.length === 0) return new Set();
  const held = await db
    .select({ userId: userRole.userId, roleId: userRole.roleId, deptId: user.deptId })
    .from(userRole)
    .innerJoin(user, eq(user.userId, userRole.userId))
    .where(inArray(user.userId, others));
  const more = await beyond(db, account, held);
  const isMore = ({ roleId, deptId }: Grant) =>
    more.some((grant) => grant.roleId === roleId && grant.deptId === deptId);
  return new Set([
    ...others.filter((userId) => userId === ADMINISTRATOR),
    ...held.filter(isMore).map(({ userId }) => userId),
  ]);
}

/**
 * Refuses what a person may not do to accounts that hold more than their own: open them (password,
 * phone, mail), or take something from them (stop, remove, take roles, end sessions). `act` completes
 * the text; `field` is the one at fault, where the act comes from a form.
 */
export async function refuseStronger(
  db: Db,
  account: Account,
  userIds: readonly number[],
  act: string,
  field?: string,
): Promise<void> {
  const stronger = await strongerThan(db, account, userIds);
  if (stronger.size === 0) return;
  const text = `该用户的权限超出您的权限，不能${act}`;
  throw new AppError(text, field ? { fields: { [field]: text } } : {});
}
