import { and, eq, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { sendEvent } from "#src/app/message/service.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { MEMBER_STATE_NAMES, memberStateOf } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Member } from "../service.server.ts";
import { member } from "../table.server.ts";

const REASON = "连续一年未缴纳会费";

/** Why the council cannot let this member go; undefined where it can. */
export async function lapseProblem(tx: Db, row: Member): Promise<string | undefined> {
  const state = memberStateOf(row, formatDay(new Date()));
  if (row.mergedInto !== null) return "已合并到另一位会员";
  if (state === "valid" || state === "grace") return `已续会，会籍至 ${row.validTo}`;
  if (state !== "lapseList") return `会籍状态为“${MEMBER_STATE_NAMES[state]}”，不在自动退会名单`;
  const [open] = await tx
    .select({ applyNo: sign.applyNo })
    .from(sign)
    .where(and(eq(sign.memberId, row.id), sql`${sign.state} between 1 and 6`));
  return open ? `有正在办理的申请 ${open.applyNo}，请办结后再定` : undefined;
}

/**
 * Lets a member go who has not paid for over a year, by a resolution of the council (product 4.5, 7.4): the
 * member is locked and looked at as they are now. A payment that is confirmed at the same moment comes
 * before, and keeps them, or after, and makes them a member again.
 * @throws AppError where they have paid meanwhile, left, or have an application on its way.
 */
export async function resignLapsed(
  tx: Db,
  memberId: number,
  { resolutionNo, account, ip }: { resolutionNo: string; account: Account; ip: string },
): Promise<void> {
  const [row] = await tx.select().from(member).where(eq(member.id, memberId)).for("update");
  if (!row) throw new AppError("会员不存在");
  const problem = await lapseProblem(tx, row);
  if (problem) throw new AppError(problem);
  const opinion = `${REASON}（决议 ${resolutionNo}）`;
  await tx
    .update(member)
    .set({
      manualState: "resigned",
      manualReason: opinion,
      version: sql`${member.version} + 1`,
      updateBy: account.userName,
      updateTime: sql`now()`,
    })
    .where(eq(member.id, row.id));
  await noteStep(tx, {
    subject: "member",
    subjectId: row.id,
    action: "resigned",
    fromState: row.manualState,
    toState: "resigned",
    opinion,
    account,
    ip,
  });
  await sendEvent(tx, {
    event: "memberLapsed",
    ...(row.userId === null
      ? { phone: row.phone, mail: row.email }
      : { userId: row.userId, link: "/Membership/mine" }),
    subject: "member",
    subjectId: row.id,
    fields: {
      姓名: row.name,
      会员号: row.memberNo,
      有效期至: row.validTo ?? "",
      决议号: resolutionNo,
    },
  });
}
