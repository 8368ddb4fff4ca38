import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { Type } from "typebox";
import { containsPairs } from "#src/db/like.ts";
import { timeText } from "#src/db/shanghai.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { RowId } from "#src/lib/wire.ts";
import { boundedTotal } from "#src/server/crud/large-list.ts";
import {
  conditionOf,
  inputText,
  type ListInput,
  offsetOf,
  pageOf,
} from "#src/server/crud/list-query.ts";
import { accountOf } from "#src/server/http/access.ts";
import { largeTable, largeTableSchema, ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { ordersFoundBy } from "../../activity/service.server.ts";
import { activityOrder } from "../../activity/table.server.ts";
import { requireStepUp } from "../../login/stepUp/service.server.ts";
import { type Reach, reachOf } from "../../system/reach/service.server.ts";
import { adjusting, signsFoundBy } from "../../system/sign/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { causeName, causeNo, causeUser } from "../cause/service.server.ts";
import { payment, refund } from "../table.server.ts";
import { askRefund, decideRefund, payOut, REFUNDS } from "./acts.server.ts";
import { RefundRow } from "./wire.ts";

const BASE = "/prod-api/api/bll/finance/refund";

const Text = Type.String({ default: "", maxLength: 2_000 });

const asker = alias(user, "asker");
const decider = alias(user, "decider");

const LIST = "finance:refund:list";

/** Refunds whose payment and application are such. */
const ofPayments = (
  condition: SQL,
): SQL => sql`${refund.paymentId} in (select ${payment.id} from ${payment}
  join ${sign} on ${sign.id} = ${payment.signId} where ${condition})`;

/** Refunds by payer, applicant or number: each way by its own index, as one condition they have none. */
function foundBy(keyword: string): SQL {
  return sql`${refund.paymentId} in (
    select ${payment.id} from ${payment} where ${containsPairs(payment.payerName, keyword)}
    union select ${payment.id} from ${payment} where ${payment.signId} in (${signsFoundBy(keyword)})
    union select ${payment.id} from ${payment} where ${payment.orderId} in (${ordersFoundBy(keyword)}))`;
}

function conditionFor({ has, scope, where }: Reach, input: ListInput): SQL | undefined {
  const states = inputText(input, "state")
    .split(",")
    .filter((text) => /^[0-3]$/.test(text))
    .map(Number);
  const keyword = inputText(input, "keyword");
  return and(
    has(LIST) && scope(LIST).isAll ? undefined : ofPayments(where(LIST, REFUNDS)),
    conditionOf(refund, { equals: ["kind"] }, input),
    states.length > 0 ? inArray(refund.state, states) : undefined,
    keyword ? foundBy(keyword) : undefined,
  );
}

/** 退款与调整: asked for by one person, decided by another (product 4.6). */
const refunds: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `${BASE}/list`,
    {
      config: { access: LIST },
      schema: {
        summary: "退款与金额更正；待复核的在前",
        querystring: looseQuery({
          keyword: "付款人、申请人或申请号",
          state: "0 待复核、1 已同意、2 已驳回、3 已退款，可以是几个，以逗号分隔",
          kind: "refund 或 correction",
          beginTime: "提出的起始日期，yyyy-MM-dd",
          endTime: "提出的截止日期，yyyy-MM-dd，含当天",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: largeTableSchema(RefundRow),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const { userId } = account;
      const condition = conditionFor(await reachOf(db, account), request.query);
      const { total, isMore } = await boundedTotal(db, refund, condition);
      const { pageNum, pageSize } = pageOf(request.query);
      const order = [desc(sql`${refund.state} = 0`), desc(refund.id)];
      // The rows first: those of the other tables would be looked up for all that are passed over.
      const page = db
        .select({ id: refund.id })
        .from(refund)
        .where(condition)
        .orderBy(...order)
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      const rows = await db
        .select({
          id: refund.id,
          paymentId: refund.paymentId,
          signId: payment.signId,
          state: refund.state,
          kind: refund.kind,
          applyNo: causeNo,
          name: causeName,
          payerName: payment.payerName,
          receivedFen: payment.receivedFen,
          amountFen: refund.amountFen,
          reason: refund.reason,
          opinion: refund.opinion,
          askedBy: asker.nickName,
          askedById: refund.askedBy,
          ownerId: causeUser,
          decidedBy: decider.nickName,
          createTime: timeText(refund.createTime),
          decidedAt: sql<string | null>`${timeText(refund.decidedAt)}`,
        })
        .from(refund)
        .innerJoin(payment, eq(payment.id, refund.paymentId))
        .leftJoin(sign, eq(sign.id, payment.signId))
        .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
        .leftJoin(asker, eq(asker.userId, refund.askedBy))
        .leftJoin(decider, eq(decider.userId, refund.decidedBy))
        .where(inArray(refund.id, page))
        .orderBy(...order);
      return largeTable(
        rows.map(({ receivedFen, amountFen, askedById, ownerId, ...row }) => ({
          ...row,
          receivedAmount: moneyText(receivedFen),
          amount: moneyText(amountFen),
          askedBy: row.askedBy ?? "",
          decidedBy: row.decidedBy ?? "",
          mayDecide: row.state === 0 && askedById !== userId && ownerId !== userId,
        })),
        total,
        isMore,
      );
    },
  );

  app.post(
    BASE,
    {
      config: { access: "finance:refund:add", log: ["退款与调整", 1] },
      schema: {
        summary: "对一笔已确认的缴费提出退款或金额更正",
        body: Type.Object({ paymentId: RowId, kind: Text, amount: Text, reason: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      await db.transaction((tx) => askRefund(tx, reach, request.body));
      return ok({}, "已提交，等待另一人复核");
    },
  );

  app.put(
    `${BASE}/decide`,
    {
      config: { access: "finance:refund:approve", log: ["退款与调整", 2] },
      schema: {
        summary: "同意或驳回；提出的人不能复核",
        body: Type.Object({ id: RowId, isAgreed: Type.Boolean(), opinion: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      if (request.body.isAgreed) await requireStepUp(context, accountOf(request));
      const reach = await reachOf(db, accountOf(request));
      const follow = await adjusting(context, request);
      await db.transaction((tx) => decideRefund(tx, reach, request.body, follow));
      return ok({}, request.body.isAgreed ? "已同意" : "已驳回");
    },
  );

  app.put(
    `${BASE}/paid`,
    {
      config: { access: "finance:refund:approve", log: ["退款与调整", 2] },
      schema: {
        summary: "登记退款已付出，并通知缴费人",
        body: Type.Object({ id: RowId }),
        response: okSchema(),
      },
    },
    async (request) => {
      await requireStepUp(context, accountOf(request));
      const reach = await reachOf(db, accountOf(request));
      await db.transaction((tx) => payOut(tx, reach, request.body.id));
      return ok({}, "已登记退款，并通知缴费人");
    },
  );
};

export default refunds;
