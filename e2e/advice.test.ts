import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  fitsWidth,
  letTimePass,
  openSession,
  PHONE,
  query,
  ready,
  smsCode,
  solveCaptcha,
} from "./browser.ts";
import { baseUrl } from "./site.ts";
import { clean, listPage, staffMember } from "./staff.ts";

// Somebody asks the society's advisers, one of them answers, and the answer is read.
const browser = browserKit();
const GUEST = "13900007801";
const QUESTION = "孩子上小学三年级，写作业总要到十点多，不知道该管到什么程度。";

type Page = Awaited<ReturnType<typeof browser.page>>;

/** Solves the captcha, asks for a code and types it. */
async function provePhone(page: Page, phone: string): Promise<void> {
  await ready(page);
  await page.getByLabel("手机号", { exact: true }).fill(phone);
  await solveCaptcha(page);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText("验证码已发送").waitFor();
  await page.getByLabel("短信验证码").fill(await smsCode(phone, "advice"));
}

test("the page reads without scripts, fits a phone, and is clean to axe", async () => {
  const text = await (await fetch(`${baseUrl}/advisoryImg`)).text();
  for (const part of [
    "咨询热线",
    "010-00000000",
    "12356",
    "专家团队",
    "不用写孩子的姓名",
    "需要启用浏览器",
  ]) {
    expect(text).toContain(part);
  }
  const page = await browser.page({ viewport: PHONE });
  await page.goto("/advisoryImg?state=1");
  await ready(page);
  expect(await fitsWidth(page)).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.locator("footer").getByRole("heading", { name: "怎样咨询" }).waitFor();
});

test("a guest asks, an adviser answers, the guest reads it", async () => {
  const page = await browser.page();
  await page.goto("/advisoryImg");
  await provePhone(page, GUEST);
  await page.getByRole("button", { name: "提交咨询" }).click();
  await page.getByText("请选择咨询主题").waitFor();
  await page.getByText("请填写怎样称呼您，如李女士").waitFor();
  await page.getByLabel("怎样称呼您").fill("周女士");
  await page.getByLabel("咨询主题").selectOption({ label: "作业与学习" });
  await page.getByLabel("想咨询的问题").fill(`${QUESTION}他在第三小学。`);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "提交咨询" }).click();
  await page.getByText("请删去学校名称“第三小学”").waitFor();
  expect(await page.getByLabel("怎样称呼您").inputValue()).toBe("周女士");
  await page.getByLabel("想咨询的问题").fill(QUESTION);
  await page.getByRole("button", { name: "提交咨询" }).click();
  await page.getByRole("heading", { name: "已经收到您的咨询" }).waitFor();
  const [row] = await query("select advice_no from advice where phone = $1", [GUEST]);
  const adviceNo = String(row?.advice_no);
  await page.getByText(adviceNo).waitFor();

  const userId = await staffMember("adviser-journey", 2000, [
    "content:advice:list",
    "content:advice:query",
    "content:advice:answer",
  ]);
  const desk = await listPage(browser, `/content/advice?keyword=${adviceNo}`, { userId });
  await desk.getByRole("button", { name: `受理「${adviceNo} 周女士」` }).click();
  await desk.getByRole("button", { name: `答复「${adviceNo} 周女士」` }).click();
  const drawer = desk.getByRole("dialog", { name: `答复咨询：${adviceNo}` });
  await drawer.getByText(QUESTION).waitFor();
  await drawer.getByLabel("答复", { exact: false }).fill("先和孩子一起看看作业量。");
  await drawer.getByRole("button", { name: /^保存/ }).click();
  await desk.getByText("已答复，并通知本人").waitFor();
  await clean(desk);

  await letTimePass(GUEST);
  await page.getByRole("link", { name: "查看答复", exact: true }).click();
  await page.waitForURL(/\/advisoryImg\/answer/);
  await provePhone(page, GUEST);
  expect(await page.getByLabel("咨询编号").inputValue()).toBe(adviceNo);
  await page.getByRole("button", { name: "查看答复" }).click();
  await page.getByText("先和孩子一起看看作业量。").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("words of somebody in danger show whom to call, before anything is sent", async () => {
  const page = await browser.page();
  await page.goto("/advisoryImg");
  await ready(page);
  const form = page.locator("#ask form");
  expect(await form.getByRole("link", { name: "12356" }).count()).toBe(0);
  await page.getByLabel("想咨询的问题").fill("我觉得活不下去了");
  await form.getByText("您不是一个人").waitFor();
  for (const number of ["110", "120", "12356"]) {
    expect(await form.getByRole("link", { name: number }).getAttribute("href")).toBe(
      `tel:${number}`,
    );
  }
});

test("somebody logged in asks without a code and takes it back", async () => {
  const [member] = await query(
    `insert into sys_user (user_name, nick_name, user_type, phonenumber, pwd_update_date)
     values ('advice-member', '咨询会员', '01', '13900007802', now()) returning user_id`,
  );
  const page = await browser.page();
  const token = await openSession(Number(member?.user_id));
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  await page.goto("/advisoryImg");
  await page.getByText("并以短信提醒 139****7802").waitFor();
  expect(await page.getByLabel("短信验证码").count()).toBe(0);
  await page.getByLabel("怎样称呼您").fill("一位爸爸");
  await page.getByLabel("咨询主题").selectOption({ label: "亲子沟通" });
  await page.getByLabel("想咨询的问题").fill(QUESTION);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "提交咨询" }).click();
  await page.getByRole("link", { name: "查看我的咨询" }).click();
  await page.waitForURL(/\/personal\/advice/);
  await page.getByText(QUESTION).waitFor();
  await page.getByRole("button", { name: /^撤回/ }).click();
  await page.getByRole("button", { name: /^确认撤回/ }).click();
  await page.getByText("已关闭").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("the framed talk has hours; outside of them the chat leads to the telephone and the form", async () => {
  const set = async (key: string, value: string) => {
    const authorization = `Bearer ${await openSession(1)}`;
    const [row] = await query("select config_id from sys_config where config_key = $1", [key]);
    const sent = await fetch(`${baseUrl}/prod-api/system/config/${row?.config_id}`, {
      headers: { authorization },
    });
    const { data } = (await sent.json()) as { data: Record<string, unknown> };
    const saved = await fetch(`${baseUrl}/prod-api/system/config`, {
      method: "PUT",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ ...data, configValue: value }),
    });
    expect(await saved.json()).toMatchObject({ code: 200 });
  };
  const clock = (minutes: number) =>
    new Date(Date.now() + (minutes + 480) * 60_000).toISOString().slice(11, 16);
  await set("site.chatUrl", "https://chat.example.org/");
  await set("site.chatHours", `${clock(60)}-${clock(120)}`);
  const page = await browser.page();
  await page.route("https://chat.example.org/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>对话</p>" }),
  );
  const opened = async () => {
    await page.goto("/committee");
    await ready(page);
    await page.locator(".chat-button").click();
    return page.getByRole("dialog", { name: "教育小助手" });
  };
  const closed = await opened();
  await closed.getByText("现在没有老师值守").waitFor();
  expect(await closed.locator("iframe").count()).toBe(0);
  await closed.getByRole("link", { name: "写下问题，老师答复后通知您" }).click();
  await page.waitForURL(/\/advisoryImg#ask/);
  await set("site.chatHours", "");
  const frame = (await opened()).locator("iframe");
  await frame.waitFor();
  expect(await frame.getAttribute("sandbox")).toBe("allow-scripts allow-forms allow-same-origin");
  expect(await frame.getAttribute("src")).toBe("https://chat.example.org/?id=1");
});
