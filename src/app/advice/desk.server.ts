import { eq } from "drizzle-orm";
import { type TProperties, Type } from "typebox";
import type { AdviceVerb } from "../../lib/advice/advice-life.ts";
import type { Permission } from "../../lib/menu/permission.ts";
import { formatDateTime } from "../../lib/text/dates.ts";
import { RowId } from "../../lib/wire.ts";
import { parseId } from "../../server/crud/ids.ts";
import { offsetOf, pageOf } from "../../server/crud/list-query.ts";
import { revealing } from "../../server/crud/revealing.ts";
import { accountOf } from "../../server/http/access.ts";
import { AppError, NOT_FOUND } from "../../server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "../../server/http/reply.ts";
import { looseQuery, pathParts } from "../../server/http/request-schemas.ts";
import type { App, Context } from "../../server/start/context.ts";
import { stepsOf } from "../inbox/service.server.ts";
import { handlersOf } from "./acts/handlers.server.ts";
import { takeAdviceStep } from "./acts/steps.server.ts";
import { adviceCondition, listAdvice } from "./list.server.ts";
import { advice } from "./table.server.ts";
import { AdviceDetail, AdviceRow, Handler } from "./wire.ts";

const PATH = "/api/bll/advice";
const BASE = `/prod-api${PATH}`;
const ANSWER = "content:advice:answer";

/** 咨询管理: staff take what was asked, answer it, hand it on and close it. */
export function adviceDesk(app: App, context: Context): void {
  readings(app, context);
  steps(app, context);
}

function readings(app: App, context: Context): void {
  const { db } = context;

  app.get(
    `${BASE}/list`,
    {
      config: { access: "content:advice:list" },
      schema: {
        summary: "咨询；未办的在前，最急的最先",
        querystring: looseQuery({
          keyword: "编号、称呼或内容",
          state: "new、taken、answered、closed，可以是几个，以逗号分隔",
          topic: "主题，字典 advice_topic 的值",
          isUrgent: "1 只看紧急",
          isMine: "1 只看我办理的",
          beginTime: "提交的起始日期，yyyy-MM-dd",
          endTime: "提交的截止日期，yyyy-MM-dd，含当天",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(AdviceRow),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const condition = adviceCondition(request.query, userId);
      const total = await db.$count(advice, condition);
      const { pageNum, pageSize } = pageOf(request.query);
      const offset = offsetOf(pageNum, pageSize, total);
      return table(
        await listAdvice(context, condition, { userId, limit: pageSize, offset }),
        total,
      );
    },
  );

  app.get(
    `${BASE}/handlers`,
    {
      config: { access: ANSWER },
      schema: {
        summary: "可以答复咨询的同事",
        response: okSchema({ data: Type.Array(Handler) }),
      },
    },
    async () => ok({ data: await handlersOf(db) }),
  );

  app.get(
    `${BASE}/:id`,
    {
      config: { access: "content:advice:query" },
      schema: {
        summary: "一条咨询和它的经过",
        params: pathParts("id"),
        response: okSchema({ data: AdviceDetail }),
      },
    },
    async (request) => {
      const id = parseId(request.params.id);
      const { userId } = accountOf(request);
      const [row] = await listAdvice(context, eq(advice.id, id), { userId, limit: 1, offset: 0 });
      if (!row) throw new AppError(NOT_FOUND, { code: 404 });
      const history = await stepsOf(db, "advice", id);
      return ok({
        data: {
          ...row,
          history: history.map(({ action, nickName, opinion, createTime, userId: by }) => ({
            action,
            nickName: action === "create" && by === null ? "访客" : nickName,
            opinion,
            createTime: formatDateTime(createTime),
          })),
        },
      });
    },
  );

  revealing(app, {
    path: PATH,
    access: "content:advice:reveal",
    log: "咨询管理",
    fields: { phone: "手机号" },
    async read(_account, id) {
      const [row] = await db.select({ phone: advice.phone }).from(advice).where(eq(advice.id, id));
      return row?.phone;
    },
  });
}

const Given = { id: RowId, version: Type.Optional(Type.Integer()) };
const Text = Type.String({ default: "", maxLength: 4_000 });

function steps(app: App, context: Context): void {
  const step = <P extends TProperties>(
    verb: AdviceVerb,
    access: Permission,
    summary: string,
    msg: string,
    more: P,
  ) =>
    app.put(
      `${BASE}/${verb}`,
      {
        config: { access, log: ["咨询管理", 2] },
        schema: { summary, body: Type.Object({ ...Given, ...more }), response: okSchema() },
      },
      async (request) => {
        await takeAdviceStep(context, request, verb, request.body as { id: number });
        return ok({}, msg);
      },
    );

  step("take", ANSWER, "受理一条咨询", "已受理", {});
  step("answer", ANSWER, "答复，并通知本人", "已答复，并通知本人", { answer: Text });
  step("handOn", ANSWER, "转给另一位可以答复的同事", "已转办", {
    handlerId: Type.Optional(Type.Integer({ title: "同事" })),
  });
  step("putBack", ANSWER, "退回待受理", "已退回待受理", { opinion: Text });
  step("close", "content:advice:close", "关闭，不再办理", "已关闭", { opinion: Text });
}
