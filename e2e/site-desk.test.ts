import pg from "pg";
import type { Locator, Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query, ready } from "./browser.ts";
import { baseUrl, databaseUrl } from "./site.ts";
import { atHand, clean, listPage, type StaffOptions, staffMember, staffPage } from "./staff.ts";

// Editors keep the site: categories, links, banners, tiles, words, settings, redirects, push.
const browser = browserKit();

const CONTENT = 2000;

const office = (path: string, options?: StaffOptions) =>
  listPage(browser, `/content/${path}`, options);
const row = (page: Page, name: string) => page.getByRole("row", { name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const more = async (page: Page, name: string, choice: string) => {
  await page.getByRole("button", { name: `更多操作「${name}」` }).click();
  await page.getByRole("menuitem", { name: choice }).click();
};
const textOf = async (path: string) => (await fetch(baseUrl + path)).text();
/** Each of the processes hears of a write for itself: the home page as all of them show it. */
const everywhere = (is: (html: string) => boolean) =>
  expect
    .poll(async () => {
      const pages = await Promise.all(Array.from({ length: 8 }, () => textOf("/")));
      return pages.every(is);
    })
    .toBe(true);
const categoryId = async (name: string) => {
  const [found] = await query("select id from article_type where bll_name = $1", [name]);
  return Number(found?.id);
};
const choose = async (page: Page, field: Locator, name: string) => {
  await atHand(page);
  await field.click();
  await page.keyboard.type(name);
  await page.locator(".ant-select-tree-title", { hasText: name }).first().click();
};

test("a category: added, refused by field, moved by keyboard, merged; old addresses lead on", async () => {
  const page = await office("category");
  await row(page, "学会概况").waitFor();
  await clean(page);
  await page.keyboard.press("n");
  const drawer = dialog(page, "新增栏目");
  await drawer.getByLabel("栏目名称").fill("学会概况");
  await drawer.getByRole("radio", { name: /^外链/ }).check();
  await drawer.getByRole("textbox", { name: /^外链地址/ }).fill("javascript:alert(1)");
  await page.keyboard.press("Control+s");
  await drawer.getByText("外链地址应为 http(s):// 开头的完整地址").waitFor();
  expect(await drawer.getByLabel("栏目名称").inputValue()).toBe("学会概况");
  await drawer.getByRole("radio", { name: /^栏目/ }).check();
  await page.keyboard.press("Control+s");
  await drawer.getByText("同一上级下已有同名栏目").waitFor();
  await drawer.getByLabel("栏目名称").fill("年会专题");
  await drawer.getByRole("radio", { name: "剪纸" }).check();
  await drawer.getByRole("img", { name: "封面效果：剪纸、蓝" }).waitFor();
  await clean(page);
  await page.keyboard.press("Control+s");
  await page.getByText("已新增栏目「年会专题」").waitFor();
  await drawer.waitFor({ state: "detached" });
  await vi.waitFor(async () => expect(await textOf("/")).toContain("年会专题"));

  // Up by keyboard; a category cannot go below itself.
  await row(page, "年会专题").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText("已移动栏目「年会专题」").waitFor();
  const id = await categoryId("年会专题");

  const into = await categoryId("学术会议");
  await more(page, "年会专题", "合并到…");
  const merging = dialog(page, "合并栏目「年会专题」");
  await merging.getByText("旧的栏目地址自动跳转过去").waitFor();
  await choose(page, merging.getByRole("combobox", { name: /目标栏目/ }), "学术会议");
  await page.keyboard.press("Control+s");
  await page.getByText("已并入 0 篇文章").waitFor();
  await row(page, "年会专题").waitFor({ state: "detached" });
  const old = `${baseUrl}/areaxList?parentId=${id}&tabIndex=${id}`;
  await vi.waitFor(async () => {
    const answer = await fetch(old, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      301,
      expect.stringContaining(`tabIndex=${into}`),
    ]);
  });

  await more(page, "学会概况", "删除");
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText(/「学会概况」里还有8 个下级栏目/).waitFor();
});

test("a category for those who are logged in: its texts are locked, and found by nobody", async () => {
  const page = await office("category");
  const [found] = await query(
    `select a.id from article a join article_type t on t.id = a.type_id
     where t.bll_name = '指导资源' and a.status = '3' and a.visible = 'public' order by a.id limit 1`,
  );
  const article = `/article?articleId=${found?.id}`;
  expect(await textOf(article)).not.toContain('class="locked');
  await page.getByRole("button", { name: "编辑「指导资源」" }).click();
  const drawer = dialog(page, "编辑栏目「指导资源」");
  await drawer.getByRole("radio", { name: "登录用户" }).check();
  await page.keyboard.press("Control+s");
  await page.getByText("已保存栏目「指导资源」").waitFor();
  const answer = async () =>
    (await (await fetch(`${baseUrl}/prod-api/api/bll/article/${found?.id}`)).json()).data;
  await vi.waitFor(async () => expect(await answer()).toMatchObject({ locked: true }));
  await vi.waitFor(async () =>
    expect(await textOf(article)).toContain('isAccessibleForFree":false'),
  );
  await drawer.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "编辑「指导资源」" }).click();
  await atHand(page);
  await drawer.getByRole("radio", { name: "所有人" }).check();
  const release = await holdWords();
  await page.keyboard.press("Control+s");
  await vi.waitFor(async () => expect(await answer()).toMatchObject({ locked: false }));
  const strip = page.getByText(
    /^正在更新 \d+ 篇文章的搜索内容，完成之前可能搜不到它们；完成后这条提示自动消失。$/,
  );
  await strip.waitFor();
  await clean(page);
  await release();
  await strip.waitFor({ state: "detached" });
});

