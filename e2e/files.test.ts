import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE } from "./browser.ts";
import { atHand, clean, type StaffOptions, staffMember, staffPage } from "./staff.ts";

// An editor keeps the media library: folders, uploads, texts, parts cut out, what is used and what is double.
const browser = browserKit();
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "xuehui-files-"));
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

const CONTENT = 2000;
const READ = ["content:file:list", "content:file:query"];

let shade = 0;
/** A picture on disk that no other one is like. */
async function picture(name: string, width = 640, height = 480): Promise<string> {
  const file = path.join(scratch, name);
  const background = { r: (++shade * 37) % 255, g: 120, b: (shade * 91) % 255 };
  await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toFile(file);
  return file;
}

async function library(to = "", options?: StaffOptions): Promise<Page> {
  const page = await staffPage(browser, `/content/files${to}`, options);
  await page.locator(".md-open, .o-card-state, .fl-table td").first().waitFor();
  return page;
}
const tile = (page: Page, name: string) => page.locator(".md-open", { hasText: name });
const choose = (page: Page, ...files: string[]) =>
  page.getByLabel("上传文件", { exact: true }).setInputFiles(files);

test("a folder is made, pictures go into it, refused files stay with their reason", async () => {
  const page = await library();
  await clean(page);
  await page.getByRole("button", { name: "新建" }).click();
  const drawer = page.getByRole("dialog", { name: "新建文件夹" });
  await drawer.getByLabel("文件夹名称").fill("年会照片");
  await page.keyboard.press("Control+s");
  await page.getByText("已新建文件夹「年会照片」").waitFor();
  await page.getByRole("treeitem", { name: /年会照片/ }).click();
  await page.getByRole("heading", { name: "没有符合条件的文件" }).waitFor();
  await clean(page);

  const wrong = path.join(scratch, "假图.png");
  fs.writeFileSync(wrong, "<script>alert(1)</script>");
  const large = path.join(scratch, "太大.jpg");
  fs.writeFileSync(large, Buffer.alloc(5 * 1024 * 1024 + 1));
  const program = path.join(scratch, "程序.exe");
  fs.writeFileSync(program, "MZ");
  await choose(page, await picture("合影.jpg"), await picture("会场.jpg"), wrong, large, program);
  await tile(page, "合影.jpg").waitFor();
  await tile(page, "会场.jpg").waitFor();
  await page.getByText("文件[假图.png]的内容与后缀[png]不符，请选择真实的png文件").waitFor();
  await page.getByText("上传文件大小不能超过 5 MB!").waitFor();
  await page.getByText(/文件格式不正确, 请上传bmp\/gif.*格式文件!/).waitFor();
  await clean(page);
  await page.getByRole("button", { name: "清除 3 条失败记录" }).click();
  await page.getByText("假图.png").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "全部文件" }).click();
  await page.getByRole("treeitem", { name: /年会照片（2）/ }).waitFor();
});

test("a file is described, cut, moved and removed, by keyboard", async () => {
  const page = await library("?folderId=0");
  await choose(page, await picture("讲座.jpg", 800, 600));
  await tile(page, "讲座.jpg").waitFor();
  await tile(page, "讲座.jpg").focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "讲座.jpg" });
  await drawer.getByText("800 × 600 像素").waitFor();
  await drawer.getByText("没有使用").waitFor();
  await clean(page);
  await drawer.getByLabel("名称").fill("");
  await drawer.getByLabel("替代文字").fill("台上有人在讲，台下坐满了家长");
  await drawer.getByRole("button", { name: "保存" }).click();
  await drawer.getByText("文件名称不能为空").waitFor();
  expect(await drawer.getByLabel("替代文字").inputValue()).toContain("坐满了");
  await drawer.getByLabel("名称").fill("春季讲座");
  // Closing asks; nothing typed goes with it.
  await page.keyboard.press("Escape");
  await page.locator(".ant-modal-confirm-title", { hasText: "放弃对文件的修改？" }).waitFor();
  await page.getByRole("button", { name: "取消", exact: true }).click();
  expect(await drawer.getByLabel("名称").inputValue()).toBe("春季讲座");
  await drawer.getByLabel("名称").press("Enter");
  const renamed = page.getByRole("dialog", { name: "春季讲座.jpg" });
  await renamed.waitFor();

  await renamed.getByRole("button", { name: "裁剪" }).click();
  const crop = page.getByRole("dialog", { name: "裁剪图片" });
  await clean(page);
  await crop.getByText("16:9").click();
  await vi.waitFor(async () =>
    expect(await crop.getByLabel("高", { exact: true }).inputValue()).toBe("450"),
  );
  await crop.getByLabel("宽", { exact: true }).fill("400");
  await crop.getByRole("button", { name: "裁剪并保存" }).click();
  await page.getByText("已存为新图片「春季讲座-裁剪.jpg」").waitFor();
  const made = page.getByRole("dialog", { name: "春季讲座-裁剪.jpg" });
  await made.getByText("400 × 450 像素").waitFor();
  await expect.poll(() => made.getByLabel("替代文字").inputValue()).toContain("坐满了");
  await made.getByRole("button", { name: "删除" }).click();
  await page
    .locator(".ant-modal-confirm-title", { hasText: "删除「春季讲座-裁剪.jpg」？" })
    .waitFor();
  await page.getByRole("button", { name: "删除", exact: true }).last().click();
  await page.getByText("已删除「春季讲座-裁剪.jpg」").waitFor();
  await tile(page, "春季讲座-裁剪.jpg").waitFor({ state: "detached" });

  // Found by what it shows, from the address as well.
  await page.getByLabel("搜索名称或替代文字").fill("坐满了");
  await page.keyboard.press("Enter");
  await vi.waitFor(async () => expect(await page.locator(".md-open").count()).toBe(1));
  await page.reload();
  await tile(page, "春季讲座.jpg").waitFor();
  await expect.poll(() => page.locator(".md-open").count()).toBe(1);
});

