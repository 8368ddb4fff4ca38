import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import {
  DECLARE_CODES,
  DECLARE_LIFE,
  type DeclareClock,
  type DeclareState,
  type DeclareVerb,
  declareStateOf,
} from "#src/lib/declare/declare-life.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { type EachResult, takeEach } from "#src/server/flow/each.ts";
import { type Flow, type Given, takeStep } from "#src/server/flow/flow.ts";
import type { Context } from "#src/server/start/context.ts";
import { batchOf, closingFor } from "../../batch/service.server.ts";
import { PUBLICITY_TAG } from "../../objection/service.server.ts";
import { tellWaiting } from "../inbox.server.ts";
import { forbids, type Item, type ItemPerson, within } from "../model/rights.server.ts";
import { checkVersion, lockItem, put } from "../model/rows.server.ts";
import { declareItem } from "../table.server.ts";
import {
  complete,
  decline,
  endPublicity,
  establish,
  open,
  opinionOf,
  pass,
  publicise,
  publicityOver,
  rank,
  recall,
  reject,
  review,
  reviewAgain,
  sendBack,
  terminate,
  unitPass,
} from "./judging.server.ts";
import { tellMissed, tellOwner } from "./telling.server.ts";
import { askClosing, discard, save, submit, withdraw } from "./writing.server.ts";

/** Drafts whose batch has closed for their owner, who was not told yet. */
const missed = (): SQL | undefined =>
  and(
    eq(declareItem.state, DECLARE_CODES.draft),
    isNull(declareItem.missedAt),
    sql`exists (select 1 from declare_batch b where b.id = ${declareItem.batchId} and b.status <> '1'
      and b.close_at <= now())`,
    sql`not exists (select 1 from declare_unlock u where u.batch_id = ${declareItem.batchId}
      and u.user_id = ${declareItem.userId} and u.until_at > now())`,
  );

/** What the steps of DECLARE_LIFE do. */
export const DECLARE_FLOW: Flow<DeclareState, DeclareVerb, DeclareClock, Item, ItemPerson> = {
  life: DECLARE_LIFE,
  stateOf: ({ state }) => declareStateOf(state),
  recordedState: ({ state }) => String(state),
  within,
  forbids,
  lock: lockItem,
  checkVersion: (_tx, row, version) => checkVersion(row, version),
  acts: {
    save,
    submit,
    discard,
    withdraw,
    unitPass,
    unitReturn: sendBack,
    pass,
    return: sendBack,
    reject,
    rank,
    publicise,
    decline,
    establish,
    recall,
    open,
    review,
    askClosing,
    complete,
    reviewAgain,
    terminate,
  },
  opinionOf,
  clock: {
    missDeadline: {
      due: missed,
      async act(tx, before) {
        const batch = await batchOf(tx, before.batchId);
        const closing = batch && (await closingFor(tx, batch, before.userId));
        if (batch && closing) await tellMissed(tx, before, batch, closing);
        return { after: await put(tx, before.id, { missedAt: new Date() }) };
      },
    },
    endPublicity: { due: publicityOver, act: endPublicity },
  },
  async find(db, condition, limit) {
    const rows = await db
      .select({ id: declareItem.id })
      .from(declareItem)
      .where(condition)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  note: noteStep,
  async tell(tx, _id, before, after) {
    await tellWaiting(tx, before, after);
    const { publicity } = DECLARE_CODES;
    if (before?.state === publicity || after?.state === publicity) {
      await publishTags(tx, [PUBLICITY_TAG]);
    }
    if (after && after.state !== before?.state) await tellOwner(tx, after);
  },
};

/** Takes one step with one declaration. @throws AppError as takeStep does. */
export const act = (
  context: Context,
  verb: DeclareVerb,
  id: number,
  given: Given,
  person: ItemPerson,
): Promise<Item> => takeStep(DECLARE_FLOW, context, verb, id, given, person);

/** One step with each of several declarations. @throws AppError as takeEach does. */
export const actOnEach = (
  context: Context,
  verb: DeclareVerb,
  ids: readonly number[],
  given: Given,
  person: ItemPerson,
): Promise<EachResult[]> =>
  takeEach({ noun: "申报", measure: "件" }, ids, given, (id, body) =>
    act(context, verb, id, body, person),
  );
