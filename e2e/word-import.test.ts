import fs from "node:fs";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, openSession, PHONE, query, ready } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { clean, listPage, type StaffOptions, staffMember, staffPage } from "./staff.ts";

// An editor gets texts from elsewhere into articles: a Word file, a table of Excel, pictures of the library.
const browser = browserKit();
const LIST = "/content/article";
const NEW = "/content/article-edit/new";
const NOTICE = path.resolve(
  import.meta.dirname,
  "../src/app/article/desk/importWord/documents/notice.docx",
);

const editor = await staffMember("word-editor", 2000, [
  ...["list", "query", "add", "edit", "publish"].map((verb) => `content:article:${verb}`),
  ...["list", "query", "add"].map((verb) => `content:file:${verb}`),
]);

const shown = (page: Page) => page.locator(".o-panel:visible");
const title = (page: Page) => page.getByRole("textbox", { name: "标题", exact: true });
const text = (page: Page) => page.getByRole("textbox", { name: "正文", exact: true });
const button = (page: Page, name: string | RegExp) =>
  shown(page).getByRole("button", { name, exact: typeof name === "string" });
const word = (page: Page) => page.getByLabel("选择要导入的 Word 文件");
const report = (page: Page) => page.getByRole("region", { name: "导入报告" });

async function writing(options: StaffOptions = {}): Promise<Page> {
  const page = await staffPage(browser, NEW, { userId: editor, ...options });
  await title(page).waitFor();
  return page;
}

async function chooseCategory(page: Page, name: string): Promise<void> {
  const field = shown(page).getByRole("combobox", { name: "栏目" });
  await field.click();
  await field.fill(name);
  await page.locator(".ant-select-tree-title", { hasText: name }).first().click();
}

const newest = async (name: string) => {
  const [row] = await query("select * from article where article_name = $1 order by id desc", [
    name,
  ]);
  if (!row) throw new Error(`no article ${name}`);
  return row as { id: string; status: string; content: string; cover: string };
};

const png = (background: string) =>
  sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .png()
    .toBuffer();

const bare = (words: string) => words.replace(/\s+/g, "");

/** What a person reads in a Word file: paragraphs and cells in their order, notes apart. */
function readWord(file: string): { paragraphs: string[]; cells: string[]; notes: string[] } {
  const parts = unzipSync(fs.readFileSync(file));
  const part = (name: string) =>
    strFromU8(parts[name] ?? new Uint8Array())
      // The same once more, what was struck out, and what nobody sees.
      .replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, "")
      .replace(/<w:del .*?<\/w:del>/gs, "")
      .replace(/<w:r>(?:(?!<\/w:r>).)*<w:vanish\/>.*?<\/w:r>/gs, "");
  const words = (xml: string) =>
    bare([...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map((match) => match[1]).join(""))
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  const lines = (xml: string) => xml.split("</w:p>").map(words).filter(Boolean);
  const body = part("word/document.xml");
  const cells = body.split("</w:tc>").slice(0, -1);
  return {
    paragraphs: lines(body),
    cells: cells
      .map((xml) => xml.slice(xml.lastIndexOf("<w:tc>")))
      // A cell that goes on from the row above holds nothing of its own.
      .filter((xml) => !/<w:vMerge(?: w:val="continue")?\/>/.test(xml))
      .map(words),
    notes: lines(part("word/footnotes.xml")),
  };
}

