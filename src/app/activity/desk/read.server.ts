import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { containsPairs } from "#src/db/like.ts";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { conditionOf, inputText, type ListInput } from "#src/server/crud/list-query.ts";
import type { Context } from "#src/server/start/context.ts";
import { teacher } from "../../teacher/table.server.ts";
import type { Activity } from "../service.server.ts";
import { activity, activityEntry, activityTeacher } from "../table.server.ts";
import type { ActivityForm, DeskRow, TeacherChoice } from "./wire.ts";

type Place = Pick<Context, "db">;

const time = (date: Date | null): string => (date ? formatDateTime(date) : "");

/** The condition of the list and of its file. */
export function deskCondition(input: ListInput): SQL | undefined {
  const states = inputText(input, "state")
    .split(",")
    .filter((text) => /^[0-5]$/.test(text))
    .map(Number);
  const title = inputText(input, "title");
  return and(
    conditionOf(activity, { equals: ["type", "mode"], time: "startAt" }, input),
    states.length > 0 ? inArray(activity.state, states) : undefined,
    title ? containsPairs(activity.title, title) : undefined,
  );
}

/** What is worked on first: drafts and those in review, then those to come, then those that are over. */
const ORDER = [
  sql`case when ${activity.state} in (0, 1) then 0 when ${activity.state} in (2, 3) then 1 else 2 end`,
  sql`case when ${activity.state} in (2, 3) then ${activity.startAt} end`,
  desc(activity.id),
];

/** A part of the activities as staff see them. */
export async function listActivities(
  { db }: Place,
  condition: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeskRow[]> {
  const rows = await db
    .select()
    .from(activity)
    .where(condition)
    .orderBy(...ORDER)
    .limit(limit)
    .offset(offset);
  const ids = rows.map(({ id }) => id);
  const waiting = await db
    .select({ id: activityEntry.activityId, count: count() })
    .from(activityEntry)
    .where(
      and(
        inArray(activityEntry.activityId, ids),
        eq(activityEntry.state, ENTRY_CODES.waiting),
        isNull(activityEntry.offerUntil),
      ),
    )
    .groupBy(activityEntry.activityId);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    capacity: row.capacity,
    taken: row.taken,
    waiting: waiting.find(({ id }) => id === row.id)?.count ?? 0,
    version: row.version,
    title: row.title,
    type: row.type,
    mode: row.mode,
    place: row.place,
    startAt: time(row.startAt),
    endAt: time(row.endAt),
    signEndAt: time(row.signEndAt),
    opinion: row.opinion,
    createBy: row.createBy,
  }));
}

/** As the editor has it; undefined: there is none. */
export async function formOf({ db }: Place, id: number): Promise<ActivityForm | undefined> {
  const [row] = await db.select().from(activity).where(eq(activity.id, id));
  if (!row) return undefined;
  const teachers = await db
    .select({ id: activityTeacher.teacherId })
    .from(activityTeacher)
    .where(eq(activityTeacher.activityId, id))
    .orderBy(asc(activityTeacher.orderNum));
  return {
    ...writtenOf(row),
    id: row.id,
    state: row.state,
    version: row.version,
    taken: row.taken,
    opinion: row.opinion,
    teachers: teachers.map((each) => each.id),
  };
}

/** What can be written of an activity, as a body says it. */
export function writtenOf(row: Activity) {
  return {
    title: row.title,
    type: row.type,
    cover: row.cover,
    summary: row.summary,
    content: row.content,
    mode: row.mode,
    city: row.city,
    place: row.place,
    address: row.address,
    mapLink: row.mapLink,
    onlineUrl: row.onlineUrl,
    startAt: time(row.startAt),
    endAt: time(row.endAt),
    signStartAt: time(row.signStartAt),
    signEndAt: time(row.signEndAt),
    capacity: row.capacity,
    perUserMax: row.perUserMax,
    audience: row.audience,
    needReview: row.needReview,
    needPay: row.needPay,
    hours: row.hours,
    contact: row.contact,
    overrideReason: row.overrideReason,
    prices: row.prices.map(({ key, name, amountFen, memberFen, untilDay }) => ({
      key,
      name,
      amount: moneyText(amountFen),
      memberAmount: memberFen === null ? "" : moneyText(memberFen),
      untilDate: untilDay,
    })),
    agenda: row.agenda,
    formSchema: row.formSchema,
    attachments: row.attachments,
    certRule: row.certRule,
  };
}

/** Teachers who are shown, for the choice of the editor. */
export const teacherChoices = ({ db }: Place): Promise<TeacherChoice[]> =>
  db
    .select({ id: teacher.id, teacherName: teacher.teacherName, unit: teacher.unit })
    .from(teacher)
    .where(eq(teacher.status, "0"))
    .orderBy(asc(teacher.orderNum), asc(teacher.id))
    .limit(500);