test("the same picture again is told, and one of them kept", async () => {
  const page = await library("?folderId=0&kind=picture");
  const file = await picture("原图.jpg");
  const again = path.join(scratch, "再传.jpg");
  fs.copyFileSync(file, again);
  await choose(page, file);
  await tile(page, "原图.jpg").waitFor();
  await choose(page, again);
  await page.getByText("「再传.jpg」已上传，内容与已有文件相同").waitFor();
  await page.getByText("已有：原图.jpg").waitFor();
  // The rows are dimmed while the list loads again.
  await page.locator('.md-grid[aria-busy="false"]').waitFor();
  await clean(page);
  await page.getByRole("button", { name: "用已有的" }).click();
  await page.getByText("已保留原有文件").waitFor();
  await tile(page, "再传.jpg").waitFor({ state: "detached" });

  await choose(page, again);
  await page.getByRole("button", { name: "都保留" }).click();
  await page.getByRole("button", { name: "查重" }).click();
  const group = page.locator(".fl-group", { hasText: "再传.jpg" });
  await group.getByText("原图.jpg").waitFor();
  await clean(page);
  await group.getByRole("button", { name: "删除「再传.jpg」" }).click();
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText("已删除「再传.jpg」").waitFor();
});

test("a picture in use stays, and one learns where it is used", async () => {
  // The demo's articles use their attachments; other journeys have left documents of their own.
  const page = await library("?kind=document");
  await page.getByLabel("搜索名称或替代文字").fill("课题申报书");
  await page.keyboard.press("Enter");
  await page.locator(".fl-row", { hasText: "课题申报书" }).first().click();
  const drawer = page.locator(".ant-drawer");
  await drawer.locator(".fl-uses li").first().waitFor();
  await expect.poll(() => drawer.locator(".fl-uses").innerText()).toMatch(/^文章《.+》/);
  await drawer.getByRole("button", { name: "删除" }).click();
  await page.getByRole("button", { name: "删除", exact: true }).last().click();
  await page.getByText(/仍被使用：文章《.+》，不能删除/).waitFor();
});

test("several are chosen, moved and removed; without the right there is nothing to press", async () => {
  const page = await library("?folderId=0&kind=picture");
  await choose(page, await picture("甲.jpg"), await picture("乙.jpg"));
  await tile(page, "甲.jpg").waitFor();
  await tile(page, "乙.jpg").waitFor();
  await tile(page, "甲.jpg").focus();
  await page.keyboard.press("x");
  await page.getByLabel("选择「乙.jpg」").check();
  await page.getByText("已选 2 个文件").waitFor();
  await clean(page);
  await page.getByRole("button", { name: "移动 2" }).click();
  const dialog = page.getByRole("dialog", { name: "移动 2 个文件" });
  await atHand(page);
  await dialog.getByRole("combobox").click();
  await page.locator(".ant-select-tree-title", { hasText: "年会照片" }).click();
  await page.keyboard.press("Control+s");
  await page.getByText("已将 2 个文件移到「年会照片」").waitFor();
  await tile(page, "甲.jpg").waitFor({ state: "detached" });

  const userId = await staffMember("filereader", CONTENT, ["content:file:list"]);
  const reader = await library("", { userId });
  await tile(reader, "甲.jpg").waitFor();
  for (const name of ["上传", "新建"]) {
    expect(await reader.getByRole("button", { name, exact: true }).count()).toBe(0);
  }
  expect(await reader.locator(".md-box").count()).toBe(0);
});

test("on a phone: two tiles in a row, folders behind a button, nothing cut off", async () => {
  const userId = await staffMember("filephone", CONTENT, READ);
  const page = await library("", { viewport: PHONE, hasTouch: true, userId });
  await clean(page);
  expect(await fitsWidth(page)).toBe(true);
  await page.getByRole("button", { name: "文件夹：全部文件" }).click();
  await page.getByRole("treeitem", { name: /年会照片/ }).click();
  await tile(page, "合影.jpg").click();
  await page.getByRole("dialog", { name: "合影.jpg" }).getByText("640 × 480 像素").waitFor();
  await clean(page);
  // To be seen, not to be changed.
  const drawer = page.getByRole("dialog", { name: "合影.jpg" });
  expect(await drawer.getByRole("button", { name: "删除" }).count()).toBe(0);
  expect(await fitsWidth(page)).toBe(true);
});
