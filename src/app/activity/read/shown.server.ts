import { and, asc, count, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { containsPairs } from "#src/db/like.ts";
import { SHOWN_STATES } from "#src/lib/activity/activity-life.ts";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { formatDateTime, formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { inputText, type ListInput, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { teacher } from "../../teacher/table.server.ts";
import { closedBecause } from "../acts/sign-up.server.ts";
import { type Activity, seatsLeft } from "../model/rows.server.ts";
import { activity, activityEntry, activityTeacher } from "../table.server.ts";
import type { ActivityInfo, ActivityRow, PriceRow, Seats } from "../wire.ts";

const time = (date: Date | null): string => (date ? formatDateTime(date) : "");

const isShown: SQL = inArray(activity.state, [...SHOWN_STATES]);

const pricesOf = ({ needPay, prices }: Activity): PriceRow[] =>
  (needPay ? prices : []).map(({ key, name, amountFen, memberFen, untilDay }) => ({
    key,
    name,
    amount: moneyText(amountFen),
    memberAmount: memberFen === null ? null : moneyText(memberFen),
    untilDate: untilDay,
    isOpen: untilDay === "" || untilDay >= formatDay(new Date()),
  }));

const rowOf = (row: Activity): ActivityRow => ({
  id: row.id,
  state: row.state,
  capacity: row.capacity,
  title: row.title,
  type: row.type,
  cover: row.cover,
  summary: row.summary,
  mode: row.mode,
  city: row.city,
  place: row.place,
  startAt: time(row.startAt),
  endAt: time(row.endAt),
  signStartAt: time(row.signStartAt),
  signEndAt: time(row.signEndAt),
  audience: row.audience,
  needReview: row.needReview,
  needPay: row.needPay,
  prices: pricesOf(row),
});

/** What the list may be narrowed by; all empty for all of them. */
type Narrowed = {
  keyword: string;
  type: string;
  /** `open` to be signed up for, `soon` before that, `over`. */
  status: string;
  /** `yyyy-MM` */
  month: string;
  city: string;
  mode: string;
};

function narrowedBy(input: ListInput): Narrowed {
  const month = inputText(input, "month");
  return {
    keyword: inputText(input, "keyword"),
    type: inputText(input, "type"),
    status: inputText(input, "status"),
    month: parseDateTime(`${month}-01`) ? month : "",
    city: inputText(input, "city"),
    mode: inputText(input, "mode"),
  };
}

const STATUS: Readonly<Record<string, SQL>> = {
  open: sql`${activity.state} = 2 and ${activity.signStartAt} <= now() and ${activity.signEndAt} > now()`,
  soon: sql`${activity.state} = 2 and ${activity.signStartAt} > now()`,
  closed: sql`(${activity.state} = 3 or (${activity.state} = 2 and ${activity.signEndAt} <= now()))
    and ${activity.endAt} > now()`,
  over: sql`${activity.state} = 4 or (${activity.state} in (2, 3) and ${activity.endAt} <= now())`,
};

function conditionOf({ keyword, type, status, month, city, mode }: Narrowed): SQL | undefined {
  const from = month ? parseDateTime(`${month}-01`) : undefined;
  const [year = 0, number = 1] = month.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  const to = month ? parseDateTime(`${next}-01`) : undefined;
  return and(
    isShown,
    keyword ? containsPairs(activity.title, keyword) : undefined,
    type ? eq(activity.type, type) : undefined,
    status ? (Object.hasOwn(STATUS, status) ? STATUS[status] : sql`false`) : undefined,
    from && to ? and(gte(activity.startAt, from), lt(activity.startAt, to)) : undefined,
    city ? eq(activity.city, city) : undefined,
    mode ? eq(activity.mode, mode) : undefined,
  );
}

/** Those to come first, the nearest at the top; then those that are over, the latest first. */
const ORDER = [
  sql`${activity.state} in (4, 5) or ${activity.endAt} <= now()`,
  sql`case when ${activity.state} in (2, 3) and ${activity.endAt} > now() then ${activity.startAt} end`,
  desc(activity.startAt),
  desc(activity.id),
];

export async function listShown(db: Db, input: ListInput) {
  const condition = conditionOf(narrowedBy(input));
  const { pageNum, pageSize } = pageOf(input);
  const total = await db.$count(activity, condition);
  const rows = await db
    .select()
    .from(activity)
    .where(condition)
    .orderBy(...ORDER)
    .limit(pageSize)
    .offset(offsetOf(pageNum, pageSize, total));
  return { rows: rows.map(rowOf), total };
}

/** When the next of the shown activities opens, closes, begins or ends, in ms; Infinity for none. */
export async function nextTurn(db: Db): Promise<number> {
  const { rows } = await db.execute<{ turn: string | null }>(sql`
    select (extract(epoch from min(turn)) * 1000)::bigint as turn
    from ${activity}, unnest(array[sign_start_at, sign_end_at, start_at, end_at]) as turn
    where ${activity.state} in (2, 3) and turn > now()`);
  const turn = rows[0]?.turn;
  return turn ? Number(turn) : Number.POSITIVE_INFINITY;
}

/** Years and months, and cities, of which there are activities: what the page offers to narrow by. */
export async function filtersOf(db: Db): Promise<{ months: string[]; cities: string[] }> {
  const month = sql<string>`to_char(${activity.startAt} at time zone 'Asia/Shanghai', 'YYYY-MM')`;
  const months = await db
    .selectDistinct({ month })
    .from(activity)
    .where(isShown)
    .orderBy(desc(month));
  const cities = await db
    .selectDistinct({ city: activity.city })
    .from(activity)
    .where(and(isShown, sql`${activity.city} <> ''`))
    .orderBy(asc(activity.city));
  return {
    months: months.map((each) => each.month).slice(0, 24),
    cities: cities.map(({ city }) => city),
  };
}

/** One that visitors may see; undefined for any other. */
export async function findShown(db: Db, id: number): Promise<ActivityInfo | undefined> {
  const [row] = await db
    .select()
    .from(activity)
    .where(and(eq(activity.id, id), isShown));
  return row && infoOf(db, row);
}

/** As visitors see it, whatever its state: for a preview as well. @public */
export async function infoOf(db: Db, row: Activity): Promise<ActivityInfo> {
  const teachers = await db
    .select({
      id: teacher.id,
      teacherName: teacher.teacherName,
      title: teacher.title,
      unit: teacher.unit,
      picture: teacher.picture,
      intro: teacher.intro,
    })
    .from(activityTeacher)
    .innerJoin(teacher, eq(teacher.id, activityTeacher.teacherId))
    .where(and(eq(activityTeacher.activityId, row.id), eq(teacher.status, "0")))
    .orderBy(asc(activityTeacher.orderNum));
  return {
    ...rowOf(row),
    perUserMax: row.perUserMax,
    hours: row.hours,
    content: row.content,
    address: row.address,
    mapLink: row.mapLink,
    contact: row.contact,
    opinion: row.opinion,
    agenda: row.agenda,
    teachers,
    formSchema: row.formSchema,
    attachments: row.attachments.map(({ name }) => ({ name })),
    hasCertificate: row.certRule.sessions > 0,
  };
}

const MAX_ASKED = 50;

/** Seats of these activities now. */
export async function seatsOf(db: Db, ids: readonly number[]): Promise<Seats[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(activity)
    .where(and(isShown, inArray(activity.id, ids.slice(0, MAX_ASKED))));
  const waiting = await db
    .select({ id: activityEntry.activityId, count: count() })
    .from(activityEntry)
    .where(
      and(
        inArray(
          activityEntry.activityId,
          rows.map(({ id }) => id),
        ),
        eq(activityEntry.state, ENTRY_CODES.waiting),
        isNull(activityEntry.offerUntil),
      ),
    )
    .groupBy(activityEntry.activityId);
  const now = Date.now();
  return rows.map((row) => ({
    id: row.id,
    left: seatsLeft(row) ?? null,
    waiting: waiting.find(({ id }) => id === row.id)?.count ?? 0,
    closed: closedBecause(row, now) ?? "",
  }));
}
