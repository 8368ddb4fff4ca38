import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publishTags } from "#src/server/cache/tags.ts";
import { PASSWORD, startApp } from "#src/test/app.ts";
import { config } from "../../config/table.server.ts";
import { user } from "../table.server.ts";

const it = await startApp();
const URL = "/system/user/profile";
const put = (token: string, body: unknown) => it.call("PUT", URL, { token, body });

async function rowOf(userId: number) {
  const [row] = await it.db.select().from(user).where(eq(user.userId, userId));
  return row;
}

test("what a client of the family got it can send back: the seeded administrator, and with a phone", async () => {
  const admin = await it.as("admin");
  const people = [
    admin,
    await it.as("staff", {
      deptId: 103,
      phonenumber: "13911113333",
      email: "Old.Mail@example.org",
    }),
    await it.as("member", { phonenumber: "13911114444", nickName: "官方客服" }),
  ];
  for (const { token, userId } of people) {
    const before = await rowOf(userId);
    const data = (await it.call("GET", URL, { token })).body.data as Record<string, unknown>;
    expect(data.phonenumber).toBe(before?.phonenumber);
    // As that client sends it: four fields, checked by its own patterns.
    const { nickName, phonenumber, email } = data;
    expect((await put(token, { nickName, phonenumber, email, sex: "1" })).body.code).toBe(200);
    expect(await rowOf(userId)).toMatchObject({
      nickName: before?.nickName,
      phonenumber: before?.phonenumber,
      sex: "1",
    });
    // The masked ones mean "as it is" as well.
    expect((await put(token, { phonenumber: data.phoneMasked })).body.code).toBe(200);
    expect((await rowOf(userId))?.phonenumber).toBe(before?.phonenumber);
  }
  const { data } = (await it.call("GET", URL, { token: people[1]?.token ?? "" })).body;
  expect(data).toMatchObject({ dept: { deptId: 103, deptName: expect.any(String) } });
  const mine = (await it.call("GET", URL, { token: admin.token })).body;
  expect(mine.data).toMatchObject({ dept: { deptName: expect.any(String) } });
  expect(mine.postGroup).not.toBe("");
});

test("a member does not pass for staff, the society or the state; staff are what they are", async () => {
  const member = await it.as("member", { nickName: "林一一" });
  const rename = (token: string, nickName: string) =>
    it.call("PUT", "/system/user/editNickName", { token, body: { nickName } });
  for (const name of ["官 方", "秘書處", "全国家庭教育学会", "教育部", "Ａｄｍｉｎ"]) {
    for (const answer of [
      await rename(member.token, name),
      await put(member.token, { nickName: name }),
    ]) {
      expect(answer.body, name).toMatchObject({
        code: 500,
        data: { nickName: expect.stringContaining("该昵称容易让人误会为") },
      });
    }
  }
  expect((await rowOf(member.userId))?.nickName).toBe("林一一");
  const staff = await it.as("staff");
  expect((await rename(staff.token, "学会秘书处小王")).body.code).toBe(200);
  // The society's name is the one of the settings.
  await it.db
    .update(config)
    .set({ configValue: "云川阅读推广协会" })
    .where(eq(config.configKey, "site.name"));
  await publishTags(it.db, ["site"]);
  await expect
    .poll(async () => (await rename(member.token, "云川阅读推广协会")).body.code)
    .toBe(500);
});

test("staff change their own data; what is masked and sent back stays", async () => {
  const { token, userId } = await it.as("staff", {
    phonenumber: "13911112222",
    email: "a.b@example.org",
  });
  const shown = (await it.call("GET", URL, { token })).body.data as Record<string, unknown>;
  const answer = await put(token, {
    ...shown,
    nickName: "李干事",
    sex: "1",
    userId: 1,
    status: "1",
    userType: "01",
  });
  expect(answer.body.code).toBe(200);
  expect(await rowOf(userId)).toMatchObject({
    nickName: "李干事",
    sex: "1",
    phonenumber: "13911112222",
    email: "a.b@example.org",
    status: "0",
    userType: "00",
  });
  await put(token, { phonenumber: "13933334444", email: "c@example.org" });
  expect(await rowOf(userId)).toMatchObject({ phonenumber: "13933334444", email: "c@example.org" });
});

test("wrong values are refused on their fields", async () => {
  const { token } = await it.as("staff");
  const { body } = await put(token, { nickName: "一", phonenumber: "123", email: "x", sex: "9" });
  expect(body).toMatchObject({
    code: 500,
    data: {
      nickName: "昵称长度为2-20个字符",
      phonenumber: "请输入正确的11位手机号码",
      email: "请输入正确的邮箱地址",
      sex: "请选择性别",
    },
  });
});

test("phone and mail belong to one account", async () => {
  await it.as("staff", { phonenumber: "13955556666", email: "taken@example.org" });
  const { token, userName } = await it.as("staff");
  expect((await put(token, { phonenumber: "13955556666" })).body.msg).toBe(
    `修改用户'${userName}'失败，手机号码已存在`,
  );
  expect((await put(token, { email: "TAKEN@example.org" })).body.msg).toBe(
    `修改用户'${userName}'失败，邮箱账号已存在`,
  );
});

test("a member's phone changes by code alone", async () => {
  const { token, userId } = await it.as("member", { phonenumber: "13977778888" });
  expect((await put(token, { phonenumber: "13900001111" })).body).toMatchObject({
    code: 500,
    data: { phonenumber: "请通过短信验证码更换手机号" },
  });
  expect((await rowOf(userId))?.phonenumber).toBe("13977778888");
});

test("updatePwd keeps this session and ends the others", async () => {
  const person = await it.as("staff");
  const body = { oldPassword: PASSWORD, newPassword: "Orchard-Gate-77" };
  const change = (given: unknown) =>
    it.call("PUT", `${URL}/updatePwd`, { token: person.token, body: given });
  expect((await change({ ...body, oldPassword: "no" })).body.msg).toBe("修改密码失败，旧密码错误");
  expect((await change({ ...body, newPassword: PASSWORD })).body.msg).toBe(
    "新密码不能与旧密码相同",
  );
  expect((await change(body)).body.code).toBe(200);
  expect((await it.call("GET", "/getInfo", { token: person.token })).body.code).toBe(200);
});

test("strangers are refused", async () => {
  expect((await it.call("PUT", URL, { body: {} })).body.code).toBe(401);
  expect((await it.call("PUT", `${URL}/updatePwd`, { body: {} })).body.code).toBe(401);
});
