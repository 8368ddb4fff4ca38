import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { refuseCourseWords } from "#src/app/wording/course/service.server.ts";
import type { Db } from "#src/db/client.ts";
import {
  ACTIVITY_CODES,
  ACTIVITY_LIFE,
  type ActivityClock,
  type ActivityState,
  type ActivityVerb,
  activityStateOf,
} from "#src/lib/activity/activity-life.ts";
import { ENTRY_LIFE, entryStateOf } from "#src/lib/activity/entry-life.ts";
import { causesOf } from "#src/lib/causes.ts";
import { refusalOf } from "#src/lib/flow/life-cycle.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { readFields } from "#src/server/fields/fields.ts";
import {
  type Act,
  type Done,
  type Flow,
  type Given,
  noteStart,
  type Person,
  takeStep,
} from "#src/server/flow/flow.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { noteFileUse } from "../../common/files/service.server.ts";
import { tellNews } from "../../news/service.server.ts";
import { FACTS } from "../fields.ts";
import { readParts, readTeachers } from "../model/parts.server.ts";
import { type Activity, checkVersion, lockActivity, putActivity } from "../model/rows.server.ts";
import { activity, activityEntry, activityTeacher } from "../table.server.ts";
import { actOnEntry, passOn } from "./entry-flow.server.ts";
import { textsOf } from "./texts.server.ts";

type ActivityAct = Act<Activity, Person>;

const FIELDS = fieldsOf(FACTS);
const { draft, published, closed, cancelled, ended, review } = ACTIVITY_CODES;
const MAX_OPINION = 200;

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

function opinionOf(given: Given): string {
  const opinion = textOf(given.opinion);
  refuseFields({
    opinion: Array.from(opinion).length > MAX_OPINION ? `说明最多 ${MAX_OPINION} 个字` : undefined,
  });
  return opinion;
}

/** Times that contradict one another, on their fields. */
function timeProblems(row: Pick<Activity, "startAt" | "endAt" | "signStartAt" | "signEndAt">) {
  const { startAt, endAt, signStartAt, signEndAt } = row;
  return {
    endAt: startAt && endAt && endAt <= startAt ? "结束时间应晚于开始时间" : undefined,
    signEndAt:
      signStartAt && signEndAt && signEndAt <= signStartAt
        ? "报名截止应晚于报名开始"
        : signEndAt && endAt && signEndAt > endAt
          ? "报名截止不能晚于活动结束"
          : undefined,
  };
}

/** What is still missing before visitors may see it. */
const missingIn = (row: Activity) => ({
  startAt: row.startAt ? undefined : "请填写开始时间",
  endAt: row.endAt ? undefined : "请填写结束时间",
  signStartAt: row.signStartAt ? undefined : "请填写报名开始时间",
  signEndAt: row.signEndAt ? undefined : "请填写报名截止时间",
  summary: row.summary ? undefined : "请填写简介",
  place: row.mode === "2" || row.place ? undefined : "请填写地点",
  prices: row.needPay && row.prices.length === 0 ? "请填写费用" : undefined,
});

/** Reads a body into a row and writes it; nothing that visitors may not be told remains in a shown one. */
async function write(act: ActivityAct): Promise<Done<Activity>> {
  const { context, tx, before, given, person } = act;
  const given0 = { title: before.title, summary: before.summary, ...given };
  const plain = readFields(FIELDS, given0, false);
  const values = { ...plain, ...readParts(given) };
  const next = { ...before, ...values };
  const isShown = before.state !== draft;
  refuseFields({
    ...timeProblems(next),
    ...(isShown ? missingIn(next) : {}),
    capacity:
      next.capacity !== 0 && next.capacity < before.taken
        ? `已有 ${before.taken} 人占用名额，名额不能少于这个数`
        : undefined,
  });
  await refuseCourseWords(
    context,
    person.account,
    { texts: textsOf(next), reason: next.overrideReason },
    { texts: textsOf(before), reason: before.overrideReason },
  );
  const after = await putActivity(tx, before.id, { ...values, updateBy: person.account.userName });
  const teachers = readTeachers(given);
  if (teachers) await putTeachers(tx, after.id, teachers);
  await noteFileUse(tx, "activity", after.id, [
    after.cover,
    after.content,
    JSON.stringify(after.attachments),
  ]);
  if (isShown) await passOn(tx, after.id);
  return { after };
}

async function putTeachers(tx: Db, activityId: number, ids: readonly number[]): Promise<void> {
  await tx.delete(activityTeacher).where(eq(activityTeacher.activityId, activityId));
  if (ids.length === 0) return;
  try {
    await tx
      .insert(activityTeacher)
      .values(ids.map((teacherId, orderNum) => ({ activityId, teacherId, orderNum })));
  } catch (error) {
    const isGone = causesOf(error).some((each) => (each as { code?: string }).code === "23503");
    if (isGone)
      throw new AppError("有的师资已被删除，请重新选择", {
        fields: { teachers: "请重新选择师资" },
      });
    throw error;
  }
}

