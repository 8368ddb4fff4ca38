import fs from "node:fs";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { clean, type StaffOptions, staffPage } from "./staff.ts";

// 系统工具: a form is put together, and the API is read and tried.
const browser = browserKit();

const office = (to: string, options?: StaffOptions) => staffPage(browser, to, options);

const cards = (page: Page) => page.locator("[data-card] > button");
const labels = async (page: Page) =>
  (await cards(page).evaluateAll((all) => all.map((each) => each.getAttribute("aria-label"))))
    .map((label) => label?.split("（")[0])
    .join(" ");
const add = (page: Page, title: string) =>
  page.getByRole("button", { name: `添加${title}`, exact: true });

test("a form is built by keyboard alone, survives a reload, and checks as the real one would", async () => {
  const page = await office("/tool/build");
  await page.getByText("还没有组件").waitFor();
  await clean(page);
  for (const title of ["单行文本", "下拉选择", "开关"]) {
    await add(page, title).focus();
    await page.keyboard.press("Enter");
  }
  await expect.poll(() => labels(page)).toBe("单行文本 下拉选择 开关");

  // Move, copy, remove, and take it back.
  await cards(page).nth(2).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await vi.waitFor(async () => expect(await labels(page)).toBe("开关 单行文本 下拉选择"));
  await page.getByText("移到第 1 项，共 3 项").waitFor({ state: "attached" });
  await page.keyboard.press("Control+d");
  await vi.waitFor(async () => expect(await cards(page).count()).toBe(4));
  await cards(page).nth(1).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Delete");
  await vi.waitFor(async () => expect(await labels(page)).toBe("开关 单行文本 下拉选择"));
  await page.keyboard.press("Control+z");
  await vi.waitFor(async () => expect(await cards(page).count()).toBe(4));
  await page.keyboard.press("Control+Shift+z");
  await vi.waitFor(async () => expect(await cards(page).count()).toBe(3));

  // Enter leads to the properties.
  await cards(page).nth(1).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("标签", { exact: true }).and(page.locator(":focus")).waitFor();
  await page.getByLabel("标签", { exact: true }).fill("姓名");
  await page.getByLabel("字段名").fill("switch1");
  await page.getByText("字段名已被别的组件使用").first().waitFor();
  await page.getByRole("button", { name: /^预览/ }).click();
  await page.getByText("还有 2 处问题，改好后才能继续").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("字段名").fill("userName");
  await page.getByLabel("必填").click();
  await page.getByLabel("最多字符数").fill("5");
  await clean(page);
  await page.reload();
  await vi.waitFor(async () => expect(await labels(page)).toBe("开关 姓名 下拉选择"));

  await page.getByRole("button", { name: /^预览/ }).click();
  const preview = page.getByRole("dialog", { name: "预览" });
  await preview.getByRole("button", { name: /^保\s?存$/ }).click();
  await preview.getByText("请输入姓名").waitFor();
  await preview.getByLabel("姓名").fill("六个字的名字");
  await preview.getByText("姓名长度不能超过5个字符").waitFor();
  await clean(page);
  await preview.getByLabel("姓名").fill("王小明");
  await preview.getByRole("button", { name: /^保\s?存$/ }).click();
  await preview.getByText('"userName": "王小明"').waitFor();
});

test("a form is built by dragging; it leaves as code and JSON, and comes back from JSON", async () => {
  const page = await office("/tool/build");
  for (const title of ["单行文本", "多行文本"]) await add(page, title).click();
  await expect.poll(() => labels(page)).toBe("单行文本 多行文本");
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };
  const boxOf = async (index: number) => {
    const box = await cards(page).nth(index).boundingBox();
    if (!box) throw new Error("no card");
    return {
      top: { x: box.x + 60, y: box.y + 4 },
      end: { x: box.x + 60, y: box.y + box.height - 4 },
    };
  };
  const palette = await add(page, "日期").boundingBox();
  const first = await boxOf(0);
  await drag({ x: (palette?.x ?? 0) + 10, y: (palette?.y ?? 0) + 10 }, first.top);
  await vi.waitFor(async () => expect(await labels(page)).toBe("日期 单行文本 多行文本"));
  await drag((await boxOf(0)).end, (await boxOf(2)).end);
  await vi.waitFor(async () => expect(await labels(page)).toBe("单行文本 多行文本 日期"));
  // Dropped beside the paper: nothing happens.
  await drag((await boxOf(0)).top, { x: 400, y: 20 });
  expect(await labels(page)).toBe("单行文本 多行文本 日期");

  await page.getByRole("button", { name: "代码与导出" }).click();
  const drawer = page.getByRole("dialog", { name: "代码与导出" });
  const saved = async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      drawer.getByRole("button", { name: /^下\s?载$/ }).click(),
    ]);
    return [file.suggestedFilename(), fs.readFileSync(await file.path(), "utf8")] as const;
  };
  const [codeName, code] = await saved();
  expect(codeName).toBe("sample-form.tsx");
  expect(code).toContain("export function SampleForm({");
  expect(code).toContain("date1?: Dayjs | null;");
  await clean(page);
  await drawer.getByRole("tab", { name: "表单 JSON" }).click();
  await drawer.getByText("可以在“导入”中再次打开").waitFor();
  const [jsonName, json] = await saved();
  expect(jsonName).toBe("form.json");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /^清\s?空$/ }).click();
  await page.getByText("还没有组件").waitFor();
  await page.getByRole("button", { name: /^导\s?入$/ }).click();
  const box = page.getByRole("dialog", { name: "导入表单" });
  await box.getByLabel("表单 JSON").fill('{"fields":[{"kind":"iframe"}]}');
  await box.getByRole("button", { name: /^导\s?入$/ }).click();
  await box.getByText("第 1 个组件的类型“iframe”不认识").waitFor();
  await clean(page);
  await box.getByLabel("表单 JSON").fill(json);
  await box.getByRole("button", { name: /^导\s?入$/ }).click();
  await page.getByText("已导入 3 个组件").waitFor();
  await expect.poll(() => labels(page)).toBe("单行文本 多行文本 日期");
});

