import { asc, eq } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { parseId, parseIds, plainText } from "#src/server/crud/ids.ts";
import { rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { type Account, ADMINISTRATOR, accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { ADMINISTRATOR_ROLE, beyond } from "../role/service.server.ts";
import { role } from "../role/table.server.ts";
import { checkRoles, replaceRoles, roleIdsOf } from "./grant.server.ts";
import { findUser, UserBody, userBody } from "./list.server.ts";
import { lockUser } from "./rules.server.ts";
import { masked, refuseAdministrator, requireUsersInScope } from "./service.server.ts";

const BASE = "/prod-api/system/user/authRole";

/** A role as the user's forms offer it; `grantable`: its permissions are among the person's own. */
export const RoleBody = Type.Object({
  ...rowSchema(role).properties,
  roleId: Type.Integer(),
  flag: Type.Boolean(),
  grantable: Type.Boolean(),
});

/** The roles that can be chosen for a user, theirs flagged; role 1 only for user 1 (wire 3.4). */
export async function rolesFor(db: Db, account: Account, userId: number | undefined) {
  const rows = await db
    .select()
    .from(role)
    .where(eq(role.delFlag, "0"))
    .orderBy(asc(role.roleSort), asc(role.roleId));
  const shown = rows.filter(
    ({ roleId }) => roleId !== ADMINISTRATOR_ROLE || userId === ADMINISTRATOR,
  );
  const found = userId === undefined ? undefined : await findUser(db, userId);
  const held = userId === undefined ? [] : await roleIdsOf(db, userId);
  const deptId = found?.deptId ?? null;
  const more = await beyond(
    db,
    account,
    shown.map(({ roleId }) => ({ roleId, deptId })),
  );
  return shown.map((each) => ({
    ...rowBody(each),
    roleId: each.roleId,
    flag: held.includes(each.roleId),
    grantable: !more.some(({ roleId }) => roleId === each.roleId),
  }));
}

/** GET and PUT authRole of wire 2.3, both inside of the data scope (wire 12). */
export const userRoles: Slice = (app, { db }) => {
  app.get(
    `${BASE}/:userId`,
    {
      config: { access: "system:user:query" },
      schema: {
        params: pathParts("userId"),
        response: okSchema({ user: UserBody, roles: Type.Array(RoleBody) }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const userId = parseId(request.params.userId);
      await requireUsersInScope(db, account, "system:user:query", [userId]);
      const found = await findUser(db, userId);
      if (!found) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ user: userBody(masked(found)), roles: await rolesFor(db, account, userId) });
    },
  );

  /** Sessions go on: rights are read anew with every request. */
  app.put(
    BASE,
    {
      config: { access: "system:user:edit", asksProof: true, log: ["用户管理", 4] },
      schema: {
        querystring: looseQuery({ userId: "用户编号", roleIds: "角色编号，逗号分开" }),
        response: okSchema(),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const input = request.query;
      const userId = parseId(input.userId);
      const given = plainText(input.roleIds);
      const roleIds = given === "" ? [] : parseIds(given);
      refuseAdministrator([userId]);
      await db.transaction(async (tx) => {
        await requireUsersInScope(tx, account, "system:user:edit", [userId]);
        const { deptId } = await lockUser(tx, userId);
        const before = { roleIds: await roleIdsOf(tx, userId), deptId };
        await checkRoles(tx, account, userId, before, { roleIds, deptId });
        await replaceRoles(tx, userId, roleIds);
      });
      return ok();
    },
  );
};
