import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { captcha, oneTimeCode } from "../app/login/table.server.ts";
import { config } from "../app/system/config/table.server.ts";
import { publishTags } from "../server/cache/tags.ts";
import type { TestApp } from "./app.ts";

/** A captcha of the running app with its answer, as `{uuid, code}` for a body. */
export async function solvedCaptcha(it: TestApp): Promise<{ uuid: string; code: string }> {
  // One address each: the limit per address has tests of its own.
  const { body } = await it.call("GET", "/captchaImage", { ip: nextAddress() });
  const uuid = String(body.uuid);
  const [row] = await it.db.select().from(captcha).where(eq(captcha.uuid, uuid));
  return { uuid, code: row?.answer ?? "" };
}

let addresses = 0;

/** An address no test has used yet. */
export function nextAddress(): string {
  addresses++;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Asks for a code by POST /sendCode and returns it from the outbox. */
export async function sentCode(it: TestApp, phone: string, scene: string): Promise<string> {
  // Earlier codes lie a day back, or the limits of one receiver would stop the test.
  await it.db
    .update(oneTimeCode)
    .set({ createdAt: new Date(Date.now() - 2 * 86_400_000) })
    .where(eq(oneTimeCode.receiver, phone));
  const before = it.outbox("sms").length;
  const answer = await it.call("POST", "/sendCode", {
    body: { phone, scene, ...(await solvedCaptcha(it)) },
    ip: nextAddress(),
  });
  if (answer.body.code !== 200) throw new Error(answer.body.msg);
  // Login and reset codes leave after the answer, or the answer's time would tell who has an account.
  return vi.waitUntil(
    () =>
      it
        .outbox("sms")
        .slice(before)
        .find((line) => line.to === phone)?.code,
  );
}

/** Switches the captcha off, as the setting does. */
export async function withoutCaptcha(it: TestApp): Promise<void> {
  await it.db
    .update(config)
    .set({ configValue: "false" })
    .where(eq(config.configKey, "sys.account.captchaEnabled"));
  await publishTags(it.db, ["site"]);
}
