import { randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { and, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { lockInTransaction } from "../../db/locks.ts";
import { addressGroup } from "../../lib/address/address.ts";
import { normaliseCode } from "../../lib/people/phone.ts";
import { AppError } from "../../server/http/errors.ts";
import { withinTime } from "../../server/messages/outbox.ts";
import { verifyPassword } from "../../server/secrets/password.ts";
import type { Context } from "../../server/start/context.ts";
import { smsOfDay } from "../message/service.server.ts";
import { numberSetting, settings } from "../system/config/service.server.ts";
import { user } from "../system/user/table.server.ts";
import { clearAttempts, giveBackAttempt, isLocked, takeAttempt } from "./guard/service.server.ts";
import { oneTimeCode } from "./table.server.ts";

// One-time codes by SMS or mail: limits of product 4.2 and security 4.5.

const LIFE_MINUTES = 5;
const MAX_TRIES = 5;
const GAP_SECONDS = 60;
const PER_HOUR = 5;
const PER_DAY = 10;
const PER_ADDRESS_HOUR = 20;
const DEFAULT_BUDGET = 5_000;
/** A request is answered within five seconds, whatever the provider does. */
const PROVIDER_MS = 4_000;

/** Nobody has a longer one (wire 0). */
const MAX_PASSWORD = 128;

export const CODE_WRONG = "验证码错误或已过期";
export const CODE_SENT = "验证码已发送";

const PURPOSE: Readonly<Record<string, string>> = {
  register: "注册",
  login: "登录",
  forget: "重置密码",
  bindPhone: "绑定手机号",
  changePhone: "更换手机号",
  bindEmail: "绑定邮箱",
  signConfirm: "确认入会申请",
  cancelAccount: "注销账号",
  exportData: "导出个人数据",
  advice: "咨询服务",
  activity: "报名活动",
};

export type CodeRequest = {
  /** Phone, or mail address (the only one with an @). */
  receiver: string;
  /** Key of PURPOSE. */
  scene: string;
  /** Binds the code to an account as well, where there is one. */
  userId?: number;
  ip: string;
  /**
   * false: nothing is sent, all else is the same, so that nobody learns whether the phone has an
   * account.
   */
  isDeliverable: boolean;
  /**
   * Whoever has this telephone is awaited where many share one address, as in a hall: the limit of the address does not
   * count. All others do.
   */
  isExpected?: boolean;
};

const boundScene = (scene: string, userId?: number) =>
  userId === undefined ? scene : `${scene}:${userId}`;

const derive = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(
  scrypt,
);

/** Slow enough that reading the table does not yield a million-value code while it lives. */
const hashCode = (code: string, receiver: string, scene: string) =>
  derive(code, `${receiver}|${scene}`, 32, { N: 4_096, r: 8, p: 1 });

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;
const DAY = 86_400;
const HOUR = 3_600;

/**
 * Makes a code and sends it. Limits: 60 s between two, 5 an hour and 10 a day per receiver, 20 an
 * hour per address, a daily budget for the site (setting sms.dailyBudget, SMS that were really sent,
 * notices among them);
 * hours and days are the last 60 minutes and 24 hours. Counting and inserting happen under locks, so
 * parallel requests do not slip past.
 * @throws AppError with the limit's text, or when the provider refuses.
 */
export async function sendCode(context: Context, request: CodeRequest): Promise<void> {
  const { receiver, isDeliverable, isExpected = false } = request;
  const scene = boundScene(request.scene, request.userId);
  const address = addressGroup(request.ip);
  const isMail = receiver.includes("@");
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const codeHash = await hashCode(code, receiver, scene);
  const budget = await numberSetting(context, "sms.dailyBudget", DEFAULT_BUDGET);

  await context.db.transaction(async (tx) => {
    // Always in this order: receiver, address, site. No two requests can wait for each other.
    for (const key of [`receiver:${receiver}`, `address:${address}`, "site"]) {
      await lockInTransaction(tx, "codes", { subject: key });
    }
    await refuseOverLimits(tx, receiver, isExpected ? undefined : address);
    if (!isMail && (await smsOfDay(tx)) >= budget) {
      context.log.error({ budget }, "daily budget of SMS is used up");
      throw new AppError("短信服务繁忙，请稍后再试或致电学会");
    }
    await tx
      .update(oneTimeCode)
      .set({ state: "2" })
      .where(
        and(
          eq(oneTimeCode.receiver, receiver),
          eq(oneTimeCode.scene, scene),
          eq(oneTimeCode.state, "0"),
        ),
      );
    await tx.insert(oneTimeCode).values({
      receiver,
      scene,
      codeHash: isDeliverable ? codeHash : randomBytes(32),
      state: isDeliverable ? "0" : "3",
      ipaddr: address,
      isExpected,
      expiresAt: sql`now() + make_interval(mins => ${LIFE_MINUTES})`,
    });
  });
  if (!isDeliverable) return;

  const name = (await settings(context)).get("site.name") ?? "";
  const text = `【${name}】您正在${PURPOSE[request.scene] ?? "办理业务"}，验证码${code}，${LIFE_MINUTES}分钟内有效，请勿告诉他人。`;
  const message = { to: receiver, scene: request.scene, text, code };
  const { mail, sms } = context.outbox;
  const sending = withinTime(PROVIDER_MS, (signal) => (isMail ? mail : sms)(message, signal));
  const failed = (error: unknown) => context.log.error({ err: error }, "code was not sent");
  // Waiting for the provider would tell a phone with an account from one without.
  if (request.scene === "login" || request.scene === "forget") {
    sending.catch(failed);
    return;
  }
  await sending.catch((error: unknown) => {
    failed(error);
    throw new AppError("验证码发送失败，请稍后再试");
  });
}

const countSince = (db: Db, seconds: number, condition: SQL | undefined) =>
  db.$count(oneTimeCode, and(gt(oneTimeCode.createdAt, ago(seconds)), condition));

async function refuseOverLimits(
  db: Db,
  receiver: string,
  address: string | undefined,
): Promise<void> {
  const toReceiver = eq(oneTimeCode.receiver, receiver);
  const [latest] = await db
    .select({
      wait: sql<number>`ceil(${GAP_SECONDS}::int - extract(epoch from now() - ${oneTimeCode.createdAt}))::int`,
    })
    .from(oneTimeCode)
    .where(toReceiver)
    .orderBy(desc(oneTimeCode.createdAt))
    .limit(1);
  if (latest && latest.wait > 0) {
    throw new AppError(`获取验证码过于频繁，请${latest.wait}秒后再试`);
  }
  if ((await countSince(db, HOUR, toReceiver)) >= PER_HOUR) {
    throw new AppError("获取验证码次数过多，请1小时后再试");
  }
  if ((await countSince(db, DAY, toReceiver)) >= PER_DAY) {
    throw new AppError("今日获取验证码次数已达上限，请24小时后再试");
  }
  if (address === undefined) return;
  const ofAddress = and(eq(oneTimeCode.ipaddr, address), eq(oneTimeCode.isExpected, false));
  if ((await countSince(db, HOUR, ofAddress)) >= PER_ADDRESS_HOUR) {
    throw new AppError("当前网络获取验证码次数过多，请稍后再试");
  }
}

/**
 * Uses up a code: true for exactly one of any number of parallel requests with the right one. A try
 * is counted before it is looked at; after five the code is dead. Call it outside of a transaction
 * that may be rolled back, or the try would not count.
 */
export async function spendCode(
  db: Db,
  {
    receiver,
    scene,
    code,
    userId,
  }: { receiver: string; scene: string; code: string; userId?: number },
): Promise<boolean> {
  const bound = boundScene(scene, userId);
  const given = await hashCode(normaliseCode(code).slice(0, 20), receiver, bound);
  const newest = db
    .select({ id: oneTimeCode.id })
    .from(oneTimeCode)
    .where(
      and(
        eq(oneTimeCode.receiver, receiver),
        eq(oneTimeCode.scene, bound),
        eq(oneTimeCode.state, "0"),
      ),
    )
    .orderBy(desc(oneTimeCode.id))
    .limit(1);
  const [row] = await db
    .update(oneTimeCode)
    .set({ tries: sql`${oneTimeCode.tries} + 1` })
    .where(
      and(
        eq(oneTimeCode.id, newest),
        eq(oneTimeCode.state, "0"),
        lt(oneTimeCode.tries, MAX_TRIES),
        gt(oneTimeCode.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: oneTimeCode.id, codeHash: oneTimeCode.codeHash });
  if (!row || row.codeHash.length !== given.length) return false;
  if (!timingSafeEqual(row.codeHash, given)) return false;
  const used = await db
    .update(oneTimeCode)
    .set({ state: "1" })
    .where(and(eq(oneTimeCode.id, row.id), eq(oneTimeCode.state, "0")))
    .returning({ id: oneTimeCode.id });
  return used.length > 0;
}

/** Key by which failures of a log-in name are counted; also of names that nobody has. */
export const nameKey = (userName: string) => `name:${userName.trim().toLowerCase()}`;

/** Key by which the failures of a person are counted who has shown a password or a session already. */
const personKey = (userId: number) => `person:${userId}`;

/** Opens the lock of a log-in name: after a password was reset, or by the unlock button. */
export const clearNameFailures = (db: Db, userName: string): Promise<void> =>
  clearAttempts(db, nameKey(userName));

/** The same for a code asked for while logged in, or at the second step. */
export const clearPersonFailures = (db: Db, userId: number): Promise<void> =>
  clearAttempts(db, personKey(userId));

/** How many wrong passwords lock an account, and for how long. */
const lockOf = async (context: Context) => ({
  failures: await numberSetting(context, "sys.account.lockFailures", 5),
  minutes: await numberSetting(context, "sys.account.lockMinutes", 10),
});

/** Whether the account is locked now because its password or codes were typed wrong too often. */
export async function isAccountLocked(
  context: Context,
  { userId, userName }: { userId: number; userName: string },
): Promise<boolean> {
  const lock = await lockOf(context);
  const { db } = context;
  return (
    (await isLocked(db, nameKey(userName), lock)) || (await isLocked(db, personKey(userId), lock))
  );
}

/**
 * Counts a try of a password at the log-in, whichever way the name is typed.
 * @throws AppError with the lock's text when there were too many; `clear` after a right one.
 */
export async function takePasswordTry(context: Context, key: string): Promise<() => Promise<void>> {
  const { failures, minutes } = await lockOf(context);
  if (!(await takeAttempt(context.db, key, { failures, minutes }))) {
    throw new AppError(`密码输入错误${failures}次，帐户锁定${minutes}分钟`);
  }
  return () => clearAttempts(context.db, key);
}

/**
 * Counts a try of anything that a person is asked for who has shown a password or a session already:
 * the code of the second step, recovery codes, the codes and the password that switch it on and off,
 * the old password of a change, the one of a locked screen. One counter for all of them, however
 * many log-ins are begun. It is a row that each try changes before it is looked at, so requests at
 * once on any process take turns. `giveBack` after a right one: it forgets that try alone, or
 * whoever knows one of the secrets could guess the other without end.
 * @throws AppError with the lock's text when there were too many.
 */
export async function takePersonTry(
  context: Context,
  userId: number,
  what: "密码" | "验证码",
): Promise<() => Promise<void>> {
  const { failures, minutes } = await lockOf(context);
  const key = personKey(userId);
  if (!(await takeAttempt(context.db, key, { failures, minutes }))) {
    throw new AppError(`${what}输入错误${failures}次，帐户锁定${minutes}分钟`);
  }
  return () => giveBackAttempt(context.db, key);
}

/**
 * Checks the password of somebody who is logged in, counted by takePersonTry().
 * @throws AppError with the lock's text, or with `wrong` on this field.
 */
export async function requireOwnPassword(
  context: Context,
  userId: number,
  given: string,
  { field, wrong }: { field: string; wrong: string },
): Promise<void> {
  const giveBack = await takePersonTry(context, userId, "密码");
  const [row] = await context.db
    .select({ password: user.password })
    .from(user)
    .where(eq(user.userId, userId));
  const isRight = given.length <= MAX_PASSWORD && (await verifyPassword(given, row?.password));
  if (!isRight) throw new AppError(wrong, { fields: { [field]: wrong } });
  await giveBack();
}
