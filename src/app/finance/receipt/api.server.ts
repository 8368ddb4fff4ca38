import { and, eq, type SQL, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { RECEIPT_KINDS, RECEIPT_STATES, taskMark } from "#src/lib/membership/receipts.ts";
import { RowId } from "#src/lib/wire.ts";
import { boundedTotal, keptCount } from "#src/server/crud/large-list.ts";
import { offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { privateLink } from "#src/server/files/private-link.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { largeTable, largeTableSchema, ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { MONEY } from "#src/server/workbook/sheet-writing.ts";
import { parseId } from "../../../server/crud/ids.ts";
import { activityOrder } from "../../activity/table.server.ts";
import { type Reach, reachOf } from "../../system/reach/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { causeUser } from "../cause/service.server.ts";
import { payment, receipt } from "../table.server.ts";
import {
  askAgain,
  changeHead,
  issue,
  keepIssued,
  lockReceipt,
  mailAgain,
  replace,
} from "./acts.server.ts";
import { listReceipts, ownReceipts, RECEIPTS, receiptCondition } from "./list.server.ts";
import { FileLink, OwnReceipt, ReceiptRow } from "./wire.ts";

const PATH = "/api/bll/finance/receipt";
const BASE = `/prod-api${PATH}`;

const Text = Type.String({ default: "", maxLength: 2_000 });
const Head = { title: Text, taxNo: Text, email: Text };

/** 票据: what is to be issued for payments, what was issued, and what is to be issued once more (product 4.6). */
const receipts: Slice = (app, context) => {
  readings(app, context);
  steps(app, context);
  owners(app, context);
};

function readings(app: App, context: Context): void {
  const { db, env } = context;
  const reach = (request: FastifyRequest) => reachOf(db, accountOf(request));
  const countAll = keptCount(context, "receipts", receipt, receipt.id, undefined);

  app.get(
    `${BASE}/list`,
    {
      config: { access: "finance:receipt:list" },
      schema: {
        summary: "票据；待开与申请重开的在前，等得最久的最先",
        querystring: looseQuery({
          keyword: "抬头、申请人、申请号、票据号码、登记号或任务号",
          state: "0 待开、1 已开、2 已寄、3 申请重开、4 已作废，可以是几个，以逗号分隔",
          kind: "dues、invoice 或 donation",
          beginTime: "列入待开的起始日期，yyyy-MM-dd",
          endTime: "列入待开的截止日期，yyyy-MM-dd，含当天",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: largeTableSchema(ReceiptRow),
      },
    },
    async (request) => {
      const condition = receiptCondition(
        await reach(request),
        "finance:receipt:list",
        request.query,
      );
      const { pageNum, pageSize } = pageOf(request.query);
      const { total, isMore } = condition
        ? await boundedTotal(db, receipt, condition)
        : { total: await countAll(), isMore: false };
      const offset = offsetOf(pageNum, pageSize, total);
      const rows = await listReceipts(db, condition, { limit: pageSize, offset });
      return largeTable(rows, total, isMore);
    },
  );

  app.get(
    `${BASE}/file`,
    {
      config: { access: "login" },
      schema: {
        summary: "电子票据的下载地址，10 分钟内有效；本人或有权查看的财务人员",
        querystring: looseQuery({ id: "票据编号" }),
        response: okSchema({ data: FileLink }),
      },
    },
    async (request) => {
      const { where, account } = await reach(request);
      const [row] = await db
        .select({ file: receipt.file })
        .from(receipt)
        .innerJoin(payment, eq(payment.id, receipt.paymentId))
        .leftJoin(sign, eq(sign.id, payment.signId))
        .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
        .where(
          and(
            eq(receipt.id, parseId(request.query.id)),
            sql`(${eq(causeUser, account.userId)} or ${where("finance:receipt:query", RECEIPTS)})`,
          ),
        );
      if (!row?.file) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data: { url: privateLink(env.dataDir, row.file) } });
    },
  );

  exporting(app, context, {
    path: PATH,
    noun: "finance:receipt",
    isOfPersons: true,
    log: ["票据", 5],
    sheet: {
      name: "票据",
      columns: [
        ["任务号", "task"],
        ["状态", "state", RECEIPT_STATES],
        ["类别", "kind", RECEIPT_KINDS],
        ["抬头", "title"],
        ["税号", "taxNo"],
        ["金额", "amount", MONEY],
        ["大写金额", "capitals"],
        ["收票邮箱", "email"],
        ["联系电话", "phone"],
        ["付款人", "payerName"],
        ["缴费时间", "payTime"],
        ["申请号", "applyNo"],
        ["票据号码", "receiptNo"],
        ["登记号", "registerNo"],
        ["开具人", "issuedBy"],
        ["开具时间", "issuedAt"],
        ["寄送时间", "mailedAt"],
        ["说明", "reason"],
      ],
    },
    rows: async (tx, input, request, part) => {
      const from = await reachOf(tx, accountOf(request));
      const condition = receiptCondition(from, "finance:receipt:export", input);
      const rows = await listReceipts(tx, condition, part);
      return rows.map((row) => ({ ...row, task: taskMark(row.id) }));
    },
  });
}

function steps(app: App, context: Context): void {
  const { db, noteFileUse } = context;
  type Tx = Parameters<typeof lockReceipt>[0];
  const within = async (
    request: FastifyRequest,
    permission: "finance:receipt:issue" | "finance:receipt:void",
    id: number,
    act: (tx: Tx, locked: Awaited<ReturnType<typeof lockReceipt>>, reach: Reach) => Promise<void>,
  ) => {
    const reach = await reachOf(db, accountOf(request));
    await db.transaction(async (tx) =>
      act(tx, await lockReceipt(tx, id, reach.where(permission, RECEIPTS)), reach),
    );
  };

  app.put(
    `${BASE}/issue`,
    {
      config: { access: "finance:receipt:issue", log: ["票据", 2] },
      schema: {
        summary: "登记开具：票据号码和电子票据；填了邮箱并有文件的同时寄出",
        body: Type.Object({ id: RowId, receiptNo: Text, file: Text, email: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const given = request.body;
      await within(request, "finance:receipt:issue", given.id, (tx, locked, { account }) =>
        issue(tx, account, locked, given, noteFileUse),
      );
      return ok({}, "已登记开具");
    },
  );

  app.put(
    `${BASE}/head`,
    {
      config: { access: "finance:receipt:issue", log: ["票据", 2] },
      schema: {
        summary: "修改待开票据的抬头、税号和收票邮箱",
        body: Type.Object({ id: RowId, ...Head }),
        response: okSchema(),
      },
    },
    async (request) => {
      const given = request.body;
      await within(request, "finance:receipt:issue", given.id, (tx, locked, { account }) =>
        changeHead(tx, account, locked, given),
      );
      return ok({}, "已保存");
    },
  );

  app.put(
    `${BASE}/mail`,
    {
      config: { access: "finance:receipt:issue", log: ["票据", 2] },
      schema: {
        summary: "把已开具的电子票据再寄一次",
        body: Type.Object({ id: RowId, email: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const given = request.body;
      await within(request, "finance:receipt:issue", given.id, (tx, locked, { account }) =>
        mailAgain(tx, account, locked, given),
      );
      return ok({}, "已列入寄送");
    },
  );

  app.put(
    `${BASE}/void`,
    {
      config: { access: "finance:receipt:void", log: ["票据", 2] },
      schema: {
        summary: "作废；还有款项的重新列入待开",
        body: Type.Object({ id: RowId, reason: Text, ...Head }),
        response: okSchema(),
      },
    },
    async (request) => {
      const given = request.body;
      await within(request, "finance:receipt:void", given.id, (tx, locked, { account }) =>
        replace(tx, account, locked, given),
      );
      return ok({}, "已作废");
    },
  );

  app.put(
    `${BASE}/keep`,
    {
      config: { access: "finance:receipt:void", log: ["票据", 2] },
      schema: {
        summary: "不予重开，并告知申请人原因",
        body: Type.Object({ id: RowId, reason: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const given = request.body;
      await within(request, "finance:receipt:void", given.id, (tx, locked, { account }) =>
        keepIssued(tx, account, locked, given),
      );
      return ok({}, "已告知申请人");
    },
  );
}

/** What those who paid do with their own. */
function owners(app: App, { db }: Context): void {
  app.get(
    `${BASE}/mine`,
    {
      config: { access: "login" },
      schema: {
        summary: "本人缴费的票据，最新的在前",
        response: okSchema({ data: Type.Array(OwnReceipt) }),
      },
    },
    async (request) => ok({ data: await ownReceipts(db, accountOf(request).userId) }),
  );

  app.post(
    `${BASE}/reissue`,
    {
      config: { access: "login", log: ["票据", 2] },
      schema: {
        summary: "本人申请重开票据，写明原因",
        body: Type.Object({ id: RowId, reason: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const { id, ...given } = request.body;
      const own: SQL = eq(causeUser, account.userId);
      await db.transaction(async (tx) =>
        askAgain(tx, account, await lockReceipt(tx, id, own), given),
      );
      return ok({}, "已提交，财务人员会尽快处理");
    },
  );
}

export default receipts;
