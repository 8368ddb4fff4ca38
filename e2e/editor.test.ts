import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { browserKit, fitsWidth, openSession, PHONE, query, ready } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, clean, type StaffOptions, staffPage } from "./staff.ts";

// The editor by itself: what is written, pasted and looked for. It stands on the page of a notice here;
// the article desk has its own journeys.
const browser = browserKit();

let token = "";
beforeAll(async () => {
  token = await openSession(ADMIN);
});

const NAME = "公告正文";
const text = (page: Page) => page.getByRole("textbox", { name: NAME });
const tool = (page: Page, name: string | RegExp) =>
  page.getByRole("toolbar", { name: "格式工具" }).getByRole("button", { name });

/** A new notice with the cursor in its text. */
async function writing(options?: StaffOptions): Promise<Page> {
  const page = await staffPage(browser, "/system/notice?edit=new", options);
  await text(page).waitFor();
  await text(page).focus();
  return page;
}

let saved = 0;

/** Saves, and returns the stored HTML. */
async function stored(page: Page): Promise<string> {
  const title = `编辑器检验 ${++saved}`;
  await page.getByRole("textbox", { name: "公告标题", exact: true }).fill(title);
  await page.keyboard.press("Control+s");
  await page.getByText(`公告「${title}」已保存`).waitFor();
  const [row] = await query("select notice_content from sys_notice where notice_title = $1", [
    title,
  ]);
  return String(row?.notice_content);
}

afterAll(() => query("delete from sys_notice where notice_title like '编辑器检验 %'"));

type Clipboard = { html?: string; rtf?: string; pictures?: string[] };

const paste = (page: Page, what: Clipboard) =>
  text(page).evaluate((element, { html, rtf, pictures = [] }) => {
    const data = new DataTransfer();
    if (html) data.setData("text/html", html);
    if (rtf) data.setData("text/rtf", rtf);
    for (const encoded of pictures) {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], "image.png", { type: "image/png" }));
    }
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent("paste", event));
  }, what);

