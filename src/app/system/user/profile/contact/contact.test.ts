import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openSession } from "#src/app/login/session.server.ts";
import { oneTimeCode } from "#src/app/login/table.server.ts";
import { delivery } from "#src/app/message/table.server.ts";
import { nextAddress } from "#src/test/accounts.ts";
import { type Login, PASSWORD, startApp } from "#src/test/app.ts";
import { heldAt } from "#src/test/races.ts";
import { user } from "../../table.server.ts";

const it = await startApp();
const URL = "/system/user/profile/contact";

let phones = 0;
const nextPhone = () => `1360000${String(++phones).padStart(4, "0")}`;

/** The code that this person asked for, from the outbox. */
async function codeFor(login: Login, body: { scene: string; phone?: string; email?: string }) {
  // Earlier codes lie days back, or the gap between two would stop the test.
  await it.db.update(oneTimeCode).set({ createdAt: new Date(Date.now() - 2 * 86_400_000) });
  const { token } = login;
  const answer = await it.call("POST", "/bllSendCode", { token, body, ip: nextAddress() });
  expect(answer.body.msg).toBe("验证码已发送");
  return it.outbox(body.email ? "mail" : "sms").at(-1)?.code ?? "";
}

const put = async ({ token }: Login, what: "phone" | "email", body: object) =>
  (await it.call("PUT", `${URL}/${what}`, { token, body })).body;

const rowOf = async ({ userId }: Login) =>
  (await it.db.select().from(user).where(eq(user.userId, userId)))[0];

test("a phone changes by password and code, and the old one is told", async () => {
  const old = nextPhone();
  const me = await it.as("member", { phonenumber: old });
  const phone = nextPhone();
  const code = await codeFor(me, { scene: "changePhone", phone });
  const answer = await put(me, "phone", { phone: `+86 ${phone}`, code, password: PASSWORD });
  expect(answer).toMatchObject({ code: 200, msg: "手机号已更换" });
  expect(await rowOf(me)).toMatchObject({ phonenumber: phone });
  const [told] = await it.db.select().from(delivery).where(eq(delivery.userId, me.userId));
  expect(told).toMatchObject({ event: "phoneChanged", channel: "sms" });
  expect(told?.receiverShown).toBe(`${old.slice(0, 3)}****${old.slice(7)}`);
  expect(told?.contentShown).toContain(`${phone.slice(0, 3)}****${phone.slice(7)}`);
  expect(told?.contentShown).not.toContain(phone);
});

test("the other sessions of an account end with its phone, this one goes on", async () => {
  const me = await it.as("member", { phonenumber: nextPhone() });
  const other = await openSession(it.db, {
    userId: me.userId,
    isStaff: false,
    isRemembered: true,
    client: { ipaddr: "10.0.0.9", browser: "Firefox", os: "Linux" },
  });
  const phone = nextPhone();
  const code = await codeFor(me, { scene: "changePhone", phone });
  await put(me, "phone", { phone, code, password: PASSWORD });
  expect((await it.call("GET", "/getInfo", { token: other })).body.code).toBe(401);
  expect((await it.call("GET", "/getInfo", { token: me.token })).body.code).toBe(200);
});

test("a code of the old phone takes the place of the password; an account without phone needs it", async () => {
  const me = await it.as("member", { phonenumber: nextPhone() });
  const oldCode = await codeFor(me, { scene: "changePhone" });
  expect(it.outbox("sms").at(-1)?.to).toBe((await rowOf(me))?.phonenumber);
  const phone = nextPhone();
  const code = await codeFor(me, { scene: "changePhone", phone });
  expect(await put(me, "phone", { phone, code, oldCode })).toMatchObject({ code: 200 });
  const bare = await it.as("member");
  const first = nextPhone();
  const firstCode = await codeFor(bare, { scene: "bindPhone", phone: first });
  const unproved = { phone: first, code: firstCode, oldCode: "123456" };
  expect((await put(bare, "phone", unproved)).data).toEqual({ password: "密码错误，请重新输入" });
  const proved = { phone: first, code: firstCode, password: PASSWORD };
  expect(await put(bare, "phone", proved)).toMatchObject({ code: 200 });
  expect((await rowOf(bare))?.phonenumber).toBe(first);
});