/** Keeps the program from making words of articles (db/locks.ts), until it is released. */
async function holdWords(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("select pg_advisory_lock(7265015, hashtext(''))");
  return () => client.end();
}

test("a banner, a link and a body: on the site at once", async () => {
  const page = await office("banner");
  await page.getByRole("heading", { name: "还没有横幅" }).waitFor();
  await page.keyboard.press("n");
  const drawer = dialog(page, "新增横幅");
  await drawer.getByLabel("标题").fill("学术年会报名开始");
  await drawer.getByLabel("链接地址").fill("javascript:alert(1)");
  await page.keyboard.press("Control+s");
  await drawer.getByText(/链接地址应为 \/ 开头的站内路径/).waitFor();
  await drawer.getByLabel("链接地址").fill("/search?q=年会");
  await clean(page);
  await page.keyboard.press("Control+s");
  await page.getByText("已新增横幅「学术年会报名开始」").waitFor();
  await everywhere((html) => html.includes("学术年会报名开始"));
  const site = await browser.page({ viewport: PHONE });
  await site.goto("/");
  await ready(site);
  await site.getByRole("link", { name: "学术年会报名开始" }).waitFor();
  expect(await fitsWidth(site)).toBe(true);
  await clean(site);
  await query("delete from banner");

  await page.goto("/content/links");
  await row(page, "青禾出版社").waitFor();
  await clean(page);
  await page.goto("/content/cooperation");
  await row(page, "青禾出版社").waitFor();
  await page.getByRole("button", { name: "编辑「青禾出版社」" }).click();
  const body = dialog(page, "编辑合作单位「青禾出版社」");
  await body.getByRole("radio", { name: "图案 6" }).check({ force: true });
  await clean(page);
  await page.keyboard.press("Control+s");
  await page.getByText("已保存合作单位「青禾出版社」").waitFor();
});

test("words: tried, imported, and the wrong lines stay to be mended", async () => {
  const page = await office("wording");
  await row(page, "国家认证").waitFor();
  await clean(page);
  await page.getByRole("button", { name: "试一试" }).click();
  const trying = dialog(page, "试一试：检查一段文字");
  await trying.getByLabel("要检查的文字").fill("本课程經國 家 認 證");
  await trying.getByRole("button", { name: /检\s?查/ }).click();
  await trying.getByText("发现 1 个词语：").waitFor();
  await clean(page);
  await page.keyboard.press("Escape");
  await trying.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "批量导入" }).click();
  const importing = dialog(page, "批量导入词语");
  await importing.getByLabel("每行一条").fill("最权威=较权威\n=没有词");
  await importing.getByRole("button", { name: /导\s?入/ }).click();
  await importing.getByText("第 2 行「=没有词」：等号前没有词语").waitFor();
  await expect.poll(() => importing.getByLabel("每行一条").inputValue()).toBe("=没有词");
  await clean(page);
  await importing
    .getByRole("button", { name: /关\s?闭/ })
    .last()
    .click();
  await row(page, "最权威").waitFor();
});

