import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, atHand, clean, listPage, settled, staffMember, staffPage } from "./staff.ts";

// Somebody of the office writes articles; another one publishes, recalls and restores them.
const browser = browserKit();
const CONTENT = 2000;
const LIST = "/content/article";
const NEW = "/content/article-edit/new";

const rights = (...verbs: string[]) =>
  ["list", "query", ...verbs].map((verb) => `content:article:${verb}`);

const writer = await staffMember("articles-writer", CONTENT, rights("add", "edit"));
const publisher = await staffMember(
  "articles-publisher",
  CONTENT,
  rights("add", "edit", "publish", "pin", "remove"),
);

const edit = (id: number) => `/content/article-edit/${id}`;
const shown = (page: Page) => page.locator(".o-panel:visible");
const title = (page: Page) => page.getByRole("textbox", { name: "标题", exact: true });
const text = (page: Page) => page.getByRole("textbox", { name: "正文", exact: true });
const button = (page: Page, name: string | RegExp) =>
  shown(page).getByRole("button", { name, exact: typeof name === "string" });
const state = (page: Page) => page.locator(".ad-saved:visible");
const question = (page: Page, words: string) =>
  page.locator(".ant-modal-confirm-title", { hasText: words });

async function chooseCategory(page: Page, name: string): Promise<void> {
  const field = shown(page).getByRole("combobox", { name: "栏目" });
  await field.click();
  await field.fill(name);
  await page.locator(".ant-select-tree-title", { hasText: name }).first().click();
}

async function setTime(page: Page, label: string, time: string): Promise<void> {
  const field = page.getByRole("textbox", { name: label });
  await field.click();
  await field.fill(time);
  await page.keyboard.press("Enter");
  await page.locator(".ant-picker-dropdown:visible").waitFor({ state: "hidden" });
}

/** Of Shanghai, as many seconds from now. */
const timeIn = (seconds: number) =>
  new Date(Date.now() + seconds * 1_000 + 8 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");

const newest = async (name: string) => {
  const [row] = await query("select * from article where article_name = $1 order by id desc", [
    name,
  ]);
  if (!row) throw new Error(`no article ${name}`);
  return row as { id: string; status: string; content: string; version: number };
};

/** It is kept: the word 已保存 on the page can still be that of an earlier save. */
const contains = (name: string, words: string) =>
  expect.poll(async () => (await newest(name)).content).toContain(words);

/** Any of the demo's categories that holds articles. */
const category = async () => {
  const [row] = await query("select id from article_type where bll_name = '通知公告'");
  return Number(row?.id);
};

async function articleOf(name: string, owner: number, values: Record<string, unknown> = {}) {
  const columns = { status: "0", content: `<p>${name}的正文。</p>`, ...values };
  const names = Object.keys(columns);
  const [row] = await query(
    `insert into article (article_name, type_id, owner_id, ${names.join(", ")})
     values ($1, $2, $3, ${names.map((_name, index) => `$${index + 4}`).join(", ")}) returning id`,
    [name, await category(), owner, ...Object.values(columns)],
  );
  return Number(row?.id);
}

const isPublic = async (id: number) =>
  (await fetch(`${baseUrl}/article?articleId=${id}`, { redirect: "manual" })).status === 200;

test("an article is written, saves itself, gets a picture, and is handed in for review", async () => {
  const page = await listPage(browser, LIST, { userId: writer });
  await page.keyboard.press("n");
  await title(page).and(page.locator(":focus")).waitFor();
  await clean(page);
  await page.keyboard.type("家长课堂开讲");
  await page.keyboard.press("Enter");
  await page.keyboard.type("第一段，自己保存。");
  await page.getByRole("tab", { name: /家长课堂开讲\s*（未保存）/ }).waitFor();
  // Nobody pressed anything: ten seconds later it is kept.
  await vi.waitFor(async () => expect(await state(page).innerText()).toContain("已保存"), {
    timeout: 15_000,
  });
  const first = await newest("家长课堂开讲");
  expect(first).toMatchObject({ status: "0", content: "<p>第一段，自己保存。</p>" });
  await expect.poll(() => new URL(page.url()).searchParams.get("id")).toBe(first.id);

  const picture = await sharp({
    create: { width: 640, height: 360, channels: 3, background: "#8ab" },
  })
    .png()
    .toBuffer();
  await text(page).press("Control+End");
  await text(page).evaluate((element, encoded) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], "image.png", { type: "image/png" }));
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent("paste", event));
  }, picture.toString("base64"));
  await page.getByLabel("替代文字").fill("课堂现场");

  // Without a category nothing goes to review; the text says so on its field.
  await button(page, "送审").click();
  await shown(page).locator(".ant-form-item-explain-error").first().waitFor();
  await chooseCategory(page, "通知公告");
  await button(page, "送审").click();
  await page.getByText("已送审「家长课堂开讲」").waitFor();
  await page.getByRole("heading", { name: /待审，暂不能修改/ }).waitFor();
  const sent = await newest("家长课堂开讲");
  expect(sent).toMatchObject({ id: first.id, status: "1" });
  expect(sent.content).toMatch(/<img [^>]*alt="课堂现场"/);
  await button(page, "取消送审并修改").click();
  await text(page).waitFor();
});

