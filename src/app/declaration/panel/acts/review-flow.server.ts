import { eq, type SQL, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import {
  PANEL_CODES,
  REVIEW_CODES,
  REVIEW_LIFE,
  type ReviewState,
  type ReviewVerb,
  reviewStateOf,
} from "#src/lib/declare/panel-life.ts";
import { readComments, readScores, scoreProblems, totalOf } from "#src/lib/declare/score-sheet.ts";
import {
  type Act,
  type Done,
  type Flow,
  type Given,
  type Person,
  takeStep,
} from "#src/server/flow/flow.ts";
import { hasPermission } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { declareItem } from "../../item/table.server.ts";
import { isMet } from "../../meeting/service.server.ts";
import { keepPlan, type PlanRow, requireBatch } from "../model/plan.server.ts";
import { checkVersion, lockReview, putReview, type Review } from "../model/rows.server.ts";
import { declarePanel, declareReview } from "../table.server.ts";
import { opinionOf, reasonOf } from "./panel-flow.server.ts";

type ReviewAct = Act<Review, Person>;

/** Texts of a draft, also too long ones, so that they can be cut by hand. */
const MAX_KEPT = 5_000;
const LEFT = "这一件已转入终审，评分不能再提交或修改";
const MET = "评审委员会已经冻结排名，评分不能再提交；确有需要请联系学会秘书处";

/** Reviews of who has accepted and is on the list; all others find none. */
export const ownReviews = (userId: number): SQL => sql`${declareReview.panelId} in (
  select p.id from declare_panel p join declare_expert e on e.id = p.expert_id
  where e.user_id = ${userId} and e.status = '0' and p.state = ${PANEL_CODES.accepted})`;

/** Holds the declaration where it is. @throws AppError once it has left the experts. */
async function requireWithExperts(tx: Db, { itemId }: Review): Promise<void> {
  const [item] = await tx
    .select({ state: declareItem.state })
    .from(declareItem)
    .where(eq(declareItem.id, itemId))
    .for("share");
  if (item?.state !== DECLARE_CODES.expert) throw new AppError(LEFT);
}

/** The plan, held for what follows from its sheet. @throws AppError where its promise was not given. */
async function requirePromised(tx: Db, review: Review): Promise<PlanRow> {
  const plan = await keepPlan(tx, await requireBatch(tx, review.batchId));
  const [panel] = await tx.select().from(declarePanel).where(eq(declarePanel.id, review.panelId));
  if (panel?.promiseVersion !== plan.promiseVersion) throw new AppError("请先阅读并确认保密承诺");
  return plan;
}

const filledIn = ({ sheet }: PlanRow, given: Given) => ({
  scores: readScores(sheet, given.scores),
  comments: readComments(sheet, given.comments),
  comment:
    typeof given.comment === "string"
      ? given.comment.replaceAll("\u0000", "").slice(0, MAX_KEPT)
      : "",
});

/** Keeps what is typed; nothing is judged before it is handed in. */
async function save({ tx, before, given }: ReviewAct): Promise<Done<Review>> {
  await requireWithExperts(tx, before);
  const plan = await requirePromised(tx, before);
  return { after: await putReview(tx, before.id, filledIn(plan, given)) };
}

async function submit({ tx, before, given }: ReviewAct): Promise<Done<Review>> {
  await requireWithExperts(tx, before);
  const plan = await requirePromised(tx, before);
  // The plan's row is held: a meeting that freezes the ranking meanwhile waits for it.
  if (await isMet(tx, before.batchId)) throw new AppError(MET);
  const filled = filledIn(plan, given);
  refuseFields(scoreProblems(plan.sheet, filled));
  // The sheet that was filled in is the one in force: whoever edits it waits for the plan's row.
  const total = totalOf(plan.sheet, filled.scores);
  if (total === undefined) throw new Error("a sheet without problems has a total");
  return {
    after: await putReview(tx, before.id, {
      ...filled,
      state: REVIEW_CODES.done,
      total,
      submittedAt: new Date(),
    }),
  };
}

async function recuse({ tx, before, given }: ReviewAct): Promise<Done<Review>> {
  await requireWithExperts(tx, before);
  await requirePromised(tx, before);
  return {
    after: await putReview(tx, before.id, {
      state: REVIEW_CODES.recused,
      reason: reasonOf(given, "申请回避"),
    }),
  };
}

async function replace({ tx, before, given }: ReviewAct): Promise<Done<Review>> {
  await requireWithExperts(tx, before);
  return {
    after: await putReview(tx, before.id, {
      state: REVIEW_CODES.replaced,
      reason: opinionOf(given),
    }),
  };
}

async function restore({ tx, before }: ReviewAct): Promise<Done<Review>> {
  await requireWithExperts(tx, before);
  return { after: await putReview(tx, before.id, { state: REVIEW_CODES.open, reason: "" }) };
}

const isOwnStep = (step: ReviewVerb): boolean =>
  REVIEW_LIFE.steps[step].by.some((taker) => taker === "owner");

/** What the steps of REVIEW_LIFE do. */
export const REVIEW_FLOW: Flow<ReviewState, ReviewVerb, never, Review, Person> = {
  life: REVIEW_LIFE,
  stateOf: ({ state }) => reviewStateOf(state),
  recordedState: ({ state }) => String(state),
  within: (step, { account }) =>
    isOwnStep(step)
      ? ownReviews(account.userId)
      : hasPermission(account, "declare:panel:assign")
        ? undefined
        : sql`false`,
  forbids: () => undefined,
  lock: lockReview,
  checkVersion: (_tx, row, version) => checkVersion(row, version),
  acts: { save, submit, recuse, replace, restore },
  opinionOf,
  clock: {},
  find: async () => [],
  note: noteStep,
  tell: async () => undefined,
};

/** Takes one step with one expert's review. @throws AppError as takeStep does. */
export const actOnReview = (
  context: Context,
  verb: ReviewVerb,
  id: number,
  given: Given,
  person: Person,
): Promise<Review> => takeStep(REVIEW_FLOW, context, verb, id, given, person);
