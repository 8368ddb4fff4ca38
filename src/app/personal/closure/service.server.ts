import { and, asc, eq, lte, notInArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { SIGN_LIFE, STATE_CODES, stateOfCode } from "#src/lib/membership/sign-life.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { personalParts } from "#src/server/start/slices.ts";
import { refundedOf } from "../../finance/service.server.ts";
import { payment, refund } from "../../finance/table.server.ts";
import { sendEvent } from "../../message/service.server.ts";
import { tellNews } from "../../news/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { accountClosure } from "./table.server.ts";

/** Days to think again: product 7.2. */
export const DAYS = 15;

/** Who sees that an account is to be closed. */
export const CONCERNED = "member:member:list";

const ASKED_ALREADY = "您已申请注销账号，无需重复申请";
const NOT_ASKED = "没有待撤销的注销申请";

/** The closing that waits for its day; undefined for none. */
export async function pendingClosure(db: Db, userId: number) {
  const [row] = await db
    .select()
    .from(accountClosure)
    .where(and(eq(accountClosure.userId, userId), eq(accountClosure.state, 0)));
  return row;
}

/** Day on which an account is closed by itself; undefined where nobody asked for that. */
export async function closesOn(db: Db, userId: number): Promise<string | undefined> {
  const row = await pendingClosure(db, userId);
  return row && formatDay(row.dueAt);
}

/**
 * Why an account cannot be closed: an application that is under way, money that came in for one that came to
 * nothing, a refund that is not paid out. Empty where nothing keeps it.
 */
export async function obstacleOf(tx: Db, userId: number): Promise<string> {
  const own = eq(sign.userId, userId);
  const [open] = await tx
    .select()
    .from(sign)
    .where(and(own, sql`${sign.state} between 1 and 6`))
    .limit(1);
  if (open) {
    const state = SIGN_LIFE.states[stateOfCode(open.state)].name;
    return `您的申请（${open.applyNo}）正在办理（${state}），请先撤回或办结`;
  }
  const [refunding] = await tx
    .select({ applyNo: sign.applyNo })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(and(own, sql`${refund.state} in (0, 1)`))
    .limit(1);
  if (refunding) return `您的申请（${refunding.applyNo}）有退款正在办理，请等退款完成`;
  const left = sql`${payment.receivedFen} - ${refundedOf(sql`${payment}.id`)}`;
  const [unsettled] = await tx
    .select({ applyNo: sign.applyNo })
    .from(payment)
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(
      and(own, eq(payment.state, 1), notInArray(sign.state, [STATE_CODES.done]), sql`${left} > 0`),
    )
    .limit(1);
  return unsettled
    ? `您为申请（${unsettled.applyNo}）缴纳的款项还没有办结，请先联系学会办理退款`
    : "";
}

/**
 * Asks that one's account be closed after 15 days.
 * @throws AppError where something keeps it from being closed, or it is asked for already.
 */
export async function askClosure(db: Db, { userId, nickName }: Account): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const obstacle = await obstacleOf(tx, userId);
    if (obstacle) throw new AppError(`${obstacle}后再注销账号`);
    const [row] = await tx
      .insert(accountClosure)
      .values({ userId, dueAt: sql`now() + make_interval(days => ${DAYS})` })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new AppError(ASKED_ALREADY);
    await sendEvent(tx, {
      event: "closureAsked",
      userId,
      fields: { 姓名: nickName, 注销日期: formatDay(row.dueAt) },
      link: "/personal/privacy",
      subject: "account_closure",
      subjectId: row.id,
    });
    await tellNews(tx, "inbox", [CONCERNED]);
  });
}

/** Takes that back. @throws AppError where there is nothing to take back. */
export async function withdrawClosure(db: Db, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(accountClosure)
      .set({ state: 1, endedAt: sql`now()` })
      .where(and(eq(accountClosure.userId, userId), eq(accountClosure.state, 0)))
      .returning({ id: accountClosure.id });
    if (rows.length === 0) throw new AppError(NOT_ASKED);
    await tellNews(tx, "inbox", [CONCERNED]);
  });
}

/** Holds the account: a transaction that adds a row to it ends before this one goes on, or begins after it. */
const lockUser = (tx: Db, userId: number) =>
  tx.select({ id: user.userId }).from(user).where(eq(user.userId, userId)).for("update");

/** Closings whose day has come, the oldest first. */
export async function dueClosures(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: accountClosure.id })
    .from(accountClosure)
    .where(and(eq(accountClosure.state, 0), lte(accountClosure.dueAt, sql`now()`)))
    .orderBy(asc(accountClosure.id));
  return rows.map(({ id }) => id);
}

/**
 * Closes one account whose day has come, in one transaction: every slice removes what it knows of the person, or
 * makes it nobody's. `closed`: done; `kept`: something keeps it from being closed, and is noted; `none`: it was taken back, or
 * another process has it.
 */
export function closeAccount(db: Db, id: number): Promise<"closed" | "kept" | "none"> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(accountClosure)
      .where(
        and(
          eq(accountClosure.id, id),
          eq(accountClosure.state, 0),
          lte(accountClosure.dueAt, sql`now()`),
        ),
      )
      .for("update", { skipLocked: true });
    if (!row) return "none";
    const { userId } = row;
    await lockUser(tx, userId);
    const obstacle = await obstacleOf(tx, userId);
    if (obstacle) {
      await tx.update(accountClosure).set({ obstacle }).where(eq(accountClosure.id, id));
      return "kept";
    }
    const [owner] = await tx.select().from(user).where(eq(user.userId, userId));
    const filesLeft: string[] = [];
    for (const part of personalParts()) filesLeft.push(...(await part.erase(tx, userId)));
    await tx
      .update(accountClosure)
      .set({ state: 2, endedAt: sql`now()`, obstacle: "", filesLeft })
      .where(eq(accountClosure.id, id));
    await sendEvent(tx, {
      event: "closureDone",
      // The account is told nothing any more.
      ...(owner?.phonenumber ? { phone: owner.phonenumber } : {}),
      fields: { 姓名: owner?.nickName ?? "", 注销日期: formatDay(new Date()) },
      subject: "account_closure",
      subjectId: id,
    });
    await tellNews(tx, "inbox", [CONCERNED]);
    return "closed";
  });
}
