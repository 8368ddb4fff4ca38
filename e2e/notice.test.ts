import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test, vi } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  captchaAnswer,
  fitsWidth,
  PHONE,
  ready,
} from "./browser.ts";
import { ADMIN_PASSWORD } from "./first-password.ts";
import { baseUrl } from "./site.ts";

// Someone of the office writes a notice to the staff; and a visitor closes the notice of the site.
const browser = browserKit();

type Answer = { code: number; [key: string]: unknown };
let token = "";

async function api(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${baseUrl}/prod-api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Answer;
}

beforeAll(async () => {
  const { uuid } = await api("GET", "/captchaImage");
  const login = { username: "admin", password: ADMIN_PASSWORD, uuid };
  const answer = await api("POST", "/login", {
    ...login,
    code: await captchaAnswer(String(uuid)),
  });
  token = String(answer.token);
});

async function office(to: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.page(options);
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  await page.goto(to);
  return page;
}

const clean = async (page: Page) => expect(await accessibilityProblems(page)).toEqual([]);
const text = (page: Page) => page.getByRole("textbox", { name: "公告正文" });
const title = (page: Page) => page.getByRole("textbox", { name: "公告标题", exact: true });
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "格式工具" }).getByRole("button", { name });

const picture = () =>
  sharp({ create: { width: 600, height: 300, channels: 3, background: "#88aabb" } })
    .png()
    .toBuffer();

/** Pastes as a browser does: HTML of another program, or a picture of the clipboard. */
const paste = (page: Page, what: { html?: string; picture?: string }) =>
  text(page).evaluate((element, { html, picture: encoded }) => {
    const data = new DataTransfer();
    if (html) data.setData("text/html", html);
    if (encoded) {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], "image.png", { type: "image/png" }));
    }
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent("paste", event));
  }, what);

/** What is stored of the newest notice. */
async function newest(): Promise<{ noticeId: number; noticeTitle: string; noticeContent: string }> {
  const { rows } = await api("GET", "/system/notice/list?pageNum=1&pageSize=1");
  const [row] = rows as { noticeId: number; noticeTitle: string; noticeContent: string }[];
  if (!row) throw new Error("no notice");
  return row;
}

test("a notice with heading, table and pasted picture: written, saved, read under the bell", async () => {
  const page = await office("/system/notice");
  await page.getByRole("button", { name: "新增" }).click();
  await text(page).waitFor();
  await clean(page);
  // The title is where one begins.
  await title(page).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("关于举办家庭教育指导者研修班的通知");
  await page.keyboard.press("Tab");
  await page.keyboard.type("各分支机构：");
  await page.keyboard.press("Enter");
  await page.getByLabel("段落样式").selectOption("2");
  await text(page).press("Control+End");
  await page.keyboard.type("一、时间与费用");
  await page.keyboard.press("Enter");
  await tool(page, "插入表格").click();
  for (const word of ["项目", "金额", "备注", "会费", "586.6", "无"]) {
    await page.keyboard.type(word);
    await page.keyboard.press("Tab");
  }
  await page.getByRole("button", { name: "删除行" }).click();
  await page.getByLabel("表题").fill("收费标准");
  await page.getByRole("tab", { name: /新增公告\s*（未保存）/ }).waitFor();

  await text(page).press("Control+End");
  await paste(page, { picture: (await picture()).toString("base64") });
  // The words for those who do not see it are asked for.
  const alt = page.getByLabel("替代文字");
  await alt.waitFor();
  await page.getByRole("button", { name: "图片缺说明 1" }).waitFor();
  await vi.waitFor(async () =>
    expect(await alt.evaluate((field) => field === document.activeElement)).toBe(true),
  );
  await page.keyboard.type("研修班会场");
  await page.getByLabel("图注").fill("上一期会场");
  await clean(page);

  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/system/notice"),
  );
  await page.keyboard.press("Control+s");
  const { noticeContent } = (await sent).postDataJSON() as { noticeContent: string };
  await page.getByText("公告「关于举办家庭教育指导者研修班的通知」已保存").waitFor();
  await page.waitForURL(/edit=\d+/);
  await page.getByRole("tab", { name: "编辑公告", exact: true }).waitFor();
  const stored = await newest();
  // What the editor wrote is what the sanitiser keeps, to the letter.
  expect(stored.noticeContent).toBe(noticeContent);
  expect(stored.noticeContent).toMatch(
    /^<p>各分支机构：<\/p><h2>一、时间与费用<\/h2><table><caption>收费标准<\/caption><thead><tr><th scope="col">项目<\/th><th scope="col">金额<\/th><th scope="col">备注<\/th><\/tr><\/thead><tbody><tr><td>会费<\/td><td>586\.6<\/td><td>无<\/td><\/tr><\/tbody><\/table><figure><img src="\/prod-api\/profile\/upload\/[\w/]+\.png" alt="研修班会场" width="600" height="300" \/><figcaption>上一期会场<\/figcaption><\/figure>$/,
  );

  await page.reload();
  await text(page).getByRole("heading", { name: "一、时间与费用" }).waitFor();
  expect(await title(page).inputValue()).toBe(stored.noticeTitle);
  await text(page).getByRole("img", { name: "研修班会场" }).waitFor();
  await page.getByRole("button", { name: "返回", exact: true }).click();

  await page.locator(".o-bell").click();
  const bell = page.getByRole("dialog", { name: "通知公告" });
  await bell.getByRole("button", { name: stored.noticeTitle }).click();
  const drawer = page.getByRole("dialog", { name: stored.noticeTitle });
  await drawer.getByRole("columnheader", { name: "金额" }).waitFor();
  const image = drawer.getByRole("img", { name: "研修班会场" });
  await vi.waitFor(async () =>
    expect(await image.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBe(600),
  );
  await clean(page);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: `阅读情况「${stored.noticeTitle}」` }).click();
  const readers = page.getByRole("dialog", { name: "阅读情况" });
  await readers.getByText("1 人已读").waitFor();
  await clean(page);
  await page.keyboard.press("Escape");
  await readers.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: `更多操作「${stored.noticeTitle}」` }).click();
  await page.getByRole("menuitem", { name: "删除" }).click();
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText(`已删除公告「${stored.noticeTitle}」`).waitFor();
  expect((await newest()).noticeId).not.toBe(stored.noticeId);
});

