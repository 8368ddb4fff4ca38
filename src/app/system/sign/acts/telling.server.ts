import { eq } from "drizzle-orm";
import { handedIn } from "#src/app/finance/service.server.ts";
import { renewalBatch } from "#src/app/member/renewal/batch/table.server.ts";
import { levelOf } from "#src/app/member/service.server.ts";
import { member } from "#src/app/member/table.server.ts";
import { sendEvent } from "#src/app/message/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import type { Sign } from "../model/rights.server.ts";

/** After a refusal one may apply again: product 4.3. */
export const AGAIN_DAYS = 30;

const LINK = "/Membership/mine";

/** Tells the owner what their application has become. */
export async function tellOwner(tx: Db, row: Sign): Promise<void> {
  const to = { userId: row.userId, link: LINK, subject: "sign", subjectId: row.id };
  const fields = { 姓名: row.name, 申请编号: row.applyNo };
  switch (row.state) {
    case STATE_CODES.checking:
      return sendEvent(tx, { ...to, event: "signSubmitted", fields });
    case STATE_CODES.returned:
      return sendEvent(tx, {
        ...to,
        event: "signReturned",
        fields: { ...fields, 退回原因: row.opinion },
      });
    case STATE_CODES.council:
      return sendEvent(tx, { ...to, event: "signCouncil", fields });
    case STATE_CODES.waitPay:
      return tellDue(tx, row, to);
    case STATE_CODES.payReview:
      return sendEvent(tx, {
        ...to,
        event: "voucherReceived",
        fields: {
          ...fields,
          缴费金额: moneyShown((await handedIn(tx, row.id))?.payFen ?? row.dueFen),
        },
      });
    case STATE_CODES.payFailed:
      return sendEvent(tx, {
        ...to,
        event: "payFailed",
        fields: { ...fields, 驳回原因: row.opinion },
      });
    case STATE_CODES.rejected:
      return sendEvent(tx, {
        ...to,
        event: "signRejected",
        fields: {
          ...fields,
          原因: row.opinion,
          可再次申请日期: daysAfter(formatDay(new Date()), AGAIN_DAYS),
        },
      });
    case STATE_CODES.closed:
      return sendEvent(tx, { ...to, event: "signClosed", fields });
    case STATE_CODES.done:
      return tellDone(tx, row, to);
    default:
      return undefined;
  }
}

/** What is to be paid: by the owner, or by whoever renews a list of members. */
async function tellDue(tx: Db, row: Sign, to: Target): Promise<void> {
  const fields = { 姓名: row.name, 申请编号: row.applyNo, ...dueOf(row) };
  const [batch] =
    row.renewalBatchId === null
      ? []
      : await tx.select().from(renewalBatch).where(eq(renewalBatch.id, row.renewalBatchId));
  if (!batch) return sendEvent(tx, { ...to, event: "signWaitPay", fields });
  const 付款单位 = batch.payerName;
  return sendEvent(tx, { ...to, event: "renewalByPayer", fields: { ...fields, 付款单位 } });
}

type Target = { userId: number; link: string; subject: string; subjectId: number };

async function tellDone(tx: Db, row: Sign, to: Target): Promise<void> {
  const [joined] = await tx
    .select()
    .from(member)
    .where(eq(member.id, row.memberId ?? 0));
  const level = row.levelId === null ? undefined : await levelOf(tx, row.levelId);
  if (!joined) return;
  const fields = {
    姓名: row.name,
    会员号: joined.memberNo,
    会员级别: level?.levelName ?? "",
    有效期至: joined.validTo ?? "",
  };
  const event = row.kind === "RENEW" || row.kind === "UPGRADE" ? "memberRenewed" : "memberJoined";
  await sendEvent(tx, { ...to, event, fields });
}

const dueOf = (row: Sign) => ({
  应缴金额: moneyShown(row.dueFen),
  缴费截止日: row.deadlineAt ? formatDay(row.deadlineAt) : "",
  附言码: row.reference ?? "",
});

/** Reminds of a payment, or of what was sent back. */
export async function tellReminder(tx: Db, row: Sign): Promise<void> {
  const to = { userId: row.userId, link: LINK, subject: "sign", subjectId: row.id };
  const fields = { 姓名: row.name, 申请编号: row.applyNo };
  if (row.state === STATE_CODES.returned) {
    await sendEvent(tx, {
      ...to,
      event: "signReturned",
      fields: { ...fields, 退回原因: row.opinion },
    });
    return;
  }
  await sendEvent(tx, { ...to, event: "payReminder", fields: { ...fields, ...dueOf(row) } });
}