test("settings: the notice as a form, a theme, elder mode first; the site follows", async () => {
  // Other journeys read the site as it ships.
  const before = await query(
    "select config_key, config_value from sys_config where config_key like 'site.%'",
  );
  const page = await staffPage(browser, "/content/site");
  await page.getByRole("heading", { name: "升级公告" }).waitFor();
  await clean(page);
  await page.getByLabel("标题", { exact: true }).fill("机房检修");
  await page.getByRole("region", { name: "公告预览" }).getByText("机房检修").waitFor();
  await page.getByRole("radio", { name: "竹绿" }).check({ force: true });
  await page.getByRole("switch", { name: "默认长辈版" }).click();
  await page.getByRole("switch", { name: "百度推送" }).click();
  await page.getByText("4 项未保存").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("开启推送前请先填写密钥").waitFor();
  await clean(page);
  await page.getByRole("switch", { name: "百度推送" }).click();
  await page.keyboard.press("Control+s");
  await page.getByText("已保存 3 项").waitFor();
  await everywhere((html) => html.includes("机房检修"));

  const site = await browser.page();
  await site.goto("/");
  await ready(site);
  await expect.poll(() => site.evaluate(() => document.documentElement.dataset.elder)).toBe("22");
  await site.getByRole("button", { name: "回到普通版" }).click();
  await vi.waitFor(async () =>
    expect(await site.evaluate(() => document.documentElement.dataset.elder)).toBeUndefined(),
  );
  await site.reload();
  await ready(site);
  // One's own choice comes before the site's.
  expect(await site.evaluate(() => document.documentElement.dataset.elder)).toBeUndefined();
  const tone = await site.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--color-blue").trim(),
  );
  expect(tone).toBe("#2c8c4a");
  await clean(site);
  for (const { config_key, config_value } of before) {
    await query("update sys_config set config_value = $2 where config_key = $1", [
      config_key,
      config_value,
    ]);
  }
  await query("select pg_notify('xuehui_tags', 'site')");
  await vi.waitFor(async () => expect(await textOf("/")).not.toContain("data-elder-first"));
});

test("an old address leads on; a push that is off says so", async () => {
  const page = await office("redirects");
  await page.keyboard.press("n");
  const drawer = dialog(page, "新增跳转");
  await drawer.getByLabel("旧地址").fill("/news/show.asp?id=12");
  await drawer.getByLabel("新地址").fill("/agreement?doc=privacy");
  await page.keyboard.press("Control+s");
  await page.getByText("已新增跳转「/news/show.asp?id=12」").waitFor();
  await vi.waitFor(async () => {
    const answer = await fetch(`${baseUrl}/news/show.asp?id=12`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      301,
      "/agreement?doc=privacy",
    ]);
  });
  await clean(page);
  await page.goto("/content/push");
  await page.getByText("推送已关闭，不会向外发送任何内容").waitFor();
  await page.getByRole("heading", { name: "还没有推送记录" }).waitFor();
  await clean(page);
});

test("the assistant answers from the list, and closes by Esc", async () => {
  const site = await browser.page();
  await site.goto("/");
  await ready(site);
  await site.getByRole("button", { name: /小助手$/ }).click();
  const panel = site.getByRole("dialog", { name: "教育小助手" });
  await panel.getByRole("button", { name: "会费是多少？" }).click();
  await panel.getByText("会费按个人会员和单位会员的级别收取").waitFor();
  await panel.getByRole("link", { name: "搜索“会费标准”" }).waitFor();
  await panel.getByLabel("请输入问题").fill("今天天气");
  await panel.getByRole("button", { name: "发送" }).click();
  await panel.getByText("这个问题我答不上来").waitFor();
  await site.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
});

test("who may only look sees no buttons; a phone shows cards that fit", async () => {
  const userId = await staffMember("tilelister", CONTENT, ["content:tile:list"]);
  const page = await office("tile", { userId, viewport: PHONE, hasTouch: true, isMobile: true });
  await page.getByRole("heading", { name: "培训通知", exact: true }).first().waitFor();
  expect(await page.getByRole("button", { name: /新增|更多操作/ }).count()).toBe(0);
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});

const DESKS = ["category", "links", "cooperation", "banner", "tile", "chat", "wording"];

test.each([...DESKS, "redirects", "push", "site"])(
  "%s on a phone: nothing sticks out",
  async (path) => {
    const page = await staffPage(browser, `/content/${path}`, {
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
    });
    await page.locator(".cr-cards h2, .o-card-state, .cf-row, .tr-cards, h3").first().waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await clean(page);
  },
);
