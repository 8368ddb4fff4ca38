import { and, asc, eq, inArray } from "drizzle-orm";
import { Type } from "typebox";
import { isAccountLocked } from "#src/app/login/service.server.ts";
import { secondFactorOf } from "#src/app/login/session.server.ts";
import type { Db } from "#src/db/client.ts";
import { Nullable, OneOf } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { accountOf, isAdministrator } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { dept, roleDept } from "../../dept/table.server.ts";
import type { Scope } from "../../reach/given/service.server.ts";
import { reachOf } from "../../reach/service.server.ts";
import { role, userRole } from "../../role/table.server.ts";
import { requireUsersInScope } from "../service.server.ts";
import { user } from "../table.server.ts";
import { figuresOf, ROW_STATES, rightsOf } from "./rights.server.ts";

const PERMISSION = "system:user:query";
const { Array: List, Boolean: Flag, Integer, Object: Shape, String: Text } = Type;

const Reach = Shape({
  key: Text(),
  isAll: Flag(),
  withSelf: Flag(),
  deptNames: List(Text()),
  depts: Integer(),
  people: Integer(),
});

const Access = Shape({
  user: Shape({
    userId: Integer(),
    userName: Text(),
    nickName: Text(),
    deptName: Nullable(Text()),
    isStaff: Flag(),
    status: Text(),
    isLocked: Flag(),
    admin: Flag(),
  }),
  secondFactor: Shape({ isDemanded: Flag(), isOn: Flag() }),
  roles: List(
    Shape({
      roleId: Integer(),
      roleName: Text(),
      roleKey: Text(),
      status: Text(),
      dataScope: Text(),
      /** Of chosen departments, those that the caller may see. */
      deptNames: List(Text()),
      depts: Integer(),
    }),
  ),
  menus: List(
    Shape({
      menuId: Integer(),
      parentId: Integer(),
      menuName: Text(),
      menuType: Text(),
      icon: Text(),
      perms: Text(),
      state: OneOf(ROW_STATES),
      roleIds: List(Integer()),
      isReached: Flag(),
      scope: Nullable(Text()),
    }),
  ),
  unseen: Integer(),
  scopes: List(Reach),
  sees: Shape({ people: Integer(), depts: Integer() }),
});

/** What one person may do, and why: GET /system/user/access/:userId, inside of the data scope. */
const api: Slice = (app, context) => {
  const { db } = context;

  app.get(
    "/prod-api/system/user/access/:userId",
    {
      config: { access: PERMISSION },
      schema: { params: pathParts("userId"), response: okSchema({ data: Access }) },
    },
    async (request) => {
      const account = accountOf(request);
      const userId = parseId(request.params.userId);
      await requireUsersInScope(db, account, PERMISSION, [userId]);
      const found = await findPerson(db, userId);
      if (!found) throw new AppError(NOT_FOUND, { code: 404 });
      const { userType, ...person } = found;
      const isStaff = userType === "00";
      const rights = await rightsOf(db, account, { userId, isStaff });
      const own = (await reachOf(db, account)).scope(PERMISSION);
      const isNamed = (deptId: number) => own.isAll || own.deptIds.includes(deptId);
      const figures = (scope: Scope) => figuresOf(db, scope, userId, isNamed);
      const { people, depts } = rights.sees;
      return ok({
        data: {
          user: {
            ...person,
            isStaff,
            isLocked: await isAccountLocked(context, found),
            admin: isAdministrator({ userId }),
          },
          secondFactor: await secondFactorOf(db, userId),
          roles: await rolesOf(db, userId, isNamed),
          menus: rights.rows,
          unseen: rights.unseen,
          scopes: await Promise.all([...rights.scopes.values()].map(figures)),
          sees: {
            people: people ? (await figures(people)).people : 0,
            depts: depts ? (await figures(depts)).depts : 0,
          },
        },
      });
    },
  );
};

async function findPerson(db: Db, userId: number) {
  const [row] = await db
    .select({
      userId: user.userId,
      userName: user.userName,
      nickName: user.nickName,
      userType: user.userType,
      status: user.status,
      deptName: dept.deptName,
    })
    .from(user)
    .leftJoin(dept, and(eq(dept.deptId, user.deptId), eq(dept.delFlag, "0")))
    .where(and(eq(user.userId, userId), eq(user.delFlag, "0")));
  return row;
}

/** All roles of a person, disabled ones as well, with what they reach. */
async function rolesOf(db: Db, userId: number, isNamed: (deptId: number) => boolean) {
  const rows = await db
    .select({
      roleId: role.roleId,
      roleName: role.roleName,
      roleKey: role.roleKey,
      status: role.status,
      dataScope: role.dataScope,
    })
    .from(role)
    .innerJoin(userRole, eq(userRole.roleId, role.roleId))
    .where(and(eq(userRole.userId, userId), eq(role.delFlag, "0")))
    .orderBy(asc(role.roleSort), asc(role.roleId));
  const chosen = await db
    .select({ roleId: roleDept.roleId, deptId: dept.deptId, deptName: dept.deptName })
    .from(roleDept)
    .innerJoin(dept, and(eq(dept.deptId, roleDept.deptId), eq(dept.delFlag, "0")))
    .where(
      inArray(
        roleDept.roleId,
        rows.map(({ roleId }) => roleId),
      ),
    )
    .orderBy(asc(dept.parentId), asc(dept.orderNum), asc(dept.deptId));
  return rows.map((row) => {
    const depts = chosen.filter(({ roleId }) => roleId === row.roleId);
    return {
      ...row,
      deptNames: depts.filter(({ deptId }) => isNamed(deptId)).map(({ deptName }) => deptName),
      depts: depts.length,
    };
  });
}

export default api;
