import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { clean, staffMember, staffPage } from "./staff.ts";

// Nothing takes the focus from somebody who types: a dialog that opens by itself waits; a line says so.
const browser = browserKit({ ownContexts: true });
const SENTENCE =
  "一二三四五六七八九十甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥天地玄黄宇宙洪荒日月盈昃";

const writer = await staffMember("focus-writer", 2000, [
  "content:article:list",
  "content:article:query",
  "content:article:add",
  "content:article:edit",
]);

afterAll(() => query("delete from article where owner_id = $1", [writer]));

const title = (page: Page) => page.getByRole("textbox", { name: "标题", exact: true });
const text = (page: Page) => page.getByRole("textbox", { name: "正文", exact: true });

/** Key by key, as fast as a quick writer; `meanwhile` happens after a third of it. */
async function write(page: Page, words: string, meanwhile: () => void): Promise<void> {
  const third = Math.floor(words.length / 3);
  await page.keyboard.type(words.slice(0, third), { delay: 60 });
  meanwhile();
  await page.keyboard.type(words.slice(third), { delay: 60 });
}

test("a picture that is there while one writes leaves cursor and focus alone", async () => {
  const page = await staffPage(browser, "/content/article-edit/new", { userId: writer });
  await text(page).waitFor();
  let letGo = () => {};
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/common\/upload/, async (route) => {
    await waiting;
    await route.continue();
  });
  await text(page).focus();
  const picture = { create: { width: 60, height: 30, channels: 3, background: "#c33" } } as const;
  await page.getByLabel("选择要插入的图片").setInputFiles({
    name: "a.png",
    mimeType: "image/png",
    buffer: await sharp(picture).png().toBuffer(),
  });
  await page.getByText("正在上传 1 个文件…").waitFor();
  await write(page, SENTENCE, letGo);
  await text(page).locator("img").waitFor();
  expect((await text(page).innerText()).trim()).toBe(SENTENCE);
  await page.getByRole("button", { name: "图片缺说明 1" }).waitFor();
  expect(await text(page).evaluate((each) => each.contains(document.activeElement))).toBe(true);
  // A person who types nothing while the picture uploads is asked for its alternative text at once.
  await page.getByLabel("选择要插入的图片").setInputFiles({
    name: "b.png",
    mimeType: "image/png",
    buffer: await sharp(picture).png().toBuffer(),
  });
  await page.getByLabel("替代文字").and(page.locator(":focus")).waitFor();
});

/** The session is gone, and the page notices. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
}

test("a session that ends says so in a line; its dialog waits for a pause", async () => {
  const page = await staffPage(browser, "/content/article-edit/new", { userId: writer });
  await text(page).waitFor();
  await title(page).focus();
  const dialog = page.getByRole("dialog", { name: "系统提示" });
  const bar = page.getByText("登录状态已过期，您写的内容都还在。");
  // The page's own clock says what came when: a look from here may come late.
  await page.evaluate((said) => {
    const when = { key: 0, bar: 0, dialog: 0 };
    Object.assign(window, { when });
    document.addEventListener("input", () => Object.assign(when, { key: performance.now() }), true);
    new MutationObserver(() => {
      if (!when.bar && document.body.textContent?.includes(said)) when.bar = performance.now();
      if (!when.dialog && document.querySelector("dialog[open]")) when.dialog = performance.now();
    }).observe(document.body, { subtree: true, childList: true });
  }, "登录状态已过期，您写的内容都还在。");
  let ended = Promise.resolve();
  await write(page, SENTENCE, () => {
    ended = endSession(page);
  });
  await ended;
  await dialog.waitFor();
  const when = await page.evaluate(
    () => (window as never as { when: Record<"key" | "bar" | "dialog", number> }).when,
  );
  expect(when.bar).toBeGreaterThan(0);
  expect(when.bar).toBeLessThan(when.key);
  expect(when.dialog).toBeGreaterThan(when.key + 1_000);
  expect(await title(page).inputValue()).toBe(SENTENCE);
  await bar.waitFor({ state: "detached" });
  expect(await dialog.getByLabel("密码", { exact: true }).inputValue()).toBe("");
  await dialog.getByRole("button", { name: "留在此页" }).click();
  expect(await title(page).inputValue()).toBe(SENTENCE);
});

test("the line fits a phone, and its button asks at once", async () => {
  const page = await staffPage(browser, "/content/article-edit/new", {
    userId: writer,
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
  });
  await text(page).waitFor();
  await title(page).focus();
  await page.keyboard.type("正在写");
  await endSession(page);
  // In the middle of a word: what waits for a pause does not come, however long the look takes.
  await title(page).dispatchEvent("compositionstart");
  await page.keyboard.type("着");
  await page.getByRole("button", { name: "现在登录" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.keyboard.type("的");
  await page.getByRole("button", { name: "现在登录" }).tap();
  await page.getByRole("dialog", { name: "系统提示" }).waitFor();
});
