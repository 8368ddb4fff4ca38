import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import {
  ENTRY_CODES,
  ENTRY_LIFE,
  type EntryClock,
  type EntryState,
  type EntryVerb,
  entryStateOf,
  SEATED,
} from "#src/lib/activity/entry-life.ts";
import { type Flow, type Given, takeDueStep, takeStep } from "#src/server/flow/flow.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { tellNews } from "../../news/service.server.ts";
import { type EntryPerson, within } from "../model/people.server.ts";
import {
  checkVersion,
  type Entry,
  lockEntry,
  putEntry,
  selectEntries,
} from "../model/rows.server.ts";
import { activity, activityEntry } from "../table.server.ts";
import {
  accept,
  arrive,
  callOff,
  cancel,
  checkIn,
  confirm,
  fail,
  giveBack,
  offerUntil,
  opinionOf,
  pass,
  pay,
  place,
  reject,
  undoCheckIn,
} from "./entry-acts.server.ts";
import { tellCalledOff, tellEntry, tellPayReminder, tellReminder } from "./telling.server.ts";

const { waiting, toPay, admitted, present } = ENTRY_CODES;

const isSeated = ({ state, offerUntil }: Entry): boolean =>
  (SEATED as readonly number[]).includes(state) || offerUntil !== null;

const isOn = inArray(activity.state, [ACTIVITY_CODES.published, ACTIVITY_CODES.closed]);
const isOver = lte(activity.endAt, sql`now()`);
const hasSeat = or(eq(activity.capacity, 0), lt(activity.taken, activity.capacity));

const isThere = (row: Entry | undefined): boolean =>
  row !== undefined && (row.state === present || row.state === ENTRY_CODES.done);

const IN_DAY = 1;
const IN_HOUR = 2;

/** Which reminder is due: an hour before, or a day before; 0 for none yet. */
const dueReminder = sql<number>`case when ${activity.startAt} <= now() + interval '1 hour' then ${sql.raw(`${IN_HOUR}`)}
  when ${activity.startAt} <= now() + interval '1 day' then ${sql.raw(`${IN_DAY}`)} else 0 end`;

/** Which reminders somebody who comes to their place now needs no more. */
export const remindedAlready = (startAt: Date | null): number =>
  startAt && startAt.getTime() - Date.now() < 86_400_000 ? IN_DAY : 0;

/** Somebody of this activity was let in at its door, so who was not there was absent. */
const wasDoor = sql`exists (select 1 from ${activityEntry} as door
  where door.activity_id = ${activity.id} and door.checked_in_at is not null)`;

