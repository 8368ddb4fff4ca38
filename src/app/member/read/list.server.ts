import { and, asc, desc, eq, inArray, isNull, like, or, type SQL, sql } from "drizzle-orm";
import { regionName, regionPrefix } from "#src/app/common/regions/service.server.ts";
import { withBelow } from "#src/app/system/dept/service.server.ts";
import { dept } from "#src/app/system/dept/table.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { contains, containsPairs, likePattern } from "#src/db/like.ts";
import {
  daysAfter,
  GRACE_DAYS,
  MEMBER_STATE_NAMES,
  type MemberState,
  memberStateOf,
} from "#src/lib/membership/terms.ts";
import { maskPhone } from "#src/lib/people/masks.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { inputText, type ListInput, orderIn } from "#src/server/crud/list-query.ts";
import { memberLevel } from "../level/table.server.ts";
import { member } from "../table.server.ts";
import type { MemberRow } from "../wire.ts";

/** A member belongs to the branch; one's own membership gives staff no reach. */
const MEMBERS = { dept: member.deptId };

const isId = (text: string): boolean => /^\d{1,15}$/.test(text);

/** Rows that are chosen one by one, for a file. */
const MOST_CHOSEN = 500;

const REVEAL = "member:member:reveal";

/** From this many days after the end on the council decides (product 4.5). */
const LAPSE_LIST_DAYS = 365;

/** The rows of a state, by the columns that the trigger keeps. */
function stateCondition(state: string, today: string): SQL | undefined {
  if (!Object.hasOwn(MEMBER_STATE_NAMES, state)) return undefined;
  if (state === "suspended" || state === "resigned" || state === "expelled") {
    return eq(member.manualState, state);
  }
  const { validTo } = member;
  const graceFrom = daysAfter(today, -GRACE_DAYS);
  const listFrom = daysAfter(today, -LAPSE_LIST_DAYS);
  const days: Record<Exclude<MemberState, "suspended" | "resigned" | "expelled">, SQL> = {
    valid: sql`${validTo} >= ${today}`,
    grace: sql`${validTo} >= ${graceFrom} and ${validTo} < ${today}`,
    lapsed: sql`(${validTo} is null or (${validTo} >= ${listFrom} and ${validTo} < ${graceFrom}))`,
    lapseList: sql`${validTo} < ${listFrom}`,
  };
  return and(eq(member.manualState, ""), days[state as keyof typeof days]);
}

/**
 * Who is not shown numbers finds by the parts that are, or by a whole number that they know: else the
 * rest could be asked for digit by digit.
 */
function phoneCondition(isWhole: boolean, phone: string): SQL | undefined {
  if (isWhole) return contains(member.phone, phone);
  const shown = sql`left(${member.phone}, 3) || '****' || right(${member.phone}, 4)`;
  return or(like(shown, likePattern(phone)), eq(member.phone, phone));
}

/** The condition of a list call within the person's reach; duplicates that were merged are not listed. */
export async function rosterCondition(
  db: Db,
  reach: Reach,
  permission: "member:member:list" | "member:member:export",
  input: ListInput,
): Promise<SQL | undefined> {
  const conditions: (SQL | undefined)[] = [
    isNull(member.mergedInto),
    reach.where(permission, MEMBERS),
  ];
  const text = (name: string) => inputText(input, name);
  const name = text("name");
  if (name) conditions.push(containsPairs(member.name, name));
  const memberNo = text("memberNo").toUpperCase();
  if (memberNo) {
    // The number of a duplicate leads to the one that it was merged into.
    conditions.push(
      or(
        eq(member.memberNo, memberNo),
        sql`${member.id} = (select gone.merged_into from member gone where gone.member_no = ${memberNo})`,
      ),
    );
  }
  const phone = text("phone");
  if (phone) conditions.push(phoneCondition(reach.has(REVEAL), phone));
  const memberType = text("memberType");
  if (memberType) conditions.push(eq(member.memberType, memberType));
  const levelId = text("levelId");
  if (levelId) conditions.push(isId(levelId) ? eq(member.levelId, Number(levelId)) : sql`false`);
  const deptId = text("deptId");
  if (deptId) {
    // A branch stands for those below it.
    const below = isId(deptId) ? await withBelow(db, Number(deptId)) : [];
    conditions.push(inArray(member.deptId, below));
  }
  const { ids } = input;
  if (typeof ids === "string" && ids !== "") {
    const chosen = ids.split(",").slice(0, MOST_CHOSEN);
    conditions.push(inArray(member.id, chosen.filter(isId).map(Number)));
  }
  const region = text("region");
  if (region) {
    const prefix = regionPrefix(region);
    conditions.push(sql`starts_with(${member.region}, ${prefix})`);
  }
  const begin = text("beginValidTo");
  const end = text("endValidTo");
  const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day);
  if (isDay(begin)) conditions.push(sql`${member.validTo} >= ${begin}`);
  if (isDay(end)) conditions.push(sql`${member.validTo} <= ${end}`);
  const state = text("state");
  if (state) {
    conditions.push(stateCondition(state, formatDay(new Date())) ?? sql`false`);
  }
  return and(...conditions);
}

const SORTS: Readonly<Record<string, SQL>> = {
  memberNo: sql`${member.memberNo}`,
  name: sql`${member.name}`,
  validTo: sql`${member.validTo}`,
  joinedOn: sql`${member.joinedOn}`,
};

/** Members that share a value follow their ids in the same direction, so that one index serves both. */
function orderOf(input: ListInput): SQL[] {
  const asked = orderIn(SORTS, input);
  const isRising = asked.length > 0 && !inputText(input, "isAsc").startsWith("desc");
  return [...asked, isRising ? asc(member.id) : desc(member.id)];
}

/** A part of the roster, the newest members first where nothing else is asked for. */
export async function rosterRows(
  db: Db,
  where: SQL | undefined,
  input: ListInput,
  { limit, offset }: { limit: number; offset: number },
): Promise<(MemberRow & { wholePhone: string; email: string })[]> {
  const order = orderOf(input);
  // The page is found in an index first: the row of a member is wide.
  const page = await db
    .select({ id: member.id })
    .from(member)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const ids = page.map(({ id }) => id);
  const rows = await db
    .select({
      id: member.id,
      memberNo: member.memberNo,
      memberType: member.memberType,
      name: member.name,
      levelId: member.levelId,
      levelName: memberLevel.levelName,
      region: member.region,
      branchName: dept.deptName,
      phone: member.phone,
      email: member.email,
      userId: member.userId,
      manualState: member.manualState,
      joinedOn: member.joinedOn,
      validFrom: member.validFrom,
      validTo: member.validTo,
      version: member.version,
    })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.id, member.levelId))
    .leftJoin(dept, eq(dept.deptId, member.deptId))
    .where(inArray(member.id, ids))
    .orderBy(...order);
  const today = formatDay(new Date());
  return Promise.all(
    rows.map(async ({ region, userId, manualState, branchName, phone, ...row }) => {
      const state = memberStateOf({ manualState, validTo: row.validTo }, today);
      return {
        ...row,
        regionName: await regionName(region),
        branchName: branchName ?? "",
        hasAccount: userId !== null,
        phone: maskPhone(phone),
        wholePhone: phone,
        state,
        stateName: MEMBER_STATE_NAMES[state],
      };
    }),
  );
}
