import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { timeline } from "#src/app/inbox/table.server.ts";
import type { ScopedPermission } from "#src/app/system/reach/given/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import { putOnSheet } from "#src/app/system/sign/council/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { stageOf } from "#src/lib/membership/renewal-stages.ts";
import { daysBetween } from "#src/lib/membership/terms.ts";
import { formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Member } from "../service.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import { MEMBERS } from "./list.server.ts";
import { TERM, tellTerm } from "./remind.server.ts";
import { lapseProblem } from "./service.server.ts";
import type { Reminded } from "./wire.ts";

type Who = { reach: Reach; ip: string };

const GONE = "有的会员已不存在，或不在您的权限之内，请刷新后再选";

/** These members within reach, in the order of their ids. @throws AppError where one is missing */
async function membersWithin(
  db: Db,
  reach: Reach,
  permission: ScopedPermission,
  ids: readonly number[],
): Promise<Member[]> {
  const rows = await db
    .select()
    .from(member)
    .where(
      and(
        inArray(member.id, [...ids]),
        isNull(member.mergedInto),
        reach.where(permission, MEMBERS),
      ),
    )
    .orderBy(member.id);
  if (rows.length < new Set(ids).size) throw new AppError(GONE);
  return rows;
}

/**
 * Reminds members of the end of their term, at the wish of somebody: each once a day at most, whether the
 * clock has done it or a colleague. Short messages have their own limit (product 4.5), which the log of what
 * was sent tells of.
 */
export async function remindMembers(db: Db, who: Who, ids: readonly number[]): Promise<Reminded> {
  const rows = await membersWithin(db, who.reach, "member:renewal:remind", ids);
  const reminded: Reminded = [];
  for (const row of rows) {
    const msg = await db.transaction((tx) => remindOne(tx, who, row.id));
    reminded.push({ id: row.id, name: row.name, ok: msg === "", msg });
  }
  return reminded;
}

/** Returns why nothing was sent; empty: it was. */
async function remindOne(tx: Db, { reach, ip }: Who, memberId: number): Promise<string> {
  const today = formatDay(new Date());
  // The term is locked: who looks at it at the same moment waits, and then sees what was written.
  const [term] = await tx
    .select()
    .from(memberTerm)
    .where(
      and(
        eq(memberTerm.memberId, memberId),
        isNull(memberTerm.voidedAt),
        sql`${memberTerm.toOn} = (select m.valid_to from ${member} as m where m.id = ${memberId})`,
      ),
    )
    .for("update");
  const [owner] = await tx.select().from(member).where(eq(member.id, memberId));
  if (!term || !owner) return "没有会籍记录";
  if (owner.manualState !== "") return "会籍已中止或已退会，不再提醒";
  if (stageOf(daysBetween(today, term.toOn)) === undefined)
    return `会籍至 ${term.toOn}，还不用提醒`;
  if (owner.userId === null && owner.phone === "" && owner.email === "") {
    return "没有网站账号，也没有手机号码和邮箱";
  }
  const sent = await tx.$count(
    timeline,
    and(
      eq(timeline.subject, TERM),
      eq(timeline.subjectId, term.id),
      sql`${timeline.action} like 'remind%'`,
      sql`${timeline.createTime} >= ${parseDateTime(today)?.toISOString()}`,
    ),
  );
  if (sent > 0) return "今天已经提醒过";
  await tellTerm(tx, owner, { termId: term.id, toOn: term.toOn, today });
  const { account } = reach;
  await noteStep(tx, { subject: TERM, subjectId: term.id, action: "remindByHand", account, ip });
  return "";
}

/** Puts members who have not paid for over a year on the sheet of a meeting (product 4.5). */
export async function proposeLapse(
  db: Db,
  { reach }: Who,
  { meetingId, ids }: { meetingId: number; ids: readonly number[] },
): Promise<number> {
  const by = reach.account.userName;
  return putOnSheet(db, { meetingId, by }, async (tx) => {
    const rows = await membersWithin(tx, reach, "member:renewal:lapse", ids);
    for (const row of rows) {
      const problem = await lapseProblem(tx, row);
      if (problem) throw new AppError(`「${row.name}」${problem}，不能列入`);
    }
    return rows.map(({ id, name }) => ({ memberId: id, name }));
  });
}
