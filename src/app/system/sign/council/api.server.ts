import { Type } from "typebox";
import { VERDICTS } from "#src/lib/membership/council.ts";
import { OneOf, RowId } from "#src/lib/wire.ts";
import { parseId, parseIds } from "#src/server/crud/ids.ts";
import { fieldsBody, fillBody } from "#src/server/fields/fields.ts";
import { attachment } from "#src/server/files/sending.ts";
import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { personOf } from "../model/rights.server.ts";
import { putApplications, resolve } from "./acts.server.ts";
import { agendaPdf } from "./agenda.server.ts";
import {
  addMeeting,
  editMeeting,
  listMeetings,
  MEETING_FIELDS,
  meetingRow,
  removeMeetings,
} from "./meetings.server.ts";
import { takeOff } from "./service.server.ts";
import { candidates, sheetOf } from "./sheet.server.ts";
import { Candidate, MeetingRow, Outcome, Sheet } from "./wire.ts";

const BASE = "/prod-api/api/system/sign/council";
const DECIDE = "member:sign:council";

/** 理事会审议: meetings, their sheets, and the resolution on a whole sheet (product 4.3, 7.4). */
const council: Slice = (app, context) => {
  meetings(app, context);
  sheets(app, context);
};

const NAMES = ["meetingName", "kind", "meetingOn", "place", "remark"] as const;

function meetings(app: App, { db }: Context): void {
  app.get(
    `${BASE}/list`,
    {
      config: { access: "member:council:list" },
      schema: {
        querystring: looseQuery({
          meetingName: "会议名称，含有即可",
          kind: "council 理事会，standing 常务理事会",
          isDecided: "0 待审议，1 已登记决议",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(MeetingRow),
      },
    },
    async (request) => {
      const { rows, total } = await listMeetings(db, request.query);
      return table(rows, total);
    },
  );

  app.get(
    `${BASE}/:id`,
    {
      config: { access: "member:council:query" },
      schema: { params: pathParts("id"), response: okSchema({ data: MeetingRow }) },
    },
    async (request) => ok({ data: await meetingRow(db, parseId(request.params.id)) }),
  );

  app.post(
    BASE,
    {
      config: { access: "member:council:add", log: ["理事会审议", 1] },
      preValidation: fillBody,
      schema: {
        body: fieldsBody(MEETING_FIELDS, NAMES),
        response: okSchema({ data: Type.Integer() }),
      },
    },
    async (request) =>
      ok({ data: await addMeeting(db, accountOf(request).userName, request.body) }),
  );

  app.put(
    BASE,
    {
      config: { access: "member:council:edit", log: ["理事会审议", 2] },
      preValidation: fillBody,
      schema: {
        body: fieldsBody(MEETING_FIELDS, ["id", "version", ...NAMES], "id"),
        response: okSchema(),
      },
    },
    async (request) => {
      const { body } = request;
      await editMeeting(db, accountOf(request).userName, parseId(body.id), body);
      return ok();
    },
  );

  app.delete(
    `${BASE}/:ids`,
    {
      config: { access: "member:council:remove", log: ["理事会审议", 3] },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => {
      await removeMeetings(db, parseIds(request.params.ids));
      return ok();
    },
  );
}

const Verdict = Type.Object({
  id: RowId,
  verdict: OneOf(VERDICTS),
  opinion: Type.String({ default: "", maxLength: 2_000, title: "意见" }),
});

function sheets(app: App, context: Context): void {
  const { db } = context;

  app.get(
    `${BASE}/sheet/:id`,
    {
      config: { access: "member:council:query" },
      schema: { params: pathParts("id"), response: okSchema({ data: Sheet }) },
    },
    async (request) => ok({ data: await sheetOf(db, parseId(request.params.id)) }),
  );

  app.get(
    `${BASE}/agenda/:id`,
    {
      config: { access: "member:council:query" },
      schema: { params: pathParts("id"), response: { 200: Type.Unknown() } },
    },
    async (request, reply) => {
      const { bytes, title } = await agendaPdf(context, parseId(request.params.id));
      return reply
        .headers({
          "content-type": "application/pdf",
          "content-disposition": attachment(`${title}.pdf`),
          "cache-control": "no-store",
        })
        .send(bytes);
    },
  );

  app.get(
    `${BASE}/candidates`,
    {
      config: { access: DECIDE },
      schema: {
        summary: "待理事会审议、还没有列入名单的申请",
        querystring: looseQuery({
          keyword: "名称或申请号",
          memberType: "01 个人，02 单位",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(Candidate),
      },
    },
    async (request) => {
      const { rows, total } = await candidates(db, await personOf(context, request), request.query);
      return table(rows, total);
    },
  );

  app.post(
    `${BASE}/items`,
    {
      config: { access: DECIDE, log: ["理事会审议", 2] },
      schema: {
        summary: "把申请列入一次会议的名单",
        body: Type.Object({
          meetingId: RowId,
          signIds: Type.Array(RowId, { minItems: 1, maxItems: 100, title: "申请" }),
        }),
        response: okSchema({ data: Type.Integer() }),
      },
    },
    async (request) => {
      const { meetingId, signIds } = request.body;
      const person = await personOf(context, request);
      const data = await putApplications(db, person, meetingId, signIds);
      return ok({ data }, `已列入 ${data} 份申请`);
    },
  );

  app.post(
    `${BASE}/takeOff`,
    {
      config: { access: DECIDE, log: ["理事会审议", 2] },
      schema: {
        summary: "把内容移出名单",
        body: Type.Object({
          meetingId: RowId,
          ids: Type.Array(RowId, { minItems: 1, maxItems: 100, title: "名单内容" }),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { meetingId, ids } = request.body;
      const by = accountOf(request).userName;
      const count = await takeOff(db, { meetingId, by }, ids);
      return ok({}, `已移出 ${count} 项`);
    },
  );

  app.put(
    `${BASE}/resolve`,
    {
      config: { access: DECIDE, log: ["理事会审议", 2] },
      schema: {
        summary: "登记决议：名单上的内容一并通过、不通过或延期，名单随之封存",
        body: Type.Object({
          id: RowId,
          version: RowId,
          resolutionNo: Type.String({ default: "", maxLength: 200, title: "决议号" }),
          resolutionDate: Type.String({ default: "", maxLength: 50, title: "决议日期" }),
          verdicts: Type.Array(Verdict, { maxItems: 300, default: [], title: "审议结果" }),
        }),
        response: okSchema({ data: Type.Array(Outcome) }),
      },
    },
    async (request) => {
      const person = await personOf(context, request);
      return ok({ data: await resolve(context, person, request.body) });
    },
  );
}

export default council;
