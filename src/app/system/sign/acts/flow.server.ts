import { and, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { causesOf } from "#src/lib/causes.ts";
import {
  SIGN_LIFE,
  type SignClock,
  type SignState,
  type SignVerb,
  STATE_CODES,
  stateOfCode,
} from "#src/lib/membership/sign-life.ts";
import { type Flow, type Given, takeStep } from "#src/server/flow/flow.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { payment } from "../../../finance/table.server.ts";
import { tellWaiting } from "../inbox.server.ts";
import { forbids, type Sign, type SignPerson, within } from "../model/rights.server.ts";
import { checkVersion, lockSign, put } from "../model/rows.server.ts";
import { sign } from "../table.server.ts";
import { adjust } from "./adjust.server.ts";
import { openRenewal } from "./behalf.server.ts";
import { DAYS_TO_ACT } from "./outcome.server.ts";
import { discard, pay, save, submit, TAKEN_BY_INDEX, withdraw } from "./owner-acts.server.ts";
import { rebranch } from "./rebranch.server.ts";
import {
  askRevoke,
  confirm,
  councilPass,
  councilReject,
  fail,
  opinionOf,
  pass,
  reject,
  reopen,
  revoke,
  sendBack,
} from "./staff-acts.server.ts";
import { tellOwner, tellReminder } from "./telling.server.ts";

/** States in which the owner has to do something before a day: product 4.3. */
const WAITING = [STATE_CODES.returned, STATE_CODES.waitPay, STATE_CODES.payFailed];

/** Days after the beginning of the waiting at which the owner is reminded: product 4.3. */
const REMINDER_DAYS = [7, 30, 53] as const;

/** Days that have gone since the waiting began. */
const daysGone = sql<number>`(${DAYS_TO_ACT} - ceil(extract(epoch from
  ${sign.deadlineAt} - now()) / 86400))::int`;

/** The last of the reminders whose day has come; 0 for none. */
const dueReminder = sql<number>`(case ${sql.join(
  REMINDER_DAYS.toReversed().map(
    (day) => sql`when ${daysGone} >= ${sql.raw(`${day}`)} then ${sql.raw(`${day}`)}`,
  ),
  sql` `,
)} else 0 end)`;

const someMoneyCame = sql`exists (select 1 from ${payment}
  where ${payment.signId} = ${sign.id} and ${payment.state} = 1)`;

const waits = (): SQL | undefined => and(inArray(sign.state, WAITING), isNotNull(sign.deadlineAt));

/** What the steps of SIGN_LIFE do. */
export const SIGN_FLOW: Flow<SignState, SignVerb, SignClock, Sign, SignPerson> = {
  life: SIGN_LIFE,
  stateOf: ({ state }) => stateOfCode(state),
  recordedState: ({ state }) => String(state),
  within,
  forbids,
  lock: lockSign,
  checkVersion: (_tx, row, version) => checkVersion(row, version),
  acts: {
    save,
    submit,
    openRenewal,
    discard,
    withdraw,
    pass,
    return: sendBack,
    reject,
    councilPass,
    councilReject,
    pay,
    confirm,
    fail,
    adjust,
    rebranch,
    reopen,
    askRevoke,
    revoke,
  },
  opinionOf,
  clock: {
    remind: {
      due: () =>
        and(waits(), sql`${dueReminder} > ${sign.remindedDay}`, sql`${sign.deadlineAt} > now()`),
      async act(tx, before) {
        const [row] = await tx
          .select({ day: dueReminder })
          .from(sign)
          .where(sql`${sign.id} = ${before.id}`);
        await tellReminder(tx, before);
        return { after: await put(tx, before.id, { remindedDay: row?.day ?? before.remindedDay }) };
      },
    },
    close: {
      due: () => and(waits(), lte(sign.deadlineAt, sql`now()`), sql`not ${someMoneyCame}`),
      async act(tx, before) {
        const after = await put(tx, before.id, {
          state: STATE_CODES.closed,
          closedFrom: before.state,
          deadlineAt: null,
        });
        return { after };
      },
    },
  },
  async find(db, condition, limit) {
    const rows = await db.select({ id: sign.id }).from(sign).where(condition).limit(limit);
    return rows.map(({ id }) => id);
  },
  note: noteStep,
  async tell(tx, _id, before, after) {
    await tellWaiting(tx, before, after);
    if (after && after.state !== before?.state) await tellOwner(tx, after);
  },
};

/**
 * Takes one step with one application.
 * @throws AppError as takeStep does; where an index refused what somebody else was faster with, with its text.
 */
export async function act(
  context: Context,
  verb: SignVerb,
  id: number,
  given: Given,
  person: SignPerson,
): Promise<Sign> {
  try {
    return await takeStep(SIGN_FLOW, context, verb, id, given, person);
  } catch (error) {
    throw takenBy(error) ?? error;
  }
}

/** The refusal for a number that another application was handed in with a moment before. */
function takenBy(error: unknown): AppError | undefined {
  for (const cause of causesOf(error)) {
    const { constraint } = cause as { constraint?: string };
    const [field, text] = TAKEN_BY_INDEX[constraint ?? ""] ?? [];
    if (field && text) return new AppError(text, { fields: { [field]: text } });
  }
  return undefined;
}