test("the form builder on a phone: components and properties come from below", async () => {
  const page = await office("/tool/build", { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.getByRole("button", { name: "添加组件" }).click();
  await add(page, "评分").click();
  await vi.waitFor(async () => expect(await labels(page)).toBe("评分"));
  await page.getByRole("button", { name: "组件属性" }).click();
  const sheet = page.getByRole("dialog", { name: "评分" });
  await sheet.getByLabel("标签", { exact: true }).fill("满意度");
  await clean(page);
  expect(await fitsWidth(page)).toBe(true);
  await page.keyboard.press("Escape");
  await vi.waitFor(async () => expect(await labels(page)).toBe("满意度"));
});

test("the API is searched, read and tried; what writes asks first", async () => {
  const page = await office("/tool/swagger");
  await page.getByRole("heading", { name: "选择一个接口" }).waitFor();
  await clean(page);
  await page.keyboard.press("/");
  await page.keyboard.type("system:post:list");
  const line = page.getByRole("button", { name: /查询列表/ });
  await line.waitFor();
  await page.keyboard.press("Tab");
  await line.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "岗位管理 · 查询列表" }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?op=get_system_post_list");
  await page.getByRole("row", { name: /^postName .*岗位名称，含有即可/ }).waitFor();
  await clean(page);
  await page.getByLabel("pageSize").fill("1");
  await page.getByText("/prod-api/system/post/list?pageSize=1'").waitFor();
  await page.getByRole("button", { name: "发送请求" }).click();
  const answer = page.getByRole("region", { name: "返回的结果" });
  await answer.getByText('"msg": "查询成功"').waitFor();
  await clean(page);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "下载 JSON" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("openapi.json");

  // A write: nothing is sent before the page has said what it does.
  const [row] = await query(
    "insert into sys_post (post_code, post_name, post_sort) values ('try', '试删', 1) returning post_id",
  );
  await page.goto("/tool/swagger?op=delete_system_post_ids");
  await page.getByRole("button", { name: "执行…" }).click();
  await page.getByText("请填写 ids").waitFor();
  await page.getByLabel("ids").fill(String(row?.post_id));
  await page.getByRole("button", { name: "执行…" }).click();
  await page
    .locator(".ant-modal-confirm-title", { hasText: "真的执行「岗位管理 · 删除」？" })
    .waitFor();
  await page.getByText(`DELETE /system/post/${row?.post_id}`).first().waitFor();
  await page.getByRole("button", { name: /^取\s?消$/ }).click();
  await page.locator(".ant-modal-confirm-title").waitFor({ state: "hidden" });
  expect(await query("select 1 from sys_post where post_code = 'try'")).toHaveLength(1);
  await page.getByRole("button", { name: "执行…" }).click();
  await page.getByRole("button", { name: "执行", exact: true }).click();
  await answer.getByText('"msg": "操作成功"').waitFor();
  expect(await query("select 1 from sys_post where post_code = 'try'")).toHaveLength(0);
});

test("the API on a phone: the list, then one call, and back", async () => {
  const page = await office("/tool/swagger", { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.getByRole("button", { name: /^参数设置/ }).click();
  await page.getByRole("button", { name: /按键名读参数/ }).click();
  await page
    .getByRole("heading", { name: "参数设置 · 按键名读参数" })
    .and(page.locator(":focus"))
    .waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.getByRole("button", { name: "返回接口列表" }).click();
  await page.getByRole("button", { name: /按键名读参数/ }).waitFor();
  await page.getByRole("heading", { name: "参数设置 · 按键名读参数" }).waitFor({ state: "hidden" });
});
