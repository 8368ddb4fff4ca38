import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { DAYS_TO_MEND, GRADES, isAwarded } from "#src/lib/declare/words.ts";
import { type Calendar, endOfWorkingDays, PUBLIC_DAYS } from "#src/lib/declare/working-days.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { isLongReason, REASON } from "#src/lib/text/reason.ts";
import type { Act, Done, Given } from "#src/server/flow/flow.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { batchOf, clockOf } from "../../batch/service.server.ts";
import { revokeOf } from "../../certificate/service.server.ts";
import { calendarOf } from "../../holiday/service.server.ts";
import { requireResolved, takePlace } from "../../meeting/service.server.ts";
import { openObjections } from "../../objection/service.server.ts";
import { countReviews } from "../../panel/service.server.ts";
import type { Item, ItemPerson } from "../model/rights.server.ts";
import { put } from "../model/rows.server.ts";
import { declareItem } from "../table.server.ts";
import { requireQuota } from "./writing.server.ts";

type ItemAct = Act<Item, ItemPerson>;

const MAX_OPINION = 500;

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** What the owner will read. @throws AppError where it is too long. */
export function opinionOf(given: Given): string {
  const opinion = textOf(given.opinion);
  const isLong = Array.from(opinion).length > MAX_OPINION;
  refuseFields({ opinion: isLong ? `意见最多 ${MAX_OPINION} 个字` : undefined });
  return opinion;
}

/** The same where it must say something. */
function reasonOf(given: Given, what: string): string {
  const reason = opinionOf(given);
  refuseFields({
    opinion: isLongReason(reason) ? undefined : `${what}时请写明原因，至少 ${REASON.least} 个字`,
  });
  return reason;
}

const to = async ({ tx, before }: ItemAct, state: number, opinion = ""): Promise<Done<Item>> => ({
  after: await put(tx, before.id, { state, opinion }),
});

