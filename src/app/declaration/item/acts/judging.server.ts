import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { AWARDS, DAYS_TO_MEND, GRADES, isAwarded } from "#src/lib/declare/words.ts";
import { addWorkingDays } from "#src/lib/membership/due.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { isLongReason, REASON } from "#src/lib/text/reason.ts";
import type { Act, Done, Given } from "#src/server/flow/flow.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { batchOf, clockOf } from "../../batch/service.server.ts";
import { countReviews } from "../../panel/service.server.ts";
import type { Item, ItemPerson } from "../model/rights.server.ts";
import { put } from "../model/rows.server.ts";
import { requireQuota } from "./writing.server.ts";

type ItemAct = Act<Item, ItemPerson>;

const MAX_OPINION = 500;
/** Of a publicity: product 4.8. */
const PUBLIC_DAYS = 5;

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

/** Shown for five working days, by the database's clock; what begins in the evening begins then. */
export async function publicise({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const award = textOf(given.award);
  const batch = await batchOf(tx, before.batchId);
  const asksAward = batch !== undefined && isAwarded(batch.kind);
  refuseFields({
    award: asksAward && !Object.hasOwn(AWARDS, award) ? "请选择获奖等级" : undefined,
  });
  const after = await put(tx, before.id, {
    state: DECLARE_CODES.publicity,
    award: asksAward ? award : "",
    opinion: opinionOf(given),
    publicUntil: addWorkingDays(await clockOf(tx), PUBLIC_DAYS),
  });
  return { after };
}

export const decline = (act: ItemAct) =>
  to(act, DECLARE_CODES.declined, reasonOf(act.given, "终审不通过"));

export async function establish({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const { publicUntil } = before;
  const now = await clockOf(tx);
  if (publicUntil && now < publicUntil) {
    const until = formatDateTime(publicUntil).slice(0, 16);
    throw new AppError(`公示期至 ${until}，期满后才能立项或授奖`);
  }
  const { approved } = DECLARE_CODES;
  const after = await put(tx, before.id, {
    state: approved,
    decidedAt: now,
    opinion: opinionOf(given),
  });
  return { after };
}

export async function recall({ tx, before, given }: ItemAct): Promise<Done<Item>> {
  const opinion = reasonOf(given, "撤下公示");
  const { final } = DECLARE_CODES;
  return { after: await put(tx, before.id, { state: final, publicUntil: null, opinion }) };
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

export const terminate = (act: ItemAct) =>
  to(act, DECLARE_CODES.terminated, reasonOf(act.given, "终止或撤项"));
