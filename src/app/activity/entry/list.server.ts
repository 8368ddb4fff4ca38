import { and, asc, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { containsPairs } from "#src/db/like.ts";
import { timeText } from "#src/db/shanghai.ts";
import { idOfText } from "#src/lib/id-text.ts";
import { maskEmail, maskPhone } from "#src/lib/people/masks.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { conditionOf, inputText, type ListInput } from "#src/server/crud/list-query.ts";
import type { Context } from "#src/server/start/context.ts";
import { activity, activityEntry, activityOrder } from "../table.server.ts";
import type { ActivityChoice, EntryRow } from "./wire.ts";

type Place = Pick<Context, "db">;

/** The condition of the list and of its file: one activity or all, states, name, unit or telephone. */
export function entryCondition(input: ListInput): SQL | undefined {
  const id = inputText(input, "activityId");
  const states = inputText(input, "state")
    .split(",")
    .filter((text) => /^(\d|10)$/.test(text))
    .map(Number);
  const keyword = inputText(input, "keyword");
  return and(
    id ? eq(activityEntry.activityId, idOfText(id) ?? 0) : undefined,
    conditionOf(activityEntry, {}, input),
    states.length > 0 ? inArray(activityEntry.state, states) : undefined,
    keyword ? foundBy(keyword) : undefined,
  );
}

/** Four digits are the end of a telephone, eleven a whole one. */
function foundBy(keyword: string): SQL | undefined {
  if (/^\d{11}$/.test(keyword)) return eq(activityEntry.phone, keyword);
  if (/^\d{4}$/.test(keyword)) return sql`right(${activityEntry.phone}, 4) = ${keyword}`;
  return or(
    containsPairs(activityEntry.name, keyword),
    sql`position(${keyword} in ${activityEntry.unit}) > 0`,
  );
}

/** What waits for a review first, then by activity and number. */
const ORDER = [
  desc(sql`${activityEntry.state} = 0`),
  desc(activityEntry.activityId),
  asc(activityEntry.serial),
  asc(activityEntry.id),
];

type Part = { limit: number; offset: number };

/** A part of the entries with telephones and addresses whole: for a file that asks who takes it. */
export async function wholeEntries(
  { db }: Place,
  condition: SQL | undefined,
  { limit, offset }: Part,
): Promise<EntryRow[]> {
  const rows = await db
    .select({
      id: activityEntry.id,
      activityId: activityEntry.activityId,
      serial: activityEntry.serial,
      state: activityEntry.state,
      version: activityEntry.version,
      title: activity.title,
      name: activityEntry.name,
      phone: activityEntry.phone,
      unit: activityEntry.unit,
      post: activityEntry.post,
      email: activityEntry.email,
      seatNo: activityEntry.seatNo,
      amountFen: activityEntry.amountFen,
      priceName: activityOrder.priceName,
      source: activityOrder.source,
      contactName: activityOrder.contactName,
      remark: activityOrder.remark,
      opinion: activityEntry.opinion,
      createTime: timeText(activityEntry.createTime),
      checkedInAt: sql<string>`coalesce(${timeText(activityEntry.checkedInAt)}, '')`,
      checkedInDoor: activityEntry.checkedInDoor,
    })
    .from(activityEntry)
    .innerJoin(activity, eq(activity.id, activityEntry.activityId))
    .innerJoin(activityOrder, eq(activityOrder.id, activityEntry.orderId))
    .where(condition)
    .orderBy(...ORDER)
    .limit(limit)
    .offset(offset);
  return rows.map(({ amountFen, ...row }) => ({ ...row, amount: moneyText(amountFen) }));
}

/** The same for the list of a page. */
export async function listEntries(
  place: Place,
  condition: SQL | undefined,
  part: Part,
): Promise<EntryRow[]> {
  const rows = await wholeEntries(place, condition, part);
  return rows.map((row) => ({
    ...row,
    phone: maskPhone(row.phone),
    email: maskEmail(row.email),
  }));
}

const MOST_CHOICES = 300;

/** Activities that have entries or take them, the latest first. */
export const activityChoices = ({ db }: Place): Promise<ActivityChoice[]> =>
  db
    .select({
      id: activity.id,
      state: activity.state,
      taken: activity.taken,
      title: activity.title,
      startAt: sql<string>`coalesce(${timeText(activity.startAt)}, '')`,
    })
    .from(activity)
    .where(sql`${activity.state} >= 2`)
    .orderBy(desc(activity.startAt), desc(activity.id))
    .limit(MOST_CHOICES);
