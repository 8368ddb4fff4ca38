import fs from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { clean, listPage, type StaffOptions } from "./staff.ts";

// The administrator makes a table, takes it into the generator, arranges it and takes the zip home.
const browser = browserKit();
const office = (to: string, options?: StaffOptions) => listPage(browser, to, options);

const row = (page: Page, name: string) => page.getByRole("row", { name });
const question = (page: Page, words: string) =>
  page.locator(".ant-modal-confirm-title", { hasText: words });
const more = async (page: Page, name: string, choice: string) => {
  await page.getByRole("button", { name: `更多操作「${name}」` }).click();
  await page.getByRole("menuitem", { name: choice }).click();
};

const COLUMNS = `  book_id bigint NOT NULL AUTO_INCREMENT COMMENT '编号',
  book_name varchar(64) NOT NULL COMMENT '书名',
  status char(1) NOT NULL COMMENT '状态',
  price decimal(10,2) COMMENT '价格',
  PRIMARY KEY (book_id)
) COMMENT='图书表';`;

test("make a table: the wrong line is named and what was typed stays", async () => {
  const page = await office("/tool/gen");
  await clean(page);
  await page.getByRole("button", { name: "建表" }).click();
  const drawer = page.getByRole("dialog", { name: "建表" });
  const editor = drawer.getByLabel("建表语句");
  await editor.and(page.locator(":focus")).waitFor();
  await clean(page);
  await drawer.getByRole("button", { name: "填入示例" }).click();
  await expect.poll(() => editor.inputValue()).toContain("CREATE TABLE library_book");
  const wrong = `CREATE TABLE journey_book (\n${COLUMNS.replace("decimal(10,2)", "money")}`;
  await editor.fill(wrong);
  await page.keyboard.press("Control+Enter");
  await drawer.getByText("第 5 行，字段 price 的类型 money 不在可用的类型之内").waitFor();
  expect(await editor.inputValue()).toBe(wrong);
  // The line is marked for typing over it.
  const marked = (area: HTMLTextAreaElement | HTMLElement) =>
    area instanceof HTMLTextAreaElement ? area.selectionEnd - area.selectionStart : 0;
  await expect.poll(() => editor.evaluate(marked)).toBeGreaterThan(0);
  await page.keyboard.type("  price decimal(10,2),");
  await expect.poll(() => editor.inputValue()).toContain("\n  price decimal(10,2),\n  PRIMARY KEY");
  await page.keyboard.press("Escape");
  await question(page, "放弃填写的建表语句？").waitFor();
  await page.keyboard.press("Enter");
  await question(page, "放弃填写的建表语句？").waitFor({ state: "hidden" });
  await drawer.getByRole("button", { name: /创建并导入/ }).click();
  await page.getByText("已创建并导入 journey_book").waitFor();
  await row(page, "journey_book").waitFor();
  const [made] = await query(
    "select relnamespace::regnamespace::text as schema from pg_class where relname = 'journey_book'",
  );
  expect(made?.schema).toBe("workshop");
});

test("import, edit, preview, zip", async () => {
  await query("create table if not exists journey_loan (loan_id bigint primary key, title text)");
  await query("comment on table journey_loan is '借阅'");
  const page = await office("/tool/gen");
  await page.getByRole("button", { name: "导入表" }).click();
  const drawer = page.getByRole("dialog", { name: "导入表" });
  await drawer.getByLabel("表名称").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("journey_");
  await page.keyboard.press("Enter");
  await drawer.getByText("共 1 条").waitFor();
  await clean(page);
  await drawer.getByRole("checkbox", { name: "journey_loan 借阅" }).check();
  await drawer.getByRole("button", { name: "导入 1" }).click();
  await page.getByText("已导入 1 张表").waitFor();
  await row(page, "journey_loan").waitFor();

  // Edit: a wrong name stays on its row, then the whole configuration is saved by Ctrl S.
  await page.getByRole("button", { name: "编辑「journey_book」" }).click();
  await page.getByRole("heading", { name: "生成配置：journey_book" }).waitFor();
  await page.getByLabel("book_name 的属性").waitFor();
  await clean(page);
  await page.getByLabel("book_name 的属性").fill("book-name");
  await page.keyboard.press("Control+s");
  await page.getByText(/Java属性应以小写字母开头/).waitFor();
  await page.getByLabel("book_name 的属性").and(page.locator(":focus")).waitFor();
  await page.getByLabel("book_name 的属性").fill("title");
  await page.getByRole("checkbox", { name: "price 查询" }).uncheck();
  await page.getByLabel("status 的字典").click();
  await page.keyboard.type("sys_normal");
  await page.locator(".ant-select-item-option-active", { hasText: "sys_normal" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "上移 price" }).click();
  await page.getByRole("button", { name: "上移 price" }).and(page.locator(":focus")).waitFor();
  await page.getByRole("tab", { name: "生成信息" }).click();
  await page.getByLabel("生成模块名").fill("Bad Name");
  await page.keyboard.press("Control+s");
  await page.getByText("生成模块名应以小写字母开头，只能是字母和数字").waitFor();
  await page.getByLabel("生成模块名").fill("journey");
  await page.getByRole("tab", { name: "基本信息" }).click();
  await page.getByLabel("作者").fill("编辑部");
  await clean(page);
  await page.keyboard.press("Control+s");
  await page.getByText("已保存「journey_book」的生成配置").waitFor();
  await page.getByRole("tab", { name: /（未保存）/ }).waitFor({ state: "detached" });
  const saved = await query(
    `select java_field, dict_type, is_query from gen_table_column
     join gen_table using (table_id) where table_name = 'journey_book' order by sort`,
  );
  expect(saved.map((each) => each.java_field)).toEqual(["bookId", "title", "price", "status"]);
  expect(saved[3]).toMatchObject({ dict_type: "sys_normal_disable" });
  expect(saved[2]).toMatchObject({ is_query: "0" });

  // Preview by keyboard: the files are tabs.
  await page.getByRole("tab", { name: "代码生成" }).click();
  await page.getByRole("button", { name: "预览「journey_book」" }).click();
  const preview = page.getByRole("dialog", { name: "预览「journey_book」" });
  await preview.getByRole("tab", { name: "table.server.ts" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await preview.getByText('choice("状态", ["0", "1"], { isRequired: true })').waitFor();
  await clean(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await preview.getByRole("button", { name: "复制 api.server.ts" }).click();
  await page.getByText("已复制 api.server.ts").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    "crud(app, context, {",
  );
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "detached" });

  // Both at once.
  await row(page, "journey_book").focus();
  await page.keyboard.press("x");
  await row(page, "journey_loan").getByRole("checkbox").check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "下载代码 2" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^代码生成_\d+\.zip$/);
  const files = unzipSync(new Uint8Array(fs.readFileSync(await download.path())));
  expect(Object.keys(files)).toContain("src/app/journey/book/office.tsx");
  expect(Object.keys(files)).toContain("src/app/system/loan/api.server.ts");
  expect(strFromU8(files["README.txt"] ?? new Uint8Array())).toContain("作者：编辑部");
});