const to =
  (state: number, isTold = false) =>
  async ({ tx, before, given }: ActivityAct): Promise<Done<Activity>> => {
    const opinion = opinionOf(given);
    if (isTold) refuseFields({ opinion: isReason(opinion) ? undefined : REASON_ASKED });
    return { after: await putActivity(tx, before.id, { state, opinion }) };
  };

async function submit({ tx, before }: ActivityAct): Promise<Done<Activity>> {
  refuseFields(missingIn(before));
  return { after: await putActivity(tx, before.id, { state: review, opinion: "" }) };
}

async function publish({ tx, before }: ActivityAct): Promise<Done<Activity>> {
  refuseFields(missingIn(before));
  const values = { state: published, publishedAt: new Date(), opinion: "" };
  return { after: await putActivity(tx, before.id, values) };
}

/** Tells all who signed up, and gives back what was paid. */
async function cancel(act: ActivityAct): Promise<Done<Activity>> {
  const { context, tx, before, given, person } = act;
  const opinion = opinionOf(given);
  refuseFields({ opinion: isReason(opinion) ? undefined : REASON_ASKED });
  const after = await putActivity(tx, before.id, { state: cancelled, opinion });
  const entries = await tx
    .select({ id: activityEntry.id, state: activityEntry.state })
    .from(activityEntry)
    .where(eq(activityEntry.activityId, before.id))
    .orderBy(asc(activityEntry.id));
  const { account, ip } = person;
  for (const { id, state } of entries) {
    if (refusalOf(ENTRY_LIFE, "callOff", entryStateOf(state))) continue;
    await actOnEntry({ ...context, db: tx }, "callOff", id, { opinion }, { account, ip });
  }
  return { after };
}

const discard = async ({ tx, before }: ActivityAct): Promise<Done<Activity>> => {
  await tx.delete(activity).where(eq(activity.id, before.id));
  await noteFileUse(tx, "activity", before.id, []);
  return { after: undefined };
};

/** What the steps of ACTIVITY_LIFE do. */
export const ACTIVITY_FLOW: Flow<ActivityState, ActivityVerb, ActivityClock, Activity, Person> = {
  life: ACTIVITY_LIFE,
  stateOf: ({ state }) => activityStateOf(state),
  recordedState: ({ state }) => String(state),
  // Each route asks for the permission of its step; activities belong to no branch.
  within: () => undefined,
  forbids: () => undefined,
  lock: lockActivity,
  checkVersion: (_tx, row, version) => checkVersion(row, version),
  acts: {
    save: write,
    amend: write,
    submit,
    withdraw: to(draft),
    sendBack: to(draft, true),
    publish,
    close: to(closed),
    reopen: to(published),
    cancel,
    discard,
  },
  opinionOf,
  clock: {
    end: {
      due: () => and(inArray(activity.state, [published, closed]), lte(activity.endAt, sql`now()`)),
      act: async (tx, before) => ({ after: await putActivity(tx, before.id, { state: ended }) }),
    },
  },
  async find(db, condition, limit) {
    const rows = await db.select({ id: activity.id }).from(activity).where(condition).limit(limit);
    return rows.map(({ id }) => id);
  },
  note: noteStep,
  async tell(tx, _id, before, after) {
    if (before?.state === review || after?.state === review) {
      await tellNews(tx, "inbox", ["activity:activity:publish"]);
    }
    await publishTags(tx, ["entity:activity"]);
  },
};

/** Takes one step with one activity. @throws AppError as takeStep does. */
export const actOnActivity = (
  context: Context,
  verb: ActivityVerb,
  id: number,
  given: Given,
  person: Person,
): Promise<Activity> => takeStep(ACTIVITY_FLOW, context, verb, id, given, person);

/** A new draft with what the body says of it. */
export async function startActivity(
  context: Context,
  given: Given,
  person: Person,
): Promise<Activity> {
  return context.db.transaction(async (tx) => {
    const title = textOf(given.title);
    refuseFields({ title: title === "" ? "请填写活动名称" : undefined });
    const [row] = await tx
      .insert(activity)
      .values({
        title: Array.from(title).slice(0, FACTS.title.max).join(""),
        // The column asks for one; the form says so before the activity is handed in.
        summary: textOf(given.summary).slice(0, FACTS.summary.max) || title,
        createBy: person.account.userName,
      })
      .returning();
    if (!row) throw new Error("an activity was not written");
    await noteStart(ACTIVITY_FLOW, tx, row.id, row, person);
    return actOnActivity({ ...context, db: tx }, "save", row.id, { ...given, title }, person);
  });
}
