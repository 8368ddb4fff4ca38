import { INCOME_KINDS } from "#src/lib/membership/income.ts";
import { METHOD_NAMES, PAYMENT_STATES } from "#src/lib/membership/payments.ts";
import { boundedTotal, keptCount } from "#src/server/crud/large-list.ts";
import { offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { accountOf } from "#src/server/http/access.ts";
import { largeTable, largeTableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { MONEY } from "#src/server/workbook/sheet-writing.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { payment } from "../table.server.ts";
import { listPayments, paymentCondition } from "./list.server.ts";
import { orderPayments } from "./orders.server.ts";
import { PaymentRow } from "./wire.ts";

const PATH = "/api/bll/finance/confirm";

/** 到账确认: the payments by state (product 4.6); one is confirmed beside its application. */
const payments: Slice = (app, context) => {
  orderPayments(app, context);
  const { db } = context;
  const countAll = keptCount(context, "payments", payment, payment.id, undefined);

  app.get(
    `/prod-api${PATH}/list`,
    {
      config: { access: "member:finance:list" },
      schema: {
        summary: "缴费记录；待确认的在前，等得最久的最先",
        querystring: looseQuery({
          keyword: "付款人、申请人、申请号、附言码或银行流水号",
          state: "0 待确认、1 已确认、2 已驳回、3 已更换，可以是几个，以逗号分隔",
          method: "bank、online 或 cash",
          beginTime: "提交的起始日期，yyyy-MM-dd",
          endTime: "提交的截止日期，yyyy-MM-dd，含当天",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: largeTableSchema(PaymentRow),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      const condition = paymentCondition(reach, "member:finance:list", request.query);
      const { pageNum, pageSize } = pageOf(request.query);
      const { total, isMore } = condition
        ? await boundedTotal(db, payment, condition)
        : { total: await countAll(), isMore: false };
      const offset = offsetOf(pageNum, pageSize, total);
      const rows = await listPayments(db, condition, { limit: pageSize, offset });
      return largeTable(rows, total, isMore);
    },
  );

  exporting(app, context, {
    path: PATH,
    noun: "member:finance",
    isOfPersons: true,
    log: ["缴费记录", 5],
    sheet: {
      name: "缴费记录",
      columns: [
        ["状态", "state", PAYMENT_STATES],
        ["收入类别", "incomeType", INCOME_KINDS],
        ["活动", "activityTitle"],
        ["申请号", "applyNo"],
        ["申请人", "name"],
        ["付款人", "payerName"],
        ["应缴金额", "dueAmount", MONEY],
        ["缴费金额", "payAmount", MONEY],
        ["到账金额", "receivedAmount", MONEY],
        ["差额", "difference", MONEY],
        ["附言码", "reference"],
        ["银行流水号", "bankSerial"],
        ["缴费方式", "method", METHOD_NAMES],
        ["缴费时间", "payTime"],
        ["提交时间", "createTime"],
        ["确认时间", "confirmedAt"],
        ["提示", "warning"],
      ],
    },
    rows: async (tx, input, request, part) => {
      const reach = await reachOf(tx, accountOf(request));
      return listPayments(tx, paymentCondition(reach, "member:finance:export", input), part);
    },
  });
};

export default payments;
