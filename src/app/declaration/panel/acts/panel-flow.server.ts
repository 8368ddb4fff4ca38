import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import {
  PANEL_CODES,
  PANEL_LIFE,
  type PanelClock,
  type PanelState,
  type PanelVerb,
  panelStateOf,
  REVIEW_CODES,
  REVIEW_LIFE,
} from "#src/lib/declare/panel-life.ts";
import { isLongReason, REASON } from "#src/lib/text/reason.ts";
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
import { clockOf } from "../../batch/service.server.ts";

import { checkVersion, lockPanel, type Panel, putPanel, putReview } from "../model/rows.server.ts";
import { declarePanel, declarePlan, declareReview } from "../table.server.ts";
import { openOf, tellExpert } from "./telling.server.ts";

type PanelAct = Act<Panel, Person>;

const MAX_OPINION = 500;
/** Between two reminders by hand. */
const REMIND_HOURS = 12;

/** What somebody writes with a step. @throws AppError where it is too long. */
export function opinionOf(given: Given): string {
  const opinion = typeof given.opinion === "string" ? given.opinion.trim() : "";
  const isLong = Array.from(opinion).length > MAX_OPINION;
  refuseFields({ opinion: isLong ? `原因最多 ${MAX_OPINION} 个字` : undefined });
  return opinion;
}

/** The same where it must say something. */
export function reasonOf(given: Given, what: string): string {
  const reason = opinionOf(given);
  refuseFields({
    opinion: isLongReason(reason) ? undefined : `${what}时请写明原因，至少 ${REASON.least} 个字`,
  });
  return reason;
}

async function versionToPromise(tx: Db, batchId: number): Promise<number> {
  const [plan] = await tx
    .select({ promiseVersion: declarePlan.promiseVersion })
    .from(declarePlan)
    .where(eq(declarePlan.batchId, batchId))
    .for("share");
  return plan?.promiseVersion ?? 1;
}

/** Accepts with the promise of this version: nothing is shown before. */
async function accept({ tx, before, given }: PanelAct): Promise<Done<Panel>> {
  const version = await versionToPromise(tx, before.batchId);
  refuseFields({ promise: given.promise === "1" ? undefined : "请阅读并勾选保密承诺" });
  if (Number(given.promiseVersion) !== version) {
    const text = "保密承诺有更新，请重新阅读后再确认";
    throw new AppError(text, { fields: { promise: text } });
  }
  return {
    after: await putPanel(tx, before.id, {
      state: PANEL_CODES.accepted,
      promisedAt: await clockOf(tx),
      promiseVersion: version,
      reason: "",
    }),
  };
}

const decline = async ({ tx, before, given }: PanelAct): Promise<Done<Panel>> => ({
  after: await putPanel(tx, before.id, {
    state: PANEL_CODES.declined,
    reason: reasonOf(given, "谢绝"),
  }),
});

async function invite({ tx, before }: PanelAct): Promise<Done<Panel>> {
  const after = await putPanel(tx, before.id, {
    state: PANEL_CODES.invited,
    promisedAt: null,
    promiseVersion: null,
    nudged: 0,
    remindedAt: null,
    reason: "",
  });
  await tellExpert(tx, after, "expertInvited");
  return { after };
}

async function remind({ tx, before }: PanelAct): Promise<Done<Panel>> {
  const now = await clockOf(tx);
  const { remindedAt } = before;
  if (remindedAt && now.getTime() - remindedAt.getTime() < REMIND_HOURS * 3_600_000) {
    throw new AppError(`${REMIND_HOURS} 小时内已经提醒过，请稍后再提醒`);
  }
  const isInvited = before.state === PANEL_CODES.invited;
  const open = isInvited ? 0 : await openOf(tx, before.id);
  if (!isInvited && open === 0) throw new AppError("这位专家没有待评审的申报，不需要提醒");
  const after = await putPanel(tx, before.id, { remindedAt: now });
  await tellExpert(tx, after, isInvited ? "expertInvited" : "expertReminded", open);
  return { after };
}

