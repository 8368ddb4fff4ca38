import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith, verbCodes } from "#src/test/rights.ts";
import { config } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const PATH = "/system/config";

const rowOf = async (key: string) => {
  const [row] = await it.db.select().from(config).where(eq(config.configKey, key));
  if (!row) throw new Error(`no setting ${key}`);
  return row;
};
const value = async (key: string, bearer = token) =>
  (await it.call("GET", `${PATH}/configKey/${key}`, { token: bearer })).body;
const set = async (key: string, patch: object) =>
  (
    await it.call("PUT", PATH, {
      token,
      body: { configId: (await rowOf(key)).configId, ...patch },
    })
  ).body;

test("the list: filters, types", async () => {
  const { body } = await it.call("GET", `${PATH}/list?configKey=sys.index&configType=Y`, { token });
  expect(body).toMatchObject({ total: 2 });
  expect((body.rows as object[])[0]).toMatchObject({
    configKey: "sys.index.skinName",
    configValue: "skin-blue",
    configType: "Y",
    isPublic: true,
  });
});

test("configKey: the value is the message; others get only what is public", async () => {
  const member = await it.as("member");
  const clerk = await it.as("staff");
  expect(await value("sys.index.skinName")).toEqual({ code: 200, msg: "skin-blue" });
  expect(await value("no.such.key")).toEqual({ code: 200, msg: "" });
  expect((await value("site.name", member.token)).msg).toBe("全国家庭教育学会");
  for (const key of ["sys.user.initPassword", "sys.account.lockFailures", "sms.dailyBudget"]) {
    expect((await value(key, member.token)).msg).toBe("");
  }
  expect((await value("sms.dailyBudget", clerk.token)).msg).toBe("5000");
  // The first password of new accounts is for those who make them.
  const { configValue } = await rowOf("sys.user.initPassword");
  expect((await value("sys.user.initPassword", clerk.token)).msg).toBe("");
  const registrar = await staffWith(it, "system:user:add");
  expect((await value("sys.user.initPassword", registrar.token)).msg).toBe(configValue);
  expect((await it.call("GET", `${PATH}/configKey/site.name`)).body.code).toBe(401);
});

test("a change is in force everywhere at once", async () => {
  expect((await set("site.name", { configValue: "新名学会" })).code).toBe(200);
  await expect.poll(async () => (await value("site.name")).msg).toBe("新名学会");
  expect((await set("sys.account.captchaEnabled", { configValue: "false" })).code).toBe(200);
  await expect
    .poll(async () => (await it.call("GET", "/captchaImage")).body.captchaEnabled)
    .toBe(false);
});

test("add: kept, or refused with the contract's texts on the field", async () => {
  const add = async (body: object) => (await it.call("POST", PATH, { token, body })).body;
  const mine = { configName: "我的", configKey: "my.key", configValue: "1" };
  expect((await add(mine)).code).toBe(200);
  expect(await rowOf("my.key")).toMatchObject({ configType: "N", isPublic: false });
  expect(await add({ ...mine, configName: "又" })).toMatchObject({
    msg: "新增参数'又'失败，参数键名已存在",
    data: { configKey: "参数键名已存在" },
  });
  expect((await add({ configValue: "" })).data).toEqual({
    configName: "参数名称不能为空",
    configKey: "参数键名长度不能为空",
  });
  expect((await add({ configName: "无", configKey: "none" })).data).toEqual({
    configValue: "参数键值不能为空",
  });
  const long = await add({ ...mine, configKey: "long", configValue: "x".repeat(501) });
  expect(long.msg).toBe("参数键值长度不能超过500个字符");
});

test("settings that the program reads keep a sensible value", async () => {
  for (const [key, bad] of [
    ["sys.account.captchaEnabled", "maybe"],
    ["sys.account.lockFailures", "0"],
    ["sys.account.passwordValidateDays", "-1"],
    ["sys.account.chrtype", "5"],
    ["sys.index.sideTheme", "pink"],
    ["sys.user.initPassword", "123456"],
    ["site.chatUrl", "javascript:alert(1)"],
    ["site.notice", "{"],
    ["site.notice", "[]"],
    ["security.totpRoles", "<b>"],
    ["site.name", ""],
  ] as const) {
    const { code, data } = await set(key, { configValue: bad });
    expect([key, code, Object.keys(data as object)]).toEqual([key, 500, ["configValue"]]);
  }
  // These ship empty, so they can be emptied again.
  for (const key of ["sys.login.blackIPList", "sys.innerLink.hosts", "site.chatUrl"]) {
    expect([key, (await set(key, { configValue: "" })).code]).toEqual([key, 200]);
  }
});