test("a Word file from the list to the public page: every word, cell, picture and note", async () => {
  const file = readWord(NOTICE);
  expect(file).toMatchObject({ cells: expect.arrayContaining(["集中授课第二段"]) });
  const page = await listPage(browser, LIST, { userId: editor });
  await button(page, /写文章/)
    .first()
    .click();
  await title(page).waitFor();
  await button(page, "导入 Word").waitFor();
  await word(page).setInputFiles(NOTICE);

  // Each loss of the import is listed, and shown at its place.
  await report(page).waitFor();
  await report(page).getByText("notice.docx").waitFor();
  for (const count of ["丢失 0", "转换 2", "忽略 5"]) {
    await report(page).getByText(count, { exact: true }).waitFor();
  }
  await page.keyboard.press("F8");
  const current = report(page).locator("li[data-current]");
  await expect.poll(() => current.innerText()).toContain("自动编号");
  await page.keyboard.press("F8");
  await expect.poll(() => current.innerText()).toContain("文本框");
  await clean(page);
  expect(await title(page).inputValue()).toBe("关于举办演示研修班的通知");
  await expect.poll(() => text(page).locator("td, th").count()).toBe(file.cells.length);

  await chooseCategory(page, "通知公告");
  await page.keyboard.press("Control+s");
  await vi.waitFor(async () =>
    expect(await page.locator(".ad-saved:visible").innerText()).toContain("已保存"),
  );
  await button(page, "发布").click();
  await page.getByText("已发布「关于举办演示研修班的通知」").waitFor();
  const { id } = await newest("关于举办演示研修班的通知");

  const reader = await browser.page();
  await reader.goto(`/article?articleId=${id}`);
  await ready(reader);
  const article = reader.locator(".article-text");
  const whole = bare(
    (await reader.locator("h1").innerText()) +
      (await article.evaluate((element) => {
        const copy = element.cloneNode(true) as HTMLElement;
        for (const mark of copy.querySelectorAll(".note-mark")) mark.remove();
        return copy.textContent ?? "";
      })),
  );
  let from = 0;
  for (const words of [...file.paragraphs, ...file.notes]) {
    const at = whole.indexOf(words, from);
    expect(at, `「${words}」 in its place`).toBeGreaterThanOrEqual(from);
    from = at + words.length;
  }
  const cells = await article.locator("td, th").allInnerTexts();
  expect(cells.map(bare)).toEqual(file.cells);
  const picture = article.locator("figure img");
  expect(await picture.count()).toBe(1);
  await picture.scrollIntoViewIfNeeded();
  await vi.waitFor(async () =>
    expect(
      await picture.evaluate((image: HTMLImageElement) => ({
        isThere: image.complete && image.naturalWidth > 0,
        width: image.getAttribute("width"),
        alt: image.alt,
      })),
    ).toEqual({ isThere: true, width: "227", alt: "会场平面图" }),
  );
  await reader.getByRole("link", { name: "注释1", exact: true }).click();
  await reader.waitForURL(/#note-1$/);
  await reader.getByRole("link", { name: "回到正文中的注释1" }).click();
  await reader.waitForURL(/#note-ref-1$/);
  await clean(reader);
  const phone = await browser.page({ viewport: PHONE, isMobile: true, hasTouch: true });
  await phone.goto(`/article?articleId=${id}`);
  await ready(phone);
  expect(await fitsWidth(phone)).toBe(true);
});

test("a damaged file says what to do, and nothing that was written is lost", async () => {
  const page = await writing();
  await title(page).fill("写到一半的通知");
  await text(page).focus();
  await page.keyboard.type("已经写好的话。");
  const whole = fs.readFileSync(NOTICE);
  await word(page).setInputFiles({
    name: "坏的通知.docx",
    mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    buffer: whole.subarray(0, Math.floor(whole.length / 2)),
  });
  await page
    .getByText("文件已损坏或不是 Word 文档，请在 Word 或 WPS 中另存为 docx 后再导入")
    .waitFor();
  expect(await report(page).count()).toBe(0);
  expect(await title(page).inputValue()).toBe("写到一半的通知");
  expect(await text(page).innerText()).toBe("已经写好的话。");
  await clean(page);

  // A good one asks first; the title that was written stays.
  await word(page).setInputFiles(NOTICE);
  await page
    .locator(".ant-modal-confirm-title", { hasText: "用导入的内容替换现在的正文？" })
    .waitFor();
  await page.getByRole("button", { name: "取消", exact: true }).click();
  expect(await text(page).innerText()).toBe("已经写好的话。");
  await word(page).setInputFiles(NOTICE);
  await page.getByRole("button", { name: "替换", exact: true }).click();
  await report(page).waitFor();
  await text(page).getByRole("heading", { name: "一、培训对象" }).waitFor();
  expect(await title(page).inputValue()).toBe("写到一半的通知");
  const before = async () =>
    (
      await query(
        `select r.fields from article_revision r join article a on a.id = r.article_id
         where a.article_name = '写到一半的通知' order by r.id limit 1`,
      )
    )[0]?.fields;
  await expect.poll(before).toMatchObject({ content: "<p>已经写好的话。</p>" });
});

test("a table copied from Excel becomes a table, merged cells and figures as they are", async () => {
  const page = await writing();
  await title(page).fill("会费标准");
  await text(page).focus();
  await text(page).evaluate((element) => {
    const data = new DataTransfer();
    data.setData("text/plain", "级别\t会费\r\n单位会员\t586.6\r\n\t12%\r\n");
    data.setData(
      "text/html",
      `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>.xl65{mso-number-format:"0\\.0"}</style></head><body><table border=0 cellpadding=0 width=160 style='border-collapse:collapse'><!--StartFragment--><col width=80><tr height=19><td class=xl65 width=80>级别</td><td width=80>会费</td></tr><tr><td rowspan=2>单位会员</td><td align=right x:num>586.6</td></tr><tr><td align=right>12%</td></tr><!--EndFragment--></table></body></html>`,
    );
    // A picture of the cells comes along, as Excel has it.
    data.items.add(new File([new Uint8Array([1])], "image.png", { type: "image/png" }));
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent("paste", event));
  });
  await text(page).getByRole("cell", { name: "586.6" }).waitFor();
  await page.keyboard.press("Control+s");
  await vi.waitFor(async () =>
    expect((await newest("会费标准")).content).toBe(
      '<table><tbody><tr><td>级别</td><td>会费</td></tr><tr><td rowspan="2">单位会员</td><td style="text-align:right">586.6</td></tr><tr><td style="text-align:right">12%</td></tr></tbody></table>',
    ),
  );
});

test("pictures of the library, for the text and for 封面: one uploaded, one chosen with its words", async () => {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(await png("#336655"))], "横幅.png"));
  await fetch(`${baseUrl}/prod-api/common/files/desk`, {
    method: "POST",
    headers: { authorization: `Bearer ${await openSession(editor)}` },
    body,
  });
  await query("update stored_file set alt = '台上的横幅' where original_name = '横幅.png'");
  const page = await writing();
  await title(page).fill("用图片库的文章");
  await text(page).focus();
  await page.keyboard.type("前文");
  const picker = page.getByRole("dialog", { name: "选择图片" });
  const upload = picker.getByLabel("上传图片", { exact: true });
  const use = (name: string) => picker.getByRole("button", { name, exact: true }).click();
  const tool = page.getByRole("toolbar").getByRole("button", { name: /^插入图片/ });

  await tool.click();
  await picker.getByRole("button", { name: "上传图片" }).waitFor();
  await clean(page);
  await upload.setInputFiles({
    name: "开班合影.png",
    mimeType: "image/png",
    buffer: await png("#aa7755"),
  });
  await picker.getByText("已选 1 个").waitFor();
  await use("使用图片");
  // The words that a reader hears are asked for at once.
  await page.getByLabel("替代文字").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("开班合影");
  await clean(page);

  await text(page).press("Control+End");
  await tool.click();
  await picker.locator(".md-open", { hasText: "横幅" }).click();
  await use("使用图片");
  await picker.waitFor({ state: "hidden" });
  await vi.waitFor(async () => expect(await text(page).locator("img").count()).toBe(2));

  await button(page, "选择").click();
  await upload.setInputFiles({
    name: "封面图.png",
    mimeType: "image/png",
    buffer: await png("#557799"),
  });
  await picker.getByText("已选 1 个").waitFor();
  await use("使用图片");
  await shown(page).getByAltText("封面预览").waitFor();
  await page.keyboard.press("Control+s");
  await vi.waitFor(async () => {
    const { content, cover } = await newest("用图片库的文章");
    expect(content.replaceAll(/\/prod-api\/profile\/upload\/[\w/]+\.png/g, "P")).toBe(
      '<p>前文</p><figure><img src="P" alt="开班合影" width="640" height="360" /></figure><figure><img src="P" alt="台上的横幅" width="640" height="360" /></figure>',
    );
    expect(cover).toMatch(/^\/profile\/upload\/[\w/]+\.png$/);
  });
});

