import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { timeline } from "#src/app/inbox/table.server.ts";
import { dept } from "#src/app/system/dept/table.server.ts";
import type { ScopedPermission } from "#src/app/system/reach/given/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import { councilItem, councilMeeting } from "#src/app/system/sign/council/table.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { containsPairs } from "#src/db/like.ts";
import {
  endsOf,
  isRenewalStage,
  RENEWAL_STAGES,
  type RenewalStage,
  stageOf,
} from "#src/lib/membership/renewal-stages.ts";
import { daysBetween } from "#src/lib/membership/terms.ts";
import { maskPhone } from "#src/lib/people/masks.ts";
import { formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import {
  inputText,
  type ListInput,
  offsetOf,
  orderIn,
  pageOf,
} from "#src/server/crud/list-query.ts";
import { memberLevel } from "../level/table.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import type { RenewalRow, StageCounts } from "./wire.ts";

const found = alias(member, "found");

/** A member belongs to the branch. */
export const MEMBERS = { dept: member.deptId };

const STAGES = Object.keys(RENEWAL_STAGES) as RenewalStage[];

const inStage = (stage: RenewalStage, today: string): SQL => {
  const { from, to } = endsOf(stage, today);
  return from === undefined
    ? sql`${member.validTo} <= ${to}`
    : sql`${member.validTo} between ${from} and ${to}`;
};

/** Members with a term, whom nobody has suspended or let go, within reach. */
const present = (reach: Reach, permission: ScopedPermission): SQL | undefined =>
  and(
    isNull(member.mergedInto),
    eq(member.manualState, ""),
    isNotNull(member.validTo),
    reach.where(permission, MEMBERS),
  );

const SORTS: Readonly<Record<string, SQL>> = {
  validTo: sql`${member.validTo}`,
  memberNo: sql`${member.memberNo}`,
  name: sql`${member.name}`,
};

/** Members whose term ends within 60 days or has ended; the next to end first, of those over a year the longest. */
export async function listRenewals(
  db: Db,
  reach: Reach,
  input: ListInput,
): Promise<{ rows: RenewalRow[]; total: number }> {
  const today = formatDay(new Date());
  const asked = inputText(input, "stage");
  const keyword = inputText(input, "keyword");
  const condition = and(
    present(reach, "member:renewal:list"),
    isRenewalStage(asked)
      ? inStage(asked, today)
      : or(...STAGES.map((each) => inStage(each, today))),
    keyword
      ? sql`${member.id} in (select found.id from member found where ${containsPairs(found.name, keyword)}
          union select found.id from member found where found.member_no = ${keyword.toUpperCase()})`
      : undefined,
    ...(["memberType"] as const).map((name) => {
      const value = inputText(input, name);
      return value ? eq(member[name], value) : undefined;
    }),
  );
  const total = await db.$count(member, condition);
  const { pageNum, pageSize } = pageOf(input);
  const asking = orderIn(SORTS, input);
  const order = [...(asking.length > 0 ? asking : [desc(member.validTo)]), asc(member.id)];
  // The page is found in an index first: the row of a member is wide.
  const page = db
    .select({ id: member.id })
    .from(member)
    .where(condition)
    .orderBy(...order)
    .limit(pageSize)
    .offset(offsetOf(pageNum, pageSize, total));
  const rows = await db
    .select({ row: member, levelName: memberLevel.levelName, branchName: dept.deptName })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.id, member.levelId))
    .leftJoin(dept, eq(dept.deptId, member.deptId))
    .where(inArray(member.id, page))
    .orderBy(...order);
  const around = await aroundOf(
    db,
    rows.map(({ row }) => row.id),
  );
  return {
    total,
    rows: rows.map(({ row, levelName, branchName }) => {
      const days = daysBetween(today, row.validTo ?? today);
      const sent = around.reminders.get(row.id);
      const open = around.signs.get(row.id);
      return {
        id: row.id,
        memberNo: row.memberNo,
        memberType: row.memberType,
        name: row.name,
        levelName,
        branchName: branchName ?? "",
        validTo: row.validTo ?? "",
        days,
        stage: stageOf(days) ?? "",
        phone: maskPhone(row.phone),
        hasAccount: row.userId !== null,
        reminders: sent?.count ?? 0,
        remindedAt: sent ? formatDateTime(sent.last) : null,
        signId: open?.id ?? null,
        applyNo: open?.applyNo ?? "",
        meetingName: around.meetings.get(row.id) ?? "",
      };
    }),
  };
}

/** Reminders of the last term, the open application and the council's sheet of these members. */
async function aroundOf(db: Db, ids: number[]) {
  const reminders = await db
    .select({
      id: memberTerm.memberId,
      count: sql<number>`count(*)::int`,
      last: sql<Date>`max(${timeline.createTime})`.mapWith(timeline.createTime),
    })
    .from(timeline)
    .innerJoin(memberTerm, eq(memberTerm.id, timeline.subjectId))
    .innerJoin(member, and(eq(member.id, memberTerm.memberId), eq(member.validTo, memberTerm.toOn)))
    .where(
      and(
        eq(timeline.subject, "memberTerm"),
        sql`${timeline.action} like 'remind%'`,
        isNull(memberTerm.voidedAt),
        inArray(memberTerm.memberId, ids),
      ),
    )
    .groupBy(memberTerm.memberId);
  const signs = await db
    .select({ memberId: sign.memberId, id: sign.id, applyNo: sign.applyNo })
    .from(sign)
    .where(and(inArray(sign.memberId, ids), sql`${sign.state} between 1 and 6`));
  const meetings = await db
    .select({ memberId: councilItem.memberId, name: councilMeeting.meetingName })
    .from(councilItem)
    .innerJoin(councilMeeting, eq(councilMeeting.id, councilItem.meetingId))
    .where(and(inArray(councilItem.memberId, ids), eq(councilItem.result, "")));
  return {
    reminders: new Map(reminders.map((each) => [each.id, each])),
    signs: new Map(signs.map((each) => [each.memberId, each])),
    meetings: new Map(meetings.map((each) => [each.memberId, each.name])),
  };
}

/** How many stand in each stage, for the chips above the list. */
export async function countStages(db: Db, reach: Reach): Promise<StageCounts> {
  const today = formatDay(new Date());
  const [row] = await db
    .select(
      Object.fromEntries(
        STAGES.map((stage) => [
          stage,
          sql<number>`count(*) filter (where ${inStage(stage, today)})::int`,
        ]),
      ) as Record<RenewalStage, SQL<number>>,
    )
    .from(member)
    .where(
      and(
        present(reach, "member:renewal:list"),
        // Whose term ends later stands in no stage.
        sql`${member.validTo} <= ${endsOf("d60", today).to}`,
      ),
    );
  return STAGES.map((stage) => ({ stage, count: row?.[stage] ?? 0 }));
}
