import { eq, like, sql } from "drizzle-orm";
import { generate } from "otplib";
import { beforeAll, expect, test } from "vitest";
import { nextAddress, withoutCaptcha } from "#src/test/accounts.ts";
import { type Login, PASSWORD, startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { withSecondFactor } from "#src/test/second-factor.ts";
import { user } from "../../system/user/table.server.ts";
import { loginGuard } from "../table.server.ts";
import { userTotp } from "./table.server.ts";

// What a person is asked for after a password or a session was shown is guessed at one place at most:
// one counter over all of it, whatever is begun anew.
const it = await startApp({ CAPTCHA_ENABLED: "false" });

beforeAll(() => withoutCaptcha(it));

const TOTP = "/system/user/profile/totp";
const LOCKED = { code: 500, msg: "验证码输入错误5次，帐户锁定10分钟" };
const PASSWORD_LOCKED = { code: 500, msg: "密码输入错误5次，帐户锁定10分钟" };

async function enrolled(): Promise<Login & { secret: string; recoveryCodes: string[] }> {
  const person = await it.as("staff");
  return { ...person, ...(await withSecondFactor(it, person)) };
}

const ticketOf = async ({ userName }: Login): Promise<string> => {
  const body = { username: userName, password: PASSWORD, mfa: true };
  return String((await it.call("POST", "/login", { body, ip: nextAddress() })).body.mfaToken);
};
const second = async (mfaToken: string, code: string) =>
  (await it.call("POST", "/login/mfa", { body: { mfaToken, code } })).body;
const off = async ({ token }: Login, code: string) =>
  (await it.call("DELETE", `${TOTP}?code=${code}`, { token })).body;
const on = async ({ token }: Login, password: string) =>
  (await it.call("POST", TOTP, { token, body: { password } })).body;
const unlock = async ({ token }: Login, password: string) =>
  (await it.call("POST", "/unlockscreen", { token, body: { password } })).body;
const change = async ({ token }: Login, oldPassword: string) =>
  (
    await it.call("PUT", "/system/user/updPassword", {
      token,
      body: { oldPassword, newPassword: "Bridge-2027-x" },
    })
  ).body;

test("many tickets at once are five codes together, and then the right one is late", async () => {
  const person = await enrolled();
  const tickets: string[] = [];
  for (let at = 0; at < 8; at++) tickets.push(await ticketOf(person));
  const tries = tickets.flatMap((ticket) => Array.from({ length: 4 }, () => ticket));
  const answers = await Promise.all(tries.map((ticket, at) => second(ticket, `00000${at % 10}`)));
  expect(answers.filter(({ msg }) => msg === "验证码错误或已过期")).toHaveLength(5);
  expect(answers.filter(({ msg }) => msg === LOCKED.msg)).toHaveLength(27);
  const fresh = await ticketOf(person);
  expect(await second(fresh, await generate({ secret: person.secret }))).toMatchObject(LOCKED);
  expect(await second(fresh, person.recoveryCodes[0] ?? "")).toMatchObject(LOCKED);
  // A right password resets no counter, at the log-in or elsewhere.
  expect(await unlock(person, PASSWORD)).toMatchObject(PASSWORD_LOCKED);
  await it.db
    .update(loginGuard)
    .set({ updatedAt: sql`now() - interval '11 minutes'` })
    .where(like(loginGuard.key, "person:%"));
  expect((await second(fresh, await generate({ secret: person.secret }))).code).toBe(200);
});

test("all that is asked for counts together, a right answer forgets itself alone", async () => {
  const person = await enrolled();
  expect((await off(person, "000000")).code).toBe(500);
  expect((await on(person, "wrong")).code).toBe(500);
  expect((await unlock(person, PASSWORD)).code).toBe(200);
  expect((await unlock(person, "wrong")).code).toBe(500);
  expect((await change(person, "wrong")).code).toBe(500);
  const ticket = await ticketOf(person);
  expect((await second(ticket, "AAAAA-AAAAA")).msg).toBe("验证码错误或已过期");
  expect(await off(person, await generate({ secret: person.secret }))).toMatchObject(LOCKED);
  expect(await on(person, PASSWORD)).toMatchObject(PASSWORD_LOCKED);
  expect(await change(person, PASSWORD)).toMatchObject(PASSWORD_LOCKED);
  const [row] = await it.db.select().from(userTotp).where(eq(userTotp.userId, person.userId));
  expect(row?.confirmedAt).not.toBeNull();
});

test("switching it off, and on, by guesses at once", async () => {
  const person = await enrolled();
  const tries = await Promise.all(
    Array.from({ length: 40 }, (_, at) => off(person, `1000${10 + at}`)),
  );
  expect(tries.filter(({ msg }) => msg === "验证码错误或已过期")).toHaveLength(5);
  const other = await it.as("staff");
  const passwords = await Promise.all(Array.from({ length: 12 }, () => on(other, "wrong")));
  expect(passwords.filter(({ msg }) => msg === "密码错误，请重新输入")).toHaveLength(5);
  const third = await it.as("staff");
  await on(third, PASSWORD);
  const confirm = () => it.call("PUT", TOTP, { token: third.token, body: { code: "123456" } });
  const codes = await Promise.all(Array.from({ length: 12 }, confirm));
  expect(codes.filter(({ body }) => body.msg === "验证码错误或已过期")).toHaveLength(5);
});

test("the unlock button opens it for those who hold no more", async () => {
  const helper = await staffWith(it, "monitor:logininfor:unlock");
  const plain = await it.as("staff");
  const strong = await staffWith(it, "system:config:edit");
  for (const person of [plain, strong]) {
    for (let tries = 0; tries < 5; tries++) await unlock(person, "wrong");
    const url = `/monitor/logininfor/unlock/${person.userName}`;
    expect((await it.call("GET", url, { token: helper.token })).body.code).toBe(200);
  }
  expect((await unlock(plain, PASSWORD)).code).toBe(200);
  expect(await unlock(strong, PASSWORD)).toMatchObject(PASSWORD_LOCKED);
  const [row] = await it.db.select().from(user).where(eq(user.userId, strong.userId));
  expect(row?.status).toBe("0");
});
