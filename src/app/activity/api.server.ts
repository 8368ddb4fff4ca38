import { eq } from "drizzle-orm";
import { Type } from "typebox";
import { checkPhone, checkSmsCode, normalisePhone } from "#src/lib/people/phone.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { CODE_WRONG, spendCode } from "../login/service.server.ts";
import { actOnEntry } from "./acts/entry-flow.server.ts";
import { payOrder } from "./acts/order-money.server.ts";
import { signUp } from "./acts/sign-up.server.ts";
import { ownerOf, phoneProof } from "./model/owner.server.ts";
import { calendarOf } from "./read/calendar.server.ts";
import { ownOrder } from "./read/orders.server.ts";
import { ownSigns } from "./read/own.server.ts";
import { findShown, listShown, seatsOf } from "./read/shown.server.ts";
import { activity } from "./table.server.ts";
import { ActivityInfo, ActivityRow, OwnOrder, OwnSign, Seats, SignedUp, Stepped } from "./wire.ts";

const BASE = "/prod-api/api/activity/activities";

/** A body's keys are read one by one: what is wrong with them is said on the field. */
const Body = Type.Record(Type.String(), Type.Unknown());
/** Fifty people with all their answers. */
const BODY_BYTES = 512 * 1024;

/** product 4.7: activities as visitors see them, and what somebody does with their own places. */
const api: Slice = (app, context) => {
  shown(app, context);
  owners(app, context);
};

function shown(app: App, { db, origin }: Context): void {
  app.get(
    `${BASE}/getInfoList`,
    {
      config: { access: "public" },
      schema: {
        summary: "查询活动",
        querystring: looseQuery({
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
          type: "1 会议、2 培训、3 讲座、4 比赛",
          status: "open 报名中、soon 即将报名、closed 报名结束、over 已结束",
          month: "yyyy-MM",
          city: "城市",
          mode: "1 线下、2 线上、3 线上线下结合",
          keyword: "名称",
        }),
        response: tableSchema(ActivityRow),
      },
    },
    async (request) => {
      const { rows, total } = await listShown(db, request.query);
      return table(rows, total);
    },
  );

  app.get(
    `${BASE}/getInfo`,
    {
      config: { access: "public" },
      schema: {
        summary: "查询一个活动",
        querystring: looseQuery({ id: "活动编号" }),
        response: okSchema({ data: ActivityInfo }),
      },
    },
    async (request) => {
      const data = await findShown(db, parseId(request.query.id));
      if (!data) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data });
    },
  );

  app.get(
    `${BASE}/calendar`,
    {
      config: { access: "public" },
      schema: {
        summary: "日历文件",
        querystring: looseQuery({ id: "活动编号" }),
        response: { 200: Type.String() },
      },
    },
    async (request, reply) => {
      const row = await findShown(db, parseId(request.query.id));
      if (!row) throw new AppError(NOT_FOUND, { code: 404 });
      reply.header("content-type", "text/calendar; charset=utf-8");
      return calendarOf(row, origin);
    },
  );

  app.get(
    `${BASE}/seats`,
    {
      config: { access: "public" },
      schema: {
        summary: "现在剩余的名额",
        querystring: looseQuery({ ids: "活动编号，可以是几个，以逗号分隔，最多 50 个" }),
        response: okSchema({ data: Type.Array(Seats) }),
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const asked = request.query.ids;
      const ids = (typeof asked === "string" ? asked : "")
        .split(",")
        .filter((text) => /^\d{1,15}$/.test(text))
        .map(Number);
      return ok({ data: await seatsOf(db, ids) });
    },
  );
}

