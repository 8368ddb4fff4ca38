import { and, arrayOverlaps, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { hasCode } from "#src/lib/causes.ts";
import type { Invoice } from "#src/lib/membership/invoice.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import { AppError } from "#src/server/http/errors.ts";
import { activityOrder } from "../activity/table.server.ts";
import { tellNews } from "../news/service.server.ts";
import { sign } from "../system/sign/table.server.ts";
import { causeNo } from "./cause/service.server.ts";
import { payment, receipt, refund } from "./table.server.ts";

export type Payment = typeof payment.$inferSelect;

/** What the owner says was paid, or finance found. */
export type Paid = {
  payFen: number;
  payTime: Date;
  method: string;
  payerName: string;
  payerTail: string;
  bankSerial: string | null;
  /** Which part of that transfer, where one pays for several applications; the first where nothing is said. */
  part?: number;
  voucherFiles: string[];
  voucherHashes: string[];
  remark: string;
  invoice: Invoice | null;
  /** dues where nothing is said. */
  incomeType?: string;
};

/** What is paid for: an application by its number, or an order of an activity. */
export type PaidFor = number | { orderId: number };

const paidFor = (what: PaidFor): SQL =>
  typeof what === "number" ? eq(payment.signId, what) : eq(payment.orderId, what.orderId);

const keyOf = (what: PaidFor) => (typeof what === "number" ? { signId: what } : what);

const OPENED = "财务人员正在核对您的凭证，暂时不能更换；有问题请等待核对结果";
const SERIAL_USED = "该银行流水号已用于另一笔缴费，请核对";

/** The payment that waits for finance; undefined for none. */
export async function handedIn(db: Db, what: PaidFor): Promise<Payment | undefined> {
  const [row] = await db
    .select()
    .from(payment)
    .where(and(paidFor(what), eq(payment.state, 0)));
  return row;
}

/** All payments for it, the newest first. */
export const paymentsOf = (db: Db, what: PaidFor): Promise<Payment[]> =>
  db.select().from(payment).where(paidFor(what)).orderBy(desc(payment.id));

/**
 * Writes down what the owner paid; a payment that waits is replaced while nobody of finance has opened it.
 * The caller holds the row of the application, or that of the activity. `userId` null: a guest.
 */
export async function handIn(
  tx: Db,
  what: PaidFor,
  userId: number | null,
  paid: Paid,
): Promise<void> {
  const waiting = await handedIn(tx, what);
  if (waiting?.openedAt) throw new AppError(OPENED);
  if (waiting) await tx.update(payment).set({ state: 3 }).where(eq(payment.id, waiting.id));
  await tx.insert(payment).values({ ...paid, ...keyOf(what), submittedBy: userId });
}

/**
 * From now on the owner cannot put another voucher in the place of the one that waits. The caller holds the
 * application's row, so a voucher that is handed in meanwhile comes before or after, never between.
 */
export async function openVoucher(tx: Db, what: PaidFor, userId: number): Promise<void> {
  await tx
    .update(payment)
    .set({ openedAt: sql`now()`, openedBy: userId })
    .where(and(paidFor(what), eq(payment.state, 0), isNull(payment.openedAt)));
}

/**
 * Applications and orders for which one of the vouchers of the payment that waits, or its bank serial, stands
 * already, by number; those of a payment that was replaced or refused count as well, but not the payment's own cause.
 */
export async function usedBefore(
  db: Db,
  what: PaidFor,
): Promise<{ voucherUsed: string[]; serialUsed: string[] }> {
  const waiting = await handedIn(db, what);
  if (!waiting) return { voucherUsed: [], serialUsed: [] };
  const of = async (condition: SQL | undefined) => {
    const rows = await db
      .selectDistinct({ applyNo: causeNo })
      .from(payment)
      .leftJoin(sign, eq(sign.id, payment.signId))
      .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
      .where(and(condition, sql`(${paidFor(what)}) is not true`))
      .limit(5);
    return rows.map(({ applyNo }) => applyNo);
  };
  return {
    voucherUsed:
      waiting.voucherHashes.length > 0
        ? await of(arrayOverlaps(payment.voucherHashes, waiting.voucherHashes))
        : [],
    serialUsed: waiting.bankSerial ? await of(eq(payment.bankSerial, waiting.bankSerial)) : [],
  };
}

/**
 * Fen of a payment that were agreed to be given back, or taken off by corrections. `paymentId`: its id with its
 * table: a select from one table writes its columns without it, and a bare "id" would be the refund's own.
 */
export const refundedOf = (paymentId: SQL): SQL => sql`coalesce((select sum(case r.kind
  when 'refund' then r.amount_fen else -r.amount_fen end) from ${refund} r
  where r.payment_id = ${paymentId} and r.state in (1, 3)), 0)`;

/** Fen of a payment that are still there: what came in, less what is agreed to be given back. */
export async function leftOf(tx: Db, { id, receivedFen }: Payment): Promise<number> {
  const [sum] = await tx
    .select({ fen: sql<number>`${refundedOf(sql`${payment}.id`)}::float8` })
    .from(payment)
    .where(eq(payment.id, id));
  return receivedFen - (sum?.fen ?? 0);
}

/** Fen that came in for it and was not given back or put right. */
export async function receivedFor(db: Db, what: PaidFor): Promise<number> {
  const [row] = await db
    .select({
      fen: sql<number>`coalesce(sum(${payment.receivedFen}
        - ${refundedOf(sql`${payment}.id`)}), 0)::float8`,
    })
    .from(payment)
    .where(and(paidFor(what), eq(payment.state, 1)));
  return row?.fen ?? 0;
}

/**
 * Confirms that money came in: of the payment that waits, else one that finance writes down. Makes the task
 * of its receipt. The caller holds the application's row. Returns the payment's id.
 * @throws AppError where the bank's serial stands with another payment.
 */
export async function confirmMoney(
  tx: Db,
  what: PaidFor,
  userId: number,
  paid: Paid,
  receivedFen: number,
): Promise<number> {
  const waiting = await handedIn(tx, what);
  const confirmed = {
    state: 1,
    receivedFen,
    bankSerial: paid.bankSerial,
    payTime: paid.payTime,
    method: paid.method,
    part: paid.part ?? 1,
    confirmedBy: userId,
    confirmedAt: sql`now()`,
  };
  try {
    const [row] = waiting
      ? await tx
          .update(payment)
          .set({ ...confirmed, version: sql`${payment.version} + 1` })
          .where(eq(payment.id, waiting.id))
          .returning()
      : await tx
          .insert(payment)
          .values({ ...paid, ...confirmed, ...keyOf(what) })
          .returning();
    if (!row) throw new Error("no row of a payment");
    await askReceipt(tx, row);
    return row.id;
  } catch (error) {
    if (!hasCode(error, /^23505$/)) throw error;
    throw new AppError(SERIAL_USED, { fields: { bankSerial: SERIAL_USED } });
  }
}

/** 会费 get a receipt of dues, everything else an invoice (product 7.4). */
async function askReceipt(tx: Db, row: Payment): Promise<void> {
  const { invoice } = row;
  await tellNews(tx, "inbox", ["finance:receipt:issue"]);
  await tx.insert(receipt).values({
    paymentId: row.id,
    kind:
      row.incomeType === "dues" ? "dues" : row.incomeType === "donation" ? "donation" : "invoice",
    amountFen: row.receivedFen,
    title: invoice?.title || row.payerName,
    taxNo: invoice?.taxNo ?? "",
    email: invoice?.email ?? "",
    phone: invoice?.phone ?? "",
  });
}

/** Refuses the payment that waits. */
export async function refuseMoney(
  tx: Db,
  what: PaidFor,
  { code, reason }: { code: string; reason: string },
): Promise<void> {
  await tx
    .update(payment)
    .set({ state: 2, reasonCode: code, reason, version: sql`${payment.version} + 1` })
    .where(and(paidFor(what), eq(payment.state, 0)));
}

/** Asks that all that is left of what came in is given back; somebody of finance decides. */
export async function askRefunds(
  tx: Db,
  signId: number,
  userId: number,
  reason: string,
): Promise<void> {
  const rows = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.signId, signId), eq(payment.state, 1)));
  for (const row of rows) {
    const amountFen = await leftOf(tx, row);
    if (amountFen <= 0) continue;
    await tx
      .insert(refund)
      .values({ paymentId: row.id, amountFen, reason, askedBy: userId })
      .onConflictDoNothing();
    await tellNews(tx, "inbox", ["finance:refund:approve"]);
  }
}