test("what was not saved is offered after a crash, and leaving asks", async () => {
  const id = await articleOf("崩溃之前", writer);
  const page = await staffPage(browser, edit(id), { userId: writer });
  await text(page).press("Control+End");
  await page.keyboard.type("还没保存的话。");
  await vi.waitFor(async () =>
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain("还没保存的话"),
  );
  await button(page, "返回").click();
  await question(page, "离开正在编辑的文章？").waitFor();
  await page.getByRole("button", { name: "取消", exact: true }).click();
  // The browser goes down without asking anybody.
  const again = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await again.goto(edit(id));
  await again.getByText(/本机有一份没有保存的内容/).waitFor();
  await button(again, "找回内容").click();
  await vi.waitFor(async () => expect(await text(again).innerText()).toContain("还没保存的话。"));
  await again.keyboard.press("Control+s");
  await contains("崩溃之前", "还没保存的话");
});

test("published at its hour and never before; recalled it is gone; an old version comes back", async () => {
  const id = await articleOf("定时出现的通知", publisher);
  const page = await staffPage(browser, edit(id), { userId: publisher });
  await text(page).waitFor();
  await shown(page).getByText("定时", { exact: true }).click();
  await setTime(page, "定时发布的时间", "2020-01-01 08:00:00");
  await button(page, "定时发布").click();
  await page.getByText("定时发布的时间须晚于现在").waitFor();
  // Far enough for a slow machine to send it before.
  const hour = timeIn(15);
  await setTime(page, "定时发布的时间", hour);
  await button(page, "定时发布").click();
  await page.getByText("已定时「定时出现的通知」").waitFor();
  const isEarly = await isPublic(id);
  if (timeIn(0) < hour) expect(isEarly).toBe(false);
  await vi.waitFor(async () => expect(await isPublic(id)).toBe(true), {
    timeout: 40_000,
    interval: 250,
  });
  expect(timeIn(1) >= hour).toBe(true);

  // A change to published text waits beside it.
  await page.reload();
  await text(page).press("Control+End");
  await page.keyboard.type("补充一句。");
  await page.keyboard.press("Control+s");
  // Kept beside the published text.
  await vi.waitFor(async () => {
    const kept = await query(
      "select fields->>'content' as content from article_revision where article_id = $1",
      [id],
    );
    expect(kept.map((row) => row.content).join()).toContain("补充一句");
  });
  const visitor = async () => (await fetch(`${baseUrl}/article?articleId=${id}`)).text();
  expect(await visitor()).not.toContain("补充一句");
  await button(page, /^发布/).click();
  await page.getByText("已发布「定时出现的通知」").waitFor();
  await vi.waitFor(async () => expect(await visitor()).toContain("补充一句"));

  await page.goto(LIST);
  await settled(page);
  await page.getByRole("button", { name: "撤回「定时出现的通知」" }).click();
  await question(page, "撤回「定时出现的通知」？").waitFor();
  await page.getByRole("button", { name: "撤回", exact: true }).click();
  await page.getByText("已撤回「定时出现的通知」").waitFor();
  await vi.waitFor(async () => expect(await isPublic(id)).toBe(false));

  await page.goto(edit(id));
  await text(page).waitFor();
  await button(page, "版本").click();
  const drawer = page.getByRole("dialog", { name: "历史版本「定时出现的通知」" });
  await drawer.getByRole("button", { name: /发布/ }).last().click();
  await drawer.getByText("与现在比较").click();
  await drawer.locator("ins", { hasText: "补充一句。" }).waitFor();
  await clean(page);
  await drawer.getByRole("button", { name: "恢复到这一版" }).click();
  await page.getByRole("button", { name: "恢复", exact: true }).click();
  await page.getByText(/已恢复到第 \d+ 版/).waitFor();
  await vi.waitFor(async () => expect(await text(page).innerText()).not.toContain("补充一句"));
});

