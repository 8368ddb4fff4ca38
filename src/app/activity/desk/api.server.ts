import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { ACTIVITY_CODES, type ActivityVerb } from "#src/lib/activity/activity-life.ts";
import type { Permission } from "#src/lib/menu/permission.ts";
import { parseId, parseIds } from "#src/server/crud/ids.ts";
import { offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import type { Person } from "#src/server/flow/flow.ts";
import { accountOf, hasPermission } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { actOnActivity, startActivity } from "../service.server.ts";
import { activity } from "../table.server.ts";
import { copyActivity } from "./copy.server.ts";
import { deskCondition, formOf, listActivities, teacherChoices } from "./read.server.ts";
import { SHEET } from "./sheet.ts";
import { ActivityForm, DeskRow, TeacherChoice } from "./wire.ts";

const PATH = "/api/activity/desk";
const BASE = `/prod-api${PATH}`;
const EDIT = "activity:activity:edit";
const PUBLISH = "activity:activity:publish";
const ONLY_PUBLISHERS = "已发布的活动由有发布权限的人修改，请联系审核人员";

/** A body's keys are read one by one: what is wrong with them is said on the field. */
const Body = Type.Record(Type.String(), Type.Unknown());
const BODY_BYTES = 512 * 1024;
const Made = Type.Object({ id: Type.Number(), version: Type.Number() });

const personOf = (request: FastifyRequest): Person => ({
  account: accountOf(request),
  ip: request.ip,
});

/** 活动管理: activities from draft over review to visitors, and their end (product 4.7). */
const desk: Slice = (app, context) => {
  readings(app, context);
  writes(app, context);
  steps(app, context);
};

function readings(app: App, context: Context): void {
  const { db } = context;

  app.get(
    `${BASE}/list`,
    {
      config: { access: "activity:activity:list" },
      schema: {
        summary: "活动；草稿和待审的在前，其次是将要举行的",
        querystring: looseQuery({
          title: "名称",
          type: "1 会议、2 培训、3 讲座、4 比赛",
          mode: "1 线下、2 线上、3 线上线下结合",
          state: "0 草稿、1 待审、2 已发布、3 停止报名、4 已结束、5 已取消，可以是几个，以逗号分隔",
          beginTime: "开始时间不早于，yyyy-MM-dd",
          endTime: "开始时间不晚于，yyyy-MM-dd，含当天",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(DeskRow),
      },
    },
    async (request) => {
      const condition = deskCondition(request.query);
      const total = await db.$count(activity, condition);
      const { pageNum, pageSize } = pageOf(request.query);
      const offset = offsetOf(pageNum, pageSize, total);
      return table(await listActivities(context, condition, { limit: pageSize, offset }), total);
    },
  );

  app.get(
    `${BASE}/teachers`,
    {
      config: { access: EDIT },
      schema: {
        summary: "可以选择的师资",
        response: okSchema({ data: Type.Array(TeacherChoice) }),
      },
    },
    async () => ok({ data: await teacherChoices(context) }),
  );

  app.get(
    `${BASE}/:id`,
    {
      config: { access: "activity:activity:query" },
      schema: {
        summary: "一个活动的全部内容",
        params: pathParts("id"),
        response: okSchema({ data: ActivityForm }),
      },
    },
    async (request) => {
      const data = await formOf(context, parseId(request.params.id));
      if (!data) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data });
    },
  );

  exporting(app, context, {
    path: PATH,
    noun: "activity:activity",
    log: ["活动管理", 5],
    sheet: SHEET,
    rows: (tx, input, _request, part) => listActivities({ db: tx }, deskCondition(input), part),
  });
}

function writes(app: App, context: Context): void {
  const writing = (access: Permission, summary: string, kind: 1 | 2) => ({
    config: { access, log: ["活动管理", kind] as [string, 1 | 2] },
    bodyLimit: BODY_BYTES,
    preValidation: fillBody,
    schema: { summary, body: Body, response: okSchema({ data: Made }) },
  });

  app.post(BASE, writing("activity:activity:add", "新建活动草稿", 1), async (request) => {
    const { id, version } = await startActivity(context, request.body, personOf(request));
    return ok({ data: { id, version } }, "已保存草稿");
  });

  app.post(
    `${BASE}/copy`,
    writing("activity:activity:add", "复制为新的草稿，日期顺延 52 周", 1),
    async (request) => {
      const made = await copyActivity(context, parseId(request.body.id), personOf(request));
      return ok({ data: { id: made.id, version: made.version } }, "已复制为草稿");
    },
  );

  app.put(BASE, writing(EDIT, "保存；已发布的要有发布权限", 2), async (request) => {
    const id = parseId(request.body.id);
    const now = await formOf(context, id);
    if (!now) throw new AppError(NOT_FOUND, { code: 404 });
    const isShown = now.state !== ACTIVITY_CODES.draft && now.state !== ACTIVITY_CODES.review;
    const person = personOf(request);
    if (isShown && !hasPermission(person.account, PUBLISH)) throw new AppError(ONLY_PUBLISHERS);
    const verb = isShown ? "amend" : "save";
    const { version } = await actOnActivity(context, verb, id, request.body, person);
    return ok({ data: { id, version } }, isShown ? "已保存，网站已更新" : "已保存草稿");
  });
}

function steps(app: App, context: Context): void {
  const step = (verb: ActivityVerb, access: Permission, summary: string, msg: string) =>
    app.put(
      `${BASE}/${verb}`,
      {
        config: { access, log: ["活动管理", 2] },
        preValidation: fillBody,
        schema: { summary, body: Body, response: okSchema() },
      },
      async (request) => {
        const id = parseId(request.body.id);
        await actOnActivity(context, verb, id, request.body, personOf(request));
        return ok({}, msg);
      },
    );

  step("submit", EDIT, "提交审核", "已提交审核");
  step("withdraw", EDIT, "撤回送审", "已撤回");
  step("sendBack", PUBLISH, "退回修改，写明原因", "已退回");
  step("publish", PUBLISH, "发布", "已发布");
  step("close", PUBLISH, "停止报名", "已停止报名");
  step("reopen", PUBLISH, "恢复报名", "已恢复报名");
  step("cancel", PUBLISH, "取消活动，通知所有报名的人", "已取消，并通知报名的人");

  app.delete(
    `${BASE}/:ids`,
    {
      config: { access: "activity:activity:remove", log: ["活动管理", 3] },
      schema: { summary: "删除草稿", params: pathParts("ids"), response: okSchema() },
    },
    async (request) => {
      const person = personOf(request);
      await context.db.transaction(async (tx) => {
        for (const id of parseIds(request.params.ids)) {
          await actOnActivity({ ...context, db: tx }, "discard", id, {}, person);
        }
      });
      return ok();
    },
  );
}

export default desk;
