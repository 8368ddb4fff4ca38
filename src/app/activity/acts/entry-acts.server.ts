import { askEntryRefund } from "#src/app/finance/service.server.ts";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { SELF_DOOR } from "#src/lib/activity/door.ts";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { refundFen } from "#src/lib/activity/refund.ts";
import { OFFER_HOURS, PAY_HOURS } from "#src/lib/activity/words.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import type { Act, Done, Given } from "#src/server/flow/flow.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import { freeFen } from "../model/order-books.server.ts";
import type { EntryPerson } from "../model/people.server.ts";
import { type Entry, putActivity, putEntry, seatsLeft } from "../model/rows.server.ts";

type EntryAct = Act<Entry, EntryPerson>;

const HOUR_MS = 3_600_000;
const MAX_OPINION = 200;
const MAX_SEAT = 20;

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** What the person will read. @throws AppError where it is too long. */
export function opinionOf(given: Given): string {
  const opinion = textOf(given.opinion);
  refuseFields({
    opinion: Array.from(opinion).length > MAX_OPINION ? `说明最多 ${MAX_OPINION} 个字` : undefined,
  });
  return opinion;
}

const reasonOf = (given: Given): string => {
  const reason = textOf(given.opinion);
  refuseFields({ opinion: isReason(reason) ? undefined : REASON_ASKED });
  return reason;
};

/** The earlier of an hour from now and a moment. */
const within = (hours: number, until: Date | null): Date => {
  const ends = new Date(Date.now() + hours * HOUR_MS);
  return until && until < ends ? until : ends;
};

const payUntil = (event: { startAt: Date | null }): Date => within(PAY_HOURS, event.startAt);

const toBePaid = ({ event }: Pick<Entry, "event">) => ({
  payUntil: payUntil(event),
  payReminded: false,
});

export const offerUntil = (event: { startAt: Date | null }): Date =>
  within(OFFER_HOURS, event.startAt);

/** Where a place goes that may be had: to the payment where it costs something. */
export const seated = ({ amountFen, event }: Pick<Entry, "amountFen" | "event">) =>
  amountFen > 0
    ? { state: ENTRY_CODES.toPay, payUntil: payUntil(event) }
    : { state: ENTRY_CODES.admitted };

const OUT_OF_LINE = { waitingNo: null, offerUntil: null };

/** Admits after the review, or puts in the line where the seats are gone. */
export async function pass({ tx, before }: EntryAct): Promise<Done<Entry>> {
  const { event } = before;
  if (seatsLeft(event) !== 0) return { after: await putEntry(tx, before, seated(before)) };
  const waitingNo = await nextWaiting(tx, before);
  return { after: await putEntry(tx, before, { state: ENTRY_CODES.waiting, waitingNo }) };
}

async function nextWaiting(tx: EntryAct["tx"], { event }: Entry): Promise<number> {
  const lastWaiting = event.lastWaiting + 1;
  await putActivity(tx, event.id, { lastWaiting });
  return lastWaiting;
}

export async function reject({ tx, before, given }: EntryAct): Promise<Done<Entry>> {
  const values = { state: ENTRY_CODES.refused, opinion: reasonOf(given), ...OUT_OF_LINE };
  return { after: await putEntry(tx, before, values) };
}

/** Takes the place that is kept for the person. */
export async function accept({ tx, before }: EntryAct): Promise<Done<Entry>> {
  return { after: await putEntry(tx, before, { ...OUT_OF_LINE, ...seated(before) }) };
}

export async function pay({ tx, before, given }: EntryAct): Promise<Done<Entry>> {
  const amountFen = typeof given.amountFen === "number" ? given.amountFen : before.amountFen;
  // What the order costs today has come in already, or it costs nothing: nothing is left to be confirmed.
  const isThere = amountFen === 0 || given.isThere === true;
  const values = isThere
    ? { state: ENTRY_CODES.admitted, amountFen, paidFen: amountFen }
    : { state: ENTRY_CODES.paying, amountFen };
  return { after: await putEntry(tx, before, { ...values, opinion: "" }) };
}

/** Why nobody will take a place whose money comes in now; undefined where somebody will. */
function goneBecause({ event, erasedAt }: Entry): string | undefined {
  if (event.state === ACTIVITY_CODES.cancelled) return "活动取消，全额退费";
  return erasedAt ? "账号已注销，全额退费" : undefined;
}

