import { phoneOf } from "#src/app/system/user/service.server.ts";
import { checkSmsCode } from "#src/lib/people/phone.ts";
import { apart } from "#src/server/calls/request-transaction.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import { secretBox } from "#src/server/secrets/secret-box.ts";
import type { Context } from "#src/server/start/context.ts";
import { hasSecondFactor, spendSecondFactor } from "../mfa/service.server.ts";
import { CODE_WRONG, requireOwnPassword, spendCode, takePersonTry } from "../service.server.ts";

/** What is counted and used up stays so, whatever becomes of the call. */
const beside = (context: Context): Context => ({ ...context, db: apart(context.db) });

type OwnCode = {
  /** Phone or mail address that it was sent to. */
  receiver: string;
  scene: string;
  code: string;
  /** Field of the form that a refusal stands at. */
  field: string;
};

/**
 * Uses up a code that POST /bllSendCode sent to somebody who is logged in. Wrong ones count with all that is
 * asked of this person (takePersonTry). Call it before the first write of the call.
 * @throws AppError with 验证码错误或已过期 on the field, or with the lock's text.
 */
export async function requireOwnCode(
  context: Context,
  userId: number,
  { receiver, scene, code, field }: OwnCode,
): Promise<void> {
  const here = beside(context);
  const giveBack = await takePersonTry(here, userId, "验证码");
  const isRight = await spendCode(here.db, { receiver, scene, code, userId });
  refuseFields({ [field]: isRight ? undefined : CODE_WRONG });
  await giveBack();
}

const PASSWORD_WRONG = "密码错误，请重新输入";

/**
 * The password of somebody who is logged in, before something that an unattended screen must not do. Call it
 * before the first write of the call.
 * @throws AppError on the field `password`, or with the lock's text.
 */
export const requirePasswordAgain = (
  context: Context,
  userId: number,
  password: string,
): Promise<void> =>
  requireOwnPassword(beside(context), userId, password, {
    field: "password",
    wrong: PASSWORD_WRONG,
  });

/**
 * A code of the second factor of somebody who is logged in, or a recovery code, which is gone then. Call it before
 * the first write of the call.
 * @throws AppError on the field `code`, or with the lock's text.
 */
export async function requireSecondFactorAgain(
  context: Context,
  userId: number,
  code: string,
): Promise<void> {
  const here = beside(context);
  const giveBack = await takePersonTry(here, userId, "验证码");
  const box = secretBox(context.env.dataDir);
  const isRight = await spendSecondFactor(here.db, box, userId, code);
  refuseFields({ code: isRight ? undefined : CODE_WRONG });
  await giveBack();
}

type Proof = { password?: string; code?: string };

const PROOF_ASKED = "请输入登录密码，或填写短信验证码";
const TOTP_ASKED = "请输入两步验证码";

/**
 * Shows that it is the person of the account, before what concerns all their data: a code of the second factor
 * where that is on, else the password or a code that came to their own phone (`scene`). Call it before the first
 * write of the call.
 * @throws AppError on the field `password` or `code`, or with the lock's text.
 */
export async function requireOwnProof(
  context: Context,
  userId: number,
  { password = "", code = "" }: Proof,
  scene: string,
): Promise<void> {
  const here = beside(context);
  if (await hasSecondFactor(here.db, userId)) {
    refuseFields({ code: code === "" ? TOTP_ASKED : undefined });
    return requireSecondFactorAgain(context, userId, code);
  }
  if (code === "") {
    refuseFields({ password: password === "" ? PROOF_ASKED : undefined });
    return requirePasswordAgain(context, userId, password);
  }
  const problem = checkSmsCode(code);
  refuseFields({ code: problem });
  const receiver = await phoneOf(here.db, userId);
  await requireOwnCode(context, userId, { receiver, scene, code, field: "code" });
}
