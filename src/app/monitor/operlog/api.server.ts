import { and, gt, inArray, type SQL, sql } from "drizzle-orm";
import { parseIds } from "#src/server/crud/ids.ts";
import { inputText, type ListInput } from "#src/server/crud/list-query.ts";
import { logListing } from "#src/server/crud/log-listing.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { operLog, operLogHead, operLogHidden } from "./table.server.ts";

const BASE = "/prod-api/monitor/operlog";

const TITLE = "操作日志";

const BUSINESS_TYPES = {
  0: "其它",
  1: "新增",
  2: "修改",
  3: "删除",
  4: "授权",
  5: "导出",
  6: "导入",
  7: "强退",
  8: "生成代码",
  9: "清空数据",
};

/** Rows that nobody has taken from the list. */
const isListed: SQL = sql`${operLog.operId} > (select ${operLogHead.clearedTo} from ${operLogHead})
  and not exists (select 1 from ${operLogHidden}
    where ${operLogHidden.operId} = ${operLog.operId})`;

/** `businessTypes=1,2`: one of several (wire 2.11). */
function isOneOfTypes(input: ListInput): SQL | undefined {
  const asked = inputText(input, "businessTypes");
  const types = asked
    .split(",")
    .filter((each) => /^\d$/.test(each))
    .map(Number);
  return asked ? inArray(operLog.businessType, types) : undefined;
}

/**
 * The operation log: wire 2.11; columns: wire 7. Rows are taken from the list, never from the
 * record: what was deleted or cleared here stays in the chain (security 4.6).
 */
const api: Slice = (app, context) => {
  const { db } = context;

  logListing(app, context, {
    path: "/monitor/operlog",
    noun: "monitor:operlog",
    isOfPersons: true,
    table: operLog,
    list: {
      like: ["operIp", "title", "operName"],
      equals: ["businessType", "status"],
      time: "operTime",
      few: ["title", "operName", "operIp"],
      sorts: ["operName", "operTime", "costTime"],
    },
    base: isListed,
    countName: "sys_oper_log",
    // Ids have no gaps: what is not hidden is a matter of subtraction.
    baseTotal: async () => {
      const [head] = await db.select().from(operLogHead);
      const { lastId = 0, clearedTo = 0 } = head ?? {};
      const hidden = await db.$count(operLogHidden, gt(operLogHidden.operId, clearedTo));
      return lastId - clearedTo - hidden;
    },
    where: isOneOfTypes,
    exportLog: [TITLE, 5],
    sheet: {
      name: TITLE,
      columns: [
        ["操作序号", "operId"],
        ["操作模块", "title"],
        ["业务类型", "businessType", BUSINESS_TYPES],
        ["请求方法", "method"],
        ["请求方式", "requestMethod"],
        ["操作类别", "operatorType", { 0: "其它", 1: "后台用户", 2: "手机端用户" }],
        ["操作人员", "operName"],
        ["部门名称", "deptName"],
        ["请求地址", "operUrl"],
        ["操作地址", "operIp"],
        ["操作地点", "operLocation"],
        ["请求参数", "operParam"],
        ["返回参数", "jsonResult"],
        ["状态", "status", { 0: "正常", 1: "异常" }],
        ["错误消息", "errorMsg"],
        ["操作时间", "operTime"],
        ["消耗时间(毫秒)", "costTime"],
      ],
    },
  });

  app.delete(
    `${BASE}/clean`,
    {
      config: { access: "monitor:operlog:remove", log: [TITLE, 9] },
      schema: { response: okSchema() },
    },
    async () => {
      await db.transaction(async (tx) => {
        await tx.update(operLogHead).set({ clearedTo: sql`${operLogHead.lastId}` });
        await tx.delete(operLogHidden);
      });
      return ok();
    },
  );

  app.delete(
    `${BASE}/:ids`,
    {
      config: { access: "monitor:operlog:remove", log: [TITLE, 3] },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => {
      const ids = parseIds(request.params.ids);
      const listed = await db
        .select({ operId: operLog.operId })
        .from(operLog)
        .where(and(inArray(operLog.operId, ids), isListed));
      if (listed.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
      await db.insert(operLogHidden).values(listed).onConflictDoNothing();
      return ok();
    },
  );
};

export default api;
