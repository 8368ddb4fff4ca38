import { and, asc, count, eq, getTableColumns, inArray, type SQL } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { idsOfPage } from "#src/server/crud/large-list.ts";
import {
  conditionOf,
  inputText,
  type ListInput,
  offsetOf,
  orderOf,
  pageOf,
} from "#src/server/crud/list-query.ts";
import { labelsOf, queryWords, rowBody, rowSchema } from "#src/server/crud/listing.ts";
import {
  type Account,
  accountOf,
  hasPermission,
  isAdministrator,
} from "#src/server/http/access.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import type { SheetColumn } from "#src/server/workbook/sheet-writing.ts";
import { DEPTS, deptTreeOf, withBelow } from "../dept/service.server.ts";
import { dept } from "../dept/table.server.ts";
import { reachOf } from "../reach/service.server.ts";
import { USER } from "./fields.ts";
import { masked, phoneCondition, REVEAL, USERS } from "./service.server.ts";
import { user } from "./table.server.ts";

const BASE = "/prod-api/system/user";

/** The password's hash leaves the table for nobody. */
const { password: _hash, ...COLUMNS } = getTableColumns(user);
const DEPT = { deptId: dept.deptId, deptName: dept.deptName, leader: dept.leader };

const { password: _schema, ...PROPERTIES } = rowSchema(user).properties;

/** A user as lists and forms get it (wire 2.3 and 5). */
export const UserBody = Type.Object({
  ...PROPERTIES,
  admin: Type.Boolean(),
  dept: Nullable(
    Type.Object({ deptId: Type.Integer(), deptName: Type.String(), leader: Type.String() }),
  ),
});

/** Orders by other columns would tell what they hold. */
const SORTABLE = ["userId", "userName", "nickName", "status", "loginDate", "createTime"];
/** Matches that are read at once. */
const FEW = 1_000;

const FILTERS = { like: ["userName", "phonenumber"], equals: ["status"] };

const SHEET = "用户数据";

/** wire 7. */
const SHEET_COLUMNS: SheetColumn[] = [
  ["用户序号", "userId"],
  ["登录名称", "userName"],
  ["用户名称", "nickName"],
  ["用户邮箱", "email"],
  [USER.phonenumber.label, "phonenumber"],
  [USER.sex.label, "sex", USER.sex.words],
  [USER.status.label, "status", USER.status.words],
  ["最后登录IP", "loginIp"],
  ["最后登录时间", "loginDate"],
  ["部门名称", "deptName"],
  ["部门负责人", "leader"],
];

/** GET list and deptTree, and the exports of wire 2.3. */
export const userLists: Slice = (app, context) => {
  const { db } = context;
  const whereOf = async (account: Account, verb: "list" | "export", input: ListInput) => {
    const reach = await reachOf(db, account);
    const deptId = inputText(input, "deptId");
    return and(
      eq(user.delFlag, "0"),
      reach.where(`system:user:${verb}`, USERS),
      conditionOf(user, FILTERS, input),
      phoneCondition(account, inputText(input, "phonenumber")),
      deptId ? inArray(user.deptId, await withBelow(db, parseId(deptId))) : undefined,
    );
  };
  const select = (from: Db, input: ListInput, where: SQL | undefined) => {
    const asked = orderOf(user, input, SORTABLE);
    return from
      .select({ ...COLUMNS, dept: DEPT })
      .from(user)
      .leftJoin(dept, and(eq(dept.deptId, user.deptId), eq(dept.delFlag, "0")))
      .where(where)
      .orderBy(...(asked ? [asked] : []), asc(user.userId));
  };

  /**
   * Total and ids of one page. The rows themselves are wide: which ones they are is read from an index
   * (sys_user_list), and where few match a single look at it tells both.
   */
  const pageFor = async (input: ListInput, where: SQL | undefined) => {
    const asked = orderOf(user, input, SORTABLE);
    const { pageNum, pageSize } = pageOf(input);
    const read = async (limit: number, offset: number) => {
      const rows = await db
        .select({ id: user.userId })
        .from(user)
        .where(where)
        .orderBy(...(asked ? [asked] : []), asc(user.userId))
        .limit(limit)
        .offset(offset);
      return rows.map(({ id }) => id);
    };
    const some = await read(FEW + 1, 0);
    if (some.length <= FEW) {
      const offset = offsetOf(pageNum, pageSize, some.length);
      return { total: some.length, ids: some.slice(offset, offset + pageSize) };
    }
    const [counted] = await db.select({ total: count() }).from(user).where(where);
    const total = counted?.total ?? 0;
    const offset = offsetOf(pageNum, pageSize, total);
    const page = { pageSize, offset, total };
    const ids = asked
      ? await read(pageSize, offset)
      : await idsOfPage(db, user, user.userId, where, page, false);
    return { total, ids };
  };

  app.get(
    `${BASE}/list`,
    {
      config: {
        access: "system:user:list",
      },
      schema: {
        querystring: looseQuery({
          ...queryWords(FILTERS, labelsOf(SHEET_COLUMNS)),
          deptId: "部门，含下级",
        }),
        response: tableSchema(UserBody),
      },
    },
    async (request) => {
      const input = request.query;
      const where = await whereOf(accountOf(request), "list", input);
      const { total, ids } = await pageFor(input, where);
      const rows = await select(db, input, inArray(user.userId, ids));
      return table(
        rows.map((row) => userBody(masked(row))),
        total,
      );
    },
  );

  app.get(
    `${BASE}/deptTree`,
    {
      config: { access: "system:user:list" },
      schema: { response: okSchema({ data: Type.Array(Type.Unknown()) }) },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      return ok({ data: await deptTreeOf(db, reach.where("system:user:list", DEPTS)) });
    },
  );

  exporting(app, context, {
    path: "/system/user",
    noun: "system:user",
    isOfPersons: true,
    log: ["用户管理", 5],
    sheet: { name: SHEET, columns: SHEET_COLUMNS },
    rows: async (tx, input, request, { limit, offset }) => {
      const account = accountOf(request);
      const where = await whereOf(account, "export", input);
      const rows = await select(tx, input, where).limit(limit).offset(offset);
      const isWhole = hasPermission(account, REVEAL);
      return rows.map((row) => ({
        ...(isWhole ? row : masked(row)),
        deptName: row.dept?.deptName,
        leader: row.dept?.leader,
      }));
    },
  });
};

/** A row of `users` as it is sent. */
export const userBody = <R extends { userId: number }>(row: R) => ({
  ...rowBody(row),
  admin: isAdministrator(row),
});

/** Selects one user as UserBody describes it; undefined where there is none. */
export async function findUser(db: Db, userId: number) {
  const [row] = await db
    .select({ ...COLUMNS, dept: DEPT })
    .from(user)
    .leftJoin(dept, and(eq(dept.deptId, user.deptId), eq(dept.delFlag, "0")))
    .where(and(eq(user.userId, userId), eq(user.delFlag, "0")));
  return row;
}
