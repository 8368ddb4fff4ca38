import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { type Account, isAdministrator } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import {
  ADMINISTRATOR_ROLE,
  beyond,
  NO_ADMINISTRATOR_ROLE,
  refuseStronger,
} from "../role/service.server.ts";
import { role, userRole } from "../role/table.server.ts";

type RoleRow = typeof role.$inferSelect;

/**
 * Refuses a change of someone's roles: unknown ones, disabled ones that are new, the
 * administrator's, such as hold more than the person who gives them, and any that are taken from an
 * account that is stronger. Moving to another department counts for roles whose reach goes with it.
 * `userId`: whose they are, undefined for a new account.
 */
export async function checkRoles(
  db: Db,
  account: Account,
  userId: number | undefined,
  before: { roleIds: number[]; deptId: number | null },
  next: { roleIds: number[]; deptId: number | null },
): Promise<void> {
  const refuse = (text: string) => new AppError(text, { fields: { roleIds: text } });
  if (next.roleIds.includes(ADMINISTRATOR_ROLE)) throw refuse(NO_ADMINISTRATOR_ROLE);
  const rows = await rolesOf(db, next.roleIds);
  if (rows.length < next.roleIds.length) throw refuse("角色不存在，请刷新后重新选择");
  const isTaken = before.roleIds.some((roleId) => !next.roleIds.includes(roleId));
  if (isTaken && userId !== undefined) {
    await refuseStronger(db, account, [userId], "取消角色", "roleIds");
  }
  const added = rows.filter(({ roleId }) => !before.roleIds.includes(roleId));
  const closed = added.find(({ status }) => status !== "0");
  if (closed) throw refuse(`角色「${closed.roleName}」已停用`);
  const moved = rows.filter(
    ({ dataScope }) => before.deptId !== next.deptId && /^[34]$/.test(dataScope),
  );
  const grants = [...new Set([...added, ...moved])].map(({ roleId }) => ({
    roleId,
    deptId: next.deptId,
  }));
  const [more] = await beyond(db, account, grants);
  if (!more) return;
  const name = rows.find(({ roleId }) => roleId === more.roleId)?.roleName;
  throw refuse(`角色「${name}」的权限超出您的权限，不能分配`);
}

/**
 * Why people cannot be moved to these departments, by their id: a role whose reach goes with them
 * would reach more than the person who moves them (see checkRoles).
 */
export async function moveProblems(
  db: Db,
  account: Account,
  moves: ReadonlyMap<number, number>,
): Promise<Map<number, string>> {
  if (isAdministrator(account) || moves.size === 0) return new Map();
  const held = await db
    .select({ userId: userRole.userId, roleId: role.roleId, roleName: role.roleName })
    .from(userRole)
    .innerJoin(role, eq(role.roleId, userRole.roleId))
    .where(
      and(
        inArray(userRole.userId, [...moves.keys()]),
        inArray(role.dataScope, ["3", "4"]),
        eq(role.delFlag, "0"),
      ),
    )
    .for("share");
  const grants = held.map((each) => ({ ...each, deptId: moves.get(each.userId) ?? null }));
  const more = await beyond(db, account, grants);
  return new Map(
    grants
      .filter((grant) => more.some((each) => each === grant))
      .map(({ userId, roleName }) => [userId, `角色「${roleName}」的权限超出您的权限，不能分配`]),
  );
}

async function rolesOf(db: Db, roleIds: number[]): Promise<RoleRow[]> {
  if (roleIds.length === 0) return [];
  // A role that is being changed is waited for: what it holds afterwards is what is given.
  const rows = await db
    .select()
    .from(role)
    .where(inArray(role.roleId, roleIds))
    .orderBy(role.roleId)
    .for("share");
  return rows.filter(({ delFlag }) => delFlag === "0");
}

export const roleIdsOf = async (db: Db, userId: number): Promise<number[]> => {
  const rows = await db
    .select({ roleId: userRole.roleId })
    .from(userRole)
    .where(eq(userRole.userId, userId));
  return rows.map(({ roleId }) => roleId);
};

/** Puts these roles in the place of all others; living sessions have them at the next request. */
export async function replaceRoles(tx: Db, userId: number, roleIds: number[]): Promise<void> {
  await tx.delete(userRole).where(eq(userRole.userId, userId));
  if (roleIds.length === 0) return;
  await tx.insert(userRole).values(roleIds.map((roleId) => ({ userId, roleId })));
}
