import { apart } from "#src/server/calls/request-transaction.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
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