test("two people write one article: they are told, the difference is shown, no word is lost", async () => {
  const id = await articleOf("两个人写的文章", publisher);
  const mine = await staffPage(browser, edit(id), { userId: publisher });
  await text(mine).waitFor();
  const other = await staffPage(browser, edit(id), { userId: ADMIN });
  await other.getByText(/articles-publisher.*也在编辑这篇文章/).waitFor();
  await text(other).press("Control+End");
  await other.keyboard.type("对方加的一句。");
  await other.keyboard.press("Control+s");
  await contains("两个人写的文章", "对方加的一句");

  await text(mine).press("Control+End");
  await mine.keyboard.type("我加的一句。");
  await mine.keyboard.press("Control+s");
  const dialog = mine.getByRole("dialog", { name: "这篇文章刚被别人保存过" });
  await dialog.getByRole("button", { name: "先看差别" }).click();
  await dialog.locator("ins", { hasText: "我" }).first().waitFor();
  await clean(mine);
  await dialog.getByRole("button", { name: "用对方的" }).click();
  await vi.waitFor(async () => expect(await text(mine).innerText()).toContain("对方加的一句"));
  // Mine is still there to be taken back, and this time it wins.
  await button(mine, "找回内容").click();
  await vi.waitFor(async () => expect(await text(mine).innerText()).toContain("我加的一句"));
  await other.bringToFront();
  await text(other).press("Control+End");
  await other.keyboard.type("又一句。");
  await other.keyboard.press("Control+s");
  await contains("两个人写的文章", "又一句");
  await mine.bringToFront();
  await mine.keyboard.press("Control+s");
  await dialog.getByRole("button", { name: "保留我的" }).click();
  await contains("两个人写的文章", "我加的一句");
  const kept = await query(
    "select fields->>'content' as content from article_revision where article_id = $1",
    [id],
  );
  expect(kept.map((row) => String(row.content)).join()).toContain("又一句");
});

test("a Word file becomes the text, with a list of what to look at; F8 goes through it", async () => {
  const page = await staffPage(browser, NEW, { userId: writer });
  await title(page).waitFor();
  await page
    .getByLabel("选择要导入的 Word 文件")
    .setInputFiles("src/app/article/desk/importWord/documents/notice.docx");
  const report = page.getByRole("region", { name: "导入报告" });
  await report.getByText("notice.docx").waitFor();
  await clean(page);
  const current = report.locator("li[data-current]");
  await page.keyboard.press("F8");
  const first = await current.innerText();
  await page.keyboard.press("F8");
  await vi.waitFor(async () => expect(await current.innerText()).not.toBe(first));
  await vi.waitFor(async () => expect(await state(page).innerText()).toContain("已保存"));
  const name = await title(page).inputValue();
  expect(name).not.toBe("");
  // 已保存 can still be the word of an earlier save.
  await vi.waitFor(async () => {
    const { id } = await newest(name);
    const kinds = await query("select kind from article_revision where article_id = $1", [id]);
    expect(kinds.map((row) => row.kind)).toContain("import");
  });
  await report.getByRole("button", { name: "关闭导入报告" }).click();
  await report.waitFor({ state: "detached" });
});

test("words of the list are named before publishing, replaced where they stand", async () => {
  const id = await articleOf("用语检查的文章", publisher, {
    content: "<p>本班为国家认证课程。</p>",
  });
  const page = await staffPage(browser, edit(id), { userId: publisher });
  await text(page).waitFor();
  await button(page, "发布").click();
  const dialog = page.getByRole("dialog", { name: /用语检查/ });
  await dialog.getByText("国家认证").first().waitFor();
  await clean(page);
  expect(await dialog.getByRole("button", { name: /并发布/ }).count()).toBe(0);
  await dialog.getByRole("button", { name: /替换为/ }).click();
  await dialog.getByText("已替换 1 处").waitFor();
  await dialog.getByRole("button", { name: "返回修改" }).click();
  expect((await newest("用语检查的文章")).status).toBe("0");
  await expect.poll(() => text(page).innerText()).toBe("本班为学习（结业）证明课程。");
  await button(page, "发布").click();
  await page.getByText("已发布「用语检查的文章」").waitFor();
});

