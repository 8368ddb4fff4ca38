import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { clean, staffMember, staffPage } from "./staff.ts";

// Somebody reviews other people's articles: from the inbox, by keyboard alone, one after the other.
const browser = browserKit();
const CONTENT = 2000;

const rights = (...verbs: string[]) =>
  ["list", "query", ...verbs].map((verb) => `content:article:${verb}`);

const writer = await staffMember("review-writer", CONTENT, rights("add", "edit"));
const reviewer = await staffMember("review-reviewer", CONTENT, rights("review"));
const chief = await staffMember("review-chief", CONTENT, rights("review", "publish"));

/** The writer handed it in `hours` ago. */
async function handedIn(name: string, hours: number): Promise<number> {
  const [row] = await query(
    `insert into article (article_name, type_id, owner_id, status, content, source, submitted_by, submitted_at)
     select $1, id, $2, '1', $3, '秘书处', $2, now() - make_interval(hours => $4)
     from article_type where bll_name = '通知公告' returning id`,
    [name, writer, `<h2>一、对象</h2><p>${name}的正文。</p>`, hours],
  );
  return Number(row?.id);
}

const statusOf = async (id: number) =>
  (await query("select status, is_returned, approved_at from article where id = $1", [id]))[0];
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });
const opinion = (page: Page) => page.locator(".o-panel:visible").getByLabel("审核意见");

test("from the inbox by keyboard alone: sent back with a reason, the next one opens and passes", async () => {
  const late = await handedIn("超时的送审稿", 80);
  const next = await handedIn("随后的送审稿", 3);
  const page = await staffPage(browser, "/inbox", { userId: reviewer });
  const row = page.getByRole("link", { name: /超时的送审稿/ });
  await row.getByText(/超时 \d+/).waitFor();
  await page.getByRole("link", { name: /待办\s*2/ }).waitFor();
  await clean(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await heading(page, "超时的送审稿").waitFor();
  // The reviewer decides on the page that visitors would see.
  const frame = page.frameLocator("iframe:visible");
  await frame.getByRole("heading", { level: 1 }).filter({ hasText: "送审稿" }).waitFor();
  await frame.getByText("预览，尚未发布").waitFor();
  await page.getByText("用语、图片、必填项没有发现问题").waitFor();
  await clean(page);

  // Back without a reason is refused at the field.
  await page.keyboard.press("b");
  await opinion(page).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("不行");
  await page.getByRole("button", { name: /^退回修改/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("退回时请写明原因，至少 5 个字").waitFor();
  await opinion(page).and(page.locator(":focus")).waitFor();
  expect(await opinion(page).inputValue()).toBe("不行");
  await page.keyboard.type("，请核对时间和地点");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: /^退回修改/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("已退回「超时的送审稿」").waitFor();
  expect(await statusOf(late)).toMatchObject({ status: "0", is_returned: true });

  await heading(page, "随后的送审稿").waitFor();
  await page.keyboard.press("p");
  await page
    .getByRole("button", { name: /^通过\s*P$/ })
    .and(page.locator(":focus"))
    .waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("已通过「随后的送审稿」").waitFor();
  expect((await statusOf(next))?.approved_at).not.toBeNull();
  await page.getByRole("heading", { name: "待办已清空" }).waitFor();
});

test("the writer reads the opinion in the editor, mends and hands in again", async () => {
  const page = await staffPage(browser, "/inbox", { userId: writer });
  await page.getByRole("link", { name: /超时的送审稿/ }).click();
  await page.getByText("退回意见：不行，请核对时间和地点").waitFor();
  await page.getByRole("textbox", { name: "正文", exact: true }).press("Control+End");
  await page.keyboard.type("时间地点已核对。");
  await page.getByRole("button", { name: "送审", exact: true }).click();
  await page.getByText("已送审「超时的送审稿」").waitFor();
});

test("passed and published in one; the history says who did what", async () => {
  const id = await handedIn("直接发布的稿子", 1);
  const page = await staffPage(browser, `/content/article-review/${id}`, { userId: chief });
  await heading(page, "直接发布的稿子").waitFor();
  await page.getByRole("button", { name: "内容准确，同意发布" }).click();
  await page.getByRole("button", { name: "通过并发布" }).click();
  await page.getByText("已通过并发布「直接发布的稿子」").waitFor();
  await vi.waitFor(async () => {
    const answer = await fetch(`${baseUrl}/article?articleId=${id}`);
    expect(await answer.text()).toContain("直接发布的稿子的正文");
  });
  await page.goto(`/content/article-review/${id}`);
  await page.getByText("内容准确，同意发布").waitFor();
  expect(await page.getByRole("button", { name: /^通过/ }).count()).toBe(0);
  await clean(page);
});

test("on a phone: the text first, the verdict at the bottom edge", async () => {
  const id = await handedIn("手机上审核的稿子", 1);
  const page = await staffPage(browser, `/content/article-review/${id}`, {
    userId: chief,
    viewport: PHONE,
    hasTouch: true,
  });
  await heading(page, "手机上审核的稿子").waitFor();
  await page.frameLocator("iframe:visible").getByText("预览，尚未发布").waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  const box = await page.getByRole("button", { name: /^通过$/ }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(40);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
  await page.goto("/inbox");
  await page.getByRole("link", { name: /手机上审核的稿子/ }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});
