import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  fitsWidth,
  openSession,
  PHONE,
  query,
} from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, listPage, staffMember } from "./staff.ts";

// The standing committees: one regular entity from its table to the page that visitors read.
const browser = browserKit();

async function send(method: string, path: string, given?: object, userId = ADMIN) {
  const authorization = `Bearer ${await openSession(userId)}`;
  const headers = { authorization, ...(given ? { "content-type": "application/json" } : {}) };
  const body = given ? JSON.stringify(given) : null;
  return fetch(`${baseUrl}/prod-api/api/bll/committee${path}`, { method, headers, body });
}
const answer = async (...given: Parameters<typeof send>) => (await send(...given)).json();
const shown = async () => (await fetch(`${baseUrl}/committee`)).text();

const long = "字".repeat(121);
const WRONG = [
  ["committeeName", long, "委员会名称长度不能超过40个字符"],
  ["intro", " ", "简介不能为空"],
  ["chair", long, "主任委员长度不能超过20个字符"],
  ["secretary", long, "秘书长长度不能超过20个字符"],
  ["founded", "08", "成立年份应为四位数字，如 2008"],
  ["phone", "请来信", "联系电话格式不正确，应如 010-00000000 转 801"],
  ["picture", "/etc/passwd", "请重新上传图片，只能是 png、jpg、webp 或 gif 图片"],
  ["content", `<p>${"&".repeat(9_000)}</p>`, "详细介绍过长，请精简后再保存"],
  ["orderNum", -1, "显示顺序应为 0 到 999999 的整数"],
  ["status", "2", "状态不正确"],
] as const;

test("every wrong field is told at once, and the database holds the same bounds", async () => {
  const body = Object.fromEntries(WRONG.map(([field, value]) => [field, value]));
  const data = Object.fromEntries(WRONG.map(([field, , told]) => [field, told]));
  expect(await answer("POST", "", body)).toMatchObject({ code: 500, data });
  for (const bad of [`intro = '${long}'`, "committee_name = ''", "status = '2'"]) {
    await expect(query(`update committee set ${bad}`)).rejects.toThrow("_bounds");
  }
});

test("each right opens its own verb; the file has the words of the form", async () => {
  const writer = await staffMember("committees", 2000, ["content:committee:export"]);
  expect((await answer("GET", "/list", undefined, writer)).code).toBe(403);
  expect((await answer("GET", "/list?committeeName=家校&status=0")).total).toBe(1);
  const file = await send("POST", "/export", undefined, writer);
  const parts = Object.values(unzipSync(new Uint8Array(await file.arrayBuffer())));
  const text = parts.map((part) => strFromU8(part)).join("");
  for (const word of ["委员会名称", "正常", "隔代养育研究专业委员会"]) expect(text).toContain(word);
});

test("the public page follows a write, and says so when there is nothing", async () => {
  expect(await shown()).toContain("家校协同专业委员会");
  const row = { committeeName: "<b>数字家庭</b>", intro: "屏幕", content: "<p onclick=x>文</p>" };
  expect((await answer("POST", "", row)).code).toBe(200);
  await expect.poll(shown).toMatch(/&lt;b&gt;数字家庭&lt;\/b&gt;[\s\S]*<p>文<\/p>/);
  const { rows } = await answer("GET", "/list?pageSize=100");
  const ids = (rows as { id: number }[]).map(({ id }) => id);
  expect((await answer("PUT", "", { id: ids.at(0), status: "1" })).code).toBe(200);
  await expect.poll(shown).not.toContain("数字家庭");
  expect((await answer("DELETE", `/${ids.join(",")}`)).code).toBe(200);
  await expect.poll(shown).toContain("这一页还没有内容");
});

test("a person writes one in the office and finds it on a phone, below 学会概况", async () => {
  const office = await listPage(browser, "/content/committee");
  await office.getByRole("button", { name: "新增" }).first().click();
  await office.getByRole("textbox", { name: "委员会名称 最多" }).fill("家庭阅读专业委员会");
  await office.getByRole("textbox", { name: "简介 最多" }).fill("推广家庭里的共读。");
  await office.getByRole("textbox", { name: "详细介绍" }).fill("每月一次读书会。");
  await office.keyboard.press("Control+s");
  await office.getByText("已新增专业委员会「家庭阅读专业委员会」").waitFor();
  await expect.poll(shown).toContain("每月一次读书会。");
  const page = await browser.page({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/committee");
  await page.getByRole("navigation", { name: "当前位置" }).getByText("学会概况").waitFor();
  await page.locator("summary", { hasText: "详细介绍" }).click();
  await page.getByText("每月一次读书会。").waitFor();
  expect(await fitsWidth(page)).toBe(true);
  const wide = await browser.page();
  await wide.goto("/committee");
  expect(await accessibilityProblems(wide)).toEqual([]);
});
