import { and, asc, eq, like } from "drizzle-orm";
import { insertMany, takeIds } from "#src/db/bulk.ts";
import type { Db } from "#src/db/client.ts";
import { pick, random } from "#src/lib/art/random.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { fieldsOf } from "#src/lib/declare/schema.ts";
import { STANDARD_SCHEMAS } from "#src/lib/declare/standard.ts";
import { endOfWorkingDays, PUBLIC_DAYS } from "#src/lib/declare/working-days.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { timeline } from "../inbox/table.server.ts";
import { numberSeries } from "../member/table.server.ts";
import { user } from "../system/user/table.server.ts";
import { declareBatch, declareSchema } from "./batch/table.server.ts";
import { demoExperts } from "./demo/experts.server.ts";
import { SUBJECTS, UNITS, valuesOf } from "./demo/words.ts";
import { calendarOf } from "./holiday/service.server.ts";
import { declareItem } from "./item/table.server.ts";

/** After the members, whose accounts declare. */
export const order = 65;

const DAY = 86_400_000;
const EACH = 40;

type Kind = "project" | "paper" | "case";
type Batch = typeof declareBatch.$inferInsert & { kind: Kind };

/** A running batch, one in review, one that is finished; their days follow today. */
function batchesOn(now: number): Batch[] {
  const year = Number(formatDay(new Date(now)).slice(0, 4));
  const at = (days: number) => new Date(Math.floor((now + days * DAY) / DAY) * DAY + 9 * 3_600_000);
  return [
    {
      batchName: `${year + 1} 年度规划课题`,
      kind: "project",
      intro: "面向全国征集家庭教育研究课题，分理论、实践、政策、调查四类，研究周期一至两年。",
      openAt: at(-20),
      closeAt: at(25),
      unitCheck: true,
      quotaPerUnit: 5,
      reviewers: 3,
      isBlind: true,
      orderNum: 1,
      status: "0",
    },
    {
      batchName: `${year} 年家庭教育优秀案例`,
      kind: "case",
      intro: "征集家长学校、社区服务、区域推进等方面可以推广的工作案例。",
      openAt: at(-90),
      closeAt: at(-30),
      reviewers: 3,
      isBlind: true,
      orderNum: 2,
      status: "0",
    },
    {
      batchName: `${year - 1} 年学术年会征文`,
      kind: "paper",
      intro: "围绕“新时代的家校社协同”征集论文，评出一、二、三等奖。",
      openAt: at(-420),
      closeAt: at(-360),
      reviewers: 3,
      isBlind: true,
      orderNum: 3,
      status: "2",
    },
  ];
}

const { draft, unitCheck, formCheck, returned, expert, final, publicity, approved, declined } =
  DECLARE_CODES;

/** States of the declarations of each batch, in turn. */
const STATES: Readonly<Record<Kind, readonly number[]>> = {
  project: [formCheck, draft, formCheck, formCheck, returned, draft, formCheck, expert],
  case: [expert, expert, final, expert, declined, publicity],
  paper: [approved, approved, declined, approved, declined],
};

const AWARDS = ["first", "second", "second", "third", "third", "third"];

/** The way to a state, as the history tells it: step and the state that it led to. */
const WAY: readonly (readonly [step: string, state: number])[] = [
  ["submit", formCheck],
  ["pass", expert],
  ["rank", final],
  ["publicise", publicity],
  ["establish", approved],
];

function stepsTo(state: number): (readonly [string, number])[] {
  if (state === draft) return [];
  if (state === returned)
    return [
      ["submit", formCheck],
      ["return", returned],
    ];
  if (state === declined)
    return [
      ["submit", formCheck],
      ["reject", declined],
    ];
  return WAY.slice(0, WAY.findIndex(([, each]) => each === state) + 1);
}