test("pictures of the wrong type, too large or refused say so, and the text stays", async () => {
  const page = await office("/system/notice?edit=new");
  await text(page).fill("正文");
  const choose = page.locator('input[aria-label="选择要插入的图片"]');
  const gif = { name: "动图.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") };
  await choose.setInputFiles(gif);
  await page.getByText("文件格式不正确, 请上传png/jpg/jpeg格式文件!").waitFor();
  const large = { name: "大图.png", mimeType: "image/png", buffer: Buffer.alloc(5_242_881) };
  await choose.setInputFiles(large);
  await page.getByText("上传文件大小不能超过 5 MB!").waitFor();
  // Bytes that are no picture: the editor says what the specification says, then the server's reason.
  const fake = { name: "假图.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await choose.setInputFiles(fake);
  await page.getByText(/^图片插入失败：文件\[假图\.png\]的内容与后缀/).waitFor();
  expect(await text(page).innerText()).toBe("正文");
  expect(await text(page).getByRole("img").count()).toBe(0);
});

test("a title over 50 characters is refused on the field, and everything is kept", async () => {
  const page = await office("/system/notice?edit=new");
  const before = await newest();
  await title(page).fill("长".repeat(51));
  await text(page).fill("写好的正文");
  await page.getByText("公告", { exact: true }).last().click();
  await page.getByRole("button", { name: "保存并返回" }).press("Enter");
  await page.getByText("公告标题不能超过50个字符").waitFor();
  expect(await title(page).inputValue()).toBe("长".repeat(51));
  expect(await text(page).innerText()).toBe("写好的正文");
  expect(await page.getByRole("radio", { name: "公告" }).isChecked()).toBe(true);
  await title(page).and(page.locator(":focus")).waitFor();
  await clean(page);
  expect((await newest()).noticeId).toBe(before.noticeId);
});

