import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { audit, fen, identity, moment, reference } from "#src/db/columns.ts";
import { pairsOf } from "#src/db/like.ts";
import type { Invoice } from "#src/lib/membership/invoice.ts";
import { activityEntry, activityOrder } from "../activity/table.server.ts";
import { sign } from "../system/sign/table.server.ts";
import { user } from "../system/user/table.server.ts";

/**
 * Money for an application or for an order of an activity: what its owner says was paid, and what finance found to have
 * come in.
 */
export const payment = pgTable(
  "payment",
  {
    id: identity(),
    signId: reference().references(() => sign.id),
    orderId: reference().references(() => activityOrder.id),
    /** 0 handed in, 1 confirmed, 2 refused, 3 replaced by a corrected one. */
    state: smallint().notNull().default(0),
    /** 会费; decides the kind of receipt (product 7.4). */
    incomeType: text().notNull().default("dues"),
    payFen: fen().notNull(),
    receivedFen: fen().notNull().default(0),
    payTime: moment().notNull(),
    /** bank, online, cash. */
    method: text().notNull(),
    payerName: text().notNull(),
    payerTail: text().notNull().default(""),
    bankSerial: text(),
    /** Which part of that transfer it is, where one pays for several applications. */
    part: smallint().notNull().default(1),
    /** Keys of private files, and the hashes of what was sent: finds a voucher that was used before. */
    voucherFiles: text().array().notNull().default([]),
    voucherHashes: text().array().notNull().default([]),
    remark: text().notNull().default(""),
    invoice: jsonb().$type<Invoice>(),
    /** null: recorded by finance. */
    submittedBy: reference().references(() => user.userId),
    /** From then on its owner cannot put another in its place. */
    openedAt: moment(),
    openedBy: reference().references(() => user.userId),
    confirmedBy: reference().references(() => user.userId),
    confirmedAt: moment(),
    reasonCode: text().notNull().default(""),
    reason: text().notNull().default(""),
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    check("payment_state", sql`${table.state} between 0 and 3`),
    check("payment_of_one", sql`num_nonnulls(${table.signId}, ${table.orderId}) = 1`),
    check("payment_income_of", sql`${table.orderId} is null or ${table.incomeType} <> 'dues'`),
    check("payment_pay_bounds", sql`${table.payFen} between 1 and 999999999`),
    check("payment_received_bounds", sql`${table.receivedFen} between 0 and 999999999`),
    check("payment_method", sql`${table.method} in ('bank', 'online', 'cash')`),
    check(
      "payment_income",
      sql`${table.incomeType} in ('dues', 'training', 'meeting', 'donation', 'other')`,
    ),
    check(
      "payment_confirmed",
      sql`(${table.state} = 1) = (${table.confirmedAt} is not null)
        and (${table.state} <> 1 or (${table.receivedFen} > 0 and ${table.confirmedBy} is not null))`,
    ),
    check(
      "payment_refused",
      sql`${table.state} <> 2 or (${table.reasonCode} <> '' and ${table.reason} <> '')`,
    ),
    check("payment_serial_form", sql`${table.bankSerial} ~ '^[0-9A-Za-z-]{1,40}$'`),
    uniqueIndex("payment_one_handed_in").on(table.signId).where(sql`state = 0`),
    uniqueIndex("payment_order_handed_in").on(table.orderId).where(sql`state = 0`),
    index("payment_order").on(table.orderId, table.id).where(sql`order_id is not null`),
    check("payment_part", sql`${table.part} between 1 and 999`),
    uniqueIndex("payment_bank_serial").on(table.bankSerial, table.part).where(sql`state = 1`),
    index("payment_sign").on(table.signId, table.id),
    index("payment_queue").on(table.state, table.createTime),
    // The order of the list, with what it is narrowed by: it is counted and paged without the wide rows.
    index("payment_list").on(
      sql`(case when state = 0 then id end)`,
      table.id.desc().nullsFirst(),
      table.state,
      table.method,
      table.createTime,
      table.signId,
    ),
    index("payment_serial").on(table.bankSerial, table.part),
    index("payment_payer_pairs").using("gin", pairsOf(table.payerName)),
    index("payment_confirmed_at").on(table.confirmedAt).where(sql`state = 1`),
    index("payment_voucher").using("gin", table.voucherHashes),
  ],
);

