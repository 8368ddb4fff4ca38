import { and, eq, inArray, ne, or } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import { plainText } from "#src/server/crud/ids.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { choice } from "#src/server/fields/fields.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { dept, roleDept } from "../dept/table.server.ts";
import { menu, roleMenu } from "../menu/table.server.ts";
import { ROLE } from "./fields.ts";
import { ADMINISTRATOR_ROLE, NO_ADMINISTRATOR_ROLE } from "./service.server.ts";
import { role } from "./table.server.ts";

export type RoleRow = typeof role.$inferSelect;

/** Registration gives every member the role of this key; without it nobody could join. */
export const MEMBER_KEY = "member";

const fields = fieldsOf(ROLE);

/** The browser's name for people without a role: as a row it would give rights to all of them. */
const NOBODY = /^role_default$/i;

/** The readers of what a person writes. */
export const FIELDS = {
  ...fields,
  roleKey: {
    ...fields.roleKey,
    read: (value: unknown) =>
      NOBODY.test(plainText(value).trim())
        ? { error: "该权限字符为系统保留" }
        : fields.roleKey.read(value),
  },
};

export type Written = Partial<Pick<RoleRow, keyof typeof FIELDS>>;

export const SCOPE_FIELDS = {
  dataScope: choice("数据权限", ["1", "2", "3", "4", "5"], { isRequired: true }),
  deptCheckStrictly: fields.deptCheckStrictly,
};

/** One writer of roles at a time, so that two cannot take the same name. */
export const lockRoles = (tx: Db) => lockInTransaction(tx, "roles");

/**
 * Roles that are there, none of them the administrator's; `deleted` and unknown ones are left out. They
 * are held until the end of the transaction: who is giving one of them away is waited for, and seen.
 * @throws AppError 404 where none is left.
 */
export async function changeableRoles(tx: Db, roleIds: readonly number[]): Promise<RoleRow[]> {
  if (roleIds.includes(ADMINISTRATOR_ROLE)) throw new AppError(NO_ADMINISTRATOR_ROLE);
  const rows = await tx
    .select()
    .from(role)
    .where(and(inArray(role.roleId, [...roleIds]), eq(role.delFlag, "0")))
    .orderBy(role.roleId)
    .for("update");
  if (rows.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
  return rows;
}

export async function changeableRole(tx: Db, roleId: number): Promise<RoleRow> {
  const [row] = await changeableRoles(tx, [roleId]);
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}

/** Refuses a name or key that another role has, as `新增角色'x'失败，角色名称已存在`. */
export async function checkTaken(
  db: Db,
  next: Pick<RoleRow, "roleName" | "roleKey">,
  roleId: number | undefined,
): Promise<void> {
  const others = await db
    .select({ roleName: role.roleName, roleKey: role.roleKey })
    .from(role)
    .where(
      and(
        eq(role.delFlag, "0"),
        or(eq(role.roleName, next.roleName), eq(role.roleKey, next.roleKey)),
        roleId === undefined ? undefined : ne(role.roleId, roleId),
      ),
    );
  const fields: Record<string, string> = {};
  if (others.some((other) => other.roleName === next.roleName)) fields.roleName = "角色名称已存在";
  if (others.some((other) => other.roleKey === next.roleKey)) fields.roleKey = "角色权限已存在";
  const [first] = Object.values(fields);
  if (!first) return;
  const verb = roleId === undefined ? "新增" : "修改";
  throw new AppError(`${verb}角色'${next.roleName}'失败，${first}`, { fields });
}

/** Puts these menu rows in the place of those the role had. */
export async function setMenus(tx: Db, roleId: number, menuIds: number[]): Promise<void> {
  const there = await tx
    .select({ id: menu.menuId })
    .from(menu)
    .where(inArray(menu.menuId, menuIds))
    .orderBy(menu.menuId)
    // Waits for a permission that is being written into one of them; the next statement sees it.
    .for("share");
  if (there.length < menuIds.length) refuseFields({ menuIds: "菜单不存在，请刷新后重新选择" });
  await tx.delete(roleMenu).where(eq(roleMenu.roleId, roleId));
  if (menuIds.length > 0) {
    await tx.insert(roleMenu).values(menuIds.map((menuId) => ({ roleId, menuId })));
  }
}

/** Puts these departments in the place of those the role had. */
export async function setDepts(tx: Db, roleId: number, deptIds: number[]): Promise<void> {
  const there = await tx
    .select({ id: dept.deptId })
    .from(dept)
    .where(and(inArray(dept.deptId, deptIds), eq(dept.delFlag, "0")))
    .orderBy(dept.deptId)
    // None of them is removed before the role has it: its removal takes it from the roles.
    .for("share");
  if (there.length < deptIds.length) refuseFields({ deptIds: "部门不存在，请刷新后重新选择" });
  await tx.delete(roleDept).where(eq(roleDept.roleId, roleId));
  if (deptIds.length > 0) {
    await tx.insert(roleDept).values(deptIds.map((deptId) => ({ roleId, deptId })));
  }
}
