import { and, eq, lt, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import {
  MEETING_CODES,
  MEETING_LIFE,
  type MeetingState,
  type MeetingVerb,
  meetingStateOf,
} from "#src/lib/declare/meeting-life.ts";
import { refusalOf } from "#src/lib/flow/life-cycle.ts";
import { plainText } from "#src/server/crud/ids.ts";
import { type Flow, type Given, noteStart, type Person, takeStep } from "#src/server/flow/flow.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { batchOf, lockBatch } from "../batch/service.server.ts";
import {
  edit,
  freeze,
  putQuotas,
  readMeeting,
  remove,
  reopen,
  resolve,
  vote,
} from "./acts.server.ts";
import { checkVersion, lockMeeting, type MeetingRow } from "./rows.server.ts";
import { declareMeeting } from "./table.server.ts";

const mayTake = (step: MeetingVerb, account: Account): boolean =>
  MEETING_LIFE.steps[step].by.some((permission) => hasPermission(account, permission));

/** What the steps of MEETING_LIFE do. */
const MEETING_FLOW: Flow<MeetingState, MeetingVerb, never, MeetingRow, Person> = {
  life: MEETING_LIFE,
  stateOf: ({ state }) => meetingStateOf(state),
  recordedState: ({ state }) => String(state),
  within: (step, { account }) => (mayTake(step, account) ? undefined : sql`false`),
  forbids: () => undefined,
  lock: lockMeeting,
  checkVersion: async (_tx, row, version) => checkVersion(row, version),
  acts: { edit, freeze, reopen, vote, resolve, remove },
  opinionOf: (given) => plainText(given.opinion).trim().slice(0, 500),
  clock: {},
  find: async () => [],
  note: noteStep,
  tell: async () => undefined,
};

/** The steps that this person has buttons for. */
export const meetingSteps = (row: MeetingRow, account: Account): MeetingVerb[] =>
  (Object.keys(MEETING_LIFE.steps) as MeetingVerb[]).filter(
    (step) => mayTake(step, account) && !refusalOf(MEETING_LIFE, step, meetingStateOf(row.state)),
  );

/** Takes one step with one meeting. @throws AppError as takeStep does. */
export const actOnMeeting = (
  context: Context,
  verb: MeetingVerb,
  id: number,
  given: Given,
  person: Person,
): Promise<MeetingRow> => takeStep(MEETING_FLOW, context, verb, id, given, person);

/** Calls a meeting on a batch. Of one batch there is one at a time: the batch's row is held. */
export async function callMeeting(
  { db }: Pick<Context, "db">,
  batchId: number,
  given: Given,
  person: Person,
): Promise<MeetingRow> {
  const { quotas, ...values } = readMeeting(given);
  return db.transaction(async (tx) => {
    await lockBatch(tx, batchId, "no key update");
    if (!(await batchOf(tx, batchId))) throw new AppError(NOT_FOUND, { code: 404 });
    const open = await tx.$count(
      declareMeeting,
      and(eq(declareMeeting.batchId, batchId), lt(declareMeeting.state, MEETING_CODES.resolved)),
    );
    if (open > 0) throw new AppError("本批次已有一次会议还没有登记决议，请先办完");
    await putQuotas(tx, batchId, quotas);
    const [row] = await tx
      .insert(declareMeeting)
      .values({ ...values, batchId, createBy: person.account.userName })
      .returning();
    if (!row) throw new Error("a meeting was not written");
    await noteStart(MEETING_FLOW, tx, row.id, row, person);
    return row;
  });
}
