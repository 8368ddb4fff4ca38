import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import { tidied } from "#src/lib/advice/form.ts";
import { addWorkingDays } from "#src/lib/membership/due.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { AppError } from "#src/server/http/errors.ts";
import { recordConsent, signedVersion } from "../../agreement/service.server.ts";
import { noteStep } from "../../inbox/service.server.ts";
import { nextNumber } from "../../member/service.server.ts";
import { tellNews } from "../../news/service.server.ts";
import { advice } from "../table.server.ts";

/** What one person may ask in 24 hours. */
const PER_DAY = 5;
const TOO_MANY = `24 小时内最多提交 ${PER_DAY} 条咨询，请等老师答复，或致电学会`;

/** The footer promises three working days; somebody in danger does not wait for one. */
const ANSWER_DAYS = 3;
const URGENT_MS = 3_600_000;

export type Asked = {
  /** undefined: a guest, whose phone was shown to be theirs. */
  account: { userId: number; nickName: string } | undefined;
  phone: string;
  name: string;
  topic: string;
  content: string;
  isUrgent: boolean;
  ip: string;
};

/** `Z2026110012` */
async function nextAdviceNo(tx: Db): Promise<string> {
  const month = formatDay(new Date()).slice(0, 7).replace("-", "");
  const number = await nextNumber(tx, "advice", Number(month));
  return `Z${month}${String(number).padStart(4, "0")}`;
}

/**
 * Keeps what somebody asks. The person is locked while theirs are counted: none of several at once slips past.
 * @throws AppError where they have asked too much for a day.
 */
export async function ask(tx: Db, asked: Asked): Promise<{ adviceNo: string }> {
  const { account, phone, ip } = asked;
  const person = account ? `user:${account.userId}` : `phone:${phone}`;
  await lockInTransaction(tx, "advice", { subject: person });
  const count = await tx.$count(
    advice,
    and(
      account ? eq(advice.userId, account.userId) : eq(advice.phone, phone),
      gt(advice.createTime, sql`now() - interval '24 hours'`),
    ),
  );
  if (count >= PER_DAY) throw new AppError(TOO_MANY);
  const now = new Date();
  const dueAt = asked.isUrgent
    ? new Date(now.getTime() + URGENT_MS)
    : addWorkingDays(now, ANSWER_DAYS);
  const [row] = await tx
    .insert(advice)
    .values({
      adviceNo: await nextAdviceNo(tx),
      userId: account?.userId ?? null,
      phone,
      name: asked.name.trim(),
      topic: asked.topic,
      content: tidied(asked.content),
      isUrgent: asked.isUrgent,
      dueAt,
      createTime: now,
      consentVersion: await signedVersion(tx),
      createBy: account ? String(account.userId) : "guest",
    })
    .returning();
  if (!row) throw new Error("no row of advice");
  if (account) {
    await recordConsent(tx, { userId: account.userId, scene: "advice", ipaddr: ip });
  }
  await noteStep(tx, {
    subject: "advice",
    subjectId: row.id,
    action: "create",
    toState: row.state,
    account,
    ip,
  });
  await tellNews(tx, "inbox", ["content:advice:answer"]);
  return { adviceNo: row.adviceNo };
}
