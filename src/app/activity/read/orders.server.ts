import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { containsPairs } from "#src/db/like.ts";
import { ENTRY_CODES, entryStateName } from "#src/lib/activity/entry-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { privateLink } from "#src/server/files/private-link.ts";
import type { Context } from "#src/server/start/context.ts";
import { type Payment, paymentsOf, usedBefore } from "../../finance/service.server.ts";
import { settings } from "../../system/config/service.server.ts";
import { ownQuote } from "../acts/order-money.server.ts";
import { orderRest } from "../model/order-books.server.ts";
import type { Owner } from "../model/owner.server.ts";
import { type Order, selectEntries } from "../model/rows.server.ts";
import { activity, activityEntry, activityOrder } from "../table.server.ts";
import type { OrderMoney, OrderPayment, OwnOrder } from "../wire.ts";

type Place = Pick<Context, "db" | "env" | "memo">;

/** Ids of orders by reference, by 活动 with their number, by a participant or by the activity's title. */
export function ordersFoundBy(keyword: string): SQL {
  const exact = keyword.toUpperCase().replace(/[\s-]/g, "");
  const id = /^活动(\d{1,15})$/.exec(exact)?.[1];
  return sql`select ${activityOrder.id} from ${activityOrder}
      where ${activityOrder.reference} = ${exact} or ${activityOrder.id} = ${id ? Number(id) : null}
    union select ${activityEntry.orderId} from ${activityEntry}
      where ${containsPairs(activityEntry.name, keyword)}
    union select o.id from ${activityOrder} o join ${activity} on ${activity}.id = o.activity_id
      where ${containsPairs(activity.title, keyword)}`;
}

const shapeOf = ({ env }: Pick<Context, "env">, row: Payment): OrderPayment => ({
  id: row.id,
  state: row.state,
  payAmount: moneyText(row.payFen),
  receivedAmount: moneyText(row.receivedFen),
  payTime: formatDateTime(row.payTime),
  payerName: row.payerName,
  payerAccountTail: row.payerTail,
  bankSerial: row.bankSerial ?? "",
  voucherLinks: row.voucherFiles.map((key) => privateLink(env.dataDir, key)),
  reason: row.reason,
  isOpened: row.openedAt !== null,
});

/** What is to be paid today for one's own order, where to, and what was paid. @throws AppError 404 for another's. */
export async function ownOrder(context: Place, orderId: number, owner: Owner): Promise<OwnOrder> {
  const { order, entries, quote } = await ownQuote(context.db, orderId, owner);
  const values = await settings(context);
  const payments = await paymentsOf(context.db, { orderId });
  const [first] = entries;
  const isPaying = first?.state === ENTRY_CODES.paying;
  return {
    orderId,
    contactName: order.contactName,
    reference: order.reference ?? "",
    account: values.get("member.payee") ?? "",
    bank: values.get("member.payeeBank") ?? "",
    accountNo: values.get("member.payeeAccount") ?? "",
    isWaiting: quote !== undefined,
    isPaying,
    count: quote?.count ?? 0,
    wasAmount: moneyText(quote?.wasFen ?? 0),
    priceAmount: moneyText(quote?.fen ?? 0),
    priceName: quote?.priceName ?? order.priceName,
    rest: moneyText(quote?.restFen ?? 0),
    payUntil: first?.payUntil && !isPaying ? formatDateTime(first.payUntil) : "",
    invoice: await invoiceOf(context.db, order),
    payments: payments.filter(({ state }) => state !== 3).map((row) => shapeOf(context, row)),
  };
}

/** What was typed for the order, or by the same account for the last one. */
async function invoiceOf(db: Db, order: Order) {
  const known =
    order.invoice ?? (order.userId === null ? null : await lastInvoice(db, order.userId));
  return { title: known?.title ?? "", taxNo: known?.taxNo ?? "", email: known?.email ?? "" };
}

async function lastInvoice(db: Db, userId: number) {
  const [row] = await db
    .select({ invoice: activityOrder.invoice })
    .from(activityOrder)
    .where(and(eq(activityOrder.userId, userId), isNotNull(activityOrder.invoice)))
    .orderBy(desc(activityOrder.id))
    .limit(1);
  return row?.invoice;
}

/** An order as finance looks at it before its money is confirmed; undefined for none. */
export async function orderMoney(
  context: Pick<Context, "db" | "env">,
  orderId: number,
): Promise<OrderMoney | undefined> {
  const { db } = context;
  const rows = await selectEntries(db)
    .where(eq(activityEntry.orderId, orderId))
    .orderBy(activityEntry.id);
  const [first] = rows;
  if (!first) return undefined;
  const payments = (await paymentsOf(db, { orderId })).map((row) => shapeOf(context, row));
  const used = await usedBefore(db, { orderId });
  return {
    orderId,
    title: first.event.title,
    isCancelled: first.event.state === 5,
    contactName: first.order.contactName,
    reference: first.order.reference ?? "",
    priceName: first.order.priceName,
    dueAmount: moneyText(await restOf(db, orderId)),
    entries: rows.map(({ entry }) => ({
      id: entry.id,
      name: entry.name,
      stateName: entryStateName(entry.state),
      amount: moneyText(entry.amountFen),
    })),
    waiting: payments.find(({ state }) => state === 0) ?? null,
    payments,
    ...used,
  };
}

async function restOf(db: Db, orderId: number): Promise<number> {
  const rest = orderRest(sql`${orderId}::bigint`);
  const { rows } = await db.execute<{ fen: number }>(sql`select ${rest}::float8 as fen`);
  return Math.max(0, rows[0]?.fen ?? 0);
}
