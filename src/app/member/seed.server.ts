import { and, asc, eq, sql } from "drizzle-orm";
import { insertMany, takeIds } from "#src/db/bulk.ts";
import type { Db } from "#src/db/client.ts";
import { pick, random } from "#src/lib/art/random.ts";
import type { SignState } from "#src/lib/membership/sign-life.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Env } from "#src/server/start/env.ts";
import { fileUse } from "../common/files/table.server.ts";
import { payment, receipt } from "../finance/table.server.ts";
import { timeline } from "../inbox/table.server.ts";
import { dept } from "../system/dept/table.server.ts";
import { role, userRole } from "../system/role/table.server.ts";
import { councilItem, councilMeeting } from "../system/sign/council/table.server.ts";
import { sign } from "../system/sign/table.server.ts";
import { user } from "../system/user/table.server.ts";
import { memberCertificate } from "./certificate/table.server.ts";
import { addRows, type DemoPerson, type DemoTools, momentOf, noRows } from "./demo/books.server.ts";
import { historyOf } from "./demo/history.server.ts";
import { type DemoLife, memberLife, olderLife, openLife, openSign } from "./demo/lives.server.ts";
import { type DemoPapers, storePapers } from "./demo/papers.server.ts";
import { personOf, type Subject, unitOf } from "./demo/people.server.ts";
import { demoStaff } from "./demo/staff.server.ts";
import { memberLevel } from "./level/table.server.ts";
import type { Level } from "./service.server.ts";
import { member, numberSeries } from "./table.server.ts";
import { memberTerm } from "./term/table.server.ts";

/** After levels, users and articles. */
export const order = 60;

const PERSONS = 300;
const UNITS = 40;

type Older = {
  endsIn: readonly [low: number, high: number];
  manualState?: DemoLife["manualState"];
};

const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

/** Persons of older books: in how many days the term of each ends. */
const OLDER: readonly Older[] = [
  ...times(6, { endsIn: [2, 7] as const }),
  ...times(6, { endsIn: [8, 29] as const }),
  ...times(6, { endsIn: [31, 58] as const }),
  ...times(8, { endsIn: [-85, -3] as const }),
  ...times(6, { endsIn: [-340, -100] as const }),
  ...times(5, { endsIn: [-700, -380] as const }),
  { endsIn: [40, 200], manualState: "suspended" },
  { endsIn: [-200, -20], manualState: "resigned" },
  { endsIn: [-300, -100], manualState: "expelled" },
];

const OPEN_PERSONS: readonly SignState[] = [
  ...times(8, "draft" as const),
  ...times(14, "checking" as const),
  ...times(6, "returned" as const),
  ...times(12, "waitPay" as const),
  ...times(5, "payReview" as const),
  ...times(2, "payFailed" as const),
  ...times(5, "rejected" as const),
  ...times(4, "withdrawn" as const),
  ...times(4, "closed" as const),
];

const OPEN_UNITS: readonly SignState[] = [
  "draft",
  ...times(4, "checking" as const),
  "returned",
  ...times(4, "council" as const),
  ...times(2, "waitPay" as const),
  ...times(2, "payReview" as const),
  "payFailed",
  "rejected",
];

type Made = { subject: Subject; life: DemoLife; level: Level };

/** Everybody of the demo, the same at every installation but for the days, which follow today. */
function everybody(today: string, levels: readonly Level[], papers: DemoPapers): Made[] {
  const next = random(20_240_919);
  const personLevel = levels.find(({ memberType }) => memberType === "01");
  const [plain, ...higher] = levels.filter(({ memberType }) => memberType === "02");
  const made: Made[] = [];
  for (let nth = 0; personLevel && nth < PERSONS; nth++) {
    const subject = personOf(next, nth, papers.photos[nth % papers.photos.length] ?? "");
    const older = OLDER[nth];
    const state = OPEN_PERSONS[nth - (PERSONS - OPEN_PERSONS.length)];
    const life = older
      ? olderLife(next, today, older.endsIn, older.manualState)
      : state
        ? openLife(next, today, state)
        : memberLife(next, today);
    made.push({ subject, life, level: personLevel });
  }
  for (let nth = 0; plain && nth < UNITS; nth++) {
    const subject = unitOf(next, nth, papers);
    const state = OPEN_UNITS[nth - (UNITS - OPEN_UNITS.length)];
    const isHigher = state === "council" || (nth % 6 === 5 && higher.length > 0);
    const level = isHigher ? (higher[nth % higher.length] ?? plain) : plain;
    made.push({
      subject,
      life: state ? openLife(next, today, state) : memberLife(next, today),
      level,
    });
  }
  addRenewals(next, today, made);
  return made;
}

