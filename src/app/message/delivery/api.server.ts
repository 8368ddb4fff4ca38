import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { Type } from "typebox";
import { timeText } from "#src/db/shanghai.ts";
import { isEvent, specOf } from "#src/lib/message/events.ts";
import { isWithinHours } from "#src/lib/message/quiet-hours.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { parseIds } from "#src/server/crud/ids.ts";
import { boundedTotal } from "#src/server/crud/large-list.ts";
import { conditionOf, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { AppError } from "#src/server/http/errors.ts";
import { largeTable, largeTableSchema, ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { tellNews } from "../../news/service.server.ts";
import { settings } from "../../system/config/service.server.ts";
import { FORGOTTEN, smsBudget, smsOfDay } from "../service.server.ts";
import { delivery } from "../table.server.ts";
import { DeliveryRow, DeliveryState } from "./wire.ts";

const BASE = "/prod-api/api/bll/message/delivery";

const mayRetry = and(eq(delivery.state, "failed"), isNotNull(delivery.receiver));

/** 发送记录: what was sent, what waits and what failed, and another try. */
const deliveries: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `${BASE}/state`,
    {
      config: { access: "system:delivery:list" },
      schema: { response: okSchema({ data: DeliveryState }) },
    },
    async () => {
      const quietHours = (await settings(context)).get("sms.quietHours") ?? "";
      return ok({
        data: {
          usedSms: await smsOfDay(db),
          budget: await smsBudget(context),
          waiting: await db.$count(delivery, eq(delivery.state, "waiting")),
          failed: await db.$count(delivery, mayRetry),
          quietHours,
          isQuiet: isWithinHours(quietHours, new Date()),
        },
      });
    },
  );

  app.get(
    `${BASE}/list`,
    {
      config: { access: "system:delivery:list" },
      schema: {
        summary: "发送记录，新的在前；收件人与文字已打码",
        querystring: looseQuery({
          channel: "sms 或 mail",
          event: "通知事件",
          state: "waiting、sent、failed 或 dropped",
          beginTime: "创建时间，从",
          endTime: "创建时间，到",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: largeTableSchema(DeliveryRow),
      },
    },
    async (request) => {
      const asked = conditionOf(delivery, { equals: ["channel", "event", "state"] }, request.query);
      const { pageNum, pageSize } = pageOf(request.query);
      const { total, isMore } = await boundedTotal(db, delivery, asked);
      const order = [desc(delivery.createTime), desc(delivery.id)];
      // The page is found in an index first.
      const page = db
        .select({ id: delivery.id })
        .from(delivery)
        .where(asked)
        .orderBy(...order)
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      const rows = await db
        .select({
          id: delivery.id,
          event: delivery.event,
          channel: delivery.channel,
          receiver: delivery.receiverShown,
          title: delivery.titleShown,
          content: delivery.contentShown,
          state: delivery.state,
          answer: delivery.answer,
          parts: delivery.parts,
          tries: delivery.tries,
          createTime: timeText(delivery.createTime),
          triedTime: timeText(delivery.triedTime),
          nextTryTime: timeText(delivery.nextTryTime),
          doneTime: timeText(delivery.doneTime),
          mayRetry: sql<boolean>`${mayRetry}`,
        })
        .from(delivery)
        .where(inArray(delivery.id, page))
        .orderBy(...order);
      return largeTable(
        rows.map((row) => ({
          ...row,
          eventName: isEvent(row.event) ? specOf(row.event).name : row.event,
        })),
        total,
        isMore,
      );
    },
  );

  app.put(
    `${BASE}/retry/:ids`,
    {
      config: { access: "system:delivery:retry", log: ["发送记录", 2] },
      schema: {
        params: pathParts("ids"),
        summary: "再次发送失败的短信或邮件",
        response: okSchema({ data: Type.Object({ count: Type.Integer() }) }),
      },
    },
    async (request) => {
      const ids = parseIds(request.params.ids);
      const again = await db.transaction(async (tx) => {
        const rows = await tx
          .update(delivery)
          .set({
            state: "waiting",
            tries: 0,
            answer: "",
            doneTime: null,
            nextTryTime: sql`date_trunc('milliseconds', now())`,
          })
          .where(and(inArray(delivery.id, ids), mayRetry))
          .returning({ id: delivery.id });
        await publishTags(tx, ["messages"]);
        await tellNews(tx, "inbox", ["system:delivery:list"]);
        return rows.length;
      });
      if (again === 0) throw new AppError("没有可以重新发送的记录");
      return ok({ data: { count: again } }, `已安排重新发送 ${again} 条`);
    },
  );

  app.put(
    `${BASE}/drop/:ids`,
    {
      config: { access: "system:delivery:drop", log: ["发送记录", 2] },
      schema: {
        params: pathParts("ids"),
        summary: "不再发送等待或失败的短信或邮件",
        response: okSchema({ data: Type.Object({ count: Type.Integer() }) }),
      },
    },
    async (request) => {
      const ids = parseIds(request.params.ids);
      const gone = await db.transaction(async (tx) => {
        const rows = await tx
          .update(delivery)
          .set({
            ...FORGOTTEN,
            state: "dropped",
            nextTryTime: null,
            doneTime: sql`now()`,
            answer: sql`case when ${delivery.answer} = '' then '工作人员取消发送'
              else left(${delivery.answer}, 200) || '；工作人员取消发送' end`,
          })
          .where(and(inArray(delivery.id, ids), inArray(delivery.state, ["waiting", "failed"])))
          .returning({ id: delivery.id });
        await tellNews(tx, "inbox", ["system:delivery:list"]);
        return rows.length;
      });
      if (gone === 0) throw new AppError("没有可以取消发送的记录");
      return ok({ data: { count: gone } }, `已取消发送 ${gone} 条`);
    },
  );
};

export default deliveries;
