import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { browserKit, query } from "./browser.ts";
import { ADMIN, clean, listPage, staffPage } from "./staff.ts";

// What an act on many could not do stays until it is read; times are taken as people write them.
const browser = browserKit();

afterAll(() => query("delete from article where article_name like '一批里的%'"));

const article = (name: string, typeName: string) =>
  query(
    `insert into article (article_name, type_id, owner_id, status, content)
     select $1, (select id from article_type where bll_name = $3), $2, '0', '<p>正文。</p>'`,
    [name, ADMIN, typeName],
  );

test("what a bulk publish refused stands there with title and reason until it is read", async () => {
  await article("一批里的好稿", "通知公告");
  await article("一批里的缺栏目稿", "没有这个栏目");
  const page = await listPage(browser, "/content/article?keyword=一批里的");
  await page.getByRole("checkbox", { name: "选择「一批里的好稿」" }).check();
  await page.getByRole("checkbox", { name: "选择「一批里的缺栏目稿」" }).check();
  await page
    .getByRole("toolbar", { name: "批量操作" })
    .getByRole("button", { name: /^发布/ })
    .click();
  const reread = page.waitForResponse(/desk\/list/);
  await page.locator(".ant-modal-confirm").getByRole("button", { name: "发布" }).click();
  const result = page.getByRole("dialog", { name: "发布：完成 1 篇，1 篇未处理" });
  await result.getByText("一批里的缺栏目稿").waitFor();
  await reread;
  // The list behind it shows the new rows, and the reasons are still there.
  await page.getByRole("row", { name: /一批里的好稿.*已发布/ }).waitFor();
  await result.getByText(/栏目/).last().waitFor();
  await clean(page);
  await result.getByRole("button", { name: "知道了" }).press("Enter");
  await result.waitFor({ state: "hidden" });
  await expect.poll(() => page.getByRole("toolbar", { name: "批量操作" }).count()).toBe(0);
});

/** Types a time and leaves the field. */
async function typed(page: Page, label: string, text: string): Promise<Locator> {
  const field = page.getByRole("textbox", { name: label });
  await field.click();
  await page.keyboard.press("Control+a");
  // Key by key: nothing that is half typed may be taken for a time and changed.
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.locator(".ant-picker-dropdown:visible").waitFor({ state: "hidden" });
  return field;
}

test("a time is taken with seconds, without, and as a day alone", async () => {
  const page = await staffPage(browser, "/content/article-edit/new");
  await page.getByRole("textbox", { name: "下线时间" }).waitFor();
  for (const [text, shown] of [
    ["2031-02-03 08:30", "2031-02-03 08:30:00"],
    ["2031-02-04", "2031-02-04 00:00:00"],
    ["2031-02-05 09:10:11", "2031-02-05 09:10:11"],
    ["2031-02-06 07:05", "2031-02-06 07:05:00"],
  ] as const) {
    const field = await typed(page, "下线时间", text);
    await expect.poll(() => field.inputValue()).toBe(shown);
  }
  // Left by Tab it is taken as well.
  const field = page.getByRole("textbox", { name: "下线时间" });
  await field.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("2031-02-07 18:00");
  await page.keyboard.press("Tab");
  await page.getByRole("textbox", { name: "标题", exact: true }).click();
  // The field is redrawn once the click that left it has been dealt with.
  await expect.poll(() => field.inputValue()).toBe("2031-02-07 18:00:00");
});

const SAID = "时间无法识别";

test("a time that cannot be read stays as it was typed, and the field says so", async () => {
  const page = await staffPage(browser, "/content/article-edit/new");
  const field = page.getByRole("textbox", { name: "下线时间" });
  const said = page.getByRole("alert").filter({ hasText: SAID });
  const write = async (text: string, leave: "Tab" | "Enter") => {
    await field.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(text);
    await page.keyboard.press(leave);
  };
  for (const [text, leave] of [
    ["2031-13-45 08:30", "Tab"],
    ["下周三上午", "Enter"],
    ["2031年2月3日", "Tab"],
  ] as const) {
    await write(text, leave);
    await said.waitFor();
    await page.getByRole("textbox", { name: "标题", exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe(text);
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  }
  // The text that cannot be read is still there after a look at another page.
  const title = page.getByRole("textbox", { name: "标题", exact: true });
  await title.fill("一批里的读不出时间的稿");
  await page.getByRole("tab", { name: "首页" }).click();
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe("2031年2月3日");
  await said.waitFor();
  await clean(page);
  // It is not kept as if nothing stood there: the server refuses it on the field.
  await title.click();
  await page.keyboard.press("Control+s");
  await page.getByText("下线时间格式不正确，应为 yyyy-MM-dd HH:mm", { exact: true }).waitFor();
  await said.waitFor({ state: "detached" });
  await expect.poll(() => field.inputValue()).toBe("2031年2月3日");
  expect(
    await query("select 1 from article where article_name = '一批里的读不出时间的稿'"),
  ).toEqual([]);
  // Mended it goes in; taken away it is none.
  await write("2031-02-03", "Tab");
  await expect.poll(() => field.inputValue()).toBe("2031-02-03 00:00:00");
  await page.keyboard.press("Control+s");
  const kept = () =>
    query("select expire_time from article where article_name = '一批里的读不出时间的稿'");
  await expect.poll(kept).toEqual([{ expire_time: new Date("2031-02-03T00:00:00+08:00") }]);
  await write("", "Tab");
  await expect.poll(() => field.inputValue()).toBe("");
  await page.keyboard.press("Control+s");
  await expect.poll(kept).toEqual([{ expire_time: null }]);
});

test("in a drawer and in a dialog a time that cannot be read stays too", async () => {
  await article("一批里的定时稿", "通知公告");
  const banner = await listPage(browser, "/content/banner");
  await banner.getByRole("button", { name: "新增" }).first().click();
  const begin = banner.getByLabel(/^开始时间/);
  await begin.fill("明天早上");
  await begin.press("Tab");
  await expect.poll(() => begin.inputValue()).toBe("明天早上");
  await banner.getByRole("alert").filter({ hasText: SAID }).waitFor();

  const list = await listPage(browser, "/content/article?keyword=一批里的定时稿");
  await list
    .getByRole("row", { name: /一批里的定时稿/ })
    .getByRole("button", { name: /^发布/ })
    .click();
  const dialog = list.getByRole("dialog", { name: "发布「一批里的定时稿」" });
  await dialog.getByText("定时", { exact: true }).click();
  await dialog.getByLabel("到这个时间自动发布").fill("明天早上");
  await dialog.getByLabel("到这个时间自动发布").press("Tab");
  await dialog.getByRole("alert").filter({ hasText: SAID }).waitFor();
  await dialog.getByRole("button", { name: "定时发布" }).click();
  await dialog.getByText("发布时间格式不正确，应为 yyyy-MM-dd HH:mm").waitFor();
  await expect.poll(() => dialog.getByLabel("到这个时间自动发布").inputValue()).toBe("明天早上");
});
