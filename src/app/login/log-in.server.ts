import { and, eq, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { addressGroup, isListedAddress } from "../../lib/address/address.ts";
import { isPhone, normalisePhone } from "../../lib/people/phone.ts";
import { AppError } from "../../server/http/errors.ts";
import { hashPassword, isOldHash, verifyPassword } from "../../server/secrets/password.ts";
import type { Context } from "../../server/start/context.ts";
import { writeLoginLog } from "../monitor/logininfor/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import { user } from "../system/user/table.server.ts";
import { isCaptchaOn, spendCaptcha } from "./captcha.server.ts";
import { giveBackAddressAttempt, takeAddressAttempt } from "./guard/service.server.ts";
import { hasSecondFactor, openTicket } from "./mfa/service.server.ts";
import { CODE_WRONG, nameKey, spendCode, takePasswordTry } from "./service.server.ts";
import { type Client, completeLogIn } from "./session.server.ts";

/** One text for an unknown user and a wrong password (product 4.2). */
const WRONG = "用户不存在/密码错误";
const MFA_ELSEWHERE = "该账号已开启两步验证，请从本系统登录页登录";
const DISABLED = "用户已封禁，请联系管理员";
const BLACKLISTED = "很遗憾，访问IP已被列入系统黑名单";

/** wire 0. */
const MAX_LENGTH = 128;

export type Attempt = {
  username: string;
  password: string;
  code: string;
  uuid: string;
  rememberMe: boolean;
  /** Whether the caller can go on with a ticket for the second step. */
  knowsMfa: boolean;
  phone: string;
  smsCode: string;
};

type Found = {
  userId: number;
  userName: string;
  password: string;
  userType: string;
  status: string;
};

/** The user of a name or phone; `name` is lower case. */
async function findUser(db: Db, name: string): Promise<Found | undefined> {
  const byName = eq(sql`lower(${user.userName})`, name);
  const phone = normalisePhone(name);
  const [row] = await db
    .select({
      userId: user.userId,
      userName: user.userName,
      password: user.password,
      userType: user.userType,
      status: user.status,
    })
    .from(user)
    .where(
      and(isPhone(name) ? or(byName, eq(user.phonenumber, phone)) : byName, eq(user.delFlag, "0")),
    )
    .orderBy(sql`${byName} desc`)
    .limit(1);
  return row;
}

/**
 * A log-in in the order of wire 4.1, with the decisions of wire 0: by name or phone
 * with password and captcha, or by phone with the SMS code of scene `login` (`phone` and `smsCode`,
 * no captcha: sending the code took one). Every outcome is a row of the log-in log.
 * @returns the token; for staff with a second factor a ticket for POST /login/mfa instead.
 * @throws AppError with the contract's text.
 */
export async function logIn(
  context: Context,
  client: Client,
  given: Attempt,
): Promise<{ token: string } | { mfaToken: string }> {
  const { db } = context;
  const isBySms = given.smsCode !== "" || (given.phone !== "" && given.username === "");
  // PostgreSQL takes no NUL; no name has one.
  const typed = (isBySms ? given.phone : given.username).replaceAll("\0", "").trim();
  const refuse = async (text: string, field?: string, logged = text): Promise<never> => {
    await writeLoginLog(db, { userName: typed, isSuccess: false, msg: logged, client });
    throw new AppError(text, field ? { fields: { [field]: text } } : {});
  };

  if (!isBySms && (await isCaptchaOn(context))) {
    const problem = await spendCaptcha(db, given);
    if (problem) await refuse(problem, "code");
  }
  const secret = isBySms ? given.smsCode : given.password;
  const wrong = isBySms ? CODE_WRONG : WRONG;
  const field = isBySms ? "smsCode" : "password";
  if (typed === "" || secret === "") await refuse(wrong, field, "* 必须填写");
  if (typed.length > MAX_LENGTH || secret.length > MAX_LENGTH) await refuse(wrong, field);
  const blackList = (await settings(context)).get("sys.login.blackIPList") ?? "";
  if (isListedAddress(client.ipaddr, blackList)) await refuse(BLACKLISTED);

  const address = addressGroup(client.ipaddr);
  const wait = await takeAddressAttempt(db, address);
  if (wait > 0) await refuse(`登录失败次数过多，请${wait}秒后再试`);

  const found = isBySms
    ? await bySmsCode(context, typed, secret)
    : await byPassword(context, typed, secret, (text) => refuse(text));
  if (!found) return refuse(wrong, field);
  await giveBackAddressAttempt(db, address);
  if (found.status !== "0") return refuse(DISABLED);

  if (found.userType === "00" && (await hasSecondFactor(db, found.userId))) {
    // A client that does not know of it would take the answer for a log-in without a token.
    if (!given.knowsMfa) return refuse(MFA_ELSEWHERE);
    return { mfaToken: await openTicket(db, found.userId, given.rememberMe) };
  }
  return { token: await completeLogIn(db, client, found, given.rememberMe) };
}

async function bySmsCode(context: Context, phone: string, smsCode: string) {
  const receiver = normalisePhone(phone);
  const isRight = await spendCode(context.db, { receiver, scene: "login", code: smsCode });
  return isRight && isPhone(receiver) ? findUser(context.db, receiver) : undefined;
}

async function byPassword(
  context: Context,
  typed: string,
  password: string,
  refuse: (text: string) => Promise<never>,
) {
  const name = typed.toLowerCase();
  const found = await findUser(context.db, name);
  // A person has one counter, whether they type their name or their phone; so has a name of nobody.
  const clear = await takePasswordTry(context, nameKey(found?.userName ?? name)).catch(
    (error: unknown) => {
      if (error instanceof AppError) return refuse(error.message);
      throw error;
    },
  );
  const isRight = await verifyPassword(password, found?.password);
  if (!isRight || !found) return undefined;
  await clear();
  // wire 4: a bcrypt hash of an import is accepted once.
  if (isOldHash(found.password)) {
    const fresh = { password: await hashPassword(password) };
    await context.db.update(user).set(fresh).where(eq(user.userId, found.userId));
  }
  return found;
}
