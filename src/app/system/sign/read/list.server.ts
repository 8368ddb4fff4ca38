import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { regionName } from "#src/app/common/regions/service.server.ts";
import { memberLevel } from "#src/app/member/level/table.server.ts";
import { likePattern } from "#src/db/like.ts";
import type { SignKind } from "#src/lib/membership/fees.ts";
import type { MemberType } from "#src/lib/membership/form.ts";
import { SIGN_LIFE, stateOfCode } from "#src/lib/membership/sign-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import {
  conditionOf,
  inputText,
  type ListInput,
  offsetOf,
  orderIn,
  pageOf,
} from "#src/server/crud/list-query.ts";
import type { Context } from "#src/server/start/context.ts";
import { dept } from "../../dept/table.server.ts";
import type { Reach } from "../../reach/service.server.ts";
import { allowedTo, SIGNS, type SignPerson } from "../model/rights.server.ts";
import { turnOf } from "../model/turn.server.ts";
import { sign } from "../table.server.ts";
import type { Counts, Levels, QueueRow } from "../wire.ts";

const LIST = "member:sign:list";

const numbersIn = (text: string): number[] =>
  text
    .split(",")
    .filter((each) => /^\d{1,2}$/.test(each))
    .map(Number);

/** Drafts are their owners' alone. */
const handedIn = sql`${sign.state} > 0`;

/** The condition of a list call, within the person's reach. */
function queueCondition({ where }: Reach, input: ListInput): SQL | undefined {
  const conditions: (SQL | undefined)[] = [handedIn, where(LIST, SIGNS)];
  const keyword = inputText(input, "keyword");
  if (keyword) {
    const pattern = likePattern(keyword);
    conditions.push(
      or(
        sql`${sign.name} ilike ${pattern}`,
        eq(sign.applyNo, keyword.toUpperCase()),
        eq(sign.reference, keyword.toUpperCase()),
        eq(sign.creditCode, keyword.toUpperCase()),
      ),
    );
  }
  const states = numbersIn(inputText(input, "state"));
  if (states.length > 0) conditions.push(inArray(sign.state, states));
  for (const name of ["memberType", "kind"] as const) {
    const value = inputText(input, name);
    if (value) conditions.push(eq(sign[name], value));
  }
  const levelId = numbersOf(inputText(input, "levelId"));
  if (levelId !== undefined) conditions.push(eq(sign.levelId, levelId));
  conditions.push(conditionOf(sign, { time: "submittedAt" }, input));
  return and(...conditions);
}

const numbersOf = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined;

const SORTS: Readonly<Record<string, SQL>> = {
  submittedAt: sql`${sign.submittedAt}`,
  deadlineAt: sql`${sign.deadlineAt}`,
  updateTime: sql`${sign.updateTime}`,
  name: sql`${sign.name}`,
};

/** A page of the queue: the longest waiting first, where nothing else is asked for. */
export async function listQueue(
  { db }: Pick<Context, "db">,
  person: SignPerson,
  input: ListInput,
): Promise<{ rows: QueueRow[]; total: number }> {
  const condition = queueCondition(person.reach, input);
  const total = await db.$count(sign, condition);
  const { pageNum, pageSize } = pageOf(input);
  const asked = orderIn(SORTS, input);
  const order = asked.length > 0 ? asked : [asc(sign.submittedAt)];
  const rows = await db
    .select({ row: sign, levelName: memberLevel.levelName, branchName: dept.deptName })
    .from(sign)
    .leftJoin(memberLevel, eq(memberLevel.id, sign.levelId))
    .leftJoin(dept, eq(dept.deptId, sign.deptId))
    .where(condition)
    .orderBy(...order, asc(sign.id))
    .offset(offsetOf(pageNum, pageSize, total))
    .limit(pageSize);
  const shown = rows.map(async ({ row, levelName, branchName }): Promise<QueueRow> => {
    return {
      id: row.id,
      applyNo: row.applyNo,
      kind: row.kind as SignKind,
      memberType: row.memberType as MemberType,
      name: row.name,
      levelName: levelName ?? "",
      years: row.years,
      region: row.region,
      regionName: await regionName(row.region),
      state: row.state,
      stateName: SIGN_LIFE.states[stateOfCode(row.state)].name,
      dueAmount: moneyText(row.dueFen),
      reference: row.reference ?? "",
      submittedAt: row.submittedAt ? formatDateTime(row.submittedAt) : null,
      deadlineAt: row.deadlineAt ? formatDateTime(row.deadlineAt) : null,
      updateTime: row.updateTime ? formatDateTime(row.updateTime) : null,
      branchName: branchName ?? "",
      version: row.version,
      ...turnOf(row),
      allowed: allowedTo(row, person),
    };
  });
  return { total, rows: await Promise.all(shown) };
}

/** Levels in their order, for the filter. */
export const levelsOfQueue = ({ db }: Pick<Context, "db">): Promise<Levels> =>
  db
    .select({
      id: memberLevel.id,
      levelName: memberLevel.levelName,
      memberType: memberLevel.memberType,
    })
    .from(memberLevel)
    .orderBy(asc(memberLevel.memberType), asc(memberLevel.orderNum), asc(memberLevel.id));

/** How many there are of each state and kind of member, for the chips above the queue. */
export const countQueue = async ({ db }: Pick<Context, "db">, { where }: Reach): Promise<Counts> =>
  db
    .select({
      state: sign.state,
      memberType: sign.memberType,
      count: sql<number>`count(*)::int`,
    })
    .from(sign)
    .where(and(handedIn, where(LIST, SIGNS)))
    .groupBy(sign.state, sign.memberType);