/** Forty declarations a batch, of accounts of the demo's members. */
export async function demo(db: Db): Promise<void> {
  const owners = await db
    .select({ userId: user.userId, nickName: user.nickName })
    .from(user)
    .where(and(eq(user.userType, "01"), eq(user.delFlag, "0"), like(user.userName, "u%")))
    .orderBy(asc(user.userId))
    .limit(3 * EACH);
  if (owners.length < EACH) return;
  const next = random(20_261_120);
  const now = Date.now();
  const publicUntil = endOfWorkingDays(new Date(now - 2 * DAY), PUBLIC_DAYS, await calendarOf(db));
  const year = Number(formatDay(new Date(now)).slice(0, 4));
  let number = 0;
  const items: (typeof declareItem.$inferInsert)[] = [];
  const history: (typeof timeline.$inferInsert)[] = [];
  /** Of the batch in review: declarations that experts have, with the state that they go on to. */
  const judged: { id: number; state: number }[] = [];
  let inReview = 0;
  for (const batch of batchesOn(now)) {
    const [row] = await db
      .insert(declareBatch)
      .values({ ...batch, createBy: "system" })
      .returning();
    if (!row) throw new Error("a batch was not written");
    const form = STANDARD_SCHEMAS[batch.kind];
    const [version] = await db
      .insert(declareSchema)
      .values({ batchId: row.id, versionNo: 1, schema: form, createBy: "system" })
      .returning();
    if (!version) throw new Error("a form was not written");
    const categories = fieldsOf(form).find(({ name }) => name === "category");
    const options = categories?.kind === "choice" ? categories.options : [];
    const ids = await takeIds(db, "declare_item", "id", EACH);
    const opened = row.openAt?.getTime() ?? now;
    const closed = Math.min(row.closeAt?.getTime() ?? now, now);
    for (const [nth, id] of ids.entries()) {
      const owner = owners[nth % owners.length];
      const subject = SUBJECTS[batch.kind];
      const state = STATES[batch.kind][nth % STATES[batch.kind].length] ?? draft;
      const unitName = pick(next, UNITS);
      const category = options[nth % options.length] ?? "";
      const title = subject(nth);
      const submitted = new Date(opened + next() * (closed - opened));
      const handedIn = state !== draft;
      const isShown = state === publicity;
      // Reviews are written while a declaration is with the experts; it goes on afterwards.
      const isJudged = batch.kind === "case" && state >= expert && state <= publicity;
      if (isJudged) {
        judged.push({ id, state });
        inReview = row.id;
      }
      items.push({
        id,
        itemNo: `D${year}${String(++number).padStart(5, "0")}`,
        batchId: row.id,
        schemaId: version.id,
        userId: owner?.userId ?? 0,
        unitName,
        title,
        category,
        state: isJudged ? expert : state,
        values: valuesOf(batch.kind, { title, category, unitName, name: owner?.nickName ?? "" }),
        submittedAt: handedIn ? submitted : null,
        forwardedAt: handedIn && state !== unitCheck ? submitted : null,
        mendUntil: state === returned ? new Date(now + 6 * DAY) : null,
        opinion: state === returned ? "申报书盖章页缺少单位公章，请补盖后重新上传" : "",
        award:
          batch.kind !== "project" && (isShown || state === approved)
            ? (AWARDS[nth % AWARDS.length] ?? "third")
            : "",
        publicFrom: isShown ? new Date(now - 2 * DAY) : null,
        publicUntil: isShown ? publicUntil : null,
        decidedAt: state === approved ? new Date(closed + 60 * DAY) : null,
        createBy: "system",
        createTime: submitted,
      });
      let from = draft as number;
      for (const [at, [action, to]] of stepsTo(state).entries()) {
        history.push({
          subject: "declare",
          subjectId: id,
          action,
          fromState: String(from),
          toState: String(to),
          opinion: action === "return" ? "申报书盖章页缺少单位公章，请补盖后重新上传" : "",
          userId: action === "submit" ? (owner?.userId ?? null) : null,
          nickName: action === "submit" ? (owner?.nickName ?? "") : "系统",
          createTime: new Date(submitted.getTime() + at * DAY),
        });
        from = to;
      }
    }
  }
  await insertMany(db, declareItem, items);
  await insertMany(db, timeline, history);
  await demoExperts(db, inReview, judged);
  await db
    .insert(numberSeries)
    .values({ series: "declare", year, last: number })
    .onConflictDoNothing();
}