test("what is wrong with a new phone is said on its field, and nothing is changed", async () => {
  const old = nextPhone();
  const me = await it.as("member", { phonenumber: old });
  const phone = nextPhone();
  const refused = async (body: object) => (await put(me, "phone", body)).data;
  expect(await refused({})).toEqual({
    phone: "请输入正确的11位手机号码",
    code: "请输入6位短信验证码",
    password: "请输入登录密码，或填写原手机号收到的验证码",
  });
  expect(await refused({ phone: old, code: "123456", password: PASSWORD })).toEqual({
    phone: "新手机号与现在的手机号相同",
  });
  expect(await refused({ phone, code: "123456", password: "wrong" })).toEqual({
    password: "密码错误，请重新输入",
  });
  expect(await refused({ phone, code: "123456", oldCode: "12" })).toEqual({
    oldCode: "请输入6位短信验证码",
  });
  expect(await refused({ phone, code: "123456", oldCode: "123456" })).toEqual({
    oldCode: "验证码错误或已过期",
  });
  // A code that somebody else asked for, and one of another scene.
  const other = await it.as("member", { phonenumber: nextPhone() });
  const foreign = await codeFor(other, { scene: "changePhone", phone });
  expect(await refused({ phone, code: foreign, password: PASSWORD })).toEqual({
    code: "验证码错误或已过期",
  });
  expect((await rowOf(me))?.phonenumber).toBe(old);
  expect((await it.call("PUT", `${URL}/phone`, { body: {} })).body.code).toBe(401);
});

test("a wrong password does not use the code up, and five wrong answers lock all of them", async () => {
  const me = await it.as("member", { phonenumber: nextPhone() });
  const phone = nextPhone();
  const code = await codeFor(me, { scene: "changePhone", phone });
  const wrong = code === "111111" ? "222222" : "111111";
  for (let count = 0; count < 2; count++) await put(me, "phone", { phone, code, password: "x" });
  for (let count = 0; count < 3; count++) {
    expect((await put(me, "phone", { phone, code: wrong, password: PASSWORD })).data).toEqual({
      code: "验证码错误或已过期",
    });
  }
  const locked = await put(me, "phone", { phone, code, password: PASSWORD });
  expect(locked.msg).toBe("密码输入错误5次，帐户锁定10分钟");
  const mail = { email: "locked@example.org", code: "123456" };
  expect((await put(me, "email", mail)).msg).toBe("验证码输入错误5次，帐户锁定10分钟");
});

test("a phone that has an account is refused after its code alone, and of two at once one gets it", async () => {
  const taken = nextPhone();
  await it.as("member", { phonenumber: taken });
  const me = await it.as("member", { phonenumber: nextPhone() });
  const code = await codeFor(me, { scene: "changePhone", phone: taken });
  const body = { phone: taken, code: code === "111111" ? "222222" : "111111", password: PASSWORD };
  expect((await put(me, "phone", body)).data).toEqual({ code: "验证码错误或已过期" });
  expect((await put(me, "phone", { ...body, code })).data).toEqual({
    phone: "该手机号已被其他账号使用",
  });

  const phone = nextPhone();
  const [one, two] = [await it.as("member", { phonenumber: nextPhone() }), await it.as("member")];
  const bodies = [
    { phone, code: await codeFor(one, { scene: "changePhone", phone }), password: PASSWORD },
    { phone, code: await codeFor(two, { scene: "bindPhone", phone }), password: PASSWORD },
  ];
  const results = await heldAt(
    it,
    (text) => text.startsWith('update "sys_user" set "phonenumber"'),
    [() => put(one, "phone", bodies[0] ?? {}), () => put(two, "phone", bodies[1] ?? {})],
  );
  const codes = results.map((each) => (each.status === "fulfilled" ? each.value.code : 0));
  expect(codes.toSorted()).toEqual([200, 500]);
  expect(await it.db.$count(user, eq(user.phonenumber, phone))).toBe(1);
});

test("a mail address is bound by the code that came to it, and changed in no other way", async () => {
  const me = await it.as("member", { phonenumber: nextPhone(), email: "old@example.org" });
  const refused = async (body: object) => (await put(me, "email", body)).data;
  expect(await refused({})).toEqual({
    email: "请输入正确的邮箱地址",
    code: "请输入6位邮箱验证码",
  });
  expect(await refused({ email: "OLD@example.org", code: "123456" })).toEqual({
    email: "新邮箱与现在的邮箱相同",
  });
  const code = await codeFor(me, { scene: "bindEmail", email: "new@example.org" });
  expect(await refused({ email: "other@example.org", code })).toEqual({
    code: "验证码错误或已过期",
  });
  const bound = await put(me, "email", { email: " New@Example.org ", code });
  expect(bound).toMatchObject({ code: 200, msg: "邮箱已绑定" });
  expect((await rowOf(me))?.email).toBe("new@example.org");
  const told = await it.db.select().from(delivery).where(eq(delivery.userId, me.userId));
  expect(told.map(({ receiverShown }) => receiverShown)).toEqual(["o***@example.org"]);
  expect(await refused({ email: "new2@example.org", code })).toEqual({
    code: "验证码错误或已过期",
  });

  const other = await it.as("member");
  const theirs = await codeFor(other, { scene: "bindEmail", email: "new@example.org" });
  expect((await put(other, "email", { email: "new@example.org", code: theirs })).data).toEqual({
    email: "该邮箱已被其他账号使用",
  });
  const past = await it.call("PUT", "/system/user/profile", {
    token: me.token,
    body: { email: "third@example.org" },
  });
  expect(past.body.data).toEqual({ email: "请通过邮箱验证码更换邮箱" });
});
