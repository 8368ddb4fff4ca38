import { expect, test } from "vitest";
import { browserKit, DESKTOP, fitsWidth, PHONE, ready } from "./browser.ts";

const browser = browserKit();

const stored = (names: string[]) =>
  `JSON.stringify(${JSON.stringify(names)}.map((name) => sessionStorage.getItem(name)))`;

for (const viewport of [DESKTOP, PHONE]) {
  const isPhone = viewport === PHONE;
  const at = `${viewport.width} px`;

  test(`${at}: home, menu, list, article, and back`, async () => {
    const page = await browser.page({ viewport });
    expect((await page.goto("/"))?.status()).toBe(200);
    await ready(page);
    expect(await page.title()).toContain("全国家庭教育学会");
    expect(await fitsWidth(page)).toBe(true);

    const menu = isPhone
      ? page.locator(".phone-menu")
      : page.getByRole("navigation", { name: "主菜单" });
    if (isPhone) {
      expect(await page.getByRole("navigation", { name: "主菜单" }).isVisible()).toBe(false);
      await menu.locator("> summary").click();
      await menu.locator("summary", { hasText: "新闻动态" }).click();
    } else {
      await menu.getByRole("link", { name: "新闻动态" }).hover();
    }
    await menu.getByRole("link", { name: "通知公告" }).click();
    await page.waitForURL(/\/areaxList\?parentId=\d+&tabIndex=\d+/);
    await page.getByRole("heading", { level: 1, name: "通知公告" }).waitFor();
    const query = new URL(page.url()).searchParams;
    await expect
      .poll(async () => JSON.parse(await page.evaluate(stored(["navIndex", "tabIndex"]))))
      .toEqual([query.get("parentId"), query.get("tabIndex")]);
    expect(await fitsWidth(page)).toBe(true);

    const first = page.locator("main a[href^='/article?articleId=']").first();
    const id = new URL((await first.getAttribute("href")) ?? "", page.url()).searchParams.get(
      "articleId",
    );
    await first.click();
    await page.waitForURL(`**/article?articleId=${id}`);
    await page.locator(".article-page").waitFor();
    await page.waitForFunction(() => sessionStorage.getItem("articl") !== null);
    const [navIndex, tabIndex, articlId, articl] = JSON.parse(
      await page.evaluate(stored(["navIndex", "tabIndex", "articlId", "articl"])),
    );
    expect([navIndex, tabIndex, articlId]).toEqual([null, null, id]);
    expect(JSON.parse(articl)).toMatchObject({
      id: Number(id),
      articleName: expect.any(String),
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(await fitsWidth(page)).toBe(true);

    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "通知公告" }).waitFor();
  });
}

test("an article read by client navigation and by its address is the same", async () => {
  const page = await browser.page();
  await page.goto("/");
  await ready(page);
  const link = page.locator("main a[href^='/article?articleId=']").first();
  await link.click();
  await page.waitForURL(/\/article\?articleId=/);
  // The address changes before the page does: the home page has an <article> of its own.
  const body = page.locator(".article-page article");
  await body.locator("p").first().waitFor();
  const byNavigation = await body.locator("p").allTextContents();
  await page.reload();
  await ready(page);
  await expect.poll(() => body.locator("p").allTextContents()).toEqual(byNavigation);
});

test("what a browser keeps as it was sent is drawn by client navigation too, and its links are remembered", async () => {
  const page = await browser.page();
  const kept = page.locator(".service-tiles, .elder-tiles, .cooperation ul, .site-footer");
  await page.goto("/");
  await ready(page);
  const sent = await kept.allTextContents();
  expect(sent).toHaveLength(4);
  await page.goto("/login");
  await ready(page);
  await page.getByRole("link", { name: "返回首页", exact: true }).click();
  await page.locator(".cooperation li").first().waitFor();
  await page.locator(".site-footer .footer-registers").waitFor();
  await expect.poll(() => kept.allTextContents()).toEqual(sent);

  await page.locator("main a[href^='/article?articleId=']").first().click();
  await page.waitForURL(/\/article\?articleId=/);
  await page.locator(".article-page").waitFor();
  await page.reload();
  await ready(page);
  const related = page.locator(".related a").first();
  const name = await related.locator("b").textContent();
  const id = (await related.getAttribute("href"))?.replace(/\D+/, "");
  await related.click();
  await page.waitForURL(new RegExp(`articleId=${id}$`));
  await expect
    .poll(async () => JSON.parse(await page.evaluate<string>(stored(["articlId", "articl"]))))
    .toEqual([id, expect.stringContaining(`"articleName":"${name}"`)]);
});

test("the notice says what the specification says, closes, and stays closed", async () => {
  const page = await browser.page();
  await page.goto("/index");
  await ready(page);
  const notice = page.getByRole("complementary", { name: "公告" });
  const words = (await notice.innerText()).replace(/\s+/g, "");
  for (const part of [
    "系统升级维护",
    "2025-09-02至2025-09-04",
    "期间服务暂停，如有需要请联系老师",
    "010-00000000",
  ]) {
    expect(words).toContain(part);
  }
  await notice.locator("summary").click();
  await notice.waitFor({ state: "hidden" });
  await page.reload();
  await ready(page);
  expect(await notice.isVisible()).toBe(false);
});

