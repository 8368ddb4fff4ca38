import { and, asc, eq, inArray } from "drizzle-orm";
import { type Payer, readPaid } from "#src/app/finance/paid/service.server.ts";
import {
  confirmMoney,
  handedIn,
  handIn,
  openVoucher,
  paymentsOf,
  refuseMoney,
} from "#src/app/finance/service.server.ts";
import { requireStepUp } from "#src/app/login/stepUp/service.server.ts";
import { standingOf } from "#src/app/member/service.server.ts";
import { tellNews } from "#src/app/news/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { priceToday } from "#src/lib/activity/parts.ts";
import { REFUSAL_REASONS } from "#src/lib/membership/payments.ts";
import { checkBankSerial, normaliseBankSerial } from "#src/lib/people/bank-serial.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { checkMoney, fenOf, moneyShown } from "#src/lib/text/money.ts";
import { isReason } from "#src/lib/text/reason.ts";
import type { Given, Person } from "#src/server/flow/flow.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { freeFen } from "../model/order-books.server.ts";
import { ownOrders } from "../model/owner.server.ts";
import type { EntryPerson } from "../model/people.server.ts";
import { type Entry, lockActivity, selectEntries, wholeEntry } from "../model/rows.server.ts";
import { activityEntry, activityOrder } from "../table.server.ts";
import { actOnEntry } from "./entry-flow.server.ts";

const { toPay, paying } = ENTRY_CODES;

/** A voucher that was refused for one of these showed no payment: the price of its day is not kept. */
const NEVER_PAID = ["notArrived", "duplicate"];

const NOTHING_DUE = "这份报名现在没有待缴的费用，请刷新后查看";
const CONFIRMED = "这笔费用已经办理，请刷新后查看";

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const byTraining = (type: string): string =>
  type === "1" ? "meeting" : type === "2" || type === "3" ? "training" : "other";

/** Of an owner the own order alone. @throws AppError 404 for one that is not there, or is another person's. */
async function orderOf(db: Db, orderId: number, owner: EntryPerson["owner"]) {
  const [order] = await db
    .select()
    .from(activityOrder)
    .where(and(eq(activityOrder.id, orderId), owner ? ownOrders(owner) : undefined));
  if (!order) throw new AppError(NOT_FOUND, { code: 404 });
  return order;
}

/**
 * The order's places that wait for money, with the activity locked before them as every step of an entry does.
 * @throws AppError as orderOf does.
 */
async function lockOrder(tx: Db, orderId: number, { owner }: Pick<EntryPerson, "owner">) {
  const order = await orderOf(tx, orderId, owner);
  await lockActivity(tx, order.activityId);
  const entries = await waitingEntries(tx, orderId);
  return { order, entries };
}

async function waitingEntries(db: Db, orderId: number): Promise<Entry[]> {
  const rows = await selectEntries(db)
    .where(and(eq(activityEntry.orderId, orderId), inArray(activityEntry.state, [toPay, paying])))
    .orderBy(asc(activityEntry.id));
  return rows.map(wholeEntry);
}

export type Quote = {
  /** For one place, as its entries have it, and today. */
  wasFen: number;
  fen: number;
  priceKey: string;
  priceName: string;
  isMember: boolean;
  /** Places that wait for the money, and what is still to be paid for all of them. */
  count: number;
  restFen: number;
};

/**
 * What an order costs today (product 4.7: the price is the one at payment submission). It holds from the first voucher
 * on, unless that one showed no payment at all.
 */
async function quoteOf(db: Db, entries: readonly Entry[]): Promise<Quote | undefined> {
  const [first] = entries;
  if (!first) return undefined;
  const { order, event } = first;
  const payments = await paymentsOf(db, { orderId: order.id });
  const isKept = payments.some(
    ({ state, reasonCode }) => state !== 2 || !NEVER_PAID.includes(reasonCode),
  );
  const isMember =
    order.userId !== null && ((await standingOf(db, order.userId))?.isMember ?? false);
  const was = { key: order.priceKey, name: order.priceName, takenFen: first.amountFen };
  const price = isKept
    ? { ...was, amountFen: first.amountFen }
    : priceToday(event.prices, was, formatDay(new Date()), isMember);
  const total = isKept
    ? entries.reduce((sum, { amountFen }) => sum + amountFen, 0)
    : price.amountFen * entries.length;
  return {
    wasFen: first.amountFen,
    fen: price.amountFen,
    priceKey: price.key,
    priceName: price.name,
    isMember: isKept ? order.isMemberPrice : isMember,
    count: entries.length,
    restFen: Math.max(0, total - (await freeFen(db, order.id))),
  };
}

/** The places of one's own order that wait for money, and its price today; undefined for none. */
export async function ownQuote(db: Db, orderId: number, owner: NonNullable<EntryPerson["owner"]>) {
  const order = await orderOf(db, orderId, owner);
  const entries = await waitingEntries(db, orderId);
  return { order, entries, quote: await quoteOf(db, entries) };
}

/** What has to be agreed to where the sum is another than the one that was shown. */
function refuseOther(quote: Quote, given: Given): void {
  const seen = fenOf(textOf(given.dueAmount));
  if (seen === quote.restFen) return;
  const was = seen ?? quote.wasFen * quote.count;
  const text = `应缴金额已由 ${moneyShown(was)} 元变为 ${moneyShown(quote.restFen)} 元（现行费用：${quote.priceName}），请确认后重新提交`;
  throw new AppError(text, { fields: { dueAmount: text } });
}

