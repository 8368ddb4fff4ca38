import { and, asc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Permission } from "#src/lib/menu/permission.ts";
import { type Branch, treeOf } from "#src/lib/tree.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { menu, roleMenu } from "../menu/table.server.ts";
import { role, userRole } from "../role/table.server.ts";
import { user } from "../user/table.server.ts";
import { dept, roleDept } from "./table.server.ts";

/** What rows a person may touch: all, or those of these departments, or only what is their own. */
export type Scope = { isAll: boolean; deptIds: number[]; withSelf: boolean };

const NOTHING: Scope = { isAll: false, deptIds: [], withSelf: false };
const EVERYTHING: Scope = { isAll: true, deptIds: [], withSelf: true };

/**
 * The things whose rows a role's data scope bounds (wire 4.5). What turns a scope into rows
 * takes a permission of these and of no others, by its type and when it runs: a thing whose rows are
 * to be bound can only be read once it stands here, and then counts wherever rights are compared.
 */
const SCOPED_NOUNS = [
  "system:user",
  "system:role",
  "system:dept",
  "content:article",
  "content:file",
] as const;

/** A permission that is used within a scope. */
export type ScopedPermission = Extract<Permission, `${(typeof SCOPED_NOUNS)[number]}:${string}`>;

export const isScoped = (permission: string): permission is ScopedPermission =>
  SCOPED_NOUNS.some((noun) => permission.startsWith(`${noun}:`));

/** Union of two scopes. */
const join = (a: Scope, b: Scope): Scope => ({
  isAll: a.isAll || b.isAll,
  deptIds: [...new Set([...a.deptIds, ...b.deptIds])],
  withSelf: a.withSelf || b.withSelf,
});

/**
 * The scope in which a person uses a permission: the union over their enabled roles that hold it;
 * no such role, nothing. The administrator has all. Source: wire 4.5.
 */
export async function scopeOf(
  db: Db,
  account: Account,
  permission: ScopedPermission,
): Promise<Scope> {
  return (await scopeReader(db, account))(permission);
}

/** The same for several permissions, read once. */
export async function scopeReader(
  db: Db,
  account: Account,
): Promise<(permission: ScopedPermission) => Scope> {
  const isAll = account.userId === 1;
  const scopes = isAll ? new Map<string, Scope>() : await scopesOf(db, account);
  return (permission) => {
    // Were it not in the list, nothing would keep people from handing on more rows than they have.
    if (!isScoped(permission)) throw new Error(`${permission} has no data scope: see SCOPED_NOUNS`);
    return isAll ? EVERYTHING : (scopes.get(permission) ?? NOTHING);
  };
}

/** A permission that an enabled role gives somebody by a menu row, and whose rows it reaches. */
export type Given = { roleId: number; menuId: number; permission: string; scope: Scope };

/** All that a person's roles give them, role by role. Not for the administrator, who has all. */
export async function givenTo(db: Db, { userId }: Pick<Account, "userId">): Promise<Given[]> {
  const rows = await db
    .select({
      roleId: role.roleId,
      dataScope: role.dataScope,
      menuId: menu.menuId,
      perms: menu.perms,
    })
    .from(role)
    .innerJoin(userRole, eq(userRole.roleId, role.roleId))
    .innerJoin(roleMenu, eq(roleMenu.roleId, role.roleId))
    .innerJoin(menu, eq(menu.menuId, roleMenu.menuId))
    .where(
      and(
        eq(userRole.userId, userId),
        eq(role.status, "0"),
        eq(role.delFlag, "0"),
        eq(menu.status, "0"),
        ne(menu.perms, ""),
      ),
    );
  const [own] = await db.select({ deptId: user.deptId }).from(user).where(eq(user.userId, userId));
  const ofRole = new Map<number, Scope>();
  const given: Given[] = [];
  for (const { roleId, dataScope, menuId, perms } of rows) {
    const scope =
      ofRole.get(roleId) ?? (await roleScope(db, { roleId, dataScope }, own?.deptId ?? undefined));
    ofRole.set(roleId, scope);
    for (const permission of permissionsIn(perms)) {
      given.push({ roleId, menuId, permission, scope });
    }
  }
  return given;
}

/**
 * The scope of every permission a person holds, by its name: what rights are compared by. Rows are
 * chosen by scopeOf() and scopeReader() alone. Not for the administrator, who has all.
 */
export async function scopesOf(
  db: Db,
  account: Pick<Account, "userId">,
): Promise<Map<string, Scope>> {
  return joined(await givenTo(db, account));
}

