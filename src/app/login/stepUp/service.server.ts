import { eq, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { numberSetting } from "../../system/config/service.server.ts";
import { hasSecondFactor } from "../mfa/service.server.ts";
import { session } from "../table.server.ts";

const DEFAULT_MINUTES = 15;

/** What a person is asked for: the code of the second factor where it is on, else the password. */
export type StepUpMethod = "totp" | "password";

const ASKED: Readonly<Record<StepUpMethod, string>> = {
  totp: "为确认是您本人操作，请输入动态验证码",
  password: "为确认是您本人操作，请再次输入登录密码",
};

export const methodOf = async (db: Db, userId: number): Promise<StepUpMethod> =>
  (await hasSecondFactor(db, userId)) ? "totp" : "password";

/**
 * Demands that the person has shown lately that it is they (product 7.1): a page that was left open
 * confirms no money. A log-in counts as well.
 * @throws AppError with `data: {stepUp: {method}}`, which tells a page what to ask for at
 * `POST /login/stepUp` before it sends the call once more.
 */
export async function requireStepUp(
  context: Pick<Context, "db" | "memo">,
  { userId, provedSecondsAgo }: Pick<Account, "userId" | "provedSecondsAgo">,
): Promise<void> {
  const minutes = await numberSetting(context, "security.stepUpMinutes", DEFAULT_MINUTES);
  if (provedSecondsAgo < minutes * 60) return;
  const method = await methodOf(context.db, userId);
  throw new AppError(ASKED[method], { data: { stepUp: { method } } });
}

/** Notes that the person of a session has shown that it is they. */
export async function noteProof(db: Db, sessionId: number): Promise<void> {
  await db.update(session).set({ provedAt: sql`now()` }).where(eq(session.id, sessionId));
}
