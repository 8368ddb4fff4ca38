import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { parseId, parseIds, readIds } from "#src/server/crud/ids.ts";
import { fieldsBody, fillBody, readFields } from "#src/server/fields/fields.ts";
import { type Account, accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { roleDept } from "../dept/table.server.ts";
import { roleMenu } from "../menu/table.server.ts";
import { type Scope, scopesOf } from "../reach/given/service.server.ts";
import { roleLists } from "./list.server.ts";
import {
  changeableRole,
  changeableRoles,
  checkTaken,
  FIELDS,
  lockRoles,
  MEMBER_KEY,
  type RoleRow,
  SCOPE_FIELDS,
  setDepts,
  setMenus,
  type Written,
} from "./rules.server.ts";
import { requireRolesInScope, requireRoleWithin } from "./service.server.ts";
import { role, userRole } from "./table.server.ts";

const BASE = "/prod-api/system/role";
const EDIT = "system:role:edit";

const NOT_THEIRS = "该角色的权限超出您的权限，不能修改";
const NOT_TO_REMOVE = "该角色的权限超出您的权限，不能删除";
const TOO_MUCH = "所选的菜单权限超出您的权限";
const TOO_FAR = "所选的数据权限超出您的数据权限";

const bodySchema = (...names: string[]) =>
  fieldsBody({ ...FIELDS, ...SCOPE_FIELDS }, names, "roleId");
const writing = (access: `system:role:${"add" | "edit"}`, type: 1 | 2, ...names: string[]) => ({
  config: { access, asksProof: true, log: ["角色管理", type] } as const,
  preValidation: fillBody,
  schema: { body: bodySchema(...names), response: okSchema() },
});

/**
 * The role of a change, if it is there, is not the administrator's, and is in the person's reach; and
 * what the person has before it.
 */
async function roleToEdit(
  tx: Db,
  account: Account,
  roleId: number,
): Promise<{ was: RoleRow; own: ReadonlyMap<string, Scope> }> {
  await lockRoles(tx);
  const was = await changeableRole(tx, roleId);
  await requireRolesInScope(tx, account, EDIT, [roleId]);
  await requireRoleWithin(tx, account, roleId, NOT_THEIRS);
  return { was, own: await scopesOf(tx, account) };
}

/** New roles reach everything, unless whoever makes them does not. */
const firstScope = (own: ReadonlyMap<string, Scope>): "1" | "5" =>
  [...own.values()].every(({ isAll }) => isAll) ? "1" : "5";

/** Roles: wire 2.4; texts: wire 4.4; protections and data scope: wire 4.5. */
const api: Slice = (app, context) => {
  const { db } = context;
  roleLists(app, context);

  const update = (tx: Db, account: Account, roleId: number, values: Partial<RoleRow>) =>
    tx
      .update(role)
      .set({ ...values, updateBy: account.userName, updateTime: sql`now()` })
      .where(eq(role.roleId, roleId));

  app.post(
    BASE,
    writing("system:role:add", 1, "menuIds", ...Object.keys(FIELDS)),
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const next = readFields(FIELDS, { status: "0", ...body }, true) as Written &
        Pick<RoleRow, "roleName" | "roleKey">;
      const menuIds = readIds(body, "menuIds") ?? [];
      await db.transaction(async (tx) => {
        await lockRoles(tx);
        await checkTaken(tx, next, undefined);
        const own = await scopesOf(tx, account);
        const dataScope = firstScope(own);
        const [made] = await tx
          .insert(role)
          .values({ ...next, dataScope, createBy: account.userName })
          .returning({ roleId: role.roleId });
        const roleId = made?.roleId ?? 0;
        await setMenus(tx, roleId, menuIds);
        await requireRoleWithin(tx, account, roleId, TOO_MUCH, { field: "menuIds", own });
      });
      return ok();
    },
  );

  /** Sessions of those who hold the role stay; their rights are other ones at the next request. */
  app.put(BASE, writing(EDIT, 2, "roleId", "menuIds", ...Object.keys(FIELDS)), async (request) => {
    const account = accountOf(request);
    const body = request.body;
    const roleId = parseId(body.roleId);
    await db.transaction(async (tx) => {
      const { was, own } = await roleToEdit(tx, account, roleId);
      const patch = readFields(FIELDS, body, false) as Written;
      const menuIds = readIds(body, "menuIds");
      const next = { ...was, ...patch };
      if (was.roleKey === MEMBER_KEY && next.roleKey !== MEMBER_KEY) {
        const text = "会员角色的权限字符不能修改";
        throw new AppError(text, { fields: { roleKey: text } });
      }
      await checkTaken(tx, next, roleId);
      await update(tx, account, roleId, patch);
      if (menuIds) await setMenus(tx, roleId, menuIds);
      await requireRoleWithin(tx, account, roleId, TOO_MUCH, { field: "menuIds", own });
    });
    return ok();
  });

  app.put(
    `${BASE}/dataScope`,
    writing(EDIT, 2, "roleId", "deptIds", ...Object.keys(SCOPE_FIELDS)),
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const roleId = parseId(body.roleId);
      await db.transaction(async (tx) => {
        const { own } = await roleToEdit(tx, account, roleId);
        const patch = readFields(SCOPE_FIELDS, body, true) as Partial<RoleRow>;
        const deptIds = readIds(body, "deptIds") ?? [];
        await update(tx, account, roleId, patch);
        // Chosen departments are of this one scope; of another they would come back by surprise.
        await setDepts(tx, roleId, patch.dataScope === "2" ? deptIds : []);
        await requireRoleWithin(tx, account, roleId, TOO_FAR, { field: "dataScope", own });
      });
      return ok();
    },
  );

  app.put(`${BASE}/changeStatus`, writing(EDIT, 2, "roleId", "status"), async (request) => {
    const account = accountOf(request);
    const body = request.body;
    const roleId = parseId(body.roleId);
    await db.transaction(async (tx) => {
      await roleToEdit(tx, account, roleId);
      const { status } = FIELDS;
      await update(tx, account, roleId, readFields({ status }, body, true) as Partial<RoleRow>);
    });
    return ok();
  });

  app.delete(
    `${BASE}/:roleIds`,
    {
      config: { access: "system:role:remove", asksProof: true, log: ["角色管理", 3] },
      schema: { params: pathParts("roleIds"), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const ids = parseIds(request.params.roleIds);
      await db.transaction(async (tx) => {
        await lockRoles(tx);
        const rows = await changeableRoles(tx, ids);
        const roleIds = rows.map(({ roleId }) => roleId);
        await requireRolesInScope(tx, account, "system:role:remove", roleIds);
        for (const roleId of roleIds) {
          await requireRoleWithin(tx, account, roleId, NOT_TO_REMOVE);
        }
        if (rows.some(({ roleKey }) => roleKey === MEMBER_KEY)) {
          throw new AppError("会员角色用于注册会员，不能删除");
        }
        const held = await tx
          .selectDistinct({ roleId: userRole.roleId })
          .from(userRole)
          .where(inArray(userRole.roleId, roleIds));
        const used = rows.find(({ roleId }) => held.some((each) => each.roleId === roleId));
        if (used) throw new AppError(`${used.roleName}已分配,不能删除`);
        await tx
          .update(role)
          .set({ delFlag: "2", updateBy: account.userName, updateTime: sql`now()` })
          .where(inArray(role.roleId, roleIds));
        await tx.delete(roleMenu).where(inArray(roleMenu.roleId, roleIds));
        await tx.delete(roleDept).where(inArray(roleDept.roleId, roleIds));
      });
      return ok();
    },
  );
};

export default api;