/**
 * Asks that so much is given back for one place of an order, out of the payments that have something left; somebody of
 * finance decides. `userId`: in whose name it is asked, null for a guest; they never decide on it.
 * @returns fen that could be asked for.
 */
export async function askEntryRefund(
  tx: Db,
  { orderId, entryId, fen }: { orderId: number; entryId: number; fen: number },
  userId: number | null,
  reason: string,
): Promise<number> {
  let rest = fen;
  const rows = await tx
    .select()
    .from(payment)
    .where(and(paidFor({ orderId }), eq(payment.state, 1)))
    .orderBy(payment.id)
    .for("update");
  for (const row of rows) {
    const [open] = await tx
      .select({ fen: sql<number>`coalesce(sum(${refund.amountFen}), 0)::float8` })
      .from(refund)
      .where(and(eq(refund.paymentId, row.id), eq(refund.state, 0), eq(refund.kind, "refund")));
    const amountFen = Math.min(rest, (await leftOf(tx, row)) - (open?.fen ?? 0));
    if (amountFen <= 0) continue;
    await tx
      .insert(refund)
      .values({ paymentId: row.id, entryId, amountFen, reason, askedBy: userId });
    rest -= amountFen;
  }
  if (rest < fen) await tellNews(tx, "inbox", ["finance:refund:approve"]);
  return fen - rest;
}

/** What is still to be paid, in words: 已到账 100.00 元，还差 200.00 元. */
export const shortBy = (receivedFen: number, dueFen: number): string =>
  `已到账 ${moneyShown(receivedFen)} 元，还差 ${moneyShown(dueFen - receivedFen)} 元，请补缴`;