export async function unitPass({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const batch = await batchOf(tx, before.batchId);
  if (!batch || before.unitId === null) throw new Error("a unit recommends what names it");
  await requireQuota(tx, batch, before.unitId, before.id);
  const after = await put(tx, before.id, {
    state: DECLARE_CODES.formCheck,
    forwardedAt: new Date(),
    opinion: opinionOf(given),
  });
  return { after };
}

/** Back to the owner, with days of their own to mend it. */
export async function sendBack({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const opinion = reasonOf(given, "退回");
  const now = await clockOf(tx);
  const mendUntil = new Date(now.getTime() + DAYS_TO_MEND * 86_400_000);
  const { returned } = DECLARE_CODES;
  return { after: await put(tx, before.id, { state: returned, opinion, mendUntil }) };
}

export const pass = (act: ItemAct) => to(act, DECLARE_CODES.expert);

export const reject = (act: ItemAct) =>
  to(act, DECLARE_CODES.declined, reasonOf(act.given, "不予通过"));

/** The committee meets on what enough experts have judged. */
export async function rank(act: ItemAct): Promise<Done<Item>> {
  const { tx, before } = act;
  const batch = await batchOf(tx, before.batchId);
  const [found, asked] = [await countReviews(tx, before.id), batch?.reviewers ?? 0];
  if (found < asked) {
    throw new AppError(`已收到 ${found} 份评审意见，至少需要 ${asked} 份才能转终审`);
  }
  return to(act, DECLARE_CODES.final, opinionOf(act.given));
}

/**
 * Shown for five whole working days by the table of holidays and the database's clock, as the committee has
 * resolved, while its category has a place left.
 */
export async function publicise({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const { award } = await requireResolved(tx, before.id, "pass");
  await takePlace(tx, before);
  const batch = await batchOf(tx, before.batchId);
  const publicFrom = await clockOf(tx);
  const after = await put(tx, before.id, {
    state: DECLARE_CODES.publicity,
    // A meeting may have noted one before its batch became one of projects.
    award: batch && isAwarded(batch.kind) ? award : "",
    opinion: opinionOf(given),
    publicFrom,
    publicUntil: endOfWorkingDays(publicFrom, PUBLIC_DAYS, await calendarOf(tx)),
  });
  return { after };
}

export async function decline({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const { opinion } = await requireResolved(tx, before.id, "refuse");
  const said = opinionOf(given) || opinion;
  const { declined } = DECLARE_CODES;
  return { after: await put(tx, before.id, { state: declined, award: "", opinion: said }) };
}

/** The end of a publicity by today's calendar, where that is later than the one that was said. */
export function laterEnd({ publicFrom, publicUntil }: Item, calendar: Calendar): Date | undefined {
  const until = publicFrom && endOfWorkingDays(publicFrom, PUBLIC_DAYS, calendar);
  return until && publicUntil && until > publicUntil ? until : undefined;
}

/** Why the end of a publicity cannot come yet; undefined where it can. */
async function notEnding(tx: Db, item: Item, now: Date): Promise<string | undefined> {
  const { id } = item;
  const until = laterEnd(item, await calendarOf(tx)) ?? item.publicUntil;
  if (until && now < until) {
    return `公示期至 ${formatDateTime(until).slice(0, 16)}，期满后才能立项或授奖`;
  }
  const open = await openObjections(tx, id);
  return open > 0 ? `有 ${open} 件异议还没有处理，处理后才能立项或授奖` : undefined;
}

export async function establish({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const now = await clockOf(tx);
  const refusal = await notEnding(tx, before, now);
  if (refusal) throw new AppError(refusal);
  const { approved } = DECLARE_CODES;
  const after = await put(tx, before.id, {
    state: approved,
    decidedAt: now,
    opinion: opinionOf(given),
  });
  return { after };
}

/** What the history says of a publicity that goes on. */
export const EXTENDED = "节假日调整，公示期顺延";

/** Publicities that are over and to which nobody objects. */
export const publicityOver = (): SQL | undefined =>
  and(
    eq(declareItem.state, DECLARE_CODES.publicity),
    sql`${declareItem.publicUntil} <= clock_timestamp()`,
    sql`not exists (select 1 from declare_objection o where o.item_id = ${declareItem.id} and o.state = 0)`,
  );

/**
 * The end of a publicity, by the clock. The days are counted once more under the lock: where staff have entered a
 * holiday since, it goes on to the later end.
 */
export async function endPublicity(tx: Db, before: Item): Promise<Done<Item>> {
  const now = await clockOf(tx);
  const until = laterEnd(before, await calendarOf(tx));
  if (until && until > now) {
    return { after: await put(tx, before.id, { publicUntil: until }), opinion: EXTENDED };
  }
  return { after: await put(tx, before.id, { state: DECLARE_CODES.approved, decidedAt: now }) };
}

export async function recall({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const opinion = reasonOf(given, "撤下公示");
  const { final } = DECLARE_CODES;
  // Another resolution gives another award, or none.
  return {
    after: await put(tx, before.id, { state: final, award: "", publicUntil: null, opinion }),
  };
}

const AWARD_ENDS = "论文和案例授奖后没有后续环节";

/** The stages that follow are those of projects and units. */
async function requireStages({ tx, before }: ItemAct): Promise<void> {
  const batch = await batchOf(tx, before.batchId);
  if (batch && isAwarded(batch.kind)) throw new AppError(AWARD_ENDS);
}

export async function open(act: ItemAct): Promise<Done<Item>> {
  await requireStages(act);
  return to(act, DECLARE_CODES.opening, opinionOf(act.given));
}

export const review = (act: ItemAct) => to(act, DECLARE_CODES.midterm, opinionOf(act.given));

export const reviewAgain = (act: ItemAct) =>
  to(act, DECLARE_CODES.midterm, reasonOf(act.given, "退回结题材料"));

export async function complete({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const grade = textOf(given.grade);
  refuseFields({ grade: Object.hasOwn(GRADES, grade) ? undefined : "请选择结题等级" });
  const { completed } = DECLARE_CODES;
  return {
    after: await put(tx, before.id, { state: completed, grade, opinion: opinionOf(given) }),
  };
}

/** Ends what was approved: its certificates do not hold any more. */
export async function terminate(act: ItemAct): Promise<Done<Item>> {
  const { tx, before, given, person } = act;
  const reason = reasonOf(given, "终止或撤项");
  await revokeOf(tx, before.id, person.account.nickName, `终止或撤项：${reason}`);
  return to(act, DECLARE_CODES.terminated, reason);
}
