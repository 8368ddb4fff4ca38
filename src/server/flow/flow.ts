import type { SQL } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { GONE, type LifeCycle, refusalOf } from "#src/lib/flow/life-cycle.ts";
import type { Account } from "../http/access.ts";
import { AppError, NOT_FOUND } from "../http/errors.ts";
import type { Context } from "../start/context.ts";

/** Body of the call that asks for a step. */
export type Given = Readonly<Record<string, unknown>>;

/** Who takes a step, and from where. A visitor who proved a telephone has no account. */
export type Actor = { account?: Account | undefined; ip: string };

/** The same where it is always somebody with an account. */
export type Person = Actor & { account: Account };

/** What a step has at hand: a locked record whose reach, version and state have been checked. */
export type Act<R, P> = { context: Context; tx: Db; before: R; given: Given; person: P };

/**
 * What a step did. `after`: the record as it is then; undefined when it is gone. `action` stands in
 * the history in place of the step's own key, `opinion` in place of what the body says.
 */
export type Done<R> = { after: R | undefined; action?: string; opinion?: string };

/** One row of a history. No `person`: the program itself. */
type HistoryRow = {
  subject: string;
  subjectId: number;
  action: string;
  fromState: string;
  toState: string;
  opinion: string;
  account?: Account;
  ip?: string;
};

/**
 * A life cycle with what its steps do.
 * @template S states. @template V steps of people. @template C steps of the clock. @template R a record,
 * whole. @template P a person, with what the slice asks about them.
 */
export type Flow<S extends string, V extends string, C extends string, R, P extends Actor> = {
  life: LifeCycle<S, V | C>;
  stateOf(record: R): S;
  /** The state as the history has it: a column of the record. */
  recordedState(record: R): string;
  /** Rows that the person may take the step with. */
  within(step: V, person: P): SQL | undefined;
  /** Why this person may not take a step with this record, though the state allows it. */
  forbids(step: V, record: R, person: P): string | undefined;
  /** The record of this id where the condition holds of it, locked to the end of the transaction. */
  lock(tx: Db, id: number, condition: SQL | undefined): Promise<R | undefined>;
  /** @throws AppError when the call was made for another version than the record has. */
  checkVersion(tx: Db, record: R, version: unknown): Promise<void>;
  acts: Readonly<Record<V, (act: Act<R, P>) => Promise<Done<R>>>>;
  /** Opinion of the body, checked. */
  opinionOf(given: Given): string;
  /** When the hour of a step has come, and what it does; the condition is asked again under the lock. */
  clock: Readonly<
    Record<
      C,
      {
        due(): SQL | undefined;
        act(tx: Db, before: R): Promise<Done<R>>;
      }
    >
  >;
  /** Ids for which a condition holds, so many at most. */
  find(db: Db, condition: SQL | undefined, limit: number): Promise<number[]>;
  note(tx: Db, row: HistoryRow): Promise<void>;
  /** Tells whom it concerns, and drops the pages that show it. */
  tell(tx: Db, id: number, before: R | undefined, after: R | undefined): Promise<void>;
};

/**
 * Takes one step with one record, in one transaction and in this order: lock within the person's reach,
 * version, state, the step with its guards, history, news, pages.
 * @throws AppError 404 for a record that is not there or out of reach (the answer does not say which);
 * with a text for the person for anything else that forbids the step.
 */
export async function takeStep<
  S extends string,
  V extends string,
  C extends string,
  R,
  P extends Actor,
>(
  flow: Flow<S, V, C, R, P>,
  context: Context,
  step: V,
  id: number,
  given: Given,
  person: P,
): Promise<R> {
  return context.db.transaction(async (tx) => {
    const before = await flow.lock(tx, id, flow.within(step, person));
    if (!before) throw new AppError(NOT_FOUND, { code: 404 });
    await flow.checkVersion(tx, before, given.version);
    const refusal =
      refusalOf(flow.life, step, flow.stateOf(before)) ?? flow.forbids(step, before, person);
    if (refusal) throw new AppError(refusal);
    const done = await flow.acts[step]({ context, tx, before, given, person });
    const opinion = done.opinion ?? flow.opinionOf(given);
    await finish(flow, tx, step, id, before, { ...done, opinion }, person);
    return done.after ?? before;
  });
}

/**
 * Takes a step of the clock with one record if its hour has come; false where somebody else was quicker with it.
 */
export async function takeDueStep<
  S extends string,
  V extends string,
  C extends string,
  R,
  P extends Actor,
>(flow: Flow<S, V, C, R, P>, db: Db, step: C, id: number): Promise<boolean> {
  const { due, act } = flow.clock[step];
  return db.transaction(async (tx) => {
    const before = await flow.lock(tx, id, due());
    if (!before || refusalOf(flow.life, step, flow.stateOf(before))) return false;
    await finish(flow, tx, step, id, before, await act(tx, before), undefined);
    return true;
  });
}

/**
 * Takes a step of the clock with every record whose hour has come, at most `limit` of them, each in a
 * transaction of its own. Returns how many took it: one that somebody else was quicker with does not.
 */
export async function takeDueSteps<
  S extends string,
  V extends string,
  C extends string,
  R,
  P extends Actor,
>(flow: Flow<S, V, C, R, P>, db: Db, step: C, limit: number): Promise<number> {
  let count = 0;
  for (const id of await flow.find(db, flow.clock[step].due(), limit)) {
    if (await takeDueStep(flow, db, step, id)) count++;
  }
  return count;
}

/** Writes down that a record began. */
export async function noteStart<
  S extends string,
  V extends string,
  C extends string,
  R,
  P extends Actor,
>(flow: Flow<S, V, C, R, P>, tx: Db, id: number, record: R, person: P): Promise<void> {
  const { subject, starts } = flow.life;
  const state = flow.stateOf(record);
  if (!starts.includes(state)) throw new Error(`${subject} cannot begin as ${state}`);
  const toState = flow.recordedState(record);
  const { account, ip } = person;
  const step = { subject, subjectId: id, action: "create", fromState: "", toState, opinion: "" };
  await flow.note(tx, { ...step, ...(account ? { account } : {}), ip });
}

async function finish<S extends string, V extends string, C extends string, R, P extends Actor>(
  flow: Flow<S, V, C, R, P>,
  tx: Db,
  step: V | C,
  id: number,
  before: R,
  { after, action, opinion }: Done<R>,
  person: P | undefined,
): Promise<void> {
  const { subject, steps } = flow.life;
  const begin = flow.stateOf(before);
  const end = after === undefined ? GONE : flow.stateOf(after);
  if (!steps[step].moves[begin]?.includes(end)) {
    throw new Error(
      `${subject}: ${step} leads from ${begin} to ${end}, which its life cycle does not have`,
    );
  }
  if (steps[step].isQuiet) return;
  await flow.note(tx, {
    subject,
    subjectId: id,
    action: action ?? step,
    fromState: flow.recordedState(before),
    toState: after === undefined ? "" : flow.recordedState(after),
    opinion: opinion ?? "",
    ...(person?.account ? { account: person.account } : {}),
    ...(person ? { ip: person.ip } : {}),
  });
  await flow.tell(tx, id, before, after);
}