/** `isShort`: less came in than the order costs, and the rest is to be paid. */
export async function confirm({ tx, before, given, person }: EntryAct): Promise<Done<Entry>> {
  const gone = goneBecause(before);
  if (gone) return { after: await giveBack(tx, before, before.amountFen, gone, person) };
  const values =
    given.isShort === true
      ? { state: ENTRY_CODES.toPay, ...toBePaid(before), opinion: opinionOf(given) }
      : { state: ENTRY_CODES.admitted, paidFen: before.amountFen, opinion: "" };
  return { after: await putEntry(tx, before, values) };
}

export async function fail({ tx, before, given }: EntryAct): Promise<Done<Entry>> {
  const opinion = opinionOf(given);
  const values = goneBecause(before)
    ? { state: ENTRY_CODES.cancelled, opinion }
    : { state: ENTRY_CODES.toPay, ...toBePaid(before), opinion };
  return { after: await putEntry(tx, before, values) };
}

/**
 * Ends a place and asks that so much goes back to its payer, in the name of who ended it. Of a place for which not all
 * was paid it is what came in; where nothing goes back, the place is cancelled.
 */
export async function giveBack(
  tx: EntryAct["tx"],
  before: Entry,
  fen: number,
  opinion: string,
  person?: EntryPerson,
): Promise<Entry> {
  const { id: entryId, orderId } = before;
  const free = before.paidFen > 0 ? fen : Math.min(fen, await freeFen(tx, orderId));
  const userId = person?.account?.userId ?? null;
  const reason = (opinion || "取消报名，按退费规则退费").slice(0, 200);
  const asked =
    free > 0 ? await askEntryRefund(tx, { orderId, entryId, fen: free }, userId, reason) : 0;
  const state = asked > 0 ? ENTRY_CODES.refund : ENTRY_CODES.cancelled;
  return putEntry(tx, before, { state, opinion, ...OUT_OF_LINE });
}

export async function cancel({ tx, before, given, person }: EntryAct): Promise<Done<Entry>> {
  const opinion = person.owner ? opinionOf(given) : reasonOf(given);
  // Who leaves gets back what the rule says; whom the society sends away, all.
  const isByRule = person.owner !== undefined && before.paidFen > 0;
  const fen = isByRule
    ? refundFen(before.paidFen, before.event.startAt, new Date())
    : before.amountFen;
  const told = isByRule && fen === 0 ? "按退费规则，不足 3 天取消不退费" : opinion;
  return { after: await giveBack(tx, before, fen, told, person) };
}

export async function callOff({ tx, before, given, person }: EntryAct): Promise<Done<Entry>> {
  return { after: await giveBack(tx, before, before.amountFen, opinionOf(given), person) };
}

export async function place({ tx, before, given }: EntryAct): Promise<Done<Entry>> {
  const seatNo = textOf(given.seatNo);
  refuseFields({
    seatNo: Array.from(seatNo).length > MAX_SEAT ? `座位最多 ${MAX_SEAT} 个字` : undefined,
  });
  return { after: await putEntry(tx, before, { seatNo }) };
}

/** `at`: when it was, where a door without a connection noted it; the first time counts. */
export async function checkIn({ tx, before, given, person }: EntryAct): Promise<Done<Entry>> {
  const at = given.at instanceof Date ? given.at : new Date();
  const after = await putEntry(tx, before, {
    state: ENTRY_CODES.present,
    checkedInAt: before.checkedInAt ?? at,
    checkedInDoor: textOf(given.door).slice(0, MAX_SEAT),
    checkedInBy: person.account?.userId ?? null,
  });
  return { after };
}

/** Who reads the code of the room checks themselves in: nobody let them in. */
export async function arrive({ tx, before }: EntryAct): Promise<Done<Entry>> {
  const values = { checkedInAt: new Date(), checkedInDoor: SELF_DOOR, checkedInBy: null };
  return { after: await putEntry(tx, before, { state: ENTRY_CODES.present, ...values }) };
}

export async function undoCheckIn({ tx, before }: EntryAct): Promise<Done<Entry>> {
  const values = { checkedInAt: null, checkedInDoor: "", checkedInBy: null };
  return { after: await putEntry(tx, before, { state: ENTRY_CODES.admitted, ...values }) };
}
