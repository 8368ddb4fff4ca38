import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import type { Answers } from "#src/lib/activity/parts.ts";
import { referenceOf } from "#src/lib/membership/reference.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { user } from "../../system/user/table.server.ts";
import { teacher } from "../../teacher/table.server.ts";
import { activity, activityEntry, activityOrder, activityTeacher } from "../table.server.ts";
import { demoMoney } from "./money.server.ts";
import { agendaOf, TOLD, type Told } from "./texts.server.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Midnight in Shanghai. */
const OFFSET_MS = 8 * HOUR_MS;

const SURNAMES = [..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧"];
const GIVEN = [
  "静",
  "敏",
  "丽华",
  "建国",
  "晓燕",
  "明辉",
  "文君",
  "海霞",
  "志远",
  "春梅",
  "佳宁",
  "立新",
];
const UNITS = ["青禾实验学校", "澄江市第二中学", "海晏社区学院", "云川市第一幼儿园", ""];
const POSTS = ["班主任", "家长", "社区工作者", "心理教师", ""];

const midnight = (day: number) =>
  Math.floor((Date.now() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS + day * DAY_MS;

const at = (day: number, hour: number) => new Date(midnight(day) + hour * HOUR_MS);

/** The same person again and again for the same number. */
const nameOf = (number: number) =>
  `${SURNAMES[(number * 7) % SURNAMES.length]}${GIVEN[(number * 5) % GIVEN.length]}`;

/** Telephones that no network gives out. */
const phoneOf = (number: number) => `1990001${String(number).padStart(4, "0")}`;

const bytesOf = (number: number) => createHash("sha256").update(`demo order ${number}`).digest();

const codeOf = (number: number) => bytesOf(number).toString("base64url").slice(0, 22);

/** Who signed up for what costs something, one after the other: most have paid. */
const PAID = [
  ENTRY_CODES.toPay,
  ENTRY_CODES.admitted,
  ENTRY_CODES.paying,
  ENTRY_CODES.admitted,
  ENTRY_CODES.admitted,
  ENTRY_CODES.refund,
];

/** What has become of the one who came as number `index`. */
function stateOf(
  { state, capacity, needReview, prices, people, day }: Told,
  index: number,
): number {
  if (state === 5) return ENTRY_CODES.cancelled;
  if (state === 4) return index % 9 === 4 ? ENTRY_CODES.absent : ENTRY_CODES.done;
  if (needReview) {
    return index % 3 === 0
      ? ENTRY_CODES.review
      : index % 11 === 5
        ? ENTRY_CODES.refused
        : ENTRY_CODES.admitted;
  }
  if (capacity > 0 && index >= capacity) return ENTRY_CODES.waiting;
  if (prices) return PAID[index % PAID.length] ?? ENTRY_CODES.admitted;
  if (day === 0) return index < people / 2 ? ENTRY_CODES.present : ENTRY_CODES.admitted;
  return capacity === 0 && index % 13 === 6 ? ENTRY_CODES.cancelled : ENTRY_CODES.admitted;
}

/** A place for which money was confirmed; those of activities that are over are in books of other years. */
const hasPaid = ({ prices, state }: Told, of: number): boolean =>
  prices !== undefined &&
  state !== 4 &&
  [ENTRY_CODES.admitted, ENTRY_CODES.refund].some((each) => each === of);

function answersOf({ formSchema }: Told): Answers {
  return formSchema?.some(({ key }) => key === "meal") ? { meal: "普通餐" } : {};
}

const OPINIONS: Readonly<Record<number, string>> = {
  [ENTRY_CODES.cancelled]: "本人取消",
  [ENTRY_CODES.refused]: "本期面向在岗的指导工作者",
};

/** Thirteen activities over two years, in every state, and those who signed up for them. */
export async function demoActivities(db: Db): Promise<void> {
  const teachers = await db.select({ id: teacher.id }).from(teacher).orderBy(asc(teacher.id));
  const [applicant] = await db
    .select({ userId: user.userId })
    .from(user)
    .where(eq(user.userName, "applicant"));
  let people = 0;
  for (const told of TOLD) {
    const activityId = await put(
      db,
      told,
      teachers.map(({ id }) => id),
    );
    if (told.people === 0) continue;
    await signUp(db, told, activityId, people, told.day === 9 ? applicant?.userId : undefined);
    people += told.people;
  }
}

async function put(db: Db, told: Told, teacherIds: readonly number[]): Promise<number> {
  const { day, from, to, days = 1, people, teachers = [], mode } = told;
  const startAt = at(day, from);
  const [row] = await db
    .insert(activity)
    .values({
      title: told.title,
      type: told.type,
      mode,
      summary: told.summary,
      content: told.content,
      city: told.city,
      place: told.place,
      onlineUrl: mode === "1" ? "" : "https://meeting.example.cn/room/2096",
      startAt,
      endAt: at(day + days - 1, to),
      signStartAt: at(day - 40, 9),
      signEndAt: at(day - 1, 18),
      capacity: told.capacity,
      perUserMax: 10,
      audience: told.audience ?? "all",
      needReview: told.needReview ?? false,
      needPay: told.prices !== undefined,
      prices: told.prices ?? [],
      formSchema: told.formSchema ?? [],
      agenda: told.state === 0 ? [] : agendaOf(formatDay(startAt), mode === "2"),
      hours: told.hours ?? 0,
      certRule: told.hours ? { sessions: days, minAttend: days } : { sessions: 0, minAttend: 0 },
      contact: "培训部 010-58800000",
      state: told.state,
      lastSerial: people,
      lastWaiting: Math.max(0, people),
      publishedAt: told.state >= 2 ? at(day - 42, 10) : null,
      opinion: told.opinion ?? "",
      createBy: "system",
      createTime: at(Math.min(0, day - 45), 9),
    })
    .returning({ id: activity.id });
  if (!row) throw new Error("an activity was not written");
  const named = teachers.flatMap((place) => teacherIds.slice(place - 1, place));
  if (named.length > 0) {
    await db
      .insert(activityTeacher)
      .values(named.map((teacherId, orderNum) => ({ activityId: row.id, teacherId, orderNum })));
  }
  return row.id;
}

async function signUp(
  db: Db,
  told: Told,
  activityId: number,
  before: number,
  userId: number | undefined,
): Promise<void> {
  const numbers = Array.from({ length: told.people }, (_, index) => before + index);
  const since = (index: number) => at(Math.min(-1, told.day - 2) - (index % 20), 10 + (index % 8));
  const orders = await db
    .insert(activityOrder)
    .values(
      numbers.map((number, index) => ({
        activityId,
        userId: index === 0 && userId !== undefined ? userId : null,
        phone: index === 0 && userId !== undefined ? "19900000001" : phoneOf(number),
        contactName: nameOf(number),
        code: codeOf(number),
        source: index === 0 && userId !== undefined ? "web" : "guest",
        priceKey: told.prices?.[0]?.key ?? "",
        priceName: told.prices?.[0]?.name ?? "",
        reference: told.prices ? referenceOf(bytesOf(number)) : null,
        createTime: since(index),
      })),
    )
    .returning({ id: activityOrder.id });
  const rows = numbers.map((number, index) => {
    const state = stateOf(told, index);
    const isIn = state === ENTRY_CODES.present || state === ENTRY_CODES.done;
    const isFirst = index === 0 && userId !== undefined;
    return {
      activityId,
      orderId: orders[index]?.id ?? 0,
      serial: index + 1,
      name: isFirst ? "周行" : nameOf(number),
      phone: isFirst ? "19900000001" : phoneOf(number),
      unit: UNITS[number % UNITS.length] ?? "",
      post: POSTS[number % POSTS.length] ?? "",
      answers: answersOf(told),
      amountFen: told.prices?.[0]?.amountFen ?? 0,
      state,
      waitingNo: state === ENTRY_CODES.waiting ? index : null,
      paidFen: hasPaid(told, state) ? (told.prices?.[0]?.amountFen ?? 0) : 0,
      payUntil: [ENTRY_CODES.toPay, ENTRY_CODES.paying].some((each) => each === state)
        ? new Date(Date.now() + 60 * HOUR_MS)
        : null,
      checkedInAt: isIn
        ? new Date(at(told.day, told.from).getTime() - (index % 30) * 60_000)
        : null,
      checkedInDoor: isIn ? "正门" : "",
      // Nobody of the demo is sent anything.
      reminded: 2,
      opinion: told.opinion ?? OPINIONS[state] ?? "",
      createTime: since(index),
    };
  });
  const entries = await db.insert(activityEntry).values(rows).returning();
  if (told.prices) await demoMoney(db, told.type === "1" ? "meeting" : "training", entries);
}