/** What they have not handed in goes back to be assigned; what they have stays. */
async function remove({ tx, before, given, person }: PanelAct): Promise<Done<Panel>> {
  const reason = reasonOf(given, "移出");
  const open = await tx
    .select({ id: declareReview.id })
    .from(declareReview)
    .where(
      and(
        eq(declareReview.panelId, before.id),
        eq(declareReview.state, REVIEW_CODES.open),
        sql`exists (select 1 from declare_item i where i.id = ${declareReview.itemId} and i.state = ${DECLARE_CODES.expert})`,
      ),
    )
    .orderBy(declareReview.id)
    .for("update");
  for (const { id } of open) {
    await putReview(tx, id, { state: REVIEW_CODES.replaced });
    await noteStep(tx, {
      subject: REVIEW_LIFE.subject,
      subjectId: id,
      action: "replace",
      fromState: String(REVIEW_CODES.open),
      toState: String(REVIEW_CODES.replaced),
      account: person.account,
      ip: person.ip,
    });
  }
  const after = await putPanel(tx, before.id, { state: PANEL_CODES.removed, reason });
  await tellExpert(tx, after, "expertReleased");
  return { after };
}

const DUE = sql`(select p.due_at from declare_plan p where p.batch_id = ${declarePanel.batchId})`;
/** How near the due time is: 2 one day, 1 three days, 0 further, or over. */
const NEAR = sql`case when ${DUE} <= now() then 0 when ${DUE} <= now() + interval '1 day' then 2
  when ${DUE} <= now() + interval '3 days' then 1 else 0 end`;

const dueToNudge = (): SQL | undefined =>
  and(
    eq(declarePanel.state, PANEL_CODES.accepted),
    sql`${NEAR} > ${declarePanel.nudged}`,
    sql`exists (select 1 from declare_review r join declare_item i on i.id = r.item_id
      where r.panel_id = ${declarePanel.id} and r.state = ${REVIEW_CODES.open} and i.state = ${DECLARE_CODES.expert})`,
  );

async function nudge(tx: Db, before: Panel): Promise<Done<Panel>> {
  const [near] = await tx
    .select({ value: sql<number>`${NEAR}`.mapWith(Number) })
    .from(declarePanel)
    .where(eq(declarePanel.id, before.id));
  const after = await putPanel(tx, before.id, { nudged: near?.value ?? 1 });
  await tellExpert(tx, after, "expertReminded", await openOf(tx, before.id));
  return { after };
}

const isOwnStep = (step: PanelVerb): boolean =>
  PANEL_LIFE.steps[step].by.some((taker) => taker === "owner");

/** What the steps of PANEL_LIFE do. */
export const PANEL_FLOW: Flow<PanelState, PanelVerb, PanelClock, Panel, Person> = {
  life: PANEL_LIFE,
  stateOf: ({ state }) => panelStateOf(state),
  recordedState: ({ state }) => String(state),
  within: (step, { account }) =>
    isOwnStep(step)
      ? inArray(
          declarePanel.expertId,
          sql`(select e.id from declare_expert e where e.user_id = ${account.userId} and e.status = '0')`,
        )
      : hasPermission(account, "declare:panel:invite")
        ? undefined
        : sql`false`,
  forbids: () => undefined,
  lock: lockPanel,
  checkVersion: (_tx, row, version) => checkVersion(row, version),
  acts: { accept, decline, invite, remind, remove },
  opinionOf,
  clock: { nudge: { due: dueToNudge, act: nudge } },
  async find(db, condition, limit) {
    const rows = await db
      .select({ id: declarePanel.id })
      .from(declarePanel)
      .where(condition)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  note: noteStep,
  tell: async () => undefined,
};

/** Takes one step with one expert's part in a batch. @throws AppError as takeStep does. */
export const actOnPanel = (
  context: Context,
  verb: PanelVerb,
  id: number,
  given: Given,
  person: Person,
): Promise<Panel> => takeStep(PANEL_FLOW, context, verb, id, given, person);
