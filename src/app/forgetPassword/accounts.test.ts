import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { nextAddress, sentCode, solvedCaptcha } from "../../test/accounts.ts";
import { PASSWORD, startApp } from "../../test/app.ts";
import { loginGuard } from "../login/table.server.ts";
import { user } from "../system/user/table.server.ts";
import { resetTicket } from "./table.server.ts";

const it = await startApp();
const NEW = "Bridge-2027";
const GONE = "重置凭证无效或已过期，请重新验证手机号";

let phones = 0;
const someone = async (kind: "member" | "staff" = "member") => {
  const phone = `135${String(++phones).padStart(8, "0")}`;
  return { phone, ...(await it.as(kind, { phonenumber: phone })) };
};

const put = async (url: string, body: object) =>
  (await it.call("PUT", url, { body, ip: nextAddress() })).body;

const ticketFor = async (phone: string) => {
  const code = await sentCode(it, phone, "forget");
  const { data } = await put("/userResetPwdCheck", { phone, code });
  return (data as { resetToken: string }).resetToken;
};

const canLogIn = async (username: string, password: string) =>
  (
    await it.call("POST", "/login", {
      body: { username, password, ...(await solvedCaptcha(it)) },
      ip: nextAddress(),
    })
  ).body.code === 200;

test("a right code gives a ticket, the ticket a new password; all sessions end at once", async () => {
  const member = await someone();
  const resetToken = await ticketFor(member.phone);
  await it.db.insert(loginGuard).values({ key: `name:${member.userName}`, failures: 5 });
  const body = { resetToken, password: NEW, confirmPassword: NEW };
  expect(await put("/userResetPwd", body)).toEqual({ code: 200, msg: "操作成功" });
  expect((await it.call("GET", "/getInfo", { token: member.token })).body.code).toBe(401);
  expect(await canLogIn(member.userName, NEW)).toBe(true);
  expect(await canLogIn(member.userName, PASSWORD)).toBe(false);
  const notice = it.outbox("sms").at(-1);
  expect(notice).toMatchObject({ to: member.phone, scene: "passwordReset" });
  expect(notice?.text).toContain("如非本人操作");
  expect((await put("/userResetPwd", body)).msg).toBe(GONE);
});

test("phone and code do in one step; a user id is never looked at", async () => {
  const member = await someone();
  const victim = await someone();
  const code = await sentCode(it, member.phone, "forget");
  const body = { phone: member.phone, code, password: NEW, userId: victim.userId };
  expect((await put("/userResetPwd", body)).code).toBe(200);
  expect(await canLogIn(member.userName, NEW)).toBe(true);
  expect(await canLogIn(victim.userName, PASSWORD)).toBe(true);
});

test("wrong and unknown look the same", async () => {
  const member = await someone();
  await sentCode(it, member.phone, "forget");
  const text = "验证码错误或已过期";
  const refusal = { code: 500, msg: text, data: { code: text } };
  const known = await put("/userResetPwdCheck", { phone: member.phone, code: "abcdef" });
  expect(known.msg).toBe("请输入6位短信验证码");
  for (const phone of ["13599999999", member.phone]) {
    expect(await put("/userResetPwdCheck", { phone, code: "000000" })).toEqual(refusal);
    expect(await put("/userResetPwd", { phone, code: "000000", password: NEW })).toEqual(refusal);
  }
  expect((await put("/userResetPwdCheck", { phone: "1", code: "000000" })).data).toEqual({
    phone: "请输入正确的11位手机号码",
  });
});

test("another scene's code is no reset code", async () => {
  const member = await someone();
  const code = await sentCode(it, member.phone, "login");
  expect((await put("/userResetPwdCheck", { phone: member.phone, code })).code).toBe(500);
});

test("the new password has to meet the policy, and the ticket outlives the refusal", async () => {
  const member = await someone();
  const resetToken = await ticketFor(member.phone);
  const refusal = async (password: string, confirmPassword = password) =>
    (await put("/userResetPwd", { resetToken, password, confirmPassword })).msg;
  expect(await refusal("short")).toMatch(/^密码须为8-32位/);
  expect(await refusal(NEW, "other")).toBe("两次输入的密码不一致");
  expect(await refusal(`Aa-${member.phone}`)).toBe("密码不能包含账号或手机号");
  expect(await refusal(`Zz-${member.userName}`)).toBe("密码不能包含账号或手机号");
  expect((await put("/userResetPwd", { resetToken, password: NEW })).code).toBe(200);
});

test("staff passwords are longer", async () => {
  const staff = await someone("staff");
  const resetToken = await ticketFor(staff.phone);
  expect((await put("/userResetPwd", { resetToken, password: "Short-26" })).msg).toMatch(/10-32位/);
});

test("an expired, invented or missing ticket is refused", async () => {
  const member = await someone();
  const resetToken = await ticketFor(member.phone);
  await it.db
    .update(resetTicket)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(resetTicket.userId, member.userId));
  for (const token of [resetToken, "invented", ""]) {
    expect((await put("/userResetPwd", { resetToken: token, password: NEW })).msg).toBe(GONE);
  }
  expect(await canLogIn(member.userName, PASSWORD)).toBe(true);
});

test("of twenty parallel uses of a ticket one succeeds; so of a code", async () => {
  const member = await someone();
  const resetToken = await ticketFor(member.phone);
  const resets = await Promise.all(
    Array.from({ length: 20 }, () => put("/userResetPwd", { resetToken, password: NEW })),
  );
  expect(resets.filter((body) => body.code === 200)).toHaveLength(1);
  const code = await sentCode(it, member.phone, "forget");
  const checks = await Promise.all(
    Array.from({ length: 20 }, () => put("/userResetPwdCheck", { phone: member.phone, code })),
  );
  expect(checks.filter((body) => body.code === 200)).toHaveLength(1);
});

test("a removed account has no way back", async () => {
  const member = await someone();
  const resetToken = await ticketFor(member.phone);
  await it.db
    .update(user)
    .set({ delFlag: "2" })
    .where(and(eq(user.userId, member.userId)));
  expect((await put("/userResetPwd", { resetToken, password: NEW })).msg).toBe(GONE);
});