test("synchronise asks and follows the table; removing keeps it", async () => {
  await query("alter table journey_loan add column note varchar(50)");
  const page = await office("/tool/gen?tableName=journey_loan");
  await more(page, "journey_loan", "同步");
  await question(page, "按数据库更新「journey_loan」的字段？").waitFor();
  await page.getByRole("button", { name: "同步", exact: true }).click();
  await page.getByText("已同步「journey_loan」").waitFor();
  const columns = await query(
    `select column_name from gen_table_column join gen_table using (table_id)
     where table_name = 'journey_loan' order by sort`,
  );
  expect(columns.map((each) => each.column_name)).toEqual(["loan_id", "title", "note"]);
  await more(page, "journey_loan", "删除");
  await question(page, "删除生成配置「journey_loan」？").waitFor();
  await page.getByText("只删除生成配置，数据库里的表不受影响。").waitFor();
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText("已删除生成配置「journey_loan」").waitFor();
  expect(await query("select 1 from journey_loan")).toEqual([]);
});

test("a table that cannot become a slice says why, here and in its preview", async () => {
  await query("create table if not exists journey_plain (code varchar(9) primary key)");
  const page = await office("/tool/gen");
  await page.getByRole("button", { name: "导入表" }).click();
  const drawer = page.getByRole("dialog", { name: "导入表" });
  await drawer.getByLabel("表名称").fill("journey_plain");
  await page.keyboard.press("Enter");
  await drawer.getByRole("checkbox", { name: /^journey_plain/ }).check();
  await drawer.getByRole("button", { name: "导入 1" }).click();
  await row(page, "journey_plain").waitFor();
  await page.getByRole("button", { name: "预览「journey_plain」" }).click();
  const why = "表 journey_plain 没有单一的整数主键，不能生成代码";
  await page.getByRole("heading", { name: why }).waitFor();
  await page.keyboard.press("Escape");
  await more(page, "journey_plain", "下载代码");
  await page.getByText(why).last().waitFor();
});

test("an address that is no number is no page, one that is gone says so", async () => {
  const answer = await fetch(`${baseUrl}/tool/gen-edit/index/abc`, { redirect: "manual" });
  expect(answer.headers.get("location")).toBe("/404");
  const page = await office("/tool/gen-edit/index/987654");
  await page.getByRole("heading", { name: "访问资源不存在" }).waitFor();
});

test("on a phone: cards, a configuration and its preview fit, targets are large", async () => {
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
  const page = await office("/tool/gen", phone);
  await page.getByRole("heading", { name: "journey_book", exact: true }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await more(page, "journey_book", "预览");
  await page.getByRole("dialog", { name: "预览「journey_book」" }).waitFor();
  await page.getByLabel("文件", { exact: true }).click();
  await page.getByTitle("api.server.ts").click();
  await page.getByText("crud(app, context, {").waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await more(page, "journey_book", "编辑");
  await page.getByLabel("book_id 的描述").waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  for (const name of ["下移 book_id", "返回"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    expect([name, (box?.height ?? 0) >= 32]).toEqual([name, true]);
  }
  await page.getByLabel("book_id 的描述").fill("图书编号");
  await page.getByRole("button", { name: /保存/ }).click();
  await page.getByText("已保存「journey_book」的生成配置").waitFor();
  await vi.waitFor(async () => {
    const [column] = await query(
      "select column_comment as text from gen_table_column where column_name = 'book_id'",
    );
    expect(column?.text).toBe("图书编号");
  });
});
