import { asc, eq, inArray, sql } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import type { VerbOf } from "#src/lib/menu/permission.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseId, parseIds, plainText } from "#src/server/crud/ids.ts";
import { inputText } from "#src/server/crud/list-query.ts";
import { listing, rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { fieldsBody, fillBody, readFields } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { BusinessType } from "#src/server/log/oper-log.ts";
import type { Slice } from "#src/server/start/context.ts";
import { cronError, nextTicks } from "./cron.ts";
import { checkJob, FIELDS } from "./rules.server.ts";
import { type Job, nextTickOf, sendRun } from "./service.server.ts";
import { job } from "./table.server.ts";

const BASE = "/prod-api/monitor/job";

const row = rowSchema(job);

const TITLE = "定时任务";

/** Ticks shown beside a line. */
const SHOWN_TICKS = 5;

type Patch = Partial<
  Pick<
    Job,
    | "jobName"
    | "jobGroup"
    | "invokeTarget"
    | "cronExpression"
    | "misfirePolicy"
    | "concurrent"
    | "status"
    | "remark"
  >
>;
type Whole = Patch & Pick<Job, "jobName" | "invokeTarget" | "cronExpression">;

/** Scheduled jobs: wire 2.11; rules: wire 4.7. */
const api: Slice = (app, context) => {
  const { db, tasks } = context;
  const may = (verb: VerbOf<"monitor:job">) => ({ access: `monitor:job:${verb}` }) as const;
  const logged = (verb: VerbOf<"monitor:job">, type: BusinessType) =>
    ({ ...may(verb), log: [TITLE, type] }) as const;

  listing(app, context, {
    path: "/monitor/job",
    noun: "monitor:job",
    table: job,
    list: { like: ["jobName"], equals: ["jobGroup", "status"], order: [asc(job.jobId)] },
    exportLog: [TITLE, 5],
    sheet: {
      name: "定时任务",
      columns: [
        ["任务序号", "jobId"],
        ["任务名称", "jobName"],
        ["任务组名", "jobGroup"],
        ["调用目标字符串", "invokeTarget"],
        ["执行表达式", "cronExpression"],
        [
          "计划策略",
          "misfirePolicy",
          { 0: "默认", 1: "立即触发执行", 2: "触发一次执行", 3: "不触发立即执行" },
        ],
        ["并发执行", "concurrent", { 0: "允许", 1: "禁止" }],
        ["任务状态", "status", { 0: "正常", 1: "暂停" }],
      ],
    },
  });

  /** What a job may call, for the form. */
  app.get(
    `${BASE}/targets`,
    {
      config: may("list"),
      schema: {
        response: okSchema({
          data: Type.Array(
            Type.Object({
              name: Type.String(),
              label: Type.String(),
              params: Type.Array(Type.Object({ label: Type.String(), type: Type.String() })),
            }),
          ),
        }),
      },
    },
    async () => {
      const data = Object.entries(tasks).map(([name, { label, params = [] }]) => ({
        name,
        label,
        params: params.map((param) => ({ label: param.label, type: param.type })),
      }));
      return ok({ data: data.sort((a, b) => a.name.localeCompare(b.name)) });
    },
  );

  /** The next ticks of a line, or what is wrong with it; the page asks while it is typed. */
  app.get(
    `${BASE}/nextTimes`,
    {
      config: may("list"),
      schema: {
        querystring: looseQuery({ cronExpression: "执行时间的表达式" }),
        response: okSchema({
          data: Type.Object({ error: Nullable(Type.String()), times: Type.Array(Type.String()) }),
        }),
      },
    },
    async (request) => {
      const line = inputText(request.query, "cronExpression");
      const times = nextTicks(line, SHOWN_TICKS).map(formatDateTime);
      return ok({ data: { error: cronError(line) ?? null, times } });
    },
  );

  const findJob = async (where: Db, jobId: number, isLocked = false): Promise<Job | undefined> => {
    const query = where.select().from(job).where(eq(job.jobId, jobId)).$dynamic();
    const [found] = await (isLocked ? query.for("update") : query);
    return found;
  };

  app.get(
    `${BASE}/:jobId`,
    {
      config: may("query"),
      schema: {
        params: pathParts("jobId"),
        response: okSchema({
          data: Type.Object({ ...row.properties, nextValidTime: Nullable(Type.String()) }),
        }),
      },
    },
    async (request) => {
      const found = await findJob(db, parseId(request.params.jobId));
      if (!found) throw new AppError(NOT_FOUND, { code: 404 });
      const [next] = nextTicks(found.cronExpression, 1);
      return ok({ data: { ...rowBody(found), nextValidTime: next ? formatDateTime(next) : null } });
    },
  );

  app.post(
    BASE,
    {
      config: logged("add", 1),
      preValidation: fillBody,
      schema: { body: fieldsBody(FIELDS, Object.keys(FIELDS)), response: okSchema() },
    },
    async (request) => {
      const next = readFields(FIELDS, request.body, true) as Whole;
      checkJob(tasks, "新增", next);
      await db.insert(job).values({
        ...next,
        jobGroup: next.jobGroup || "DEFAULT",
        // A new job is looked at before it runs, whatever was sent (wire 2.11).
        status: "1",
        createBy: accountOf(request).userName,
      });
      return ok();
    },
  );

  /** Locks a job, changes it, and works out the tick it waits for. */
  const change = async (jobId: number, userName: string, patchOf: (was: Job) => Patch) =>
    db.transaction(async (tx) => {
      const was = await findJob(tx, jobId, true);
      if (!was) throw new AppError(NOT_FOUND, { code: 404 });
      const patch = patchOf(was);
      const next = { ...was, ...patch };
      const isSame =
        was.nextTickAt !== null &&
        next.status === was.status &&
        next.cronExpression === was.cronExpression;
      await tx
        .update(job)
        .set({
          ...patch,
          nextTickAt: isSame ? was.nextTickAt : nextTickOf(next, new Date()),
          updateBy: userName,
          updateTime: sql`now()`,
        })
        .where(eq(job.jobId, jobId));
    });

  app.put(
    BASE,
    {
      config: logged("edit", 2),
      preValidation: fillBody,
      schema: { body: fieldsBody(FIELDS, ["jobId", ...Object.keys(FIELDS)]), response: okSchema() },
    },
    async (request) => {
      const body = request.body;
      const patch = readFields(FIELDS, body, false) as Patch;
      if (patch.jobGroup === "") patch.jobGroup = "DEFAULT";
      await change(parseId(body.jobId), accountOf(request).userName, (was) => {
        checkJob(tasks, "修改", { ...was, ...patch });
        return patch;
      });
      return ok();
    },
  );

  app.put(
    `${BASE}/changeStatus`,
    {
      config: logged("changeStatus", 2),
      preValidation: fillBody,
      schema: { body: fieldsBody(FIELDS, ["jobId", "status"]), response: okSchema() },
    },
    async (request) => {
      const body = request.body;
      const { status } = readFields(
        { status: { ...FIELDS.status, missing: "状态不能为空" } },
        body,
        true,
      ) as Required<Pick<Patch, "status">>;
      await change(parseId(body.jobId), accountOf(request).userName, (was) => {
        // What could not be saved today may have been saved by an earlier version.
        if (status === "0") checkJob(tasks, "修改", was);
        return { status };
      });
      return ok();
    },
  );

  app.put(
    `${BASE}/run`,
    {
      config: logged("changeStatus", 2),
      preValidation: fillBody,
      schema: { body: fieldsBody(FIELDS, ["jobId", "jobGroup"]), response: okSchema() },
    },
    async (request) => {
      const { jobId } = request.body;
      const [id] = parseIds(plainText(jobId));
      await db.transaction(async (tx) => {
        const found = id === undefined ? undefined : await findJob(tx, id);
        if (!found) throw new AppError("任务不存在或已过期！");
        await sendRun(context, tx, found, null);
      });
      return ok();
    },
  );

  app.delete(
    `${BASE}/:ids`,
    { config: logged("remove", 3), schema: { params: pathParts("ids"), response: okSchema() } },
    async (request) => {
      const ids = parseIds(request.params.ids);
      const gone = await db.delete(job).where(inArray(job.jobId, ids)).returning({ id: job.jobId });
      if (gone.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
      return ok();
    },
  );
};

export default api;