/** The owner hands in a voucher for all places of an order, at the price of today. */
export async function payOrder(
  context: Context,
  orderId: number,
  given: Given,
  person: EntryPerson,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { order, entries } = await lockOrder(tx, orderId, person);
    const quote = await quoteOf(tx, entries);
    if (!quote) throw new AppError(NOTHING_DUE);
    refuseOther(quote, given);
    let invoice: { invoice: typeof order.invoice } | undefined;
    if (quote.restFen > 0) {
      const paid = await readPaid(context, tx, payerOf(entries, person), given, { isOwner: true });
      const [first] = entries;
      const incomeType = byTraining(first?.event.type ?? "");
      const userId = person.account?.userId ?? null;
      await handIn(tx, { orderId }, userId, { ...paid, incomeType });
      await tellNews(tx, "inbox", ["member:finance:confirm"]);
      invoice = { invoice: paid.invoice };
    }
    await tx
      .update(activityOrder)
      .set({
        ...invoice,
        priceKey: quote.priceKey,
        priceName: quote.priceName,
        isMemberPrice: quote.isMember,
      })
      .where(eq(activityOrder.id, order.id));
    const inTx = { ...context, db: tx };
    for (const { id, amountFen } of entries) {
      const fen = quote.fen === quote.wasFen ? amountFen : quote.fen;
      const step = { amountFen: fen, isThere: quote.restFen === 0 };
      await actOnEntry(inTx, "pay", id, step, person);
    }
  });
}

/** Whose voucher it is: who is logged in uploads it, a guest names the transfer. */
function payerOf(entries: readonly Entry[], { account }: EntryPerson): Payer {
  const [first] = entries;
  if (!first) throw new AppError(NOTHING_DUE);
  const { order, unit, email } = first;
  return {
    paidFor: { orderId: order.id },
    userId: account?.userId ?? null,
    isUnit: false,
    name: unit || order.contactName,
    creditCode: "",
    email,
  };
}

/**
 * From now on the owner cannot put another voucher in the place of the one that waits.
 * @throws AppError for an order that is not there.
 */
export async function openOrder(
  { db }: Pick<Context, "db">,
  orderId: number,
  { userId }: Account,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderId, {});
    await openVoucher(tx, { orderId }, userId);
  });
}

/** Finance says what came in: all of it gives the places, less leaves the rest to be paid. */
export async function confirmOrder(
  context: Context,
  orderId: number,
  given: Given,
  person: Person,
): Promise<void> {
  await requireStepUp(context, person.account);
  await context.db.transaction(async (tx) => {
    const { entries } = await lockOrder(tx, orderId, {});
    const waiting = await handedIn(tx, { orderId });
    if (!waiting || entries.length === 0) throw new AppError(CONFIRMED);
    refuseOwn(entries, person);
    const amount = textOf(given.receivedAmount);
    const serial = normaliseBankSerial(textOf(given.bankSerial)) || waiting.bankSerial || "";
    refuseFields({
      receivedAmount: amount === "" ? "请填写实收金额" : checkMoney(amount),
      bankSerial:
        serial !== ""
          ? checkBankSerial(serial)
          : waiting.method === "bank"
            ? "请填写银行流水号"
            : undefined,
    });
    const paid = { ...waiting, bankSerial: serial || null };
    const { userId } = person.account;
    await confirmMoney(tx, { orderId }, userId, paid, fenOf(amount) ?? 0);
    const due = entries.reduce((sum, { amountFen }) => sum + amountFen, 0);
    const free = await freeFen(tx, orderId);
    const isShort = free < due;
    const opinion = isShort
      ? `已到账 ${moneyShown(free)} 元，还差 ${moneyShown(due - free)} 元，请补缴`
      : "";
    await stepAll(context, tx, "confirm", entries, { isShort, opinion }, person);
  });
}

/** Finance refuses the voucher; the owner hands in another one. */
export async function refuseOrder(
  context: Context,
  orderId: number,
  given: Given,
  person: Person,
): Promise<void> {
  const code = textOf(given.reasonCode);
  const reason = textOf(given.reason);
  refuseFields({
    reasonCode: Object.hasOwn(REFUSAL_REASONS, code) ? undefined : "请选择驳回原因",
    reason: isReason(reason) ? undefined : "请写明驳回原因，5 到 200 个字",
  });
  await context.db.transaction(async (tx) => {
    const { entries } = await lockOrder(tx, orderId, {});
    if (!(await handedIn(tx, { orderId }))) throw new AppError(CONFIRMED);
    refuseOwn(entries, person);
    await refuseMoney(tx, { orderId }, { code, reason });
    const opinion = `${REFUSAL_REASONS[code]}：${reason}`.slice(0, 200);
    await stepAll(context, tx, "fail", entries, { opinion }, person);
  });
}

/** Nobody of finance decides on their own money. */
function refuseOwn([first]: readonly Entry[], { account }: Person): void {
  if (first?.order.userId === account.userId) {
    throw new AppError("不能办理本人缴费的确认，请由其他同事办理");
  }
}

async function stepAll(
  context: Context,
  tx: Db,
  verb: "confirm" | "fail",
  entries: readonly Entry[],
  given: Given,
  person: Person,
): Promise<void> {
  for (const { id, state } of entries) {
    if (verb === "fail" && state !== paying) continue;
    await actOnEntry({ ...context, db: tx }, verb, id, given, person);
  }
}