function owners(app: App, context: Context): void {
  const { db, env } = context;

  app.post(
    `${BASE}/prove`,
    {
      config: { access: "public" },
      schema: {
        summary: "以短信验证码证明手机号，用于没有账号的人报名和查询",
        body: Type.Object({
          phone: Type.Optional(Type.String()),
          smsCode: Type.Optional(Type.String()),
        }),
        response: okSchema({ proof: Type.String() }),
      },
    },
    async (request) => {
      const receiver = normalisePhone(request.body.phone ?? "");
      const code = request.body.smsCode ?? "";
      refuseFields({ phone: checkPhone(receiver), smsCode: checkSmsCode(code) });
      if (!(await spendCode(db, { receiver, scene: "activity", code }))) {
        throw new AppError(CODE_WRONG, { fields: { smsCode: CODE_WRONG } });
      }
      return ok({ proof: phoneProof(env.dataDir, receiver) });
    },
  );

  app.post(
    `${BASE}/saveBll`,
    {
      config: { access: "public", log: ["活动报名", 1] },
      bodyLimit: BODY_BYTES,
      preValidation: fillBody,
      schema: {
        summary: "报名；没有登录的以 prove 得到的 proof 证明手机号",
        body: Body,
        response: okSchema({ data: SignedUp }),
      },
    },
    async (request) => {
      const { body, account, ip } = request;
      const owner = await ownerOf(context, request, body);
      const person = { account, ip, owner: { ...owner, code: "" } };
      const { order, entries } = await signUp(context, parseId(body.activityId), body, person);
      const data = {
        orderId: order.id,
        code: order.code,
        entries: entries.map(({ id, serial, state, name, amountFen }) => ({
          id,
          serial,
          state,
          name,
          amount: moneyText(amountFen),
        })),
      };
      return ok({ data });
    },
  );

  app.get(
    `${BASE}/mine`,
    {
      config: { access: "login" },
      schema: { summary: "我的报名", response: okSchema({ data: Type.Array(OwnSign) }) },
    },
    async (request) => {
      accountOf(request);
      return ok({ data: await ownSigns(context, await ownerOf(context, request, {})) });
    },
  );

  app.post(
    `${BASE}/sign`,
    {
      config: { access: "public" },
      preValidation: fillBody,
      schema: {
        summary: "本人在一个活动中的报名；code 为报名链接中的代码，proof 为手机号证明",
        body: Body,
        response: okSchema({ data: Type.Array(OwnSign) }),
      },
    },
    async (request) => {
      const id = parseId(request.body.id);
      const owner = await ownerOf(context, request, request.body);
      return ok({ data: await ownSigns(context, owner, eq(activity.id, id)) });
    },
  );

  app.post(
    `${BASE}/quote`,
    {
      config: { access: "public" },
      preValidation: fillBody,
      schema: {
        summary: "一份报名今天应缴的费用、收款账户和缴费记录",
        body: Body,
        response: okSchema({ data: OwnOrder }),
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const owner = await ownerOf(context, request, request.body);
      return ok({ data: await ownOrder(context, parseId(request.body.orderId), owner) });
    },
  );

  app.post(
    `${BASE}/pay`,
    {
      config: { access: "public", log: ["活动缴费", 1] },
      preValidation: fillBody,
      schema: {
        summary: "提交缴费凭证；dueAmount 为看到的应缴金额，与当日不符时须重新确认",
        body: Body,
        response: okSchema({ data: OwnOrder }),
      },
    },
    async (request) => {
      const { body, account, ip } = request;
      const owner = await ownerOf(context, request, body);
      const orderId = parseId(body.orderId);
      await payOrder(context, orderId, body, { account, ip, owner });
      return ok({ data: await ownOrder(context, orderId, owner) });
    },
  );

  for (const [verb, summary] of [
    ["accept", "接受候补名额"],
    ["cancel", "取消报名"],
  ] as const) {
    app.post(
      `${BASE}/${verb}`,
      {
        config: { access: "public", log: ["活动报名", 2] },
        preValidation: fillBody,
        schema: { summary, body: Body, response: okSchema({ data: Stepped }) },
      },
      async (request) => {
        const { body, account, ip } = request;
        const owner = await ownerOf(context, request, body);
        const person = { account, ip, owner };
        const row = await actOnEntry(context, verb, parseId(body.id), body, person);
        return ok({ data: { id: row.id, state: row.state, version: row.version } });
      },
    );
  }
}

export default api;