/** Money given back, or a confirmed amount put right: always by two people. */
export const refund = pgTable(
  "refund",
  {
    id: identity(),
    paymentId: reference()
      .notNull()
      .references(() => payment.id),
    /** The place that was given up, of several that were paid together. */
    entryId: reference().references(() => activityEntry.id),
    /** refund: money goes back; correction: the amount was written down wrongly. */
    kind: text().notNull().default("refund"),
    /** Given back; of a correction the difference, which may be negative. */
    amountFen: fen().notNull(),
    reason: text().notNull(),
    /** 0 asked for, 1 agreed, 2 refused, 3 paid out. */
    state: smallint().notNull().default(0),
    /** null: a guest gave the place up, and the rule of the activity says how much goes back. */
    askedBy: reference().references(() => user.userId),
    decidedBy: reference().references(() => user.userId),
    decidedAt: moment(),
    opinion: text().notNull().default(""),
    ...audit,
  },
  (table) => [
    check("refund_state", sql`${table.state} between 0 and 3`),
    check("refund_kind", sql`${table.kind} in ('refund', 'correction')`),
    check(
      "refund_amount",
      sql`abs(${table.amountFen}) between 1 and 999999999
        and (${table.kind} = 'correction' or ${table.amountFen} > 0)`,
    ),
    check("refund_asked", sql`${table.askedBy} is not null or ${table.entryId} is not null`),
    check("refund_two_people", sql`${table.decidedBy} <> ${table.askedBy}`),
    check("refund_decided", sql`(${table.state} = 0) = (${table.decidedBy} is null)`),
    // Two of one group that give up their places each have one; what is left bounds both.
    uniqueIndex("refund_one_open")
      .on(table.paymentId, sql`coalesce(entry_id, 0)`)
      .where(sql`state = 0`),
    index("refund_entry").on(table.entryId).where(sql`entry_id is not null`),
    index("refund_payment").on(table.paymentId),
  ],
);

/** The paper for a payment: dues have a receipt of their own, other income an invoice (product 7.4). */
export const receipt = pgTable(
  "receipt",
  {
    id: identity(),
    paymentId: reference()
      .notNull()
      .references(() => payment.id),
    /** 0 to be issued, 1 issued, 2 mailed, 3 another was asked for, 4 void. */
    state: smallint().notNull().default(0),
    /** dues: 会费票据, invoice: 发票, donation: 公益事业捐赠票据. */
    kind: text().notNull().default("dues"),
    amountFen: fen().notNull(),
    title: text().notNull(),
    taxNo: text().notNull().default(""),
    email: text().notNull().default(""),
    phone: text().notNull().default(""),
    receiptNo: text().notNull().default(""),
    /** Its place in the society's own register of a year: 2026-00012, without a gap. */
    registerNo: text(),
    /** Key of the private file. */
    file: text().notNull().default(""),
    reason: text().notNull().default(""),
    issuedBy: reference().references(() => user.userId),
    issuedAt: moment(),
    mailedAt: moment(),
    ...audit,
  },
  (table) => [
    check("receipt_state", sql`${table.state} between 0 and 4`),
    check("receipt_kind", sql`${table.kind} in ('dues', 'invoice', 'donation')`),
    check("receipt_amount", sql`${table.amountFen} between 1 and 999999999`),
    check(
      "receipt_issued",
      sql`${table.state} in (0, 4) or (${table.receiptNo} <> '' and ${table.issuedAt} is not null)`,
    ),
    uniqueIndex("receipt_one").on(table.paymentId).where(sql`state <> 4`),
    check("receipt_register_form", sql`${table.registerNo} ~ '^[0-9]{4}-[0-9]{5}$'`),
    uniqueIndex("receipt_register").on(table.registerNo),
    uniqueIndex("receipt_number").on(table.receiptNo).where(sql`receipt_no <> ''`),
    index("receipt_payment").on(table.paymentId),
    index("receipt_queue").on(table.state, table.createTime),
    // As payment_list.
    index("receipt_list").on(
      sql`(case when state in (0, 3) then id end)`,
      table.id.desc().nullsFirst(),
      table.state,
      table.kind,
      table.createTime,
      table.paymentId,
    ),
    index("receipt_title_pairs").using("gin", pairsOf(table.title)),
  ],
);