test("every kind refuses what it is not, and takes what it is", async () => {
  const cases: [key: string, good: string, bad: string, text: string][] = [
    ["sys.account.registerUser", "true", "1", "参数键值应为：true 或 false"],
    ["sys.index.sideTheme", "theme-light", "dark", "参数键值应为：theme-dark 或 theme-light"],
    ["sys.account.lockMinutes", "1440", "1441", "参数键值应为：1 到 1440 的整数"],
    [
      "sys.login.blackIPList",
      "10.0.0.1; 10.0.*;2001:db8::1;10.0.0.1-10.0.0.9",
      "10.0.0.1;10.0.0.300",
      "参数键值中的「10.0.0.300」不是地址",
    ],
    ["sys.login.blackIPList", "", "10.0.0.9-10.0.0.1", "参数键值中的「10.0.0.9-10.0.0.1」不是地址"],
    ["sys.innerLink.hosts", "a.example.org,https://b.example", "a,/", "参数键值中的「/」不是域名"],
    [
      "security.totpRoles",
      "editor,reviewer",
      "<b>",
      "参数键值应为：用逗号分隔的角色权限字符，可以留空",
    ],
    ["site.email", "service@example.org.cn", "nobody", "参数键值应为：邮箱地址"],
    ["site.qrImage", "/profile/upload/a.png", "/etc/passwd", "请上传 png、jpg 或 jpeg 图片"],
    [
      "site.chatUrl",
      "https://example.org/chat",
      "ftp://x",
      "参数键值应为：http(s):// 开头的地址，可以留空",
    ],
    ["site.phone", "010-1", "010\n1", "参数键值只能是一行文字"],
    ["site.badge", "", "两\n行", "参数键值只能是一行文字"],
    ["site.notice", "{}", "null", "参数键值应为：公告的 JSON，见网站公告页"],
  ];
  for (const [key, good, bad, text] of cases) {
    expect([key, await set(key, { configValue: bad })]).toEqual([
      key,
      { code: 500, msg: text, data: { configValue: text } },
    ]);
    expect([key, (await set(key, { configValue: good })).code]).toEqual([key, 200]);
  }
});

const change = (values: unknown, bearer: string | undefined = token) =>
  it.call("PUT", `${PATH}/values`, { ...(bearer ? { token: bearer } : {}), body: { values } });

test("several values at once: all of them, or none with each text at its key", async () => {
  const { body } = await change({ "site.hours": " 全天 ", "sms.dailyBudget": "100" });
  expect(body).toEqual({ code: 200, msg: "操作成功" });
  await expect.poll(async () => (await value("site.hours")).msg).toBe("全天");
  expect(await rowOf("sms.dailyBudget")).toMatchObject({ configValue: "100", updateBy: "admin" });
  expect((await rowOf("site.host")).updateBy).toBe("");

  const refused = await change({
    "site.hours": "不会留下",
    "sms.dailyBudget": "-1",
    "site.email": "x",
    "no.such.key": "1",
    "site.name": "长".repeat(501),
  });
  expect(refused.body).toEqual({
    code: 500,
    msg: "参数键值应为：0 到 1000000 的整数",
    data: {
      "sms.dailyBudget": "参数键值应为：0 到 1000000 的整数",
      "site.email": "参数键值应为：邮箱地址",
      "no.such.key": "参数不存在",
      "site.name": "参数键值长度不能超过500个字符",
    },
  });
  expect((await rowOf("site.hours")).configValue).toBe("全天");
});

test("several values at once: bad bodies and strangers are refused", async () => {
  expect((await change({})).body.msg).toBe("请先修改参数");
  for (const bad of [undefined, "text", [1], { "site.name": { a: 1 } }, { "site.name": null }]) {
    expect([bad, (await change(bad)).body.code]).toEqual([bad, 500]);
  }
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, "1"]));
  expect((await change(many)).body.msg).toBe("一次最多修改 200 个参数");
  expect((await change({ "a\0b": "1", constructor: "1" })).body.data).toEqual({
    "a\0b": "参数不存在",
    constructor: "参数不存在",
  });
  expect((await change({ "site.name": "a\0b" })).body.data).toEqual({
    "site.name": "参数键值格式不正确",
  });
  const reader = await staffWith(it, "system:config:list", "system:config:query");
  expect((await change({ "site.name": "x" }, reader.token)).body.code).toBe(403);
  const editor = await staffWith(it, "system:config:edit");
  expect((await change({ "site.badge": "样例" }, editor.token)).body.code).toBe(200);
  expect((await it.call("PUT", `${PATH}/values`, { body: { values: {} } })).body.code).toBe(401);
});

test("a built-in setting keeps its key and its kind, and cannot be removed", async () => {
  expect((await set("site.phone", { configKey: "x", configType: "N" })).data).toEqual({
    configKey: "内置参数的键名不能修改",
    configType: "内置参数不能改为非内置",
  });
  expect((await set("sms.dailyBudget", { isPublic: true })).data).toEqual({
    isPublic: "该参数不能公开",
  });
  const { configId } = await rowOf("site.phone");
  const kept = await it.call("DELETE", `${PATH}/${configId}`, { token });
  expect(kept.body).toMatchObject({ code: 500, msg: "内置参数【site.phone】不能删除 " });
  const [own] = await it.db
    .insert(config)
    .values({ configName: "去", configKey: "go", configValue: "1" })
    .returning();
  const gone = await it.call("DELETE", `${PATH}/${own?.configId}`, { token });
  expect(gone.body.code).toBe(200);
});

test("refreshCache is no id: what was written beside the program is read again", async () => {
  expect((await value("site.email")).msg).toBe("service@example.org.cn");
  await it.db
    .update(config)
    .set({ configValue: "new@example.org" })
    .where(eq(config.configKey, "site.email"));
  const answer = await it.call("DELETE", `${PATH}/refreshCache`, { token });
  expect(answer.body.code).toBe(200);
  await expect.poll(async () => (await value("site.email")).msg).toBe("new@example.org");
});

test("each verb needs its own permission", async () => {
  const reader = await staffWith(it, "system:config:list");
  expect(Object.values(await verbCodes(it, PATH, reader.token))).toEqual([
    200, 403, 403, 403, 403, 403, 403,
  ]);
  const other = await staffWith(it, "system:config:query", "system:config:remove");
  expect(await verbCodes(it, PATH, other.token)).toMatchObject({ query: 404, remove: 404 });
  const refresh = (bearer: string) => it.call("DELETE", `${PATH}/refreshCache`, { token: bearer });
  expect((await refresh(other.token)).body.code).toBe(200);
  expect((await refresh(reader.token)).body.code).toBe(403);
});
