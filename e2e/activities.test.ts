import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  DESKTOP,
  fitsWidth,
  PHONE,
  query,
  ready,
  smsCode,
  solveCaptcha,
} from "./browser.ts";
import { baseUrl } from "./site.ts";

// Activities as visitors see them, and signing up as a guest and as somebody with an account.
const browser = browserKit();

const idOf = async (title: string): Promise<number> => {
  const [row] = await query("select id from activity where title like $1", [`%${title}%`]);
  return Number(row?.id);
};

test("the list is narrowed by links without JavaScript, and each activity has a page", async () => {
  const text = async (path: string) => (await fetch(baseUrl + path)).text();
  const all = await text("/trainingEvent");
  expect(all).toContain("青春期亲子对话");
  expect(all).not.toContain("家校协同案例评选");
  const lectures = await text("/trainingEvent?type=3&status=open");
  expect(lectures).toContain("青春期亲子对话");
  expect(lectures).not.toContain("研修班");
  expect(await text(`/trainingEventMessage?id=${await idOf("研修班")}`)).toContain("议程");
  expect((await fetch(`${baseUrl}/trainingEventMessage?id=${await idOf("案例评选")}`)).status).toBe(
    404,
  );
  const calendar = await fetch(
    `${baseUrl}/prod-api/api/activity/activities/calendar?id=${await idOf("研修班")}`,
  );
  expect(calendar.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
});

test("the pages fit a phone and are usable by everyone", async () => {
  const id = await idOf("亲子对话");
  for (const size of [DESKTOP, PHONE]) {
    const page = await browser.page({ viewport: size });
    for (const path of [
      "/trainingEvent",
      `/trainingEventMessage?id=${id}`,
      `/trainingEventMessage/sign?id=${id}`,
      `/pxMessage?id=${id}`,
    ]) {
      await page.goto(baseUrl + path);
      await ready(page);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await fitsWidth(page)).toBe(true);
    }
  }
});

test("a guest proves a telephone, signs up, and opens the place again by the link", async () => {
  const page = await browser.page({ viewport: PHONE });
  const id = await idOf("二十个场景");
  const phone = "13900004321";
  await page.goto(`${baseUrl}/trainingEventMessage/sign?id=${id}`);
  await ready(page);
  await page.getByRole("textbox", { name: "手机号" }).fill(phone);
  await solveCaptcha(page);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByRole("textbox", { name: "短信验证码" }).fill(await smsCode(phone, "activity"));
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("textbox", { name: "姓名" }).fill("李");
  await page.getByRole("button", { name: "提交报名" }).click();
  await page.getByText("请先阅读并同意").first().waitFor();
  await page.getByRole("textbox", { name: "姓名" }).fill("李清");
  await page.getByLabel(/我已阅读并同意/).check();
  await page.getByRole("button", { name: "提交报名" }).click();
  await page.getByRole("heading", { name: "报名已提交" }).waitFor();
  await page.getByRole("link", { name: "查看我的报名" }).click();
  await page.getByAltText("李清的签到码").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: /^取消报名/ }).click();
  await page.getByRole("button", { name: "确定取消" }).click();
  await page.getByText("已取消", { exact: true }).waitFor();
});
