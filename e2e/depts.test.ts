import type { Locator, Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { clean, listPage, type StaffOptions } from "./staff.ts";

// A staff member keeps the tree of departments.
const browser = browserKit();

const office = (to: string, options?: StaffOptions) => listPage(browser, to, options);

/** A department below another, made behind the page's back. */
async function dept(name: string, parentId: number, place = 50): Promise<number> {
  const [row] = await query(
    `insert into sys_dept (dept_name, parent_id, ancestors, order_num)
     select $1, dept_id, ancestors || ',' || dept_id, $3 from sys_dept where dept_id = $2
     returning dept_id`,
    [name, parentId, place],
  );
  return Number(row?.dept_id);
}

const names = (page: Page) => page.locator(".tr-text:visible").allInnerTexts();
const row = (page: Page, name: string) => page.getByRole("row", { name });
/** The drawer is open when its first field has the focus; before, that would close a list again. */
const firstHas = (drawer: Locator) =>
  drawer.getByLabel("部门名称").and(drawer.page().locator(":focus")).waitFor();
const question = (page: Page, words: string) =>
  page.locator(".ant-modal-confirm-title", { hasText: words });
const remove = async (page: Page, name: string) => {
  await page.getByRole("button", { name: `更多操作「${name}」` }).click();
  await page.getByRole("menuitem", { name: "删除" }).click();
  await question(page, `删除部门「${name}」？`).waitFor();
  await page.getByRole("button", { name: "删除", exact: true }).click();
};

test("the tree is walked, closed and opened by keyboard", async () => {
  const page = await office("/system/dept");
  await row(page, "秘书处").waitFor();
  await clean(page);
  const focused = (name: string) =>
    vi.waitFor(async () =>
      expect(await page.evaluate(() => document.activeElement?.textContent ?? "")).toContain(name),
    );
  await page.keyboard.press("j");
  await focused("全国家庭教育学会");
  await page.keyboard.press("ArrowDown");
  await focused("秘书处");
  await page.keyboard.press("ArrowLeft");
  await row(page, "学术部").waitFor({ state: "detached" });
  await expect.poll(() => row(page, "秘书处").getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("ArrowRight");
  await row(page, "学术部").waitFor();
  await page.keyboard.press("ArrowRight");
  await focused("学术部");
  await page.keyboard.press("ArrowLeft");
  await focused("秘书处");

  await page.getByRole("button", { name: "全部折叠" }).click();
  await vi.waitFor(async () => expect(await names(page)).toEqual(["全国家庭教育学会"]));
  await page.getByRole("button", { name: "全部展开" }).click();
  await row(page, "家校协作专业委员会").waitFor();
  await page.getByRole("button", { name: "收起「分支机构」" }).click();
  await row(page, "家校协作专业委员会").waitFor({ state: "detached" });
});

test("a department is added below a row; a refused field keeps what was typed", async () => {
  const page = await office("/system/dept");
  await page.getByRole("button", { name: "新增下级「秘书处」" }).click();
  const drawer = page.getByRole("dialog", { name: "新增部门" });
  await drawer.getByTitle("秘书处").waitFor();
  await expect.poll(() => drawer.getByLabel("显示顺序").inputValue()).toBe("8");
  await drawer.getByLabel("部门名称").fill("学术部");
  await drawer.getByLabel("负责人").fill("主任");
  await drawer.getByLabel("邮箱").fill("nobody");
  await page.keyboard.press("Control+s");
  await drawer.getByText("邮箱格式不正确").waitFor();
  await drawer.getByLabel("邮箱").fill("office@example.org");
  await page.keyboard.press("Control+s");
  await drawer.getByText("部门名称已存在").waitFor();
  expect(await drawer.getByLabel("负责人").inputValue()).toBe("主任");
  await clean(page);
  await drawer.getByLabel("部门名称").fill("外联部");
  await page.keyboard.press("Control+s");
  await page.getByText("已新增部门「外联部」").waitFor();
  await row(page, "外联部").waitFor();

  // Moved elsewhere; it and the departments below it are not offered.
  await page.getByRole("button", { name: "编辑「秘书处」" }).click();
  const edit = page.getByRole("dialog", { name: "编辑部门「秘书处」" });
  await firstHas(edit);
  await edit.getByRole("combobox", { name: "上级部门" }).click();
  await page.getByRole("treeitem", { name: "分支机构" }).waitFor();
  expect(await page.getByRole("treeitem", { name: /秘书处|外联部/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await edit.getByRole("button", { name: "取消" }).click();
  await edit.waitFor({ state: "detached" });

  await row(page, "外联部").focus();
  await page.keyboard.press("Enter");
  const moved = page.getByRole("dialog", { name: "编辑部门「外联部」" });
  await firstHas(moved);
  await moved.getByRole("combobox", { name: "上级部门" }).click();
  await page.locator(".ant-select-tree").getByTitle("分支机构").click();
  await moved.getByText("1 项未保存").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("已保存部门「外联部」").waitFor();
  expect(await query("select ancestors from sys_dept where dept_name = '外联部'")).toEqual([
    { ancestors: "0,100,102" },
  ]);
});

test("a list that was opened before its departments came shows all of them", async () => {
  const page = await office("/system/dept");
  let letThrough = () => {};
  const here = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/system/dept/list/exclude/*", async (route) => {
    await here;
    await route.continue();
  });
  await page.getByRole("button", { name: "编辑「秘书处」" }).click();
  const drawer = page.getByRole("dialog", { name: "编辑部门「秘书处」" });
  await firstHas(drawer);
  await drawer.getByRole("combobox", { name: "上级部门" }).click();
  await page.getByRole("treeitem", { name: "全国家庭教育学会" }).waitFor();
  letThrough();
  const branch = page.getByRole("treeitem", { name: "家校协作专业委员会" });
  await branch.waitFor();
  // Folded by hand it stays so, until something is looked for.
  const tree = page.locator(".ant-select-tree");
  const parent = tree.locator(".ant-select-tree-treenode", { hasText: "分支机构" });
  await parent.locator(".ant-select-tree-switcher").click();
  await branch.waitFor({ state: "detached" });
  await page.keyboard.type("家校");
  await branch.waitFor();
});

test("places among siblings are changed in the list and saved at once", async () => {
  const parent = await dept("排序处", 100);
  await dept("排序甲", parent, 1);
  await dept("排序乙", parent, 2);
  const page = await office("/system/dept?deptName=%E6%8E%92%E5%BA%8F");
  await vi.waitFor(async () => expect(await names(page)).toEqual(["排序处", "排序甲", "排序乙"]));
  await expect.poll(() => page.getByRole("button", { name: "保存排序" }).isDisabled()).toBe(true);
  await page.getByLabel("「排序甲」的显示顺序").fill("9");
  await page.getByLabel("「排序乙」的显示顺序").fill("3");
  await page.getByRole("tab", { name: /部门管理\s*（未保存）/ }).waitFor();
  await page.getByRole("button", { name: "还原" }).click();
  await expect.poll(() => page.getByLabel("「排序甲」的显示顺序").inputValue()).toBe("1");
  await page.getByLabel("「排序甲」的显示顺序").fill("9");
  await clean(page);
  await page.getByRole("button", { name: "保存排序 1" }).click();
  await page.getByText("已保存 1 个部门的排序").waitFor();
  await vi.waitFor(async () => expect(await names(page)).toEqual(["排序处", "排序乙", "排序甲"]));
  await expect.poll(() => page.getByRole("button", { name: "保存排序" }).isDisabled()).toBe(true);
});

test("filters stand in the address; nothing found says how to go on", async () => {
  const page = await office("/system/dept");
  await page.keyboard.press("/");
  await page.keyboard.type("委员会");
  await page.keyboard.press("Enter");
  await vi.waitFor(async () =>
    expect(await names(page)).toEqual(["家庭教育指导专业委员会", "家校协作专业委员会"]),
  );
  await page.reload();
  await row(page, "家校协作专业委员会").waitFor();
  await expect.poll(() => page.getByLabel("部门名称", { exact: true }).inputValue()).toBe("委员会");
  await page.goto("/system/dept?deptName=%E6%97%A0%E6%AD%A4");
  await page.getByRole("heading", { name: "没有符合条件的部门" }).waitFor();
  await clean(page);
  await page.getByRole("button", { name: "清空筛选" }).click();
  await row(page, "秘书处").waitFor();
});

test("removal asks, and says why it cannot be", async () => {
  const parent = await dept("待删处", 100);
  await dept("待删科", parent);
  const page = await office("/system/dept");
  await remove(page, "待删处");
  await page.getByText("存在下级部门,不允许删除").waitFor();
  await remove(page, "待删科");
  await page.getByText("已删除部门「待删科」").waitFor();
  await row(page, "待删科").waitFor({ state: "detached" });
});

test("who may only look sees the tree and no buttons", async () => {
  const [user] = await query(
    `insert into sys_user (user_name, nick_name, user_type, dept_id, pwd_update_date)
     values ('deptlooker', 'deptlooker', '00', 101, now()) returning user_id`,
  );
  const [role] = await query(
    `insert into sys_role (role_name, role_key, data_scope) values ('deptlooker', 'deptlooker', '4')
     returning role_id`,
  );
  await query("insert into sys_user_role (user_id, role_id) values ($1, $2)", [
    user?.user_id,
    role?.role_id,
  ]);
  await query("insert into sys_role_menu (role_id, menu_id) values ($1, 1), ($1, 103)", [
    role?.role_id,
  ]);
  const page = await office("/system/dept", { userId: Number(user?.user_id) });
  await row(page, "学术部").waitFor();
  await expect.poll(async () => (await names(page))[0]).toBe("秘书处");
  for (const name of [/新增/, /编辑/, /更多操作/, /保存排序/]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  expect(await page.getByLabel(/的显示顺序/).count()).toBe(0);
  await clean(page);
});

test("on a phone the tree is an indented list of cards", async () => {
  const page = await office("/system/dept", { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.getByRole("heading", { name: "学术部" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  const left = async (name: string) =>
    (await page.getByRole("heading", { name }).boundingBox())?.x ?? 0;
  expect(await left("学术部")).toBeGreaterThan(await left("秘书处"));
  for (const name of ["收起「秘书处」", "更多操作「学术部」", "新增部门", "全部折叠"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    expect([name, (box?.height ?? 0) >= 40]).toEqual([name, true]);
  }
  await page.getByRole("button", { name: "收起「秘书处」" }).click();
  await page.getByRole("heading", { name: "学术部" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "更多操作「秘书处」" }).click();
  await page.getByRole("menuitem", { name: "编辑" }).click();
  await page.getByRole("dialog", { name: "编辑部门「秘书处」" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});
