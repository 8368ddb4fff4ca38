import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import {
  METHOD_NAMES,
  PAYMENT_STATES,
  REFUND_KINDS,
  REFUND_STATES,
} from "#src/lib/membership/payments.ts";
import { RECEIPT_STATES } from "#src/lib/membership/receipts.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import type { PersonalPart } from "../../server/personal/personal-data.ts";
import { activityOrder } from "../activity/table.server.ts";
import { sign } from "../system/sign/table.server.ts";
import { causeNo, causeUser } from "./cause/service.server.ts";
import { payment, receipt, refund } from "./table.server.ts";

const stateIn = (states: Readonly<Record<number, string>>, state: number): string =>
  states[state] ?? String(state);

/**
 * Money. The law on accounting keeps payments, refunds and receipts with their payer and their voucher; how the
 * payer is reached, which no book needs, goes with the account.
 */
export const part: PersonalPart = {
  name: "payments",
  title: "缴费、退款和票据",
  order: 50,
  columns: ["payment.submitted_by"],
  async read({ db }, userId) {
    const own = await db
      .select({ row: payment, applyNo: causeNo })
      .from(payment)
      .leftJoin(sign, eq(sign.id, payment.signId))
      .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
      .where(eq(causeUser, userId))
      .orderBy(asc(payment.id));
    const ids = own.map(({ row }) => row.id);
    if (ids.length === 0) return [];
    const refunds = await db
      .select()
      .from(refund)
      .where(inArray(refund.paymentId, ids))
      .orderBy(asc(refund.id));
    const receipts = await db
      .select()
      .from(receipt)
      .where(inArray(receipt.paymentId, ids))
      .orderBy(asc(receipt.id));
    return [
      ...own.map(({ row, applyNo }) => ({
        类别: "缴费",
        申请编号: applyNo,
        状态: stateIn(PAYMENT_STATES, row.state),
        缴费金额: moneyText(row.payFen),
        到账金额: moneyText(row.receivedFen),
        缴费时间: formatDateTime(row.payTime),
        方式: METHOD_NAMES[row.method] ?? row.method,
        付款人: row.payerName,
        账号尾号: row.payerTail,
        银行流水号: row.bankSerial ?? "",
        凭证: `${row.voucherFiles.length} 个文件`,
        备注: row.remark,
        驳回原因: row.reason,
      })),
      ...refunds.map((row) => ({
        类别: REFUND_KINDS[row.kind] ?? row.kind,
        状态: stateIn(REFUND_STATES, row.state),
        金额: moneyText(row.amountFen),
        原因: row.reason,
        时间: formatDateTime(row.createTime),
      })),
      ...receipts.map((row) => ({
        类别: "票据",
        状态: stateIn(RECEIPT_STATES, row.state),
        金额: moneyText(row.amountFen),
        抬头: row.title,
        税号: row.taxNo,
        票据号码: row.receiptNo,
        接收邮箱: row.email,
        接收手机: row.phone,
        开具时间: row.issuedAt ? formatDateTime(row.issuedAt) : "",
      })),
    ];
  },
  async erase(tx, userId) {
    const applications = tx.select({ id: sign.id }).from(sign).where(eq(sign.userId, userId));
    // The slice of activities, which comes before, has taken the account off its orders.
    const orders = tx
      .select({ id: payment.orderId })
      .from(payment)
      .where(and(eq(payment.submittedBy, userId), isNotNull(payment.orderId)));
    const own = await tx
      .update(payment)
      .set({
        remark: "",
        createBy: "",
        invoice: sql`case when ${payment.invoice} is null then null
          else ${payment.invoice} || '{"email": "", "phone": ""}'::jsonb end`,
      })
      .where(or(inArray(payment.signId, applications), inArray(payment.orderId, orders)))
      .returning({ id: payment.id });
    const ids = own.map(({ id }) => id);
    if (ids.length > 0) {
      await tx.update(receipt).set({ email: "", phone: "" }).where(inArray(receipt.paymentId, ids));
    }
    return [];
  },
};
