import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { timeline } from "#src/app/inbox/table.server.ts";
import { sendEvent } from "#src/app/message/service.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { daysBetween } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Member } from "../service.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";

/** Days from the end of a term at which its member is told, the last first; before it: negative (product 4.5). */
const REMINDER_DAYS = [90, 30, 1, -7, -30, -60] as const;

/** A reminder that nobody could send in time is not sent weeks later: older books would write to hundreds. */
const LATEST = 97;

/** A reminder is kept in the history of the term that it is about. */
export const TERM = "memberTerm";

const gone = (today: string) => sql<number>`(${today}::date - ${memberTerm.toOn})`;

/** The last of the reminder days that has come. */
const dueDay = (today: string): SQL<number> =>
  sql<number>`(case ${sql.join(
    REMINDER_DAYS.map(
      (day) => sql`when ${gone(today)} >= ${sql.raw(`${day}`)} then ${sql.raw(`${day}`)}`,
    ),
    sql` `,
  )} end)`;

/** Terms whose members are to be told today: nobody who has left, and nobody whose application is on its way. */
function due(today: string): SQL | undefined {
  const { id, userId, validTo, manualState, mergedInto } = member;
  return and(
    isNotNull(userId),
    isNull(mergedInto),
    eq(manualState, ""),
    isNull(memberTerm.voidedAt),
    sql`${memberTerm.toOn} = ${validTo}`,
    sql`${validTo} between ${today}::date - ${LATEST}::int and ${today}::date + 60`,
    sql`not exists (select 1 from ${sign}
      where ${sign.memberId} = ${id} and ${sign.state} between 1 and 6)`,
    sql`not exists (select 1 from ${timeline} where ${timeline.subject} = ${TERM}
      and ${timeline.subjectId} = ${memberTerm.id}
      and ${timeline.action} = 'remind' || ${dueDay(today)})`,
  );
}

/** Terms to tell of, at most so many. */
export async function dueTerms(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: memberTerm.id })
    .from(memberTerm)
    .innerJoin(member, eq(member.id, memberTerm.memberId))
    .where(due(formatDay(new Date())))
    .orderBy(memberTerm.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Tells one member, once a day of the list; false where another was faster, or nothing is due any more. */
export function remindTerm(db: Db, termId: number): Promise<boolean> {
  const today = formatDay(new Date());
  return db.transaction(async (tx) => {
    // Whoever looks at the same term waits here, and then sees what was written.
    await tx
      .select({ id: memberTerm.id })
      .from(memberTerm)
      .where(eq(memberTerm.id, termId))
      .for("update");
    const [row] = await tx
      .select({ owner: member, toOn: memberTerm.toOn, day: dueDay(today) })
      .from(memberTerm)
      .innerJoin(member, eq(member.id, memberTerm.memberId))
      .where(and(eq(memberTerm.id, termId), due(today)));
    if (!row || row.owner.userId === null) return false;
    const { owner, toOn, day } = row;
    await tellTerm(tx, owner, { termId, toOn, today });
    await noteStep(tx, { subject: TERM, subjectId: termId, action: `remind${day}` });
    return true;
  });
}

/** Tells a member that their term ends, or has ended: by their account, or where they have none by phone and mail. */
export async function tellTerm(
  tx: Db,
  owner: Member,
  { termId, toOn, today }: { termId: number; toOn: string; today: string },
): Promise<void> {
  const to = {
    ...(owner.userId === null
      ? { phone: owner.phone, mail: owner.email }
      : { userId: owner.userId, link: "/Membership/mine" }),
    subject: TERM,
    subjectId: termId,
  };
  const fields = { 姓名: owner.name, 会员号: owner.memberNo, 有效期至: toOn };
  const days = daysBetween(toOn, today);
  if (days <= 0) {
    const 剩余天数 = String(-days);
    await sendEvent(tx, { ...to, event: "termExpiring", fields: { ...fields, 剩余天数 } });
  } else {
    const 已过天数 = String(days);
    await sendEvent(tx, { ...to, event: "termExpired", fields: { ...fields, 已过天数 } });
  }
}
