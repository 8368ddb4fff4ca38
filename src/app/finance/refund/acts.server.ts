import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { sendEvent } from "#src/app/message/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { hasCode } from "#src/lib/causes.ts";
import { checkMoney, fenOf, moneyShown } from "#src/lib/text/money.ts";
import { isLongReason, isReason, REASON } from "#src/lib/text/reason.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { activity, activityOrder } from "../../activity/table.server.ts";
import { noteStep } from "../../inbox/service.server.ts";
import { tellNews } from "../../news/service.server.ts";
import type { Reach } from "../../system/reach/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { payerOf } from "../cause/service.server.ts";
import { afterRefund } from "../receipt/service.server.ts";
import { leftOf } from "../service.server.ts";
import { payment, refund } from "../table.server.ts";

type Sign = typeof sign.$inferSelect;

const OWN = "不能办理本人缴费的退款，请由其他同事办理";
const TWO_PEOPLE = "退款由您提出，须由另一人复核";
const DECIDED = "这笔退款已办理，请刷新后查看";
const OPEN = "这笔缴费已有待复核的退款，请先办理";

/** A refund belongs to the branch of its application. */
export const REFUNDS = { dept: sign.deptId };

export type Asked = { paymentId: number; kind: string; amount: string; reason: string };

/**
 * The payment with the application or the activity that it is for, held until the transaction ends: sums of refunds stay
 * what they were. What it is for comes first, as its own steps do: two at once wait for each other in one order.
 */
async function lockPayment(tx: Db, paymentId: number, { has, scope, where }: Reach, may: May) {
  const [known] = await tx.select().from(payment).where(eq(payment.id, paymentId));
  if (!known) throw new AppError(NOT_FOUND, { code: 404 });
  const { signId, orderId } = known;
  // Activities belong to no branch: their money is for who reaches all.
  const isReached = has(may) && scope(may).isAll;
  const row = signId === null ? undefined : await lockSign(tx, signId, where(may, REFUNDS));
  const event = orderId !== null && isReached ? await lockEvent(tx, orderId) : undefined;
  const [paid] = await tx.select().from(payment).where(eq(payment.id, paymentId)).for("update");
  const payer = paid && (await payerOf(tx, paid));
  if (!(row || event) || !paid || !payer) throw new AppError(NOT_FOUND, { code: 404 });
  return { paid, row, payer };
}

type May = "finance:refund:add" | "finance:refund:approve";

async function lockSign(tx: Db, signId: number, within: SQL): Promise<Sign | undefined> {
  const [row] = await tx
    .select()
    .from(sign)
    .where(and(eq(sign.id, signId), within))
    .for("update");
  return row;
}

async function lockEvent(tx: Db, orderId: number): Promise<object | undefined> {
  const ofOrder = tx
    .select({ id: activityOrder.activityId })
    .from(activityOrder)
    .where(eq(activityOrder.id, orderId));
  const [row] = await tx.select().from(activity).where(inArray(activity.id, ofOrder)).for("update");
  return row;
}

/** Why so much cannot be taken off, or put right; undefined where it can. */
function tooMuch(kind: string, fen: number, left: number): string | undefined {
  if (kind === "refund" && fen > left) return `最多可退 ${moneyShown(left)} 元`;
  return kind === "correction" && left + fen < 0
    ? `更正后不能小于 0，现为 ${moneyShown(left)} 元`
    : undefined;
}

/** A correction takes off with a minus before the amount. */
function readAmount({ kind, amount }: Asked): { fen: number; problem: string | undefined } {
  const text = amount.trim();
  const isLess = kind === "correction" && /^[-−－]/.test(text);
  const bare = isLess ? text.slice(1) : text;
  const problem = bare === "" ? "请填写金额" : checkMoney(bare);
  return { fen: (fenOf(bare) ?? 0) * (isLess ? -1 : 1), problem };
}

/**
 * Asks that money of a confirmed payment is given back, or that its amount is put right: product 4.6.
 * @throws AppError where it is more than came in, or another is waiting.
 */
