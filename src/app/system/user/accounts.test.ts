import fs from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { PASSWORD, startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { openSession } from "../../login/session.server.ts";
import { userPost } from "../post/table.server.ts";
import { user } from "./table.server.ts";

const it = await startApp();
const picture = await sharp({
  create: { width: 900, height: 600, channels: 3, background: "#0a5fbf" },
})
  .png()
  .toBuffer();
const client = { ipaddr: "127.0.0.1", browser: "test", os: "test" };

const rowOf = async (userId: number) =>
  (await it.db.select().from(user).where(eq(user.userId, userId)))[0];

describe("PUT /system/user/editNickName", () => {
  const edit = async (token: string | undefined, body: object) =>
    (await it.call("PUT", "/system/user/editNickName", { body, ...(token ? { token } : {}) })).body;

  test("changes the own name and nothing else", async () => {
    const { token, userId } = await it.as("member");
    const other = await it.as("member");
    const body = { nickName: " 林老师 ", userId: other.userId, userType: "00", status: "1" };
    expect(await edit(token, body)).toEqual({ code: 200, msg: "操作成功" });
    expect(await rowOf(userId)).toMatchObject({ nickName: "林老师", userType: "01", status: "0" });
    expect(await rowOf(other.userId)).toMatchObject({ nickName: other.userName });
  });

  test("refuses on the field, and strangers", async () => {
    const { token } = await it.as("member");
    const text = "昵称长度为2-20个字符";
    expect(await edit(token, {})).toEqual({ code: 500, msg: text, data: { nickName: text } });
    expect((await edit(token, { nickName: "网站管理员" })).msg).toContain("工作人员");
    expect((await edit(undefined, { nickName: "林老师" })).code).toBe(401);
  });
});

describe("PUT /system/user/updPassword", () => {
  const change = async (token: string | undefined, oldPassword: string, newPassword: string) =>
    (
      await it.call("PUT", "/system/user/updPassword", {
        body: { oldPassword, newPassword },
        ...(token ? { token } : {}),
      })
    ).body;

  test("ends the other sessions at once, this one goes on", async () => {
    const member = await it.as("member", { pwdUpdateDate: null });
    const elsewhere = await openSession(it.db, {
      userId: member.userId,
      isStaff: false,
      isRemembered: true,
      client,
    });
    expect((await change(member.token, PASSWORD, "Bridge-2027")).code).toBe(200);
    expect((await it.call("GET", "/getInfo", { token: elsewhere })).body.code).toBe(401);
    expect((await it.call("GET", "/getInfo", { token: member.token })).body).toMatchObject({
      code: 200,
      isDefaultModifyPwd: false,
    });
    expect((await change(member.token, "Bridge-2027", "Orchard-2028")).code).toBe(200);
  });

  test("refuses a wrong old one, the same one, a weak one, strangers", async () => {
    const { token, userName } = await it.as("member");
    const wrong = "修改密码失败，旧密码错误";
    expect(await change(token, "wrong", "Bridge-2027")).toEqual({
      code: 500,
      msg: wrong,
      data: { oldPassword: wrong },
    });
    expect((await change(token, "", "Bridge-2027")).msg).toBe(wrong);
    expect((await change(token, PASSWORD, PASSWORD)).msg).toBe("新密码不能与旧密码相同");
    expect((await change(token, PASSWORD, "weak")).msg).toMatch(/^密码须为8-32位/);
    expect((await change(token, PASSWORD, `Zz9-${userName}`)).msg).toBe("密码不能包含账号或手机号");
    expect((await change(undefined, PASSWORD, "Bridge-2027")).code).toBe(401);
    const staff = await it.as("staff");
    expect((await change(staff.token, PASSWORD, "Short-26")).msg).toMatch(/10-32位/);
  });

  test("a stolen session cannot try out the password", async () => {
    const { token } = await it.as("member");
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => change(token, "wrong", "Bridge-2027")),
    );
    expect(tries.filter((body) => body.msg.includes("旧密码错误"))).toHaveLength(5);
    expect((await change(token, PASSWORD, "Bridge-2027")).msg).toBe(
      "密码输入错误5次，帐户锁定10分钟",
    );
  });
});

test("GET /system/user/profile: own data, whole for its owner", async () => {
  const fields = { phonenumber: "13900001234", email: "lin@example.org", nickName: "小林" };
  const { token, userId } = await it.as("member", fields);
  const { body, text } = await it.call("GET", "/system/user/profile", { token });
  expect(body).toMatchObject({ code: 200, roleGroup: "会员", postGroup: "" });
  expect(body.data).toMatchObject({
    userId,
    nickName: "小林",
    phonenumber: "13900001234",
    phoneMasked: "139****1234",
    email: "lin@example.org",
    dept: null,
    loginDate: null,
    createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  expect(text).not.toMatch(/password|argon2/);
  await it.db.insert(userPost).values({ userId, postId: 4 });
  const withPost = await it.call("GET", "/system/user/profile", { token });
  expect(withPost.body.postGroup).toBe("普通员工");
  expect((await it.call("GET", "/system/user/profile")).body.code).toBe(401);
});

describe("POST /system/user/profile/avatar", () => {
  const send = (token: string | undefined, name = "avatar", bytes = picture, type = "image/png") =>
    upload(it, "/system/user/profile/avatar", [{ field: "avatarfile", name, bytes, type }], {
      ...(token ? { token } : {}),
    });

  test("is made square; the old one goes", async () => {
    const { token, userId } = await it.as("member");
    const first = await send(token);
    expect(first).toEqual({
      code: 200,
      msg: "操作成功",
      imgUrl: expect.stringMatching(/^\/profile\/avatar\/\d{4}\/\d\d\/\d\d\/[\da-f]{32}\.png$/),
    });
    expect(await rowOf(userId)).toMatchObject({ avatar: first.imgUrl });
    const shown = await it.call("GET", String(first.imgUrl));
    expect(shown.status).toBe(200);
    const file = path.join(it.dataDir, "files", String(first.imgUrl).slice("/profile/".length));
    expect(await sharp(file).metadata()).toMatchObject({ width: 512, height: 512 });
    const second = await send(token, "me.PNG");
    expect(second.code).toBe(200);
    expect((await it.call("GET", String(first.imgUrl))).status).toBe(404);
    expect(fs.existsSync(file)).toBe(false);
    expect((await it.call("GET", String(second.imgUrl))).status).toBe(200);
  });

  test("refuses what is no picture, and strangers", async () => {
    const { token } = await it.as("member");
    const text = Buffer.from("text");
    expect((await send(token, "a.txt", text)).msg).toBe(
      "文件[a.txt]后缀[txt]不正确，请上传[png, jpg, jpeg, gif]格式",
    );
    expect((await send(token, "avatar", text)).msg).toMatch(/内容与后缀\[png\]不符/);
    expect((await send(token, "avatar", Buffer.alloc(0))).msg).toBe("上传的文件为空");
    expect((await upload(it, "/system/user/profile/avatar", [], { token })).msg).toBe(
      "上传的文件为空",
    );
    expect((await send(undefined)).code).toBe(401);
  });
});