test("by keyboard alone: tools, links, and one word for the way back", async () => {
  const page = await office("/system/notice?edit=new");
  await text(page).focus();
  await page.keyboard.type("重点");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Alt+F10");
  const named = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(named).toContain("撤销");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(named).toBe("段落样式");
  await page.keyboard.press("ArrowRight");
  await expect.poll(named).toContain("加粗");
  await page.keyboard.press("Enter");
  // The editor takes the focus with its next frame.
  await vi.waitFor(async () => expect(await named()).toBe("公告正文"));
  await page.keyboard.press("Alt+F10");
  await expect.poll(named).not.toBe("公告正文");
  await page.keyboard.press("End");
  await expect.poll(named).toContain("一键排版");
  await page.keyboard.press("Home");
  await page.keyboard.press("Escape");
  await vi.waitFor(async () => expect(await named()).toBe("公告正文"));
  await expect.poll(() => text(page).locator("strong").innerText()).toBe("重点");

  await page.keyboard.press("Control+a");
  await tool(page, "链接").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await page.getByText("地址不正确，请填写 http(s) 网址、站内路径、邮箱或电话").waitFor();
  await clean(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("www.example.org");
  await page.keyboard.press("Enter");
  const href = () => text(page).locator("a").getAttribute("href");
  await vi.waitFor(async () => expect(await href()).toBe("https://www.example.org"));
});

test("pasted from Word: lists, headings and tables come, styles, scripts and far pictures stay out", async () => {
  const page = await office("/system/notice?edit=new");
  await text(page).focus();
  const item = (level: number, marker: string, words: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp;&nbsp;</span></span><![endif]>${words}</p>`;
  await paste(page, {
    html: `<html><head><style>p{color:red}</style></head><body><h1 style="color:red">通知<o:p></o:p></h1><p class=MsoNormal style="text-align:justify;font-family:仿宋">各分会：<b>请</b>报送。</p>${item(1, "1.", "甲")}${item(2, "a)", "乙")}${item(1, "2.", "丙")}<p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>（一）</span>要求</p><table><tr><td style="width:9pt"><p>项</p></td></tr></table><img src="file:///C:/a.png"><script>window.ran = true</script></body></html>`,
  });
  await page.getByText("有 1 张图片不在本站，没有带入").waitFor();
  await title(page).fill("从 Word 来");
  await page.keyboard.press("Control+s");
  await page.waitForURL(/edit=\d+/);
  const { noticeId, noticeContent } = await newest();
  expect(noticeContent).toBe(
    "<h2>通知</h2><p>各分会：<strong>请</strong>报送。</p><ol><li>甲<ol><li>乙</li></ol></li><li>丙</li></ol><p>（一）要求</p><table><tbody><tr><td>项</td></tr></tbody></table>",
  );
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  await api("DELETE", `/system/notice/${noticeId}`);
});

test("a half-written notice outlives a hidden tab; leaving it asks", async () => {
  const page = await office("/system/notice?edit=new");
  await title(page).fill("写了一半");
  await text(page).fill("第一段");
  await page.getByRole("tab", { name: "首页" }).click();
  await page.waitForURL("**/workbench");
  await page.getByRole("tab", { name: /新增公告/ }).click();
  await page.waitForURL("**/system/notice?edit=new");
  await vi.waitFor(async () => expect(await text(page).innerText()).toBe("第一段"));
  // It is a living editor, not a picture of one.
  await text(page).press("Control+End");
  await page.keyboard.type("续写");
  await expect.poll(() => text(page).innerText()).toBe("第一段续写");
  expect(await title(page).inputValue()).toBe("写了一半");
  await page.getByText("未保存：标题、正文").waitFor();

  await page.getByRole("button", { name: "返回", exact: true }).click();
  await page.getByText("标题、正文还没有保存，离开后将丢失。").waitFor();
  await page.getByRole("button", { name: "取消" }).click();
  expect(await text(page).innerText()).toBe("第一段续写");
  await page.getByRole("button", { name: "返回", exact: true }).click();
  await page.getByRole("button", { name: "仍要离开" }).click();
  await page.getByRole("table").waitFor();
  await page.getByRole("tab", { name: "通知公告", exact: true }).waitFor();
});

test("on a phone the list and the editor fit and are clean to axe", async () => {
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
  const page = await office("/system/notice", phone);
  await page.getByRole("heading", { name: "个人信息处理提醒" }).waitFor();
  await clean(page);
  expect(await fitsWidth(page)).toBe(true);
  await page.goto("/system/notice?edit=3");
  await text(page).getByText("会员的手机号").waitFor();
  await clean(page);
  expect(await fitsWidth(page)).toBe(true);
  await expect
    .poll(async () => (await tool(page, "加粗").boundingBox())?.height)
    .toBeGreaterThanOrEqual(40);
});

test("the site's own notice as an overlay: closed by Esc, and closed it stays", async () => {
  const { rows } = await api("GET", "/system/config/list?configKey=site.notice");
  const [setting] = rows as { configKey: string; configValue: string }[];
  if (!setting) throw new Error("no setting site.notice");
  const value = { ...JSON.parse(setting.configValue), enabled: "force", mode: "full" };
  const put = (configValue: string) => api("PUT", "/system/config", { ...setting, configValue });
  expect((await put(JSON.stringify(value))).code).toBe(200);
  try {
    // Each of the processes hears of it for itself.
    await vi.waitFor(async () => {
      const pages = await Promise.all(
        Array.from({ length: 8 }, async () => (await fetch(baseUrl)).text()),
      );
      expect(pages.every((html) => html.includes('class="notice-full"'))).toBe(true);
    }, 10_000);
    const page = await browser.page();
    await page.goto("/");
    await ready(page);
    const dialog = page.getByRole("dialog", { name: value.title });
    await dialog.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe("我知道了");
    await clean(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.reload();
    await ready(page);
    expect(await dialog.count()).toBe(0);

    // Another visitor sees it, and closes it by its button.
    const other = await browser.page({ viewport: PHONE });
    await other.goto("/");
    await ready(other);
    await other.getByRole("button", { name: "我知道了" }).click();
    await other.getByRole("dialog", { name: value.title }).waitFor({ state: "hidden" });
  } finally {
    await put(setting.configValue);
  }
});
