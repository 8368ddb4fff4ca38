import { eq, sql } from "drizzle-orm";
import { generate } from "otplib";
import { beforeAll, expect, test } from "vitest";
import { withoutCaptcha } from "#src/test/accounts.ts";
import { type Login, PASSWORD, startApp } from "#src/test/app.ts";
import { withSecondFactor } from "#src/test/second-factor.ts";
import { loginLog } from "../../monitor/logininfor/table.server.ts";
import { config } from "../../system/config/table.server.ts";
import { userRole } from "../../system/role/table.server.ts";
import { mfaTicket } from "./table.server.ts";

const it = await startApp({ CAPTCHA_ENABLED: "false" });

beforeAll(() => withoutCaptcha(it));

const URL = "/system/user/profile/totp";

const enrol = (person: Login) => withSecondFactor(it, person);

const logIn = (person: Login) =>
  it.call("POST", "/login", {
    body: { username: person.userName, password: PASSWORD, mfa: true },
  });

const second = (mfaToken: unknown, code: string) =>
  it.call("POST", "/login/mfa", { body: { mfaToken, code } });

test("with the factor on, the password alone opens nothing", async () => {
  const person = await it.as("staff");
  const { secret } = await enrol(person);
  const { body } = await logIn(person);
  expect(body).toMatchObject({ code: 200, mfa: true });
  expect(body.token).toBeUndefined();
  const half = String(body.mfaToken);
  expect((await it.call("GET", "/getInfo", { token: half })).body.code).toBe(401);

  expect((await second(half, "000000")).body).toMatchObject({
    code: 500,
    data: { code: "验证码错误或已过期" },
  });
  const code = await generate({ secret });
  const answers = await Promise.all(Array.from({ length: 10 }, () => second(half, code)));
  const tokens = answers
    .filter((answer) => answer.body.code === 200)
    .map((answer) => String(answer.body.token));
  expect(tokens.length).toBeLessThanOrEqual(1);
  const again = (await logIn(person)).body.mfaToken;
  if (tokens[0]) {
    expect((await it.call("GET", "/getInfo", { token: tokens[0] })).body.code).toBe(200);
    expect((await second(again, code)).body.code, "a code counts once").toBe(500);
  }
});

test("a ticket takes five tries and five minutes", async () => {
  const person = await it.as("staff");
  const { secret } = await enrol(person);
  const used = (await logIn(person)).body.mfaToken;
  for (let tries = 0; tries < 5; tries++) await second(used, "111111");
  expect((await second(used, await generate({ secret }))).body.msg).toBe(
    "登录已超时，请重新输入密码",
  );
  const old = (await logIn(person)).body.mfaToken;
  await it.db.update(mfaTicket).set({ expiresAt: sql`now() - interval '1 second'` });
  expect((await second(old, await generate({ secret }))).body.msg).toBe(
    "登录已超时，请重新输入密码",
  );
});

test("each recovery code opens once", async () => {
  const person = await it.as("staff");
  const { recoveryCodes } = await enrol(person);
  expect(recoveryCodes).toHaveLength(10);
  const [code = ""] = recoveryCodes;
  const first = await second((await logIn(person)).body.mfaToken, code.toLowerCase());
  expect(first.body.code).toBe(200);
  expect((await second((await logIn(person)).body.mfaToken, code)).body.code).toBe(500);
  const { body } = await it.call("GET", URL, { token: person.token });
  expect(body.data).toEqual({ isOn: true, recoveryCodesLeft: 9 });
});

test("turning it on needs the password, turning it off a code", async () => {
  const person = await it.as("staff");
  const wrong = await it.call("POST", URL, { token: person.token, body: { password: "x" } });
  expect(wrong.body).toMatchObject({ code: 500, data: { password: "密码错误，请重新输入" } });
  const { secret } = await enrol(person);
  const off = (code: string) => it.call("DELETE", `${URL}?code=${code}`, { token: person.token });
  expect((await off("123456")).body.code).toBe(500);
  expect((await off(await generate({ secret }))).body.msg).toBe("两步验证已关闭");
  expect((await logIn(person)).body.token).toBeTypeOf("string");
});

test("a role may demand it: until then only setting it up is open", async () => {
  const person = await it.as("staff");
  await it.db.insert(userRole).values({ userId: person.userId, roleId: 2 });
  const demand = (roles: string) =>
    it.db
      .update(config)
      .set({ configValue: roles })
      .where(eq(config.configKey, "security.totpRoles"));
  await demand("finance, common");
  const { token } = person;
  const bell = () => it.call("GET", "/system/notice/listTop", { token });
  expect((await bell()).body).toMatchObject({ code: 500, msg: "请先开启两步验证" });
  expect((await it.call("GET", "/getInfo", { token })).body.mustEnrol).toBe(true);
  await enrol(person);
  expect((await bell()).body.code).toBe(200);
  await demand("");
});

test("members have no second factor", async () => {
  const { token } = await it.as("member");
  expect((await it.call("GET", URL, { token })).body.code).toBe(403);
});

test("a caller that does not know of the second step is sent to the page that does", async () => {
  const person = await it.as("staff");
  await enrol(person);
  const { userName } = person;
  const body = { username: userName, password: PASSWORD };
  const text = "该账号已开启两步验证，请从本系统登录页登录";
  expect((await it.call("POST", "/login", { body })).body).toEqual({ code: 500, msg: text });
  expect((await it.call("POST", "/login", { body: { ...body, mfa: false } })).body.msg).toBe(text);
  const [row] = await it.db.select().from(loginLog).where(eq(loginLog.userName, userName));
  expect(row).toMatchObject({ status: "1", msg: text });
  // A wrong password learns nothing of it.
  const wrong = await it.call("POST", "/login", { body: { ...body, password: "wrong" } });
  expect(wrong.body.msg).toBe("用户不存在/密码错误");
});
