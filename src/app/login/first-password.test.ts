import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { CHANGE_FIRST } from "../../server/http/access.ts";
import { PASSWORD, startApp } from "../../test/app.ts";
import { config } from "../system/config/table.server.ts";
import { userRole } from "../system/role/table.server.ts";
import { user } from "../system/user/table.server.ts";

const it = await startApp();

test("a first password opens the way to another one, and nothing else", async () => {
  for (const kind of ["staff", "member"] as const) {
    const person = await it.as(kind, { pwdUpdateDate: null });
    if (kind === "staff") await it.db.insert(userRole).values({ userId: person.userId, roleId: 1 });
    const { token } = person;
    const open: [method: string, url: string][] = [
      ["GET", "/getInfo"],
      ["GET", "/getRouters"],
      ["GET", "/system/user/profile"],
      ["GET", "/system/config/configKey/site.name"],
    ];
    for (const [method, url] of open) {
      expect((await it.call(method, url, { token })).body.code, url).toBe(200);
    }
    expect((await it.call("GET", "/getInfo", { token })).body.isDefaultModifyPwd).toBe(true);
    const body = { nickName: "林一一", scene: "changePhone", phone: "13900002222" };
    for (const [method, url] of [
      ["GET", "/system/user/list"],
      ["GET", "/system/dict/data/type/sys_user_sex"],
      ["PUT", "/system/user/profile"],
      ["PUT", "/system/user/editNickName"],
      ["POST", "/common/upload"],
      ["POST", "/system/user/profile/avatar"],
      ["GET", "/system/user/profile/sessions"],
    ] as const) {
      const answer = await it.call(method, url, { token, ...(method === "GET" ? {} : { body }) });
      expect(answer.body, `${method} ${url}`).toMatchObject({ code: 500, msg: CHANGE_FIRST });
    }
    // Where anybody may call, they are one of the public.
    expect((await it.call("POST", "/bllSendCode", { token, body })).body.code).toBe(401);

    const change = { oldPassword: PASSWORD, newPassword: "Bridge-2027-x" };
    const url = kind === "staff" ? "profile/updatePwd" : "updPassword";
    expect((await it.call("PUT", `/system/user/${url}`, { token, body: change })).body.code).toBe(
      200,
    );
    expect((await it.call("GET", "/system/user/profile/sessions", { token })).body.code).toBe(200);
    expect((await it.call("GET", "/getInfo", { token })).body.isDefaultModifyPwd).toBe(false);
  }
});

test("one may leave with it, and the setting can lift it", async () => {
  const person = await it.as("staff", { pwdUpdateDate: null });
  const { token } = person;
  const bell = async () => (await it.call("GET", "/system/notice/listTop", { token })).body.code;
  const set = (configValue: string) =>
    it.db
      .update(config)
      .set({ configValue })
      .where(eq(config.configKey, "sys.account.initPasswordModify"));
  await set("0");
  expect(await bell()).toBe(200);
  await set("1");
  expect(await bell()).toBe(500);
  expect((await it.call("POST", "/logout", { token })).body.code).toBe(200);
  expect(await bell()).toBe(401);
});

test("the administrator's given password is a first one", async () => {
  await it.db.update(user).set({ pwdUpdateDate: null }).where(eq(user.userId, 1));
  const { token } = await it.as("admin");
  expect((await it.call("GET", "/system/role/list", { token })).body.msg).toBe(CHANGE_FIRST);
});