/** What is given, by permission: the union over the roles that hold it (wire 4.5). */
export function joined(given: readonly Pick<Given, "permission" | "scope">[]): Map<string, Scope> {
  const found = new Map<string, Scope>();
  for (const { permission, scope } of given) {
    found.set(permission, join(found.get(permission) ?? NOTHING, scope));
  }
  return found;
}

/** The permissions of a menu row: its text may be a comma list (wire 4.5). */
export const permissionsIn = (perms: string): string[] =>
  perms
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/** What a role of this data scope reaches in the hands of someone of that department. */
export async function roleScope(
  db: Db,
  { roleId, dataScope }: { roleId: number; dataScope: string },
  ownDept: number | undefined,
): Promise<Scope> {
  const chosen =
    dataScope === "2"
      ? await db
          .select({ deptId: roleDept.deptId })
          .from(roleDept)
          .where(eq(roleDept.roleId, roleId))
      : [];
  const below = dataScope === "4" && ownDept !== undefined ? await withBelow(db, ownDept) : [];
  return scopeFor(dataScope, {
    chosen: chosen.map((row) => row.deptId),
    own: ownDept === undefined ? [] : [ownDept],
    below,
  });
}

/**
 * The same from what it depends on: the departments chosen for the role, the person's own one, and
 * that one with all below it.
 */
export function scopeFor(
  dataScope: string,
  { chosen, own, below }: Record<"chosen" | "own" | "below", number[]>,
): Scope {
  const of = (deptIds: number[]): Scope => ({ isAll: false, deptIds, withSelf: false });
  switch (dataScope) {
    case "1":
      return { isAll: true, deptIds: [], withSelf: true };
    case "2":
      return of(chosen);
    case "3":
      return of(own);
    case "4":
      return of(below);
    default:
      return { isAll: false, deptIds: [], withSelf: true };
  }
}

/** The department and all below it. */
export async function withBelow(db: Db, deptId: number): Promise<number[]> {
  const rows = await db
    .select({ deptId: dept.deptId })
    .from(dept)
    .where(
      or(
        eq(dept.deptId, deptId),
        sql`${String(deptId)} = any(string_to_array(${dept.ancestors}, ','))`,
      ),
    );
  return rows.map((row) => row.deptId);
}

/** Condition on the department table: rows inside the scope; "only self" has none (wire 4.5). */
const deptsInScope = (scope: Scope): SQL =>
  scope.isAll
    ? sql`true`
    : scope.deptIds.length > 0
      ? inArray(dept.deptId, scope.deptIds)
      : sql`false`;

/** Refuses when one of the ids lies outside: `没有权限访问部门数据！`. */
export function requireDeptsInScope(scope: Scope, deptIds: readonly number[]): void {
  if (scope.isAll || deptIds.every((deptId) => scope.deptIds.includes(deptId))) return;
  throw new AppError("没有权限访问部门数据！");
}

/** The departments inside the scope, as lists show them. */
export const deptsOf = (db: Db, scope: Scope, condition?: SQL) =>
  db
    .select()
    .from(dept)
    .where(and(eq(dept.delFlag, "0"), deptsInScope(scope), condition))
    .orderBy(asc(dept.parentId), asc(dept.orderNum), asc(dept.deptId));

/** The same as a tree (wire 3.3); disabled ones are flagged, not left out. */
export async function deptTreeOf(db: Db, scope: Scope): Promise<Branch[]> {
  const rows = await deptsOf(db, scope);
  return treeOf(
    rows.map(({ deptId, parentId, deptName, status }) => ({
      id: deptId,
      parentId,
      label: deptName,
      disabled: status !== "0",
    })),
  );
}

/** Condition on the user table: rows inside the scope. */
export function usersInScope(scope: Scope, account: Pick<Account, "userId">): SQL {
  if (scope.isAll) return sql`true`;
  const parts = [
    ...(scope.deptIds.length > 0 ? [inArray(user.deptId, scope.deptIds)] : []),
    ...(scope.withSelf ? [eq(user.userId, account.userId)] : []),
  ];
  return or(...parts) ?? sql`false`;
}

/** Refuses when one of the ids lies outside: `没有权限访问用户数据！`. */
export async function requireUsersInScope(
  db: Db,
  account: Account,
  permission: ScopedPermission,
  userIds: number[],
): Promise<void> {
  const scope = await scopeOf(db, account, permission);
  if (scope.isAll) return;
  const inside = await db
    .select({ id: user.userId })
    .from(user)
    .where(and(inArray(user.userId, userIds), usersInScope(scope, account)));
  if (inside.length < new Set(userIds).size) throw new AppError("没有权限访问用户数据！");
}
