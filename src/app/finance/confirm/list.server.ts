import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/client.ts";
import { containsPairs } from "#src/db/like.ts";
import { timeText } from "#src/db/shanghai.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { conditionOf, inputText, type ListInput } from "#src/server/crud/list-query.ts";
import { orderCost, orderRest, ordersFoundBy } from "../../activity/service.server.ts";
import { activity, activityOrder } from "../../activity/table.server.ts";
import type { Reach } from "../../system/reach/service.server.ts";
import { signsFoundBy } from "../../system/sign/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { causeName, causeNo } from "../cause/service.server.ts";
import { refundedOf } from "../service.server.ts";
import { payment } from "../table.server.ts";
import type { PaymentRow } from "./wire.ts";

const CONFIRMED = 1;

/** A payment belongs to the branch of its application; those for activities are for who reaches all. */
const PAYMENTS = { dept: sign.deptId };

const VOUCHER_USED = "凭证曾用于另一笔缴费";
const SERIAL_STANDS = "流水号已用于另一笔缴费";

const other = alias(payment, "other_payment");

/** The same application, or the same order. */
const sameCause = sql`(${other.signId} = ${payment.signId} or ${other.orderId} = ${payment.orderId})`;
const otherCause = sql`(${other.signId}, ${other.orderId}) is distinct from (${payment.signId}, ${payment.orderId})`;

/** Fen that came in for the same before this payment, less what was given back or put right. */
const before = sql<number>`coalesce((select sum(${other.receivedFen} - ${refundedOf(sql`${other.id}`)})
  from ${payment} as ${sql.identifier("other_payment")}
  where ${sameCause} and ${other.state} = 1 and ${other.id} <> ${payment.id}
    and (${payment.confirmedAt} is null or ${other.confirmedAt} < ${payment.confirmedAt})), 0)::float8`;

/** Fen that were due: of an order that still waits by its places, else by what its places cost. */
const due = sql<number>`coalesce(${sign.dueFen} - ${before}, case when ${payment.state} = 0
  then ${orderRest(sql`${payment.orderId}`)} else ${orderCost(sql`${payment.orderId}`)} - ${before} end)::float8`;

/**
 * The same voucher stands with another application or order, or with a payment that was confirmed. All of them are counted:
 * for the first that is found the planner would read the table, and there mostly is none.
 */
const isVoucherUsed = sql<boolean>`(select count(*) > 0 from ${payment} as ${sql.identifier("other_payment")}
  where ${other.id} <> ${payment.id} and ${other.voucherHashes} && ${payment.voucherHashes}
    and (${otherCause} or ${other.state} = 1))`;

const sameSerial = sql`${other.id} <> ${payment.id} and ${other.bankSerial} = ${payment.bankSerial}
  and ${other.part} = ${payment.part}`;

/**
 * The same serial stands with a payment that was confirmed, or waits with another application or order. Two questions:
 * each has an index, and one for both would read all payments for every row.
 */
const isSerialUsed = sql<boolean>`(exists (select 1 from ${payment} as ${sql.identifier("other_payment")}
    where ${other.state} = 1 and ${sameSerial})
  or exists (select 1 from ${payment} as ${sql.identifier("other_payment")}
    where ${other.state} = 0 and ${sameSerial} and ${otherCause}))`;

type Permission = "member:finance:list" | "member:finance:export";

/** Payments that a permission reaches, by those alone where it reaches all. */
function reached({ has, scope, where }: Reach, permission: Permission): SQL | undefined {
  if (has(permission) && scope(permission).isAll) return undefined;
  return sql`${payment.signId} in (select ${sign.id} from ${sign} where ${where(permission, PAYMENTS)})`;
}

const ofName = alias(payment, "of_name");

/** Payments by payer, applicant or number: each way by its own index, as one condition they have none. */
function foundBy(keyword: string): SQL {
  const exact = keyword.toUpperCase().replace(/[\s-]/g, "");
  const payments = sql`${payment} as ${sql.identifier("of_name")}`;
  return sql`${payment.id} in (
    select ${ofName.id} from ${payments} where ${containsPairs(ofName.payerName, keyword)}
    union select ${ofName.id} from ${payments} where ${ofName.bankSerial} = ${exact}
    union select ${ofName.id} from ${payments} where ${ofName.signId} in (${signsFoundBy(keyword)})
    union select ${ofName.id} from ${payments} where ${ofName.orderId} in (${ordersFoundBy(keyword)}))`;
}

/** The condition of the list and of its file, within what the permission reaches; undefined: all of them. */
export function paymentCondition(
  reach: Reach,
  permission: Permission,
  input: ListInput,
): SQL | undefined {
  const conditions: (SQL | undefined)[] = [
    reached(reach, permission),
    conditionOf(payment, { equals: ["method"] }, input),
  ];
  const states = inputText(input, "state")
    .split(",")
    .filter((text) => /^[0-3]$/.test(text))
    .map(Number);
  if (states.length > 0) conditions.push(inArray(payment.state, states));
  const keyword = inputText(input, "keyword");
  if (keyword) conditions.push(foundBy(keyword));
  return and(...conditions);
}

/** A part of the payments: those that wait come first, the longest waiting at the top, then the newest. */
export async function listPayments(
  db: Db,
  condition: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<PaymentRow[]> {
  // As the index payment_list has it. All others have no key in the first, and come after those that have one.
  const order = [sql`case when ${payment.state} = 0 then ${payment.id} end`, desc(payment.id)];
  // The rows first: what is worked out for each of them would be worked out for all that are passed over.
  const page = await db
    .select({ id: payment.id })
    .from(payment)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  if (page.length === 0) return [];
  const rows = await db
    .select({
      id: payment.id,
      signId: payment.signId,
      orderId: payment.orderId,
      incomeType: payment.incomeType,
      activityTitle: sql<string>`coalesce(${activity.title}, '')`,
      state: payment.state,
      applyNo: causeNo,
      name: causeName,
      reference: sql<string>`coalesce(${sign.reference}, ${activityOrder.reference}, '')`,
      payerName: payment.payerName,
      method: payment.method,
      bankSerial: payment.bankSerial,
      payFen: payment.payFen,
      receivedFen: payment.receivedFen,
      dueFen: due,
      payTime: timeText(payment.payTime),
      createTime: timeText(payment.createTime),
      confirmedAt: sql<string | null>`${timeText(payment.confirmedAt)}`,
      isVoucherUsed,
      isSerialUsed,
    })
    .from(payment)
    .leftJoin(sign, eq(sign.id, payment.signId))
    .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
    .leftJoin(activity, eq(activity.id, activityOrder.activityId))
    .where(
      inArray(
        payment.id,
        page.map(({ id }) => id),
      ),
    )
    .orderBy(...order);
  return rows.map((row) => {
    const { payFen, receivedFen, dueFen, isVoucherUsed, isSerialUsed, ...shown } = row;
    const due = Math.max(0, dueFen);
    const isConfirmed = row.state === CONFIRMED;
    const warnings = [isVoucherUsed ? VOUCHER_USED : "", isSerialUsed ? SERIAL_STANDS : ""];
    return {
      ...shown,
      bankSerial: row.bankSerial ?? "",
      payAmount: moneyText(payFen),
      receivedAmount: moneyText(receivedFen),
      dueAmount: moneyText(due),
      difference: moneyText((isConfirmed ? receivedFen : payFen) - due),
      warning: warnings.filter(Boolean).join("；"),
    };
  });
}
