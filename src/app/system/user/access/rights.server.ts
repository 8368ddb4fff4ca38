import { and, asc, count, eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { type Account, holds, isAdministrator } from "#src/server/http/access.ts";
import { DEPTS, deptsOf } from "../../dept/service.server.ts";
import { ownMenus } from "../../menu/service.server.ts";
import { menu, roleMenu } from "../../menu/table.server.ts";
import {
  EVERYTHING,
  type Given,
  givenTo,
  isScoped,
  joined,
  permissionsIn,
  type Scope,
} from "../../reach/given/service.server.ts";
import { within } from "../../reach/service.server.ts";
import { role, userRole } from "../../role/table.server.ts";
import { USERS } from "../service.server.ts";
import { user } from "../table.server.ts";

/** Of whom the rights are asked. */
export type Person = { userId: number; isStaff: boolean };

/**
 * Whether someone may use a menu row. `yes`: the permissions of the row are among theirs, or it needs
 * none and is theirs. `roleOff`, `menuOff`: they would, were the role, or the row, enabled.
 */
export const ROW_STATES = ["yes", "roleOff", "menuOff", "none"] as const;
type RowState = (typeof ROW_STATES)[number];

export type RightRow = {
  menuId: number;
  parentId: number;
  menuName: string;
  menuType: string;
  icon: string;
  perms: string;
  state: RowState;
  /** The roles that make the state what it is; empty for `none` and for the administrator. */
  roleIds: number[];
  /** A directory or page that their menu leads to: all above it is theirs as well. */
  isReached: boolean;
  /** Key of a scope where the permission is one that departments bound. */
  scope: string | null;
};

export type ScopeFigures = {
  key: string;
  isAll: boolean;
  withSelf: boolean;
  /** Those that the caller may see; `depts` counts all of them. */
  deptNames: string[];
  depts: number;
  people: number;
};

type MenuRow = typeof menu.$inferSelect;
type Held = { roleId: number; menuId: number; isEnabled: boolean };

const keyOf = ({ isAll, deptIds, withSelf }: Scope) =>
  isAll ? "all" : `${withSelf ? "self" : ""}:${[...deptIds].sort((a, b) => a - b)}`;

/**
 * What a person may do, row by row of the menu as the caller sees it, by the rules that guard every
 * request: the permissions and scopes are those of reach/given, which this file only reads.
 * `unseen`: rows that the person may use and the caller, who sees only their own menu, does not.
 */
export async function rightsOf(db: Db, caller: Account, person: Person) {
  const isAll = isAdministrator(person);
  const given = person.isStaff && !isAll ? await givenTo(db, person) : [];
  const scopes = joined(given);
  const held = person.isStaff ? await heldBy(db, person.userId) : [];
  const all = await db
    .select()
    .from(menu)
    .orderBy(asc(menu.parentId), asc(menu.orderNum), asc(menu.menuId));
  const seen = new Set(
    (await db.select({ id: menu.menuId }).from(menu).where(ownMenus(db, caller))).map(
      ({ id }) => id,
    ),
  );
  const reached = reachedRows(all, (row) => isAll || isHeld(row, held));
  const scopeAt = (perms: string): Scope | undefined => {
    const bound = permissionsIn(perms).find(isScoped);
    if (bound === undefined) return undefined;
    return isAll ? EVERYTHING : scopes.get(bound);
  };
  const rows = all.map((row): RightRow => {
    const { menuId, parentId, menuName, menuType, icon, perms } = row;
    const { state, roleIds } = isAll
      ? { state: "yes" as const, roleIds: [] }
      : stateOf(row, given, scopes, held);
    const scope = state === "yes" ? scopeAt(perms) : undefined;
    return {
      ...{ menuId, parentId, menuName, menuType, icon, perms, state, roleIds },
      isReached: reached.has(menuId),
      scope: scope ? keyOf(scope) : null,
    };
  });
  const used = new Map<string, Scope>();
  if (isAll) used.set(keyOf(EVERYTHING), EVERYTHING);
  for (const [permission, scope] of scopes) {
    if (isScoped(permission)) used.set(keyOf(scope), scope);
  }
  const may = (permission: string) => (isAll ? EVERYTHING : scopes.get(permission));
  return {
    rows: rows.filter(({ menuId }) => seen.has(menuId)),
    unseen: rows.filter(({ menuId, state }) => state === "yes" && !seen.has(menuId)).length,
    scopes: used,
    /** What their lists of people and of departments hold; undefined: they have no such list. */
    sees: { people: may("system:user:list"), depts: may("system:dept:list") },
  };
}

/** Which roles, enabled or not, hold which rows for someone. */
const heldBy = async (db: Db, userId: number): Promise<Held[]> => {
  const rows = await db
    .select({ roleId: role.roleId, menuId: roleMenu.menuId, status: role.status })
    .from(roleMenu)
    .innerJoin(userRole, eq(userRole.roleId, roleMenu.roleId))
    .innerJoin(role, eq(role.roleId, roleMenu.roleId))
    .where(and(eq(userRole.userId, userId), eq(role.delFlag, "0")));
  return rows.map(({ status, ...each }) => ({ ...each, isEnabled: status === "0" }));
};

const isHeld = (row: MenuRow, held: Held[]) =>
  row.status === "0" && held.some(({ menuId, isEnabled }) => isEnabled && menuId === row.menuId);

function stateOf(
  row: MenuRow,
  given: Given[],
  scopes: ReadonlyMap<string, Scope>,
  held: Held[],
): Pick<RightRow, "state" | "roleIds"> {
  const wanted = permissionsIn(row.perms);
  const permissions = [...scopes.keys()];
  const holders = held.filter(({ menuId }) => menuId === row.menuId);
  const on = holders.filter(({ isEnabled }) => isEnabled).map(({ roleId }) => roleId);
  const off = holders.filter(({ isEnabled }) => !isEnabled).map(({ roleId }) => roleId);
  if (wanted.length > 0 && wanted.every((each) => holds({ permissions }, each))) {
    const givers = given.filter(
      ({ permission }) => permission === "*:*:*" || wanted.includes(permission),
    );
    return { state: "yes", roleIds: [...new Set(givers.map(({ roleId }) => roleId))] };
  }
  if (wanted.length === 0 && isHeld(row, held)) return { state: "yes", roleIds: on };
  if (on.length > 0) return { state: "menuOff", roleIds: on };
  return off.length > 0 ? { state: "roleOff", roleIds: off } : { state: "none", roleIds: [] };
}

/** Ids of the rows that a way leads to from the top, by rows that are held and enabled. */
function reachedRows(rows: MenuRow[], isOpen: (row: MenuRow) => boolean): Set<number> {
  const reached = new Set<number>([0]);
  const open = rows.filter((row) => row.menuType !== "F" && row.status === "0" && isOpen(row));
  const step = () => open.filter((row) => reached.has(row.parentId) && !reached.has(row.menuId));
  for (let next = step(); next.length > 0; next = step()) {
    for (const { menuId } of next) reached.add(menuId);
  }
  return reached;
}

/** A scope in figures, and in the names that the caller may read. */
export async function figuresOf(
  db: Db,
  scope: Scope,
  userId: number,
  isNamed: (deptId: number) => boolean,
): Promise<ScopeFigures> {
  const depts = await deptsOf(db, within(scope, { userId }, DEPTS));
  const [counted] = await db
    .select({ people: count() })
    .from(user)
    .where(and(eq(user.delFlag, "0"), within(scope, { userId }, USERS)));
  return {
    key: keyOf(scope),
    isAll: scope.isAll,
    withSelf: scope.withSelf,
    deptNames: scope.isAll
      ? []
      : depts.filter(({ deptId }) => isNamed(deptId)).map(({ deptName }) => deptName),
    depts: depts.length,
    people: counted?.people ?? 0,
  };
}
