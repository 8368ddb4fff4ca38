import { and, asc, count, eq, inArray, ne, notInArray } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { maskPhone } from "#src/lib/people/masks.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseId, parseIds } from "#src/server/crud/ids.ts";
import {
  conditionOf,
  inputText,
  type ListInput,
  offsetOf,
  pageOf,
} from "#src/server/crud/list-query.ts";
import { queryWords } from "#src/server/crud/listing.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { type Account, ADMINISTRATOR, accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { dept } from "../../dept/table.server.ts";
import { reachOf } from "../../reach/service.server.ts";
import {
  phoneCondition,
  refuseAdministrator,
  requireUsersInScope,
  USERS,
} from "../../user/service.server.ts";
import { user } from "../../user/table.server.ts";
import {
  ADMINISTRATOR_ROLE,
  beyond,
  NO_ADMINISTRATOR_ROLE,
  refuseStronger,
  requireRolesInScope,
} from "../service.server.ts";
import { role, userRole } from "../table.server.ts";

const BASE = "/prod-api/system/role/authUser";
const EDIT = "system:role:edit";
const LIST = "system:role:list";

const UserBody = Type.Object({
  userId: Type.Integer(),
  userName: Type.String(),
  nickName: Type.String(),
  email: Type.String(),
  /** Only enough to tell people apart. */
  phonenumber: Type.String(),
  deptName: Nullable(Type.String()),
  status: Type.String(),
  createTime: Type.String(),
});

const FILTERS = looseQuery({
  roleId: "角色编号",
  ...queryWords(
    { like: ["userName", "phonenumber"] },
    { userName: "登录名称", phonenumber: "手机号码" },
  ),
});

/** The role and the people of a change. */
const NAMED = looseQuery({ roleId: "角色编号", userIds: "用户编号，逗号分开" });

/** Who holds a role: wire 2.4. */
const api: Slice = (app, { db }) => {
  /** One page of the people who hold the role, or of those who do not. */
  const peopleOf = async (account: Account, input: ListInput, isHolder: boolean) => {
    const roleId = parseId(inputText(input, "roleId"));
    await requireRolesInScope(db, account, LIST, [roleId]);
    const holders = db
      .select({ userId: userRole.userId })
      .from(userRole)
      .where(eq(userRole.roleId, roleId));
    const where = and(
      eq(user.delFlag, "0"),
      (await reachOf(db, account)).where(LIST, USERS),
      conditionOf(user, { like: ["userName", "phonenumber"] }, input),
      phoneCondition(account, inputText(input, "phonenumber")),
      // Members may hold a role, but only staff are given one here; the administrator needs none.
      isHolder
        ? inArray(user.userId, holders)
        : and(
            notInArray(user.userId, holders),
            eq(user.userType, "00"),
            ne(user.userId, ADMINISTRATOR),
          ),
    );
    const { pageNum, pageSize } = pageOf(input);
    const [counted] = await db.select({ total: count() }).from(user).where(where);
    const total = counted?.total ?? 0;
    const rows = await db
      .select({
        userId: user.userId,
        userName: user.userName,
        nickName: user.nickName,
        email: user.email,
        phonenumber: user.phonenumber,
        deptName: dept.deptName,
        status: user.status,
        createTime: user.createTime,
      })
      .from(user)
      .leftJoin(dept, and(eq(dept.deptId, user.deptId), eq(dept.delFlag, "0")))
      .where(where)
      .orderBy(asc(user.userId))
      .limit(pageSize)
      .offset(offsetOf(pageNum, pageSize, total));
    const people = rows.map((row) => ({
      ...row,
      phonenumber: maskPhone(row.phonenumber),
      createTime: formatDateTime(row.createTime),
    }));
    return table(people, total);
  };

  app.get(
    `${BASE}/allocatedList`,
    { config: { access: LIST }, schema: { querystring: FILTERS, response: tableSchema(UserBody) } },
    async (request) => peopleOf(accountOf(request), request.query, true),
  );
  app.get(
    `${BASE}/unallocatedList`,
    { config: { access: LIST }, schema: { querystring: FILTERS, response: tableSchema(UserBody) } },
    async (request) => peopleOf(accountOf(request), request.query, false),
  );

  /** The role and the people of a change, all of them in the person's reach. */
  const check = async (tx: Db, account: Account, roleId: number, userIds: number[]) => {
    if (roleId === ADMINISTRATOR_ROLE) throw new AppError(NO_ADMINISTRATOR_ROLE);
    if (userIds.length === 0) throw new AppError("请选择用户");
    refuseAdministrator(userIds);
    await requireRolesInScope(tx, account, EDIT, [roleId]);
    await requireUsersInScope(tx, account, EDIT, userIds);
    const [found] = await tx
      .select()
      .from(role)
      .where(and(eq(role.roleId, roleId), eq(role.delFlag, "0")))
      .for("update");
    if (!found) throw new AppError(NOT_FOUND, { code: 404 });
    return found;
  };

  const take = (account: Account, roleId: number, userIds: number[]) =>
    db.transaction(async (tx) => {
      await check(tx, account, roleId, userIds);
      await refuseStronger(tx, account, userIds, "取消角色");
      await tx
        .delete(userRole)
        .where(and(eq(userRole.roleId, roleId), inArray(userRole.userId, userIds)));
      return ok();
    });

  const config = { access: EDIT, asksProof: true, log: ["角色管理", 4] } as const;
  const named = (input: ListInput): [roleId: number, userIds: number[]] => [
    parseId(inputText(input, "roleId")),
    userIdsIn(input.userIds),
  ];

  app.put(
    `${BASE}/cancel`,
    {
      config,
      preValidation: fillBody,
      schema: {
        body: Type.Object({
          userId: Type.Optional(Type.Unknown()),
          roleId: Type.Optional(Type.Unknown()),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { roleId, userId } = request.body;
      return take(accountOf(request), parseId(roleId), [parseId(userId)]);
    },
  );

  app.put(
    `${BASE}/cancelAll`,
    { config, schema: { querystring: NAMED, response: okSchema() } },
    async (request) => take(accountOf(request), ...named(request.query)),
  );

  app.put(
    `${BASE}/selectAll`,
    { config, schema: { querystring: NAMED, response: okSchema() } },
    async (request) => {
      const account = accountOf(request);
      const [roleId, userIds] = named(request.query);
      await db.transaction(async (tx) => {
        // Whoever removes one of them is waited for, or waits; people before roles, as their form does.
        await tx
          .select({ userId: user.userId })
          .from(user)
          .where(inArray(user.userId, userIds))
          .orderBy(user.userId)
          .for("share");
        const { roleName } = await check(tx, account, roleId, userIds);
        const staff = await tx
          .select({ userId: user.userId, deptId: user.deptId })
          .from(user)
          .where(
            and(inArray(user.userId, userIds), eq(user.delFlag, "0"), eq(user.userType, "00")),
          );
        if (staff.length < userIds.length) throw new AppError("只能分配给工作人员，请重新选择");
        const [more] = await beyond(
          tx,
          account,
          staff.map(({ deptId }) => ({ roleId, deptId })),
        );
        if (more) throw new AppError(`角色「${roleName}」的权限超出您的权限，不能分配`);
        await tx
          .insert(userRole)
          .values(userIds.map((userId) => ({ roleId, userId })))
          .onConflictDoNothing();
      });
      return ok();
    },
  );
};

/** Ids of a query, with commas between; an empty list is none. */
function userIdsIn(value: unknown): number[] {
  return typeof value === "string" && value.trim() !== "" ? parseIds(value.trim()) : [];
}

export default api;
