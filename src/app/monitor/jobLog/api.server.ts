import { eq, inArray, sql } from "drizzle-orm";
import { parseId, parseIds } from "#src/server/crud/ids.ts";
import { publishCount } from "#src/server/crud/large-list.ts";
import { rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { logListing } from "#src/server/crud/log-listing.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { JOB_LOG_COUNT, jobLog } from "./table.server.ts";

const BASE = "/prod-api/monitor/jobLog";

/**
 * The runs of all jobs: wire 2.11; columns: wire 7. It has no permissions of its own but those
 * of the jobs. A technical log: what is deleted here is gone, and the deletion is logged.
 */
const api: Slice = (app, context) => {
  const { db } = context;

  logListing(app, context, {
    path: "/monitor/jobLog",
    noun: "monitor:job",
    table: jobLog,
    list: {
      like: ["jobName", "invokeTarget"],
      equals: ["jobGroup", "status", "jobId"],
      time: "createTime",
      few: ["jobName", "invokeTarget"],
      sorts: ["jobName", "createTime"],
    },
    countName: JOB_LOG_COUNT,
    exportLog: ["任务调度日志", 5],
    sheet: {
      name: "调度日志",
      columns: [
        ["日志序号", "jobLogId"],
        ["任务名称", "jobName"],
        ["任务组名", "jobGroup"],
        ["调用目标字符串", "invokeTarget"],
        ["日志信息", "jobMessage"],
        ["执行状态", "status", { 0: "正常", 1: "失败" }],
        ["异常信息", "exceptionInfo"],
      ],
    },
  });

  app.get(
    `${BASE}/:jobLogId`,
    {
      config: { access: "monitor:job:query" },
      schema: { params: pathParts("jobLogId"), response: okSchema({ data: rowSchema(jobLog) }) },
    },
    async (request) => {
      const id = parseId(request.params.jobLogId);
      const [found] = await db.select().from(jobLog).where(eq(jobLog.jobLogId, id));
      if (!found) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data: rowBody(found) });
    },
  );

  app.delete(
    `${BASE}/clean`,
    {
      config: { access: "monitor:job:remove", log: ["调度日志", 9] },
      schema: { response: okSchema() },
    },
    async () => {
      await db.transaction(async (tx) => {
        await tx.execute(sql`truncate ${jobLog}`);
        await publishCount(tx, JOB_LOG_COUNT);
      });
      return ok();
    },
  );

  app.delete(
    `${BASE}/:ids`,
    {
      config: { access: "monitor:job:remove", log: ["定时任务调度日志", 3] },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => {
      const ids = parseIds(request.params.ids);
      await db.transaction(async (tx) => {
        const gone = await tx
          .delete(jobLog)
          .where(inArray(jobLog.jobLogId, ids))
          .returning({ id: jobLog.jobLogId });
        if (gone.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
        await publishCount(tx, JOB_LOG_COUNT);
      });
      return ok();
    },
  );
};

export default api;
