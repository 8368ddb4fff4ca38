import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { nextAddress, sentCode } from "../../test/accounts.ts";
import { startApp } from "../../test/app.ts";
import { signedVersion } from "../agreement/service.server.ts";
import { consent } from "../agreement/table.server.ts";
import { user } from "../system/user/table.server.ts";

const it = await startApp();
const agreementVersion = await signedVersion(it.db);

let phones = 0;
const nextPhone = () => `136${String(++phones).padStart(8, "0")}`;

const good = (phone: string) => ({
  phone,
  code: "123456",
  password: "Lantern-2026",
  confirmPassword: "Lantern-2026",
  agree: true,
  agreementVersion,
});

const register = async (body: object) =>
  (await it.call("POST", "/registerByPhone", { body, ip: nextAddress() })).body;

const rowOf = async (phone: string) =>
  (await it.db.select().from(user).where(eq(user.phonenumber, phone)))[0];

test("a right code makes a member, logged in, with the consents kept", async () => {
  const phone = nextPhone();
  const code = await sentCode(it, phone, "register");
  const answer = await register({ ...good(` +86${phone} `), code, userType: "02" });
  expect(answer).toMatchObject({ code: 200, msg: "操作成功", token: expect.any(String) });
  const row = await rowOf(phone);
  expect(row).toMatchObject({ userType: "02", nickName: `会员${phone.slice(-4)}`, status: "0" });
  expect(row?.userName).toMatch(/^u\d{6}$/);
  expect(row?.password).toMatch(/^\$argon2id\$/);
  const info = await it.call("GET", "/getInfo", { token: String(answer.token) });
  expect(info.body).toMatchObject({ roles: ["member"], isDefaultModifyPwd: false });
  const consents = await it.db
    .select()
    .from(consent)
    .where(eq(consent.userId, row?.userId ?? 0));
  expect(consents.map(({ doc, version, scene }) => [doc, version, scene])).toEqual([
    ["user", agreementVersion, "register"],
    ["privacy", agreementVersion, "register"],
  ]);
});

test.each([
  ["phone", { phone: "123" }, "请输入正确的11位手机号码"],
  ["code", { code: "12" }, "请输入6位短信验证码"],
  [
    "password",
    { password: "short", confirmPassword: "short" },
    "密码须为8-32位，并至少包含大写字母、小写字母、数字、符号中的三种",
  ],
  ["confirmPassword", { confirmPassword: "other" }, "两次输入的密码不一致"],
  ["nickName", { nickName: "林" }, "昵称长度为2-20个字符"],
  ["userType", { userType: "00" }, "请选择个人或单位"],
  ["agree", { agree: false }, "请先阅读并同意《用户协议》和《隐私政策》"],
  ["agree", { agree: undefined }, "请先阅读并同意《用户协议》和《隐私政策》"],
  ["agree", { agreementVersion: "2020-01" }, "协议已更新，请刷新页面，重新阅读并同意"],
  ["agree", { agreementVersion: undefined }, "协议已更新，请刷新页面，重新阅读并同意"],
  ["code", {}, "验证码错误或已过期"],
])("refused on the field %s: %j", async (field, change, text) => {
  const phone = nextPhone();
  const answer = await register({ ...good(phone), ...change });
  expect(answer).toEqual({ code: 500, msg: text, data: { [field]: text } });
  expect(await rowOf(phone)).toBeUndefined();
});

test("a refused field does not use up the code", async () => {
  const phone = nextPhone();
  const code = await sentCode(it, phone, "register");
  expect((await register({ ...good(phone), code, agree: false })).code).toBe(500);
  expect((await register({ ...good(phone), code, nickName: "小林" })).code).toBe(200);
  expect(await rowOf(phone)).toMatchObject({ nickName: "小林" });
});

test("a registered phone is told so only after a right code", async () => {
  const phone = nextPhone();
  await it.as("member", { phonenumber: phone });
  expect((await register(good(phone))).msg).toBe("验证码错误或已过期");
  const code = await sentCode(it, phone, "register");
  const text = "该手机号已注册，请直接登录";
  expect(await register({ ...good(phone), code })).toEqual({
    code: 500,
    msg: text,
    data: { phone: text },
  });
});

test("of twenty parallel registrations one is made", async () => {
  const phone = nextPhone();
  const code = await sentCode(it, phone, "register");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => register({ ...good(phone), code })),
  );
  expect(answers.filter((body) => body.code === 200)).toHaveLength(1);
  expect(await it.db.$count(user, eq(user.phonenumber, phone))).toBe(1);
});

test("columns that are nobody's to set stay as they are", async () => {
  const phone = nextPhone();
  const code = await sentCode(it, phone, "register");
  const extra = { userId: 1, roleIds: [1], admin: true, status: "1", delFlag: "2", avatar: "x" };
  expect((await register({ ...good(phone), code, ...extra })).code).toBe(200);
  const row = await rowOf(phone);
  expect(row).toMatchObject({ status: "0", delFlag: "0", avatar: "" });
  expect(row?.userId).not.toBe(1);
});