/** Some whose term ends soon have asked for the next one, and have to pay. */
function addRenewals(next: () => number, today: string, made: readonly Made[]): void {
  const soon = daysAfter(today, 90);
  let left = 4;
  for (const { life } of made) {
    const ends = life.signs.at(-1)?.term?.toOn;
    if (ends === undefined || ends < today || ends > soon) continue;
    if (left-- === 0) return;
    life.signs.push(openSign(next, today, "waitPay", "RENEW"));
  }
}

/** 300 persons and 40 units over three years, with all that came of it. Nothing is put in without levels. */
export async function demo(db: Db, env: Env): Promise<void> {
  const levels = await db
    .select()
    .from(memberLevel)
    .where(eq(memberLevel.status, "0"))
    .orderBy(asc(memberLevel.memberType), asc(memberLevel.orderNum));
  if (levels.length === 0) return;
  const staff = await demoStaff(db, env);
  const papers = await storePapers(db, env);
  const today = formatDay(new Date());
  const made = everybody(today, levels, papers);
  const userIds = await accounts(db, made);
  const branches = await db
    .select()
    .from(dept)
    .where(and(eq(dept.parentId, 102), eq(dept.delFlag, "0")));
  const next = random(7);
  const withVoucher = made.filter(({ life }) =>
    life.signs.some(({ state }) => state === "payReview" || state === "payFailed"),
  );
  const people: DemoPerson[] = made.map((each, at) => ({
    ...each,
    nth: at,
    voucher: withVoucher.includes(each) ? withVoucher.indexOf(each) : undefined,
    userId: userIds[at] ?? null,
    deptId: next() < 0.3 && branches[0] ? pick(next, [branches[0], ...branches]).deptId : null,
    isVisible: each.subject.memberType === "02" || next() < 0.4,
  }));
  const rows = noRows();
  const numbers = await seriesOf(db);
  const tools: DemoTools = {
    next,
    dataDir: env.dataDir,
    staff,
    papers,
    meetings: await meetings(db, today),
    takeId: await idsFor(db, made),
    memberNo: (type, year) =>
      `${type === "01" ? "P" : "D"}${year}${numbers.next(type === "01" ? "memberP" : "memberD", year).padStart(5, "0")}`,
    applyNo: (month) => `S${month}${numbers.next("apply", month).padStart(4, "0")}`,
  };
  for (const person of inOrder(people)) addRows(rows, person, tools);
  await insertMany(db, member, rows.members);
  await insertMany(db, sign, rows.signs);
  await putOnSheets(db, rows.signs, tools.meetings);
  await insertMany(db, memberTerm, rows.terms);
  await insertMany(db, memberCertificate, rows.certificates);
  await insertMany(db, payment, rows.payments);
  await insertMany(db, receipt, rows.receipts);
  await insertMany(db, timeline, historyOf(rows.signs, staff));
  await insertMany(db, fileUse, usesOf(rows));
  await numbers.store();
}

/** Who began first has the lower numbers. */
const inOrder = (people: readonly DemoPerson[]): DemoPerson[] => {
  const begun = ({ life }: DemoPerson) => life.older?.fromOn ?? life.signs[0]?.begunOn ?? "";
  return people.toSorted((a, b) => begun(a).localeCompare(begun(b)));
};

/** An account for everybody who has applied here; those of older books have none yet. */
async function accounts(db: Db, made: readonly Made[]): Promise<(number | undefined)[]> {
  const [memberRole] = await db.select().from(role).where(eq(role.roleKey, "member"));
  const applied = made.filter(({ life }) => life.signs.length > 0);
  const ids = await takeIds(db, "sys_user", "user_id", applied.length);
  const numbers = await takeIds(db, "member_number", "id", applied.length);
  await insertMany(
    db,
    user,
    applied.map(({ subject, life }, at) => ({
      userId: ids[at],
      userName: `u${numbers[at]}`,
      nickName: subject.name.slice(0, 20),
      userType: subject.memberType,
      phonenumber: subject.phone,
      createBy: "system",
      createTime: momentOf(life.signs[0]?.begunOn ?? formatDay(new Date()), 8),
    })),
  );
  if (memberRole) {
    const { roleId } = memberRole;
    await insertMany(
      db,
      userRole,
      ids.map((userId) => ({ userId, roleId })),
    );
  }
  let at = 0;
  return made.map(({ life }) => (life.signs.length > 0 ? ids[at++] : undefined));
}