test("the list: saved filters, bulk acts with their numbers, the recycle bin", async () => {
  for (const name of ["批量甲", "批量乙"]) {
    await articleOf(name, publisher, { status: "3", publish_time: new Date() });
  }
  await articleOf("批量丙", publisher);
  const page = await listPage(browser, `${LIST}?keyword=%E6%89%B9%E9%87%8F`, { userId: publisher });
  await page.getByRole("button", { name: "保存当前筛选" }).click();
  await page.getByLabel("筛选名称").fill("我的批量");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "我的批量", exact: true }).waitFor();
  await clean(page);

  const before = await page.locator(".cr-scroll").boundingBox();
  await page.getByRole("checkbox", { name: "选择本页全部" }).check();
  const bar = page.getByRole("toolbar", { name: "批量操作" });
  await bar.getByText("已选 3 篇").waitFor();
  await bar.getByRole("button", { name: "发布 1" }).waitFor();
  expect(await page.locator(".cr-scroll").boundingBox()).toEqual(before);
  await clean(page);
  await bar.getByRole("button", { name: "撤回 2" }).click();
  await question(page, "撤回 2 篇文章？").waitFor();
  await page.getByRole("button", { name: "撤回", exact: true }).click();
  await page.getByText("已撤回 2 篇").waitFor();
  expect((await newest("批量甲")).status).toBe("4");

  await page.getByRole("button", { name: "更多操作「批量丙」" }).click();
  await page.getByRole("menuitem", { name: "移入回收站" }).click();
  await page.getByRole("button", { name: "移入回收站", exact: true }).click();
  await page.getByText("已移入回收站「批量丙」").waitFor();
  await page.getByRole("button", { name: /^回收站/ }).click();
  await page.getByRole("button", { name: "恢复「批量丙」" }).click();
  await page.getByText("已恢复「批量丙」").waitFor();
  await vi.waitFor(async () => expect((await newest("批量丙")).status).toBe("0"));
});

test("pinned articles are put in order by buttons", async () => {
  for (const [name, top] of [
    ["置顶甲", 902],
    ["置顶乙", 901],
  ] as const) {
    await articleOf(name, publisher, { status: "3", publish_time: new Date(), top });
  }
  const page = await listPage(browser, `${LIST}?typeId=${await category()}`, { userId: publisher });
  await page.getByRole("button", { name: "置顶排序" }).click();
  const drawer = page.getByRole("dialog", { name: "置顶排序" });
  await atHand(page);
  await drawer.getByRole("button", { name: "下移「置顶甲」" }).focus();
  await clean(page);
  await page.keyboard.press("Enter");
  await drawer.getByRole("button", { name: "保存顺序" }).click();
  await page.getByText("置顶顺序已保存").waitFor();
  const rows = await query(
    "select article_name from article where article_name like '置顶%' order by top desc",
  );
  expect(rows.map((row) => row.article_name)).toEqual(["置顶乙", "置顶甲"]);
});

test("on a phone: cards, the bulk bar at the bottom edge, the panel below the text", async () => {
  await articleOf("手机上的文章", publisher);
  const options = { userId: publisher, viewport: PHONE, hasTouch: true };
  const page = await listPage(browser, LIST, options);
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.getByRole("checkbox", { name: "选择「手机上的文章」" }).check();
  const bar = page.getByRole("toolbar", { name: "批量操作" });
  await bar.waitFor();
  const box = await bar.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(PHONE.height);
  expect(await fitsWidth(page)).toBe(true);

  await page.goto(NEW);
  await title(page).fill("手机上写的");
  await text(page).click();
  await page.keyboard.type("一句话。");
  expect(await fitsWidth(page)).toBe(true);
  await chooseCategory(page, "通知公告");
  await clean(page);
  await button(page, /^存草稿/).click();
  await vi.waitFor(async () => expect((await newest("手机上写的")).status).toBe("0"));
});
