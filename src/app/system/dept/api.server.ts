import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import type { VerbOf } from "#src/lib/menu/permission.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { conditionOf } from "#src/server/crud/list-query.ts";
import { rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { notSorted, placesOf } from "#src/server/crud/sort-places.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { fieldsBody, fillBody, readFields } from "#src/server/fields/fields.ts";
import { type Account, accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { reachOf, requireDeptsInScope } from "../reach/service.server.ts";
import { user } from "../user/table.server.ts";
import { DEPT } from "./fields.ts";
import { DEPTS, deptsOf } from "./service.server.ts";
import { dept, roleDept } from "./table.server.ts";
import {
  below,
  checkMove,
  checkName,
  enableAbove,
  findDept,
  hasEnabledBelow,
  lockTree,
  moveBelow,
  parentOf,
} from "./tree.server.ts";

const BASE = "/prod-api/system/dept";

const row = rowSchema(dept);

const FIELDS = fieldsOf(DEPT);

type Dept = typeof dept.$inferSelect;
type Patch = Partial<
  Pick<Dept, "parentId" | "deptName" | "orderNum" | "leader" | "phone" | "email" | "status">
>;

const bodySchema = (...names: string[]) => fieldsBody(FIELDS, names, "deptId");
/** Departments: wire 2.6; texts: wire 4.4; data scope: wire 4.5. */
const api: Slice = (app, { db }) => {
  const may = (verb: VerbOf<"system:dept">) => ({ access: `system:dept:${verb}` }) as const;
  const scopeFor = async (where: Db, account: Account, verb: VerbOf<"system:dept">) =>
    (await reachOf(where, account)).scope(`system:dept:${verb}`);
  const listSchema = { response: okSchema({ data: Type.Array(row) }) };

  const listOf = async (account: Account, condition: SQL | undefined) => {
    const reach = await reachOf(db, account);
    const rows = await deptsOf(db, and(reach.where("system:dept:list", DEPTS), condition));
    return ok({ data: rows.map(rowBody) });
  };

  const querystring = looseQuery({ deptName: "部门名称，含有即可", status: "状态，等于" });
  app.get(
    `${BASE}/list`,
    { config: may("list"), schema: { querystring, ...listSchema } },
    async (request) => {
      const filters = { like: ["deptName"], equals: ["status"] };
      return listOf(accountOf(request), conditionOf(dept, filters, request.query));
    },
  );

  app.get(
    `${BASE}/list/exclude/:deptId`,
    { config: may("list"), schema: { params: pathParts("deptId"), ...listSchema } },
    async (request) => {
      const deptId = parseId(request.params.deptId);
      return listOf(
        accountOf(request),
        not(or(eq(dept.deptId, deptId), below(deptId)) ?? sql`false`),
      );
    },
  );

  app.get(
    `${BASE}/:deptId`,
    {
      config: may("query"),
      schema: {
        params: pathParts("deptId"),
        response: okSchema({
          data: Type.Object({ ...row.properties, parentName: Nullable(Type.String()) }),
        }),
      },
    },
    async (request) => {
      const deptId = parseId(request.params.deptId);
      requireDeptsInScope(await scopeFor(db, accountOf(request), "query"), [deptId]);
      const found = await findDept(db, deptId);
      const above = found.parentId === 0 ? undefined : await parentOf(db, found.parentId);
      return ok({ data: { ...rowBody(found), parentName: above?.deptName ?? null } });
    },
  );

  app.post(
    BASE,
    {
      config: { ...may("add"), log: ["部门管理", 1] },
      preValidation: fillBody,
      schema: { body: bodySchema(...Object.keys(FIELDS)), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const next = readFields(FIELDS, request.body, true) as Patch & {
        deptName: string;
        parentId: number;
      };
      await db.transaction(async (tx) => {
        await lockTree(tx);
        requireDeptsInScope(await scopeFor(tx, account, "add"), [next.parentId]);
        const above = next.parentId === 0 ? undefined : await parentOf(tx, next.parentId);
        if (above && above.status !== "0") {
          throw new AppError("部门停用，不允许新增", {
            fields: { parentId: "部门停用，不允许新增" },
          });
        }
        await checkName(tx, next, undefined);
        const ancestors = above ? `${above.ancestors},${above.deptId}` : "0";
        await tx.insert(dept).values({ ...next, ancestors, createBy: account.userName });
      });
      return ok();
    },
  );

  app.put(
    BASE,
    {
      config: { ...may("edit"), log: ["部门管理", 2] },
      preValidation: fillBody,
      schema: { body: bodySchema("deptId", ...Object.keys(FIELDS)), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const deptId = parseId(body.deptId);
      const patch = readFields(FIELDS, body, false) as Patch;
      await db.transaction(async (tx) => {
        await lockTree(tx);
        const scope = await scopeFor(tx, account, "edit");
        requireDeptsInScope(scope, [deptId]);
        const was = await findDept(tx, deptId);
        const next = { ...was, ...patch };
        const isMoved = next.parentId !== was.parentId;
        if (isMoved) {
          requireDeptsInScope(scope, [next.parentId]);
          next.ancestors = await checkMove(tx, account, next);
        }
        await checkName(tx, next, deptId);
        if (next.status === "1" && was.status === "0" && (await hasEnabledBelow(tx, deptId))) {
          const isNot = "该部门包含未停用的子部门！";
          throw new AppError(isNot, { fields: { status: isNot } });
        }
        await tx
          .update(dept)
          .set({
            ...patch,
            ancestors: next.ancestors,
            updateBy: account.userName,
            updateTime: sql`now()`,
          })
          .where(eq(dept.deptId, deptId));
        if (isMoved) await moveBelow(tx, deptId, was.ancestors, next.ancestors);
        if (next.status === "0" && (isMoved || was.status !== "0")) {
          await enableAbove(tx, scope, next.ancestors);
        }
      });
      return ok();
    },
  );

  app.put(
    `${BASE}/updateSort`,
    {
      config: { ...may("edit"), log: ["保存部门排序", 2] },
      preValidation: fillBody,
      schema: { body: bodySchema("deptIds", "orderNums"), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const places = placesOf(body.deptIds, body.orderNums);
      const ids = [...places.keys()];
      await db.transaction(async (tx) => {
        await lockTree(tx);
        requireDeptsInScope(await scopeFor(tx, account, "edit"), ids);
        const there = await tx
          .select({ id: dept.deptId })
          .from(dept)
          .where(and(inArray(dept.deptId, ids), eq(dept.delFlag, "0")));
        if (there.length < ids.length) throw notSorted();
        for (const [deptId, orderNum] of places) {
          await tx
            .update(dept)
            .set({ orderNum, updateBy: account.userName, updateTime: sql`now()` })
            .where(eq(dept.deptId, deptId));
        }
      });
      return ok();
    },
  );

  app.delete(
    `${BASE}/:deptId`,
    {
      config: { ...may("remove"), log: ["部门管理", 3] },
      schema: { params: pathParts("deptId"), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const deptId = parseId(request.params.deptId);
      await db.transaction(async (tx) => {
        await lockTree(tx);
        // Nobody is put into it between the look and the removal.
        await lockInTransaction(tx, "accounts");
        requireDeptsInScope(await scopeFor(tx, account, "remove"), [deptId]);
        await findDept(tx, deptId);
        const [child] = await tx
          .select({ id: dept.deptId })
          .from(dept)
          .where(and(eq(dept.parentId, deptId), eq(dept.delFlag, "0")))
          .limit(1);
        if (child) throw new AppError("存在下级部门,不允许删除", { code: 601 });
        const [member] = await tx
          .select({ id: user.userId })
          .from(user)
          .where(and(eq(user.deptId, deptId), eq(user.delFlag, "0")))
          .limit(1);
        if (member) throw new AppError("部门存在用户,不允许删除", { code: 601 });
        await tx
          .update(dept)
          .set({ delFlag: "2", updateBy: account.userName, updateTime: sql`now()` })
          .where(eq(dept.deptId, deptId));
        // A number in no list would stay in the roles' reach for ever.
        await tx.delete(roleDept).where(eq(roleDept.deptId, deptId));
      });
      return ok();
    },
  );
};

export default api;
