import { and, asc, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import { timeText } from "#src/db/shanghai.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { conditionOf, inputText, type ListInput } from "#src/server/crud/list-query.ts";
import type { Reach } from "../../system/reach/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { refundedOf } from "../service.server.ts";
import { payment } from "../table.server.ts";
import type { PaymentRow } from "./wire.ts";

const WAITS = 0;
const CONFIRMED = 1;

/** A payment belongs to the branch of its application. */
const PAYMENTS = { dept: sign.deptId };

const VOUCHER_USED = "凭证曾用于另一笔缴费";
const SERIAL_STANDS = "流水号已用于另一笔缴费";

const other = alias(payment, "other_payment");

/** Fen that came in for the application before this payment, less what was given back or put right. */
const before = sql<number>`coalesce((select sum(${other.receivedFen} - ${refundedOf(sql`${other.id}`)})
  from ${payment} as ${sql.identifier("other_payment")}
  where ${other.signId} = ${payment.signId} and ${other.state} = 1 and ${other.id} <> ${payment.id}
    and (${payment.confirmedAt} is null or ${other.confirmedAt} < ${payment.confirmedAt})), 0)::float8`;

/** The same voucher stands with another application, or with a payment that was confirmed. */
const isVoucherUsed = sql<boolean>`exists (select 1 from ${payment} as ${sql.identifier("other_payment")}
  where ${other.id} <> ${payment.id} and ${other.voucherHashes} && ${payment.voucherHashes}
    and (${other.signId} <> ${payment.signId} or ${other.state} = 1))`;

const sameSerial = sql`${other.id} <> ${payment.id} and ${other.bankSerial} = ${payment.bankSerial}
  and ${other.part} = ${payment.part}`;

/**
 * The same serial stands with a payment that was confirmed, or waits with another application. Two questions:
 * each has an index, and one for both would read all payments for every row.
 */
const isSerialUsed = sql<boolean>`(exists (select 1 from ${payment} as ${sql.identifier("other_payment")}
    where ${other.state} = 1 and ${sameSerial})
  or exists (select 1 from ${payment} as ${sql.identifier("other_payment")}
    where ${other.state} = 0 and ${sameSerial} and ${other.signId} <> ${payment.signId}))`;

/** The condition of the list and of its file, within what the permission reaches. */
export function paymentCondition(
  { where }: Reach,
  permission: "member:finance:list" | "member:finance:export",
  input: ListInput,
): SQL | undefined {
  const conditions: (SQL | undefined)[] = [
    where(permission, PAYMENTS),
    conditionOf(payment, { equals: ["method"] }, input),
  ];
  const states = inputText(input, "state")
    .split(",")
    .filter((text) => /^[0-3]$/.test(text))
    .map(Number);
  if (states.length > 0) conditions.push(inArray(payment.state, states));
  const keyword = inputText(input, "keyword");
  if (keyword) {
    const exact = keyword.toUpperCase().replace(/[\s-]/g, "");
    conditions.push(
      or(
        sql`${payment.payerName} ilike ${likePattern(keyword)}`,
        sql`${sign.name} ilike ${likePattern(keyword)}`,
        eq(sign.applyNo, exact),
        eq(sign.reference, exact),
        eq(payment.bankSerial, exact),
      ),
    );
  }
  return and(...conditions);
}

/** How many payments a condition leaves. */
export async function countPayments(db: Db, condition: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(payment)
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(condition);
  return row?.total ?? 0;
}

/** A part of the payments: those that wait come first, the longest waiting at the top, then the newest. */
export async function listPayments(
  db: Db,
  condition: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<PaymentRow[]> {
  // All others have no key in the first, and come after those that have one.
  const order = [
    asc(sql`case when ${payment.state} = ${WAITS} then ${payment.id} end`),
    desc(payment.id),
  ];
  // The rows first: what is worked out for each of them would be worked out for all that are passed over.
  const page = await db
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  if (page.length === 0) return [];
  const rows = await db
    .select({
      id: payment.id,
      signId: payment.signId,
      state: payment.state,
      applyNo: sign.applyNo,
      name: sign.name,
      reference: sign.reference,
      payerName: payment.payerName,
      method: payment.method,
      bankSerial: payment.bankSerial,
      payFen: payment.payFen,
      receivedFen: payment.receivedFen,
      dueFen: sign.dueFen,
      before,
      payTime: timeText(payment.payTime),
      createTime: timeText(payment.createTime),
      confirmedAt: sql<string | null>`${timeText(payment.confirmedAt)}`,
      isVoucherUsed,
      isSerialUsed,
    })
    .from(payment)
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(
      inArray(
        payment.id,
        page.map(({ id }) => id),
      ),
    )
    .orderBy(...order);
  return rows.map((row) => {
    const { payFen, receivedFen, dueFen, isVoucherUsed, isSerialUsed, ...shown } = row;
    const { before: came, ...plain } = shown;
    const due = Math.max(0, dueFen - came);
    const isConfirmed = row.state === CONFIRMED;
    const warnings = [isVoucherUsed ? VOUCHER_USED : "", isSerialUsed ? SERIAL_STANDS : ""];
    return {
      ...plain,
      reference: row.reference ?? "",
      bankSerial: row.bankSerial ?? "",
      payAmount: moneyText(payFen),
      receivedAmount: moneyText(receivedFen),
      dueAmount: moneyText(due),
      difference: moneyText((isConfirmed ? receivedFen : payFen) - due),
      warning: warnings.filter(Boolean).join("；"),
    };
  });
}
