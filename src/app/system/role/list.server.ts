import { and, asc, count, eq, inArray, type SQL } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import type { VerbOf } from "#src/lib/menu/permission.ts";
import { parseId } from "#src/server/crud/ids.ts";
import {
  conditionOf,
  type ListInput,
  offsetOf,
  orderOf,
  pageOf,
} from "#src/server/crud/list-query.ts";
import { labelsOf, queryWords, rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { type Account, accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import type { SheetColumn } from "#src/server/workbook/sheet-writing.ts";
import { DEPTS, deptTreeOf } from "../dept/service.server.ts";
import { dept, roleDept } from "../dept/table.server.ts";
import { reachOf } from "../reach/service.server.ts";
import { ADMINISTRATOR_ROLE, requireRolesInScope, rolesFor } from "./service.server.ts";
import { role } from "./table.server.ts";

const BASE = "/prod-api/system/role";

const RoleBody = Type.Object({
  ...rowSchema(role).properties,
  admin: Type.Boolean(),
  /** Ticked in a list of choices: never by these calls. */
  flag: Type.Boolean(),
});

const roleBody = (row: typeof role.$inferSelect) => ({
  ...rowBody(row),
  admin: row.roleId === ADMINISTRATOR_ROLE,
  flag: false,
});

const FILTERS = { like: ["roleName", "roleKey"], equals: ["status"] };

const SHEET = "角色数据";

/** wire 7. */
const SHEET_COLUMNS: SheetColumn[] = [
  ["角色序号", "roleId"],
  ["角色名称", "roleName"],
  ["角色权限", "roleKey"],
  ["角色排序", "roleSort"],
  [
    "数据范围",
    "dataScope",
    {
      1: "全部数据权限",
      2: "自定数据权限",
      3: "本部门数据权限",
      4: "本部门及以下数据权限",
      5: "仅本人数据权限",
    },
  ],
  ["角色状态", "status", { 0: "正常", 1: "停用" }],
];

/** What is read of roles, and their exports: wire 2.4. */
export const roleLists: Slice = (app, context) => {
  const { db } = context;
  const may = (verb: VerbOf<"system:role">) => ({ access: `system:role:${verb}` }) as const;
  const whereOf = async (account: Account, verb: VerbOf<"system:role">, input: ListInput) => {
    const reach = await reachOf(db, account);
    return and(
      eq(role.delFlag, "0"),
      reach.where(`system:role:${verb}`, rolesFor(account)),
      conditionOf(role, FILTERS, input),
    );
  };
  const select = (from: Db, input: ListInput, where: SQL | undefined) => {
    const asked = orderOf(role, input);
    return from
      .select()
      .from(role)
      .where(where)
      .orderBy(asked ?? asc(role.roleSort), asc(role.roleId));
  };

  app.get(
    `${BASE}/list`,
    {
      config: { ...may("list") },
      schema: {
        querystring: looseQuery(queryWords(FILTERS, labelsOf(SHEET_COLUMNS))),
        response: tableSchema(RoleBody),
      },
    },
    async (request) => {
      const input = request.query;
      const where = await whereOf(accountOf(request), "list", input);
      const { pageNum, pageSize } = pageOf(input);
      const [counted] = await db.select({ total: count() }).from(role).where(where);
      const total = counted?.total ?? 0;
      const rows = await select(db, input, where)
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      return table(rows.map(roleBody), total);
    },
  );

  app.get(
    `${BASE}/optionselect`,
    { config: may("query"), schema: { response: okSchema({ data: Type.Array(RoleBody) }) } },
    async (request) => {
      const rows = await select(db, {}, await whereOf(accountOf(request), "query", {}));
      return ok({ data: rows.map(roleBody) });
    },
  );

  app.get(
    `${BASE}/:roleId`,
    {
      config: may("query"),
      schema: { params: pathParts("roleId"), response: okSchema({ data: RoleBody }) },
    },
    async (request) => {
      const roleId = parseId(request.params.roleId);
      await requireRolesInScope(db, accountOf(request), "system:role:query", [roleId]);
      const [row] = await db
        .select()
        .from(role)
        .where(and(eq(role.roleId, roleId), eq(role.delFlag, "0")));
      if (!row) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data: roleBody(row) });
    },
  );

  app.get(
    `${BASE}/deptTree/:roleId`,
    {
      config: may("query"),
      schema: {
        params: pathParts("roleId"),
        response: okSchema({
          checkedKeys: Type.Array(Type.Integer()),
          /** Beyond the contract: all of the role's, parents as well. */
          deptIds: Type.Array(Type.Integer()),
          depts: Type.Array(Type.Unknown()),
        }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const roleId = parseId(request.params.roleId);
      await requireRolesInScope(db, account, "system:role:query", [roleId]);
      const [row] = await db
        .select({ isLinked: role.deptCheckStrictly })
        .from(role)
        .where(and(eq(role.roleId, roleId), eq(role.delFlag, "0")));
      if (!row) throw new AppError(NOT_FOUND, { code: 404 });
      const ofRole = db
        .select({ deptId: roleDept.deptId })
        .from(roleDept)
        .where(eq(roleDept.roleId, roleId));
      const held = await db
        .select({ deptId: dept.deptId, parentId: dept.parentId })
        .from(dept)
        .where(and(inArray(dept.deptId, ofRole), eq(dept.delFlag, "0")))
        .orderBy(asc(dept.parentId), asc(dept.orderNum), asc(dept.deptId));
      // Where ticks go down to the children, a ticked parent would tick all of its own.
      const parents = new Set(row.isLinked ? held.map(({ parentId }) => parentId) : []);
      const deptIds = held.map(({ deptId }) => deptId);
      const reach = await reachOf(db, account);
      return ok({
        checkedKeys: deptIds.filter((deptId) => !parents.has(deptId)),
        deptIds,
        depts: await deptTreeOf(db, reach.where("system:role:query", DEPTS)),
      });
    },
  );

  exporting(app, context, {
    path: "/system/role",
    noun: "system:role",
    log: ["角色管理", 5],
    sheet: { name: SHEET, columns: SHEET_COLUMNS },
    rows: async (tx, input, request, { limit, offset }) => {
      const where = await whereOf(accountOf(request), "export", input);
      return select(tx, input, where).limit(limit).offset(offset);
    },
  });
};
