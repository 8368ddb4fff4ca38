import { and, eq, ne } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Permission } from "#src/lib/menu/permission.ts";
import { type Account, isAdministrator } from "#src/server/http/access.ts";
import { withBelow } from "../../dept/service.server.ts";
import { roleDept } from "../../dept/table.server.ts";
import { menu, roleMenu } from "../../menu/table.server.ts";
import { role, userRole } from "../../role/table.server.ts";
import { user } from "../../user/table.server.ts";

/** What rows a person may touch: all, or those of these departments, or only what is their own. */
export type Scope = { isAll: boolean; deptIds: number[]; withSelf: boolean };

export const NOTHING: Scope = { isAll: false, deptIds: [], withSelf: false };
export const EVERYTHING: Scope = { isAll: true, deptIds: [], withSelf: true };

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
  "member:sign",
  "member:finance",
  "member:member",
  "member:certificate",
  "member:correction",
  "finance:receipt",
  "finance:refund",
  "finance:summary",
  "member:renewal",
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

/** A permission that an enabled role gives somebody by a menu row, and whose rows it reaches. */
export type Given = { roleId: number; menuId: number; permission: string; scope: Scope };

/** The department somebody is in. */
export async function deptOf(db: Db, userId: number): Promise<number | null> {
  const [own] = await db.select({ deptId: user.deptId }).from(user).where(eq(user.userId, userId));
  return own?.deptId ?? null;
}

/**
 * All that a person's roles give them, role by role, and nothing else: the administrator's are not
 * where his rights come from. `deptId`: the person's department, where it is known already.
 */
export async function givenTo(
  db: Db,
  { userId }: Pick<Account, "userId">,
  deptId?: number | null,
): Promise<Given[]> {
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
  const ownDept = (deptId === undefined ? await deptOf(db, userId) : deptId) ?? undefined;
  const ofRole = new Map<number, Scope>();
  const given: Given[] = [];
  for (const { roleId, dataScope, menuId, perms } of rows) {
    const scope = ofRole.get(roleId) ?? (await roleScope(db, { roleId, dataScope }, ownDept));
    ofRole.set(roleId, scope);
    for (const permission of permissionsIn(perms)) {
      given.push({ roleId, menuId, permission, scope });
    }
  }
  return given;
}

/** The administrator's: all of everything, by whatever name it is asked for. */
class EveryScope extends Map<string, Scope> {
  override get(): Scope {
    return EVERYTHING;
  }
}

/**
 * The scope of every permission a person holds, by its name: what rights are compared by. Rows are
 * chosen by reachOf() alone.
 */
export async function scopesOf(
  db: Db,
  account: Pick<Account, "userId">,
  deptId?: number | null,
): Promise<Map<string, Scope>> {
  if (isAdministrator(account)) return new EveryScope();
  return joined(await givenTo(db, account, deptId));
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