export async function askRefund(tx: Db, reach: Reach, asked: Asked): Promise<void> {
  const { account } = reach;
  const { paymentId, kind } = asked;
  const reason = asked.reason.trim();
  const { fen, problem } = readAmount(asked);
  refuseFields({
    kind: ["refund", "correction"].includes(kind) ? undefined : "请选择退款或金额更正",
    amount: problem,
    reason: isReason(reason) ? undefined : `请填写原因，${REASON.least} 到 ${REASON.most} 个字`,
  });
  const { paid, payer } = await lockPayment(tx, paymentId, reach, "finance:refund:add");
  if (payer.userId === account.userId) throw new AppError(OWN);
  if (paid.state !== 1) throw new AppError("只有已确认的缴费可以退款或更正");
  refuseFields({ amount: tooMuch(kind, fen, await leftOf(tx, paid)) });
  try {
    await tx
      .insert(refund)
      .values({ paymentId, kind, amountFen: fen, reason, askedBy: account.userId });
    await tellNews(tx, "inbox", ["finance:refund:approve"]);
  } catch (error) {
    if (hasCode(error, /^23505$/)) throw new AppError(OPEN);
    throw error;
  }
}

async function lockRefund(tx: Db, id: number, reach: Reach) {
  const [known] = await tx.select().from(refund).where(eq(refund.id, id));
  if (!known) throw new AppError(NOT_FOUND, { code: 404 });
  // The refund last, as askRefund does.
  const locked = await lockPayment(tx, known.paymentId, reach, "finance:refund:approve");
  const [asked] = await tx.select().from(refund).where(eq(refund.id, id)).for("update");
  if (!asked) throw new AppError(NOT_FOUND, { code: 404 });
  return { asked, ...locked };
}

type Decision = { id: number; isAgreed: boolean; opinion: string };

/**
 * Agrees to a refund or refuses it; never by who asked for it, nor by the payer. `follow` takes the
 * step that follows with the application.
 */
export async function decideRefund(
  tx: Db,
  reach: Reach,
  { id, isAgreed, opinion }: Decision,
  follow: (tx: Db, row: Sign, what: string) => Promise<void>,
): Promise<void> {
  const { account } = reach;
  const { asked, paid, row, payer } = await lockRefund(tx, id, reach);
  if (asked.state !== 0) throw new AppError(DECIDED);
  if (payer.userId === account.userId) throw new AppError(OWN);
  if (asked.askedBy === account.userId) throw new AppError(TWO_PEOPLE);
  const text = opinion.trim();
  const isGood = isReason(text) || (isAgreed && !isLongReason(text));
  refuseFields({
    opinion: isGood ? undefined : `驳回时请写明原因，${REASON.least} 到 ${REASON.most} 个字`,
  });
  if (isAgreed) {
    const problem = tooMuch(asked.kind, asked.amountFen, await leftOf(tx, paid));
    if (problem) throw new AppError(problem);
  }
  await tx
    .update(refund)
    .set({
      state: isAgreed ? 1 : 2,
      opinion: text,
      decidedBy: account.userId,
      decidedAt: sql`now()`,
      updateBy: account.userName,
      updateTime: sql`now()`,
    })
    .where(eq(refund.id, id));
  if (isAgreed) {
    await afterRefund(tx, paid);
    if (row) await follow(tx, row, whatOf(asked));
  }
  await tellNews(tx, "inbox", ["finance:refund:approve"]);
  const action = isAgreed ? "refundAgree" : "refundRefuse";
  await noteStep(tx, { subject: "refund", subjectId: id, action, opinion: text, account });
}

const whatOf = ({ kind, amountFen, reason }: typeof refund.$inferSelect): string =>
  `${kind === "refund" ? "退款" : "金额更正"} ${moneyShown(amountFen)} 元（${reason}）`;

/** Says that the money of an agreed refund was paid out, and tells the payer. */
export async function payOut(tx: Db, reach: Reach, id: number): Promise<void> {
  const { account } = reach;
  const { asked, payer } = await lockRefund(tx, id, reach);
  if (asked.state === 3) throw new AppError(DECIDED);
  if (asked.state !== 1 || asked.kind !== "refund") {
    throw new AppError("只有已同意的退款可以登记为已退款");
  }
  await tx
    .update(refund)
    .set({ state: 3, updateBy: account.userName, updateTime: sql`now()` })
    .where(eq(refund.id, id));
  await noteStep(tx, { subject: "refund", subjectId: id, action: "refundPaid", account });
  await sendEvent(tx, {
    event: "refundDone",
    ...payer.target,
    subject: "refund",
    subjectId: id,
    fields: { 姓名: payer.name, 退款金额: moneyShown(asked.amountFen), 退款原因: asked.reason },
  });
}
