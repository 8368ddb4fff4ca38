import { Type } from "typebox";
import { RowId } from "#src/lib/wire.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, FORBIDDEN, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { confirmOrder, openOrder, orderMoney, refuseOrder } from "../../activity/service.server.ts";
import { OrderMoney } from "../../activity/wire.ts";
import { reachOf } from "../../system/reach/service.server.ts";

const BASE = "/prod-api/api/bll/finance/confirm/order";
const CONFIRM = "member:finance:confirm";

const Text = Type.String({ default: "", maxLength: 2_000 });

/** Money for orders of activities: looked at, confirmed and refused beside that of applications. */
export const orderPayments: Slice = (app, context) => {
  const { db } = context;

  /** Activities belong to no branch: their money is for who reaches all. */
  const personOf = async (request: Parameters<typeof accountOf>[0] & { ip: string }) => {
    const account = accountOf(request);
    const reach = await reachOf(db, account);
    if (!reach.scope(CONFIRM).isAll) throw new AppError(FORBIDDEN, { code: 403 });
    return { account, ip: request.ip };
  };

  app.post(
    `${BASE}/open`,
    {
      config: { access: CONFIRM, log: ["到账确认", 2] },
      schema: {
        summary: "打开一份活动报名的缴费；待确认的凭证从此不能由缴费人更换",
        body: Type.Object({ orderId: RowId }),
        response: okSchema({ data: OrderMoney }),
      },
    },
    async (request) => {
      const { account } = await personOf(request);
      const { orderId } = request.body;
      await openOrder(context, orderId, account);
      const data = await orderMoney(context, orderId);
      if (!data) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data });
    },
  );

  app.put(
    `${BASE}/pass`,
    {
      config: { access: CONFIRM, log: ["到账确认", 2] },
      schema: {
        summary: "确认活动费用到账",
        body: Type.Object({ orderId: RowId, receivedAmount: Text, bankSerial: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { orderId, ...given } = request.body;
      await confirmOrder(context, orderId, given, await personOf(request));
      return ok(undefined, "已确认到账");
    },
  );

  app.put(
    `${BASE}/fail`,
    {
      config: { access: CONFIRM, log: ["到账确认", 2] },
      schema: {
        summary: "驳回活动费用的凭证，写明原因",
        body: Type.Object({ orderId: RowId, reasonCode: Text, reason: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { orderId, ...given } = request.body;
      await refuseOrder(context, orderId, given, await personOf(request));
      return ok(undefined, "已驳回，并通知缴费人");
    },
  );
};