/** What the steps of ENTRY_LIFE do. */
export const ENTRY_FLOW: Flow<EntryState, EntryVerb, EntryClock, Entry, EntryPerson> = {
  life: ENTRY_LIFE,
  stateOf: ({ state }) => entryStateOf(state),
  recordedState: ({ state }) => String(state),
  within: (_step, person) => within(person),
  forbids(step, row, { owner }) {
    const begun = row.event.startAt !== null && row.event.startAt.getTime() <= Date.now();
    if (step === "pay" && row.state === toPay && (row.payUntil?.getTime() ?? 0) <= Date.now()) {
      return "缴费时限已过，名额已释放，请重新报名";
    }
    if (step === "cancel" && owner && begun) return "活动已经开始，不能取消报名；请联系主办方";
    if (step !== "accept") return undefined;
    if (!row.offerUntil) return "还没有轮到您，有名额时会通知您";
    return row.offerUntil.getTime() <= Date.now() ? "候补名额已过期，请重新报名" : undefined;
  },
  lock: lockEntry,
  checkVersion: (_tx, row, version) => checkVersion(row, version),
  acts: {
    pass,
    reject,
    accept,
    pay,
    confirm,
    fail,
    cancel,
    place,
    checkIn,
    arrive,
    undoCheckIn,
    callOff,
  },
  opinionOf,
  clock: {
    offer: {
      due: () =>
        and(
          eq(activityEntry.state, waiting),
          isNull(activityEntry.offerUntil),
          isOn,
          gt(activity.startAt, sql`now()`),
          hasSeat,
        ),
      act: async (tx, before) => ({
        after: await putEntry(tx, before, { offerUntil: offerUntil(before.event) }),
      }),
    },
    lapse: {
      due: () =>
        or(
          and(isNotNull(activityEntry.offerUntil), lte(activityEntry.offerUntil, sql`now()`)),
          and(eq(activityEntry.state, toPay), lte(activityEntry.payUntil, sql`now()`)),
          // Nobody is offered a place any more.
          and(eq(activityEntry.state, waiting), lte(activity.startAt, sql`now()`)),
        ),
      async act(tx, before) {
        const opinion =
          before.state === toPay
            ? "逾期未缴费"
            : before.offerUntil
              ? "候补名额逾期未确认"
              : "活动已开始，候补结束";
        return { after: await giveBack(tx, before, before.amountFen, opinion), opinion };
      },
    },
    remindPay: {
      due: () =>
        and(
          eq(activityEntry.state, toPay),
          eq(activityEntry.payReminded, false),
          lte(activityEntry.payUntil, sql`now() + interval '1 day'`),
          gt(activityEntry.payUntil, sql`now()`),
        ),
      async act(tx, before) {
        await tellPayReminder(tx, before);
        return { after: await putEntry(tx, before, { payReminded: true }) };
      },
    },
    complete: {
      due: () => and(eq(activityEntry.state, present), isOver),
      act: async (tx, before) => ({
        after: await putEntry(tx, before, { state: ENTRY_CODES.done }),
      }),
    },
    miss: {
      due: () => and(eq(activityEntry.state, admitted), isOver, wasDoor),
      act: async (tx, before) => ({
        after: await putEntry(tx, before, { state: ENTRY_CODES.absent }),
      }),
    },
    remind: {
      due: () =>
        and(
          eq(activityEntry.state, admitted),
          isOn,
          gt(activity.startAt, sql`now()`),
          sql`${dueReminder} > ${activityEntry.reminded}`,
        ),
      async act(tx, before) {
        await tellReminder(tx, before);
        const isSoon = (before.event.startAt?.getTime() ?? 0) - Date.now() <= 3_600_000;
        return { after: await putEntry(tx, before, { reminded: isSoon ? IN_HOUR : IN_DAY }) };
      },
    },
  },
  async find(db, condition, limit) {
    const rows = await selectEntries(db)
      .where(condition)
      .orderBy(asc(activityEntry.waitingNo), asc(activityEntry.id))
      .limit(limit);
    return rows.map(({ entry }) => entry.id);
  },
  note: noteStep,
  async tell(tx, _id, before, after) {
    if (!after) return;
    const isReviewed = [before?.state, after.state].includes(ENTRY_CODES.review);
    if (isReviewed) await tellNews(tx, "inbox", ["activity:entry:check"]);
    // Who looks at the list sees how many have come.
    if (isThere(before) !== isThere(after)) await tellNews(tx, "door", ["activity:entry:list"]);
    const isOffered = after.offerUntil !== null && before?.offerUntil === null;
    const isChanged = after.state !== before?.state || isOffered;
    const isOff = after.event.state === ACTIVITY_CODES.cancelled;
    if (isOff && after.state === ENTRY_CODES.cancelled) await tellCalledOff(tx, after);
    else if (isChanged) await tellEntry(tx, after, isOffered);
    if (before && isSeated(before) && !isSeated(after)) await passOn(tx, after.activityId);
  },
};

/**
 * Offers the seats of an activity that are free to those who wait, in their order. The caller's transaction has its row
 * locked, or this takes the lock: nobody who signs up meanwhile comes before them.
 */
export async function passOn(tx: Db, activityId: number): Promise<void> {
  for (;;) {
    const [next] = await selectEntries(tx)
      .where(and(eq(activityEntry.activityId, activityId), ENTRY_FLOW.clock.offer.due()))
      .orderBy(asc(activityEntry.waitingNo))
      .limit(1);
    if (!next || !(await takeDueStep(ENTRY_FLOW, tx, "offer", next.entry.id))) return;
  }
}

/** Takes one step with one entry. @throws AppError as takeStep does. */
export const actOnEntry = (
  context: Context,
  verb: EntryVerb,
  id: number,
  given: Given,
  person: EntryPerson,
): Promise<Entry> => takeStep(ENTRY_FLOW, context, verb, id, given, person);

/** Takes one step with each of several; an entry that refuses it has its own text. */
export async function actOnEntries(
  context: Context,
  verb: EntryVerb,
  ids: readonly number[],
  given: Given,
  person: EntryPerson,
): Promise<{ id: number; isDone: boolean; text: string }[]> {
  const results: { id: number; isDone: boolean; text: string }[] = [];
  for (const id of ids) {
    try {
      await actOnEntry(context, verb, id, given, person);
      results.push({ id, isDone: true, text: "" });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ id, isDone: false, text: error.message });
    }
  }
  return results;
}
