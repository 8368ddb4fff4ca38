import { expect, test } from "vitest";
import { browserKit, query } from "./browser.ts";
import { clean, listPage, staffMember, staffPage } from "./staff.ts";

// One of the staff writes an activity, another one publishes it, a third deals with those who signed up.
const browser = browserKit();
const DIRECTORY = 2600;
const TITLE = "家校对话一百句：读书会";
const of = (noun: string, ...verbs: string[]) => verbs.map((verb) => `activity:${noun}:${verb}`);

test("written in sections, handed in, published by somebody else", async () => {
  const writer = await staffMember(
    "activity-writer",
    DIRECTORY,
    of("activity", "list", "query", "add", "edit"),
  );
  const page = await staffPage(browser, "/activities/activity-edit/new", { userId: writer });
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await page.getByLabel(/^活动名称/).fill(TITLE);
  await page.getByLabel(/^简介/).fill("带一本书来，读一个场景，说说自己的孩子。");
  await page.getByLabel(/^地点/).fill("青禾实验学校图书馆");
  for (const [label, moment] of [
    ["开始时间", "2031-03-08 09:00"],
    ["结束时间", "2031-03-08 11:30"],
    ["报名开始", "2026-01-01 09:00"],
    ["报名截止", "2031-03-07 18:00"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(moment);
    await page.getByLabel(label, { exact: true }).press("Tab");
  }
  await button("添加费用").click();
  await button(/^保存草稿/).click();
  await page.getByText("请填写费用名称").waitFor();
  expect(await page.getByLabel(/^活动名称/).inputValue()).toBe(TITLE);
  await button("删除费用第 1 项").click();
  await button(/^保存草稿/).click();
  await page.getByText("已保存草稿").waitFor();
  await expect.poll(() => page.url()).toMatch(/activity-edit\/\d+/);
  await button("提交审核").click();
  await page.getByRole("dialog").getByRole("button", { name: "提交审核" }).click();
  await page.getByText("已提交审核").waitFor();

  const publisher = await staffMember(
    "activity-publisher",
    DIRECTORY,
    of("activity", "list", "query", "publish"),
  );
  const desk = await listPage(browser, "/activities/activity?state=1", { userId: publisher });
  await desk.getByRole("button", { name: `发布「${TITLE}」` }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "发布" }).click();
  await desk.getByText("已发布").first().waitFor();
  await clean(desk);
  await expect
    .poll(async () => (await query("select state from activity where title = $1", [TITLE]))[0])
    .toEqual({ state: 2 });
});

test("entries are passed together; somebody who was invited is entered", async () => {
  const clerk = await staffMember(
    "activity-clerk",
    DIRECTORY,
    of("entry", "list", "add", "edit", "check", "checkIn"),
  );
  const page = await listPage(browser, "/activities/entry?state=0", { userId: clerk });
  const before = await query("select count(*)::int as n from activity_entry where state = 0");
  const boxes = page.getByRole("checkbox", { name: /^选择「/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole("button", { name: "批量通过" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "通过" }).click();
  await page.getByText("通过：2 条已办理").waitFor();
  const after = await query("select count(*)::int as n from activity_entry where state = 0");
  expect(Number(before[0]?.n) - Number(after[0]?.n)).toBe(2);
  await clean(page);
});
