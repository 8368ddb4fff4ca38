import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { delivery, message, messageTemplate } from "../table.server.ts";
import type { TemplateRow } from "./wire.ts";

const it = await startApp();
const { token } = await it.as("admin");
const PATH = "/api/bll/message/template";

const call = async (method: string, url: string, body?: object, bearer = token) =>
  (await it.call(method, PATH + url, { token: bearer, ...(body ? { body } : {}) })).body;
const rowOf = async (event: string) => {
  const { data } = await call("GET", "/list");
  const row = (data as { rows: TemplateRow[] }).rows.find((each) => each.event === event);
  if (!row) throw new Error(`no event ${event}`);
  return row;
};
const kept = () => it.db.select().from(messageTemplate);

beforeEach(async () => {
  await it.db.delete(messageTemplate);
  await it.db.delete(delivery);
  await it.db.delete(message);
});

test("every event with its own words, until somebody changes them", async () => {
  const { data } = await call("GET", "/list");
  const { society, rows } = data as { society: string; rows: TemplateRow[] };
  expect(society).toBe("全国家庭教育学会");
  expect(rows.length).toBeGreaterThan(14);
  expect(await rowOf("signReturned")).toMatchObject({
    smsIsOn: true,
    mailIsOn: false,
    smsVersion: 0,
    changed: [],
    mostSms: 0,
    fields: [{ name: "姓名" }, { name: "申请编号" }, { name: "退回原因" }],
  });
  expect(await rowOf("payReminder")).toMatchObject({ mostSms: 3 });
});

test("what differs is kept, what is as the event has it follows the program", async () => {
  const row = await rowOf("signReturned");
  expect(
    (await call("PUT", "", { ...row, smsText: "请修改：{退回原因}", smsCode: " SMS_1 " })).code,
  ).toBe(200);
  expect(await kept()).toMatchObject([
    {
      channel: "sms",
      isOn: null,
      title: null,
      content: "请修改：{退回原因}",
      providerCode: "SMS_1",
      version: 1,
      updateBy: "admin",
    },
  ]);
  const next = await rowOf("signReturned");
  expect(next).toMatchObject({ changed: ["sms"], smsVersion: 1, updateBy: "admin" });
  // Back to the default: the row says nothing of its own, and goes on counting.
  expect(
    (await call("PUT", "", { ...next, smsText: next.initial.smsText, smsIsOn: false })).code,
  ).toBe(200);
  expect(await kept()).toMatchObject([{ content: null, isOn: false, version: 2 }]);
  expect(await rowOf("signReturned")).toMatchObject({ changed: [], smsIsOn: false });
});

test("wrong words are refused at their fields, all at once, and nothing is kept", async () => {
  const row = await rowOf("signCouncil");
  const refused = await call("PUT", "", {
    ...row,
    siteTitle: " ",
    siteText: "{姓名",
    smsText: "{会员号}",
    smsCode: "模板 1",
    mailTitle: "字".repeat(61),
  });
  expect(refused.data).toEqual({
    siteTitle: "标题不能为空",
    siteText: "内容中的花括号没有成对",
    smsText: "内容中的 {会员号} 不是这个通知的字段，可以用的有 {姓名}、{申请编号}",
    smsCode: "平台模板编号应为最多 40 位字母、数字、下划线或横线",
    mailTitle: "标题不能超过60个字符",
  });
  expect(await kept()).toEqual([]);
  expect((await call("PUT", "", { ...row, event: "toString" })).code).toBe(404);
  expect((await call("PUT", "", {})).code).toBe(500);
  expect((await call("PUT", "", { ...row, siteVersion: 1e300 })).data).toEqual({
    siteVersion: "版本格式不正确",
  });
});

test("two people at once: one is kept, the other is told; other channels are not in the way", async () => {
  const row = await rowOf("signReturned");
  const save = (more: object) => () => call("PUT", "", { ...row, ...more });
  const results = await heldAt(it, (text) => text.startsWith('insert into "message_template"'), [
    save({ smsText: "一" }),
    save({ smsText: "二" }),
  ]);
  const codes = results.map((each) => (each.status === "fulfilled" ? each.value.code : 0));
  expect(codes.sort()).toEqual([200, 500]);
  expect(await kept()).toHaveLength(1);
  expect((await call("PUT", "", { ...row, smsText: "三" })).msg).toBe(
    "记录已被他人更新，请刷新后重试",
  );
  // Somebody who sees the words of before and changes the letter alone.
  const now = await rowOf("signReturned");
  expect((await call("PUT", "", { ...now, mailTitle: "请修改" })).code).toBe(200);
});

test("a test goes to oneself alone, with example values", async () => {
  const tester = await staffWith(it, "system:message:test");
  const send = (body: object) =>
    call("POST", "/test", { event: "signReturned", ...body }, tester.token);
  expect(await send({ channel: "site", title: "{姓名}", text: "{退回原因}" })).toMatchObject({
    code: 200,
    msg: "已发到您的站内消息",
  });
  expect(await it.db.select().from(message)).toMatchObject([
    { userId: tester.userId, title: "张晓明", content: "单位全称与营业执照不一致" },
  ]);
  expect((await send({ channel: "sms", text: "好" })).msg).toBe("您的账号没有手机号，不能试发短信");
  expect((await send({ channel: "mail", title: "好", text: "{x}" })).data).toEqual({
    mailText: expect.stringContaining("{x}"),
  });
  expect((await send({ channel: "fax", text: "好" })).code).toBe(500);
  expect(await it.db.$count(delivery)).toBe(0);

  const reachable = await it.as("staff", { phonenumber: "13800001234" });
  expect(
    (
      await call(
        "POST",
        "/test",
        { event: "payReminder", channel: "sms", text: "好" },
        reachable.token,
      )
    ).code,
  ).toBe(403);
  await it.db.delete(delivery);
  const admin = await call("POST", "/test", {
    event: "payReminder",
    channel: "sms",
    text: "{姓名}",
  });
  expect(admin.msg).toMatch(/已交付发送|没有手机号/);
});

test("looking, writing and testing are three permissions", async () => {
  const reader = await staffWith(it, "system:message:list");
  const row = await rowOf("signReturned");
  const code = async (...given: Parameters<typeof call>) => (await call(...given)).code;
  expect(await code("GET", "/list", undefined, reader.token)).toBe(200);
  expect(await code("PUT", "", { ...row, smsText: "一" }, reader.token)).toBe(403);
  expect(
    await code("POST", "/test", { event: "signReturned", channel: "site" }, reader.token),
  ).toBe(403);
  await it.db.delete(messageTemplate).where(eq(messageTemplate.event, "signReturned"));
});
