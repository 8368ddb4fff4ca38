import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { operLog } from "#src/app/monitor/operlog/table.server.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { config } from "../table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const PATH = "/system/config/desk";

const put = async (values: unknown, bearer = token) =>
  (await it.call("PUT", PATH, { token: bearer, body: { values } })).body;
const keptValue = async (key: string) =>
  (await it.db.select().from(config).where(eq(config.configKey, key)))[0]?.configValue;
const notice = (more: object) => ({
  "site.notice": JSON.stringify({
    enabled: "window",
    mode: "box",
    start: "2026-12-01",
    end: "2026-12-02",
    title: "停机",
    text: "夜间升级",
    ...more,
  }),
});

test("the list has the site's settings and no secret", async () => {
  const { body, text } = await it.call("GET", `${PATH}/list`, { token });
  const { values, hasToken } = body.data as { values: Record<string, string>; hasToken: boolean };
  expect(values["site.name"]).toBe("全国家庭教育学会");
  expect(values["site.theme"]).toBe("#1890ff");
  expect(hasToken).toBe(false);
  expect(Object.keys(values)).not.toContain("site.baiduToken");
  expect(text).not.toContain("sys.");
});

test("each value by the rules of its kind; others cannot be changed here", async () => {
  expect((await put({ "site.phone": "010-1", "site.theme": "#2c8c4a" })).code).toBe(200);
  expect(await keptValue("site.theme")).toBe("#2c8c4a");
  expect((await put({ "site.name": "", "site.theme": "red", "site.email": "x" })).data).toEqual({
    "site.name": "学会名称不能为空",
    "site.theme": expect.stringMatching(/^主题色应为：#1890ff 或 /),
    "site.email": "联系邮箱应为：邮箱地址",
  });
  expect((await put({ "sys.user.initPassword": "Aa1!aaaaaaaa" })).data).toEqual({
    "sys.user.initPassword": "这项设置不在这里修改",
  });
  // An invisible text is no name, and no mark.
  expect(
    (await put({ "site.name": "\u200b", "site.phone": " \u2060", "site.icp": "x" })).data,
  ).toEqual({ "site.name": "学会名称不能为空", "site.phone": "联系电话不能为空" });
  expect((await put({ "site.badge": "\u200b" })).code).toBe(200);
  expect(await keptValue("site.badge")).toBe("");
  expect((await put({ "site.host": "长".repeat(501) })).data).toEqual({
    "site.host": "主办单位长度不能超过500个字符",
  });
  expect((await put({})).msg).toBe("请先修改参数");
  for (const bad of [undefined, "text", { "site.name": { a: 1 } }]) {
    expect([bad, (await put(bad)).code]).toEqual([bad, 500]);
  }
});

test("the notice: a real form, each text at its field", async () => {
  expect((await put(notice({}))).code).toBe(200);
  expect(JSON.parse((await keptValue("site.notice")) ?? "")).toMatchObject({ enabled: "window" });
  expect((await put(notice({ end: "2026-11-30", title: " ", text: "" }))).data).toEqual({
    "site.notice.title": "公告标题不能为空",
    "site.notice.text": "公告内容不能为空",
    "site.notice.end": "结束时间不能早于开始时间",
  });
  expect((await put(notice({ start: "明天" }))).data).toEqual({
    "site.notice.start": "请选择开始时间",
  });
  expect((await put(notice({ title: "\u200b" }))).data).toEqual({
    "site.notice.title": "公告标题不能为空",
  });
  const before = await keptValue("site.notice");
  for (const bad of ["", "x", "{", "[]", "null", "1"]) {
    expect([bad, (await put({ "site.notice": bad })).data]).toEqual([
      bad,
      { "site.notice": "升级公告的内容无法识别，请刷新页面后重新填写" },
    ]);
  }
  expect(await keptValue("site.notice")).toBe(before);
  const off = { enabled: "off", start: "", end: "", title: "", text: "" };
  expect((await put(notice(off))).code).toBe(200);
});

test("the token: sealed, never answered, in no log; off without it", async () => {
  const secret = "Secret0123456789";
  expect((await put({ "site.baiduPush": "true" })).data).toEqual({
    "site.baiduToken": "开启推送前请先填写密钥",
  });
  expect((await put({ "site.baiduToken": "<b>" })).data).toEqual({
    "site.baiduToken": "密钥应为 8 到 64 位字母和数字，从百度搜索资源平台复制",
  });
  expect((await put({ "site.baiduPush": "true", "site.baiduToken": secret })).code).toBe(200);
  expect(await keptValue("site.baiduToken")).toMatch(/^sealed:[\w+/]+={0,2}$/);
  for (const path of [`${PATH}/list`, "/system/config/list?configKey=baidu&pageSize=9"]) {
    expect((await it.call("GET", path, { token })).text).not.toContain(secret);
  }
  const rows = () => it.db.select().from(operLog).where(eq(operLog.title, "网站设置"));
  await expect.poll(async () => (await rows()).length).toBeGreaterThan(2);
  expect(JSON.stringify(await rows())).not.toContain(secret);
  // The other page takes no plain one.
  const plain = await it.call("PUT", "/system/config/values", {
    token,
    body: { values: { "site.baiduToken": secret } },
  });
  expect(plain.body.data).toEqual({
    "site.baiduToken": "加密保存，请在“内容管理—网站设置”中填写",
  });
  expect((await put({ "site.baiduToken": "" })).data).toEqual({
    "site.baiduToken": "开启推送前请先填写密钥",
  });
  expect((await put({ "site.baiduToken": "", "site.baiduPush": "false" })).code).toBe(200);
});

test("looking and changing are two permissions", async () => {
  const reader = await staffWith(it, "content:site:list");
  expect((await it.call("GET", `${PATH}/list`, { token: reader.token })).body.code).toBe(200);
  expect((await put({ "site.badge": "样" }, reader.token)).code).toBe(403);
  const editor = await staffWith(it, "content:site:edit");
  expect((await put({ "site.badge": "样" }, editor.token)).code).toBe(200);
  expect((await it.call("GET", `${PATH}/list`, { token: editor.token })).body.code).toBe(403);
});
