import { eq, sql } from "drizzle-orm";
import { generate } from "otplib";
import { expect, test } from "vitest";
import { type Login, PASSWORD, startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { withSecondFactor } from "#src/test/second-factor.ts";
import { session } from "../table.server.ts";

const it = await startApp();

/** As if the person had logged in so long ago, and shown nothing since. */
const age = (userId: number, minutes: number) =>
  it.db
    .update(session)
    .set({ createdAt: sql`now() - make_interval(mins => ${minutes})`, provedAt: null })
    .where(eq(session.userId, userId));

/** A guarded call: of no refund, so that one who is let through hears that there is none. */
const guarded = async ({ token }: Pick<Login, "token">) =>
  (
    await it.call("PUT", "/api/bll/finance/refund/paid", {
      token,
      body: { id: 999_999 },
    })
  ).body;

const prove = async ({ token }: Pick<Login, "token">, body: object) =>
  (await it.call("POST", "/login/stepUp", { token, body })).body;

const GONE = { code: 404 };
const ASKED = {
  code: 500,
  msg: "为确认是您本人操作，请再次输入登录密码",
  data: { stepUp: { method: "password" } },
};

const cashier = () => staffWith(it, "finance:refund:approve");

test("a log-in counts for a quarter of an hour; then the password is asked for again", async () => {
  const person = await cashier();
  await age(person.userId, 14);
  expect(await guarded(person)).toMatchObject(GONE);
  await age(person.userId, 16);
  expect(await guarded(person)).toEqual(ASKED);

  expect(await prove(person, {})).toMatchObject({ code: 500, data: { password: "请输入密码" } });
  expect(await prove(person, { password: "wrong" })).toMatchObject({
    code: 500,
    data: { password: "密码错误，请重新输入" },
  });
  expect(await guarded(person)).toEqual(ASKED);
  expect(await prove(person, { password: PASSWORD })).toMatchObject({ code: 200, msg: "验证成功" });
  expect(await guarded(person)).toMatchObject(GONE);
});

test("the proof is of one session, and of as many minutes as the setting says", async () => {
  const person = await cashier();
  await age(person.userId, 60);
  await it.db.insert(session).values({
    tokenHash: sql`sha256('other')`,
    userId: person.userId,
    idleSeconds: 7_200,
    expiresAt: sql`now() + interval '1 hour'`,
    createdAt: sql`now() - interval '1 hour'`,
  });
  expect((await prove(person, { password: PASSWORD })).code).toBe(200);
  expect(await guarded({ token: "other" })).toEqual(ASKED);
  expect(await guarded(person)).toMatchObject(GONE);

  const admin = await it.as("admin");
  const set = async (value: string) =>
    (
      await it.call("PUT", "/system/config/values", {
        token: admin.token,
        body: { values: { "security.stepUpMinutes": value } },
      })
    ).body.code;
  expect(await set("0")).toBe(500);
  expect(await set("1")).toBe(200);
  await it.db
    .update(session)
    .set({ provedAt: sql`now() - interval '2 minutes'` })
    .where(eq(session.userId, person.userId));
  expect(await guarded(person)).toEqual(ASKED);
  expect(await set("15")).toBe(200);
  expect(await guarded(person)).toMatchObject(GONE);
});

test("with the second factor on, the password is no proof and a code counts once", async () => {
  const person = await cashier();
  const { secret } = await withSecondFactor(it, person);
  await age(person.userId, 60);
  expect(await guarded(person)).toMatchObject({ data: { stepUp: { method: "totp" } } });
  expect(await prove(person, { password: PASSWORD })).toMatchObject({
    code: 500,
    data: { code: "请输入验证码" },
  });
  expect(await prove(person, { code: "000000" })).toMatchObject({
    data: { code: "验证码错误或已过期" },
  });
  expect(await guarded(person)).toMatchObject({ data: { stepUp: { method: "totp" } } });
  const code = await generate({ secret });
  const both = await Promise.all([prove(person, { code }), prove(person, { code })]);
  expect(both.map((answer) => answer.code).sort()).toEqual([200, 500]);
  expect(await guarded(person)).toMatchObject(GONE);
});

test("it is no place to guess: wrong passwords lock, and the right one waits as well", async () => {
  const person = await cashier();
  await age(person.userId, 60);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => prove(person, { password: "Guess-2026" })),
  );
  const texts = answers.map(({ msg }) => msg);
  expect(texts.filter((text) => text === "密码错误，请重新输入").length).toBe(5);
  expect(await prove(person, { password: PASSWORD })).toMatchObject({
    code: 500,
    msg: "密码输入错误5次，帐户锁定10分钟",
  });
  expect(await guarded(person)).toEqual(ASKED);
});
