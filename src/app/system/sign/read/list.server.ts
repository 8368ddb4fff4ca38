import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { regionName } from "#src/app/common/regions/service.server.ts";
import { memberLevel } from "#src/app/member/level/table.server.ts";
import type { SignKind } from "#src/lib/membership/fees.ts";
import type { MemberType } from "#src/lib/membership/form.ts";
import { SIGN_LIFE, STATE_CODES, stateOfCode } from "#src/lib/membership/sign-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { boundedTotal, MOST_COUNTED } from "#src/server/crud/large-list.ts";
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
import { signsFoundBy } from "../service.server.ts";
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
  if (keyword) conditions.push(sql`${sign.id} in (${signsFoundBy(keyword)})`);
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

/** Applications that share a value follow their ids in the same direction, so that one index serves both. */
function orderFor(input: ListInput): SQL[] {
  const asked = orderIn(SORTS, input);
  const isFalling = asked.length > 0 && inputText(input, "isAsc").startsWith("desc");
  const first = asked.length > 0 ? asked : [asc(sign.submittedAt)];
  return [...first, isFalling ? desc(sign.id) : asc(sign.id)];
}

/** A page of the queue: the longest waiting first, where nothing else is asked for. */
export async function listQueue(
  { db }: Pick<Context, "db">,
  person: SignPerson,
  input: ListInput,
): Promise<{ rows: QueueRow[]; total: number; isMore: boolean }> {
  const condition = queueCondition(person.reach, input);
  const { total, isMore } = await boundedTotal(db, sign, condition);
  const { pageNum, pageSize } = pageOf(input);
  const order = orderFor(input);
  // The page is found in an index first: the row of an application is wide.
  const page = db
    .select({ id: sign.id })
    .from(sign)
    .where(condition)
    .orderBy(...order)
    .offset(offsetOf(pageNum, pageSize, total))
    .limit(pageSize);
  const rows = await db
    .select({ row: sign, levelName: memberLevel.levelName, branchName: dept.deptName })
    .from(sign)
    .leftJoin(memberLevel, eq(memberLevel.id, sign.levelId))
    .leftJoin(dept, eq(dept.deptId, sign.deptId))
    .where(inArray(sign.id, page))
    .orderBy(...order);
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
  return { total, isMore, rows: await Promise.all(shown) };
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

/** States of applications that were handed in. */
const LISTED = Object.values(STATE_CODES).filter((code) => code > 0);

/**
 * How many there are of each state and kind of member, for the chips above the queue: each up to the bound of
 * lists, since those that are done grow for ever.
 */
export async function countQueue({ db }: Pick<Context, "db">, { where }: Reach): Promise<Counts> {
  const { rows } = await db.execute<{ state: number; memberType: string; found: number }>(sql`
    select of_state.code as state, of_type.code as "memberType", counted.found
    from unnest(${sql.param(LISTED)}::int[]) as of_state(code),
      unnest(array['01', '02']) as of_type(code),
      lateral (select count(*)::int as found from (select 1 from ${sign}
        where ${sign.state} = of_state.code and ${sign.memberType} = of_type.code and ${where(LIST, SIGNS)}
        limit ${MOST_COUNTED + 1}) as bounded) as counted
    where counted.found > 0`);
  return rows.map(({ found, ...row }) => ({
    ...row,
    count: Math.min(found, MOST_COUNTED),
    isMore: found > MOST_COUNTED,
  }));
}
