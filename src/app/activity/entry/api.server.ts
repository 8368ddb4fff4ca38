import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { EntryVerb } from "#src/lib/activity/entry-life.ts";
import type { Permission } from "#src/lib/menu/permission.ts";
import { parseId, readIds } from "#src/server/crud/ids.ts";
import { offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { sendBytes } from "#src/server/files/sending.ts";
import type { Person } from "#src/server/flow/flow.ts";
import { accountOf } from "#src/server/http/access.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { actOnEntries, enterByStaff } from "../service.server.ts";
import { activityEntry } from "../table.server.ts";
import { activityChoices, entryCondition, listEntries, wholeEntries } from "./list.server.ts";
import { printEntries } from "./print.server.ts";
import { SHEET } from "./sheet.ts";
import { ActivityChoice, EntryOutcome, EntryRow } from "./wire.ts";

const PATH = "/api/activity/entry";
const BASE = `/prod-api${PATH}`;

const Body = Type.Record(Type.String(), Type.Unknown());
/** Steps of one call: each has a transaction's worth of locks. */
const MOST = 200;

const personOf = (request: FastifyRequest): Person => ({
  account: accountOf(request),
  ip: request.ip,
});

/** 报名管理: who takes part, passed or refused one by one or together, seated, and taken along as a file (product 4.7). */
const entries: Slice = (app, context) => {
  readings(app, context);
  steps(app, context);
};

function readings(app: App, context: Context): void {
  const { db } = context;

  app.get(
    `${BASE}/list`,
    {
      config: { access: "activity:entry:list" },
      schema: {
        summary: "报名；待审核的在前",
        querystring: looseQuery({
          activityId: "活动编号，不填为全部",
          state:
            "0 待审核、1 待缴费、2 待财务确认、3 报名成功、4 已签到、5 已完成、6 候补、7 已取消、8 退费、9 未通过、10 缺席，可以是几个，以逗号分隔",
          keyword: "姓名、单位、手机号或其后四位",
          beginTime: "报名的起始日期，yyyy-MM-dd",
          endTime: "报名的截止日期，yyyy-MM-dd，含当天",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(EntryRow),
      },
    },
    async (request) => {
      const condition = entryCondition(request.query);
      const total = await db.$count(activityEntry, condition);
      const { pageNum, pageSize } = pageOf(request.query);
      const offset = offsetOf(pageNum, pageSize, total);
      return table(await listEntries(context, condition, { limit: pageSize, offset }), total);
    },
  );

  app.get(
    `${BASE}/activities`,
    {
      config: { access: "activity:entry:list" },
      schema: {
        summary: "可以选择的活动",
        response: okSchema({ data: Type.Array(ActivityChoice) }),
      },
    },
    async () => ok({ data: await activityChoices(context) }),
  );

  exporting(app, context, {
    path: PATH,
    noun: "activity:entry",
    isOfPersons: true,
    log: ["报名管理", 5],
    sheet: SHEET,
    rows: (tx, input, _request, part) => wholeEntries({ db: tx }, entryCondition(input), part),
  });

  app.post(
    `${BASE}/print`,
    {
      config: { access: "activity:entry:export", asksProof: true, log: ["报名管理", 5] },
      preValidation: fillBody,
      schema: {
        summary:
          "签到表、胸牌或姓名标签（PDF，A4）；kind 为 list、badges、labels，ids 为选中的报名，没有时按列表的条件；order 为 serial、name、unit",
        body: Body,
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const { pdf, name } = await printEntries(context, request.body);
      return sendBytes(
        reply,
        { size: pdf.length, stream: Readable.from([pdf]) },
        { mime: "application/pdf", name, isInline: false, cacheControl: "private, no-store" },
      );
    },
  );
}

function steps(app: App, context: Context): void {
  app.post(
    BASE,
    {
      config: { access: "activity:entry:add", log: ["报名管理", 1] },
      preValidation: fillBody,
      schema: {
        summary: "录入一位参加的人，免费，占用名额",
        body: Body,
        response: okSchema({ data: Type.Object({ id: Type.Number(), serial: Type.Number() }) }),
      },
    },
    async (request) => {
      const { body } = request;
      const id = parseId(body.activityId);
      const entry = await enterByStaff(context, id, body, "desk", personOf(request));
      return ok({ data: { id: entry.id, serial: entry.serial } }, "已录入，并通知本人");
    },
  );

  const step = (verb: EntryVerb, access: Permission, summary: string) =>
    app.put(
      `${BASE}/${verb}`,
      {
        config: { access, log: ["报名管理", 2] },
        preValidation: fillBody,
        schema: {
          summary: `${summary}；ids 可以是几个，每个有自己的结果`,
          body: Body,
          response: okSchema({ data: Type.Array(EntryOutcome) }),
        },
      },
      async (request) => {
        const { body } = request;
        const ids = [...new Set(readIds(body, "ids") ?? [])];
        const isGood = ids.length > 0 && ids.length <= MOST;
        refuseFields({ ids: isGood ? undefined : `请选择 1 到 ${MOST} 条报名` });
        // The version of one page's row would be asked of each.
        const { version: _version, ...given } = body;
        return ok({ data: await actOnEntries(context, verb, ids, given, personOf(request)) });
      },
    );

  step("pass", "activity:entry:check", "审核通过");
  step("reject", "activity:entry:check", "审核不通过，写明原因");
  step("cancel", "activity:entry:edit", "取消报名，写明原因");
  step("place", "activity:entry:edit", "安排座位");
  step("checkIn", "activity:entry:checkIn", "签到");
  step("undoCheckIn", "activity:entry:checkIn", "撤销签到");
}

export default entries;