const picture = (background: string) =>
  sharp({ create: { width: 60, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

/**
 * For 200 ms after the text got the focus ProseMirror takes a jump to its very start for the browser's
 * own and undoes it; no person is faster. A timer of the page that is due later fires later.
 */
const isFree = (page: Page) =>
  page.evaluate(() => new Promise((done) => setTimeout(done, 250)).then(() => undefined));

test("footnotes, films and indents: written, stored, numbered by place, opened again", async () => {
  const page = await writing();
  await page.keyboard.type("甲乙");
  await tool(page, "插入脚注").click();
  await page.keyboard.type("后一条");
  await page.keyboard.press("Enter");
  await page.keyboard.type("丙");
  await isFree(page);
  await text(page).press("Home");
  await page.keyboard.press("ArrowRight");
  await tool(page, "插入脚注").click();
  await page.keyboard.type("先一条");
  await page.keyboard.press("Enter");
  await tool(page, "首行缩进两字").click();
  await isFree(page);
  await text(page).press("Control+End");
  await page.keyboard.press("Enter");
  await tool(page, "插入视频").click();
  await page.keyboard.type("https://evil.example/video/1");
  await page.keyboard.press("Enter");
  await page
    .getByText(/^不认识这个地址，请粘贴哔哩哔哩、腾讯视频、优酷、央视网的视频网址$/)
    .waitFor();
  await clean(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("https://www.bilibili.com/video/BV1xx411c7mD/?spm=1");
  await page.keyboard.press("Tab");
  await page.keyboard.type("研修班第一讲");
  await page.keyboard.press("Enter");
  await text(page).getByText("研修班第一讲").waitFor();
  await clean(page);
  const html =
    '<p style="text-indent:2em">甲<sup data-note="1">1</sup>乙<sup data-note="2">2</sup>丙</p><figure data-video="https://player.bilibili.com/player.html?bvid=BV1xx411c7mD"><a href="https://www.bilibili.com/video/BV1xx411c7mD" rel="noopener nofollow">研修班第一讲</a></figure><ol data-notes="2"><li>先一条</li><li>后一条</li></ol>';
  const first = await stored(page);
  // The new paragraph takes the indent of the one before, and is empty.
  expect(first.replace('<p style="text-indent:2em"></p>', "")).toBe(html);
  await page.reload();
  await text(page).getByText("研修班第一讲").waitFor();
  await expect.poll(() => text(page).locator(".rt-note").count()).toBe(2);
  expect(await text(page).locator("ol").count()).toBe(0);
  await text(page).press("Control+End");
  await page.keyboard.type("末");
  expect((await stored(page)).replace('<p style="text-indent:2em"></p>', "")).toBe(
    html.replace("<ol", "<p>末</p><ol"),
  );
});

test("the article's page shows the player in a sandbox, and notes that lead there and back", async () => {
  const api = async (path: string, body: object) => {
    const answer = await fetch(`${baseUrl}/prod-api/api/bll/article/desk${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { code: number; data: { id: number; version: number } };
  };
  const [category] = await query("select id from article_type where status = '0' limit 1");
  const { data } = await api("", {
    articleName: "带视频和脚注的文章",
    typeId: Number(category?.id),
    content: `<p>甲<sup data-note="1">1</sup></p><figure data-video="https://player.bilibili.com/player.html?bvid=BV1xx411c7mD"><a href="https://www.bilibili.com/video/BV1xx411c7mD">第一讲</a></figure>${"<p>中间的段落</p>".repeat(40)}<ol data-notes="1"><li>出处</li></ol>`,
  });
  expect((await api("/publish", { id: data.id, version: data.version })).code).toBe(200);
  const page = await browser.page();
  await page.route(/bilibili/, (route) => route.fulfill({ body: "<title>播放器</title>" }));
  await page.goto(`/article?articleId=${data.id}`);
  await ready(page);
  const frame = page.locator(".article-text iframe");
  await expect
    .poll(() => frame.getAttribute("sandbox"))
    .toBe("allow-scripts allow-same-origin allow-popups allow-presentation");
  expect(await frame.getAttribute("title")).toBe("视频：第一讲");
  await page.getByRole("link", { name: "注释1", exact: true }).click();
  await page.waitForURL(/#note-1$/);
  await page.getByRole("link", { name: "回到正文中的注释1" }).click();
  await page.waitForURL(/#note-ref-1$/);
  await clean(page);
  const phone = await browser.page({ viewport: PHONE, isMobile: true, hasTouch: true });
  await phone.route(/bilibili/, (route) => route.fulfill({ body: "<title>播放器</title>" }));
  await phone.goto(`/article?articleId=${data.id}`);
  await ready(phone);
  expect(await fitsWidth(phone)).toBe(true);
});

test("一键排版 says what it changed, makes headings when asked, and is undone by one step", async () => {
  const page = await writing();
  for (const line of ["各分支机构:", "", "  一、对象", "面向教师,家长  参加."]) {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
  }
  const before = await text(page).innerText();
  await tool(page, /^一键排版/).click();
  await page.getByText(/首行缩进 2 处/).waitFor();
  await clean(page);
  await page.getByRole("button", { name: /开头的短行转为标题$/ }).click();
  await text(page).getByRole("heading", { name: "一、对象" }).waitFor();
  expect(await stored(page)).toBe(
    '<p>各分支机构：</p><h2>一、对象</h2><p style="text-indent:2em">面向教师，家长 参加。</p>',
  );
  await text(page).press("Control+z");
  await text(page).press("Control+z");
  await expect.poll(() => text(page).innerText()).toBe(before);
});

test("find and replace: counted, stepped through, replaced one by one and all at once", async () => {
  const page = await writing();
  await page.keyboard.type("Apple 苹果 apple 苹果 APPLE");
  await text(page).press("Control+f");
  await page.keyboard.type("apple");
  await page.getByText("第 1 处，共 3 处").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("第 2 处，共 3 处").waitFor();
  await page.keyboard.press("Shift+Enter");
  await page.getByText("第 1 处，共 3 处").waitFor();
  await clean(page);
  await page.getByLabel("区分大小写").check();
  await page.getByText("第 1 处，共 1 处").waitFor();
  await page.getByLabel("区分大小写").uncheck();
  await page.getByLabel("替换为").fill("梨");
  await page.getByRole("button", { name: "替换", exact: true }).click();
  await page.getByText("第 1 处，共 2 处").waitFor();
  await page.getByRole("button", { name: "全部替换" }).click();
  await page.getByText("已替换 2 处，可一步撤销").waitFor();
  await expect.poll(() => text(page).innerText()).toBe("梨 苹果 梨 苹果 梨");
  await page.keyboard.press("Escape");
  await text(page).press("Control+z");
  await expect.poll(() => text(page).innerText()).toBe("梨 苹果 apple 苹果 APPLE");
  await text(page).press("Control+a");
  await page.getByText("15 字（选中 15 字）").waitFor();
});

test("full screen and the list of keys: by keyboard there, by Esc back, nothing lost", async () => {
  const page = await writing();
  await page.keyboard.type("正文");
  await page.keyboard.press("Control+Shift+f");
  await page.locator(".rt[data-full]").waitFor();
  await clean(page);
  await page.keyboard.press("Control+/");
  await page.getByRole("dialog", { name: "编辑器快捷键" }).waitFor();
  await clean(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "编辑器快捷键" }).waitFor({ state: "hidden" });
  await page.locator(".rt[data-full]").waitFor();
  await text(page).press("Escape");
  await expect.poll(() => page.locator(".rt[data-full]").count()).toBe(0);
  await expect.poll(() => text(page).innerText()).toBe("正文");
});

test("pasted from Word: notes, indents, levels, and pictures out of the RTF", async () => {
  const page = await writing();
  const hex = async (colour: string) => (await picture(colour)).toString("hex");
  const rtf = `{\\rtf1{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn x}{\\sv y}}}\\picw1\\pngblip\\bliptag-5{\\*\\blipuid 00ff}${await hex("#aa0000")}}}{\\nonshppict{\\pict\\wmetafile8 0102}}{\\pict\\pngblip ${await hex("#00aa00")}}}`;
  await paste(page, {
    rtf,
    html: `<html xmlns:o="x"><body><p class=MsoNormal style='mso-outline-level:1;text-align:center'><b>标题</b><o:p></o:p></p><p class=MsoNormal style='text-indent:32.0pt;font-family:仿宋'>为贯彻\n落实<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span>[1]</span></a>，<img src="file:///C:/a.png" alt="甲">中</p><p><img src="file:///C:/b.png"></p><table><tr><td align=right colspan=2>1</td></tr></table><div style='mso-element:footnote-list'><div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1">[1]</a> 出处</p></div></div></body></html>`,
  });
  await vi.waitFor(async () =>
    expect(await text(page).locator("img[src^='/prod-api/profile/']").count()).toBe(2),
  );
  const html = (await stored(page)).replaceAll(/\/prod-api\/profile\/upload\/[\w/]+\.png/g, "P");
  expect(html).toBe(
    '<h2 style="text-align:center"><strong>标题</strong></h2><p style="text-indent:2em">为贯彻落实<sup data-note="1">1</sup>，</p><figure><img src="P" alt="甲" width="60" height="30" /></figure><p style="text-indent:2em">中</p><figure><img src="P" alt="" width="60" height="30" /></figure><table><tbody><tr><td colspan="2" style="text-align:right">1</td></tr></tbody></table><ol data-notes="1"><li>出处</li></ol>',
  );
});