test("on a phone the picker and the report fit, with buttons that a thumb finds", async () => {
  const page = await writing({ viewport: PHONE, isMobile: true, hasTouch: true });
  await word(page).setInputFiles(NOTICE);
  await report(page).waitFor();
  // In sight without going to the end of the text.
  const end = async () => {
    const dock = await report(page).boundingBox();
    return (dock?.y ?? 0) + (dock?.height ?? 0);
  };
  await expect.poll(end).toBeLessThanOrEqual(PHONE.height);
  // The buttons are pale while it is being saved.
  await vi.waitFor(async () =>
    expect(await page.locator(".ad-saved:visible").innerText()).toContain("已保存"),
  );
  await clean(page);
  expect(await fitsWidth(page)).toBe(true);
  await text(page).focus();
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^插入图片/ })
    .click();
  const picker = page.getByRole("dialog", { name: "选择图片" });
  await picker.locator(".md-open, .o-card-state").first().waitFor();
  await clean(page);
  expect(await fitsWidth(page)).toBe(true);
  const box = await picker.getByRole("button", { name: "取消", exact: true }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(40);
});

test("the imported pictures belong to the site's own store", async () => {
  const { content } = await newest("关于举办演示研修班的通知");
  const address = /src="(\/prod-api\/profile\/[^"]+)"/.exec(content)?.[1] ?? "";
  expect((await fetch(`${baseUrl}${address}`)).headers.get("content-type")).toBe("image/png");
});
