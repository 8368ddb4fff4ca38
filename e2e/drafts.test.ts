import type { Page } from "playwright-core";
import { afterAll, expect, test, vi } from "vitest";
import { browserKit, query } from "./browser.ts";
import { goBy, staffMember, staffPage } from "./staff.ts";

// Several new articles at once, and the copy that this browser keeps of each.
const browser = browserKit();
const NEW = "/content/article-edit/new";

const rights = ["list", "query", "add", "edit"].map((verb) => `content:article:${verb}`);
const writer = await staffMember("drafts-writer", 2000, rights);

afterAll(() => query("delete from article where owner_id = $1", [writer]));

const shown = (page: Page) => page.locator(".o-panel").locator("visible=true");
const title = (page: Page) => shown(page).getByRole("textbox", { name: "标题", exact: true });
const text = (page: Page) => shown(page).getByRole("textbox", { name: "正文", exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
/** Keys go to the page that is shown. */
const atHome = (page: Page) => page.getByRole("heading", { name: "最近文章" }).waitFor();
const holds = (page: Page, words: string) =>
  vi.waitFor(async () => expect(await title(page).inputValue()).toBe(words));
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith("office-article:"))
      .map(
        ([, value]) =>
          (JSON.parse(value) as { fields: { articleName: string } }).fields.articleName,
      )
      .sort(),
  );

test("every new article is a tab and a draft of its own, whichever way it is begun", async () => {
  const page = await staffPage(browser, NEW, { userId: writer });
  await page.waitForURL(/\/article-edit\/new\/\d+$/);
  await text(page).waitFor();
  await title(page).fill("第一篇没有写完的");
  // Begun by the key, beside the first.
  await page.getByRole("tab", { name: "首页" }).click();
  await atHome(page);
  await goBy(page, "e");
  await title(page).and(page.locator(":focus")).waitFor();
  expect(await title(page).inputValue()).toBe("");
  await page.keyboard.type("第二篇也没有写完");
  // Begun from the list, beside both.
  await tab(page, "首页").click();
  await atHome(page);
  await goBy(page, "a");
  await shown(page).getByRole("button", { name: "写文章" }).click();
  await text(page).waitFor();
  expect(await title(page).inputValue()).toBe("");
  await tab(page, "第一篇没有写完的").click();
  await holds(page, "第一篇没有写完的");
  await tab(page, "第二篇也没有写完").click();
  await holds(page, "第二篇也没有写完");
  // A reload finds each in its own tab.
  await page.reload();
  await shown(page).getByText("本机有一份没有保存的内容「第二篇也没有写完」").waitFor();
  await expect.poll(() => page.locator(".ant-alert").count()).toBe(1);
});

test("the first one's save leaves the second on the screen, and goes on in its own tab", async () => {
  const page = await staffPage(browser, NEW, { userId: writer });
  await text(page).waitFor();
  await title(page).fill("先存的一篇");
  await page.keyboard.press("Control+s");
  await page.waitForURL(/\/new\/\d+\?id=\d+$/);
  await tab(page, "首页").click();
  await atHome(page);
  await goBy(page, "e");
  await title(page).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("后写的一篇");
  await tab(page, "先存的一篇").click();
  await holds(page, "先存的一篇");
  await text(page).click();
  await page.keyboard.type("又写了一段");
  await page.keyboard.press("Control+s");
  await page
    // On a slow machine it has saved itself before as well.
    .getByText(/第 [2-9] 版/)
    .locator("visible=true")
    .waitFor();
  await tab(page, "后写的一篇").click();
  await holds(page, "后写的一篇");
  await page.keyboard.press("Control+s");
  await page
    .getByText(/第 \d 版/)
    .locator("visible=true")
    .waitFor();
  const names = async () =>
    (await query("select article_name from article where owner_id = $1", [writer]))
      .map((row) => String(row.article_name))
      .sort();
  await expect.poll(names).toEqual(["先存的一篇", "后写的一篇"].sort());
  // From the list it is the tab that is open already, not a second one of the same article.
  const before = await page.getByRole("tab").count();
  await page.keyboard.press("Escape");
  await tab(page, "首页").click();
  await atHome(page);
  await goBy(page, "a");
  // The list of the start page has the same name, and is hidden once this one is there.
  await shown(page).getByRole("button", { name: "写文章" }).waitFor();
  await shown(page)
    .getByRole("button", { name: "先存的一篇" })
    .or(shown(page).getByRole("link", { name: "先存的一篇" }))
    .filter({ visible: true })
    .first()
    .click();
  await holds(page, "先存的一篇");
  await expect.poll(() => page.getByRole("tab").count()).toBe(before + 1);
});

test("a browser tab that dies while two are being written loses no letter of either", async () => {
  const page = await staffPage(browser, NEW, { userId: writer });
  await text(page).waitFor();
  await title(page).pressSequentially("死机前的第一篇");
  await tab(page, "首页").click();
  await atHome(page);
  await goBy(page, "e");
  await title(page).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("死机前的第二篇，最后一个字刚刚写下");
  const context = page.context();
  const next = await context.newPage();
  // Nothing is waited for: the last letters are kept as the tab goes.
  await page.close();
  await next.goto(NEW);
  await text(next).waitFor();
  expect(await kept(next)).toEqual(["死机前的第一篇", "死机前的第二篇，最后一个字刚刚写下"].sort());
  const strip = next.locator(".ant-alert", { hasText: "死机前的第二篇，最后一个字刚刚写下" });
  await next.locator(".ant-alert", { hasText: "死机前的第一篇" }).waitFor();
  await strip.getByRole("button", { name: "找回内容" }).click();
  await holds(next, "死机前的第二篇，最后一个字刚刚写下");
  await strip.waitFor({ state: "hidden" });
  await next
    .locator(".ant-alert", { hasText: "死机前的第一篇" })
    .getByRole("button", { name: "不需要" })
    .click();
  await expect.poll(() => kept(next)).toEqual(["死机前的第二篇，最后一个字刚刚写下"]);
  // A draft that another tab is writing is not offered as lost.
  const third = await context.newPage();
  await third.goto(NEW);
  await text(third).waitFor();
  expect(await third.locator(".ant-alert").count()).toBe(0);
});