test("data: pictures are uploaded, what cannot be had is named, and a failure keeps the text", async () => {
  const page = await writing();
  const data = (await picture("#0000aa")).toString("base64");
  await paste(page, {
    html: `<p>前<img src="data:image/png;base64,${data}">后</p><img src="https://far.example/远处.png?x=1">`,
  });
  await page.getByText("有 1 张图片不在本站，没有带入（远处.png）").waitFor();
  await vi.waitFor(async () =>
    expect(await text(page).locator("img[src^='/prod-api/profile/']").count()).toBe(1),
  );
  await paste(page, { html: `<p>坏图<img src="data:image/png;base64,AAAA">之后</p>` });
  await page.getByText(/^图片插入失败：/).waitFor();
  await vi.waitFor(async () => expect(await text(page).locator(".rt-coming").count()).toBe(0));
  const html = await stored(page);
  expect(html).not.toContain("base64");
  expect(html).toContain("坏图");
  expect(html).toContain("之后");
});

test("a file from this machine becomes a link with its kind and size", async () => {
  const page = await writing();
  await page.keyboard.type("见");
  await page.locator('input[aria-label="选择要插入的附件"]').setInputFiles({
    name: "报名回执表.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("姓名\n".repeat(300)),
  });
  await text(page).getByRole("link", { name: "报名回执表.txt（TXT，2 KB）" }).waitFor();
  expect(await stored(page)).toMatch(
    /^<p>见<a href="\/prod-api\/profile\/upload\/[\w/]+\.txt">报名回执表\.txt（TXT，2 KB）<\/a><\/p>$/,
  );
});

test("on a phone the tools scroll in one row, and everything fits", async () => {
  const page = await writing({ viewport: PHONE, isMobile: true, hasTouch: true });
  await page.keyboard.type("文");
  await tool(page, "插入脚注").click();
  await page.getByLabel("内容").waitFor();
  await clean(page);
  expect(await fitsWidth(page)).toBe(true);
  await expect
    .poll(async () => (await tool(page, "插入脚注").boundingBox())?.height)
    .toBeGreaterThanOrEqual(40);
});