/** The council has met once, and will again. */
async function meetings(db: Db, today: string): Promise<DemoTools["meetings"]> {
  const resolutionOn = daysAfter(today, -150);
  const resolutionNo = `会理〔${resolutionOn.slice(0, 4)}〕3号`;
  const [held, coming] = await db
    .insert(councilMeeting)
    .values([
      {
        meetingName: "第三届理事会第五次会议",
        meetingOn: resolutionOn,
        place: "学会会议室",
        createBy: "system",
      },
      {
        meetingName: "第三届理事会第六次会议",
        meetingOn: daysAfter(today, 12),
        place: "线上会议",
        createBy: "system",
      },
    ])
    .returning({ id: councilMeeting.id });
  return { held: held?.id ?? 0, coming: coming?.id ?? 0, resolutionNo, resolutionOn };
}

/**
 * What the council has decided on is on the sheet of the meeting that it held, which is frozen then; half of
 * those that wait are on the sheet of the next.
 */
async function putOnSheets(
  db: Db,
  signs: (typeof sign.$inferInsert)[],
  { held, coming, resolutionNo, resolutionOn }: DemoTools["meetings"],
): Promise<void> {
  const decided = signs.filter((row) => row.resolutionNo);
  const waiting = signs.filter(({ state }) => state === 3);
  await insertMany(db, councilItem, [
    ...decided.map(({ id }) => ({
      meetingId: held,
      signId: id,
      result: "passed",
      decidedAt: momentOf(resolutionOn, 11),
    })),
    ...waiting.slice(0, Math.ceil(waiting.length / 2)).map(({ id }) => ({
      meetingId: coming,
      signId: id,
      result: "",
      decidedAt: null,
    })),
  ]);
  await db
    .update(councilMeeting)
    .set({ resolutionNo, resolutionOn })
    .where(eq(councilMeeting.id, held));
}

async function idsFor(db: Db, made: readonly Made[]): Promise<DemoTools["takeId"]> {
  const signs = made.reduce((sum, { life }) => sum + life.signs.length, 0);
  const ids = {
    member: await takeIds(db, "member", "id", made.length),
    sign: await takeIds(db, "sign", "id", signs),
    term: await takeIds(db, "member_term", "id", signs + made.length),
    payment: await takeIds(db, "payment", "id", signs),
  };
  return (table) => {
    const id = ids[table].shift();
    if (id === undefined) throw new Error(`no more ids for ${table}`);
    return id;
  };
}

/** Numbers of the series from where they stand, as nextNumber gives them; `store` writes how far they went. */
async function seriesOf(db: Db) {
  const rows = await db.select().from(numberSeries);
  const last = new Map(rows.map((row) => [`${row.series} ${row.year}`, row.last]));
  return {
    next(series: string, year: number): string {
      const key = `${series} ${year}`;
      const number = (last.get(key) ?? 0) + 1;
      last.set(key, number);
      return String(number);
    },
    async store() {
      const values = [...last].map(([key, number]) => {
        const [series = "", year = ""] = key.split(" ");
        return { series, year: Number(year), last: number };
      });
      if (values.length === 0) return;
      await db
        .insert(numberSeries)
        .values(values)
        .onConflictDoUpdate({
          target: [numberSeries.series, numberSeries.year],
          set: { last: sql`excluded.last` },
        });
    },
  };
}

/** Where the pictures are used: unused files are swept away. */
function usesOf({ signs, payments }: ReturnType<typeof noRows>): (typeof fileUse.$inferInsert)[] {
  const ofSigns = signs.flatMap(({ id = 0, form }) =>
    [form?.photo, form?.licence, form?.applyForm].flatMap((keys) =>
      Array.isArray(keys)
        ? keys.map((key) => ({ path: String(key), subject: "sign", subjectId: id }))
        : [],
    ),
  );
  const ofPayments = payments.flatMap(({ signId, voucherFiles = [] }) =>
    signId ? voucherFiles.map((path) => ({ path, subject: "payment", subjectId: signId })) : [],
  );
  return [...ofSigns, ...ofPayments];
}
