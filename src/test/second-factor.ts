import { eq } from "drizzle-orm";
import { generate } from "otplib";
import { userTotp } from "../app/login/mfa/table.server.ts";
import { type Login, PASSWORD, type TestApp } from "./app.ts";

const URL = "/system/user/profile/totp";

/** Turns the second factor of an account on; the step of the code that confirmed it is given back. */
export async function withSecondFactor(
  it: TestApp,
  { token, userId }: Login,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await it.call("POST", URL, { token, body: { password: PASSWORD } });
  const { secret } = begun.body.data as { secret: string };
  const confirmed = await it.call("PUT", URL, {
    token,
    body: { code: await generate({ secret }) },
  });
  if (confirmed.body.code !== 200) throw new Error(confirmed.body.msg);
  await it.db.update(userTotp).set({ lastStep: 0 }).where(eq(userTotp.userId, userId));
  return { secret, ...(confirmed.body.data as { recoveryCodes: string[] }) };
}