test("unknown paths redirect to /404, which answers 404; an unknown article is 404; /401 is 200", async () => {
  const page = await browser.page();
  const unknown = await page.goto("/no/such/page");
  expect(unknown?.status()).toBe(404);
  expect(new URL(page.url()).pathname).toBe("/404");
  expect((await page.goto("/article?articleId=99999999"))?.status()).toBe(404);
  expect((await page.goto("/article?articleId=abc"))?.status()).toBe(404);
  expect((await page.goto("/401"))?.status()).toBe(200);
  await page.getByRole("link", { name: "首页" }).first().waitFor();
});

test("the logo leads home; the journal leads outside; every menu entry answers", async () => {
  const page = await browser.page();
  await page.goto("/401");
  await ready(page);
  const hrefs = await page
    .locator(".menu-bar a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs.length).toBeGreaterThan(20);
  expect(hrefs).toContain("https://journal.example.org/");
  for (const href of new Set(hrefs.filter((each) => each.startsWith("/")))) {
    expect((await page.request.get(href)).status(), href).toBe(200);
  }
  await page.locator("header a").first().click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("every link of the home page and footer answers", async () => {
  const page = await browser.page();
  await page.goto("/");
  const hrefs = await page
    .locator("a[href^='/']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const href of new Set(hrefs))
    expect((await page.request.get(href)).status(), href).toBe(200);
});

test("the chat opens, answers, and closes by button, overlay and Esc", async () => {
  const page = await browser.page();
  await page.goto("/");
  await ready(page);
  const open = page.getByRole("button", { name: /小助手/ });
  const dialog = page.getByRole("dialog", { name: "教育小助手" });
  await open.click();
  await dialog.getByRole("button", { name: "转人工电话" }).click();
  await dialog.getByRole("link", { name: "010-00000000" }).waitFor();
  await dialog.getByRole("button", { name: "关闭" }).click();
  await dialog.waitFor({ state: "hidden" });
  await open.click();
  await dialog.waitFor();
  await page.mouse.click(10, 10);
  await dialog.waitFor({ state: "hidden" });
  await open.click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await open.and(page.locator(":focus")).waitFor();
});

test("the assistant is reached by keyboard after scrolling; somebody in danger gets numbers at once", async () => {
  const page = await browser.page({ viewport: PHONE });
  await page.goto("/");
  await ready(page);
  const open = page.getByRole("button", { name: /小助手/ });
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.waitForFunction(() => document.querySelector(".chat-button[data-hidden]") !== null);
  await page.evaluate(() => {
    // The last stop before the assistant.
    const stops = [...document.querySelectorAll<HTMLElement>("footer a, footer button")];
    stops
      .filter((each) => each.checkVisibility())
      .at(-1)
      ?.focus({ preventScroll: true });
  });
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press("Tab");
    if (await open.evaluate((button) => button === document.activeElement)) break;
  }
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "教育小助手" });
  await dialog.getByLabel("请输入问题").fill("我不想活了");
  await page.keyboard.press("Enter");
  for (const number of ["110", "120", "12356", "010-00000000"]) {
    const link = dialog.getByRole("link", { name: number, exact: true });
    expect(await link.getAttribute("href")).toBe(`tel:${number.replaceAll("-", "")}`);
  }
  expect(await dialog.getByText("搜索“").count()).toBe(0);
});

test("state=1 shows the consultation footer", async () => {
  const page = await browser.page();
  await page.goto("/?state=1");
  const footer = page.locator("footer.site-footer");
  await footer.getByRole("heading", { name: "咨询服务" }).waitFor();
  expect(await footer.getByRole("heading", { name: "友情链接" }).count()).toBe(0);
  expect(await footer.getByRole("link", { name: /ICP/ }).getAttribute("href")).toBe(
    "https://beian.miit.gov.cn/",
  );
});

test("lists page by the specification's constants", async () => {
  const page = await browser.page();
  await page.goto("/search?q=家庭&pageSize=10");
  await ready(page);
  const pager = page.getByRole("navigation", { name: "分页" });
  expect(await pager.locator("option").allTextContents()).toEqual([
    "10 条/页",
    "20 条/页",
    "30 条/页",
    "50 条/页",
  ]);
  await pager.getByRole("link", { name: "第 2 页" }).click();
  await page.waitForURL(/pageNum=2/);
  await pager.locator("[aria-current=page]", { hasText: "2" }).waitFor();
  await pager.getByRole("combobox", { name: "每页条数" }).selectOption("30");
  await page.waitForURL(/pageSize=30/);
  await expect.poll(() => new URL(page.url()).searchParams.get("pageNum") ?? "1").toBe("1");
});

test("the published files for programs are there", async () => {
  const page = await browser.page();
  for (const [path, text] of [
    ["/sitemap.xml", "<urlset"],
    ["/rss.xml", "<rss"],
    ["/robots.txt", "Sitemap:"],
  ] as const) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(await answer.text()).toMatch(new RegExp(`${text}|<sitemapindex`));
  }
});
