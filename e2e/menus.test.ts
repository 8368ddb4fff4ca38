import type { Locator, Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { atHand, clean, listPage, type StaffOptions } from "./staff.ts";

// The administrator keeps the menu: a saved row shows in the side bar at once.
const browser = browserKit();

const office = (options?: StaffOptions, search = "") =>
  listPage(browser, `/system/menu${search}`, options);

const row = (page: Page, name: string) => page.getByRole("row", { name });
const question = (page: Page, words: string) =>
  page.locator(".ant-modal-confirm-title", { hasText: words });
const sideBar = (page: Page, name: string) =>
  page.getByRole("navigation").getByText(name, { exact: true });
const address = (drawer: Locator) => drawer.getByRole("textbox", { name: /^路由地址/ });
const remove = async (page: Page, name: string) => {
  await page.getByRole("button", { name: `更多操作「${name}」` }).click();
  await page.getByRole("menuitem", { name: "删除" }).click();
  await question(page, `删除菜单「${name}」？`).waitFor();
  await page
    .locator(".ant-modal-confirm")
    .getByRole("button", { name: "删除", exact: true })
    .click();
};

test("a page is added below a directory, refused, mended, shown in the side bar, removed", async () => {
  const page = await office();
  await clean(page);
  await page.getByRole("button", { name: "新增下级「系统工具」" }).click();
  const drawer = page.getByRole("dialog", { name: "新增菜单" });
  await drawer.getByTitle("系统工具").waitFor();
  expect(await drawer.getByRole("radio", { name: "菜单" }).isChecked()).toBe(true);
  await drawer.getByLabel("菜单名称").fill("会务日历");
  await address(drawer).fill("USER");
  await drawer.getByLabel("组件路径").fill("workbench/index");
  await drawer.getByLabel("路由参数").fill("[1]");
  await page.keyboard.press("Control+s");
  await drawer.getByText('路由参数应为 JSON 对象，例如 {"id": 1}').waitFor();
  await drawer.getByLabel("路由参数").fill("");
  await page.keyboard.press("Control+s");
  await drawer.getByText("路由名称或地址已存在").waitFor();
  expect(await drawer.getByLabel("组件路径").inputValue()).toBe("workbench/index");
  await clean(page);
  await address(drawer).fill("meetings");
  await drawer.getByLabel("菜单图标").click();
  await page.keyboard.type("date");
  await page.locator(".ant-select-item-option-active", { hasText: "date" }).waitFor();
  await page.keyboard.press("Enter");
  await drawer.locator(".mn-icon").getByText("date").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("已新增菜单「会务日历」").waitFor();
  await sideBar(page, "系统工具").click();
  await sideBar(page, "会务日历").waitFor();
  expect(
    await query("select path, icon, menu_type from sys_menu where menu_name = '会务日历'"),
  ).toEqual([{ path: "meetings", icon: "date", menu_type: "C" }]);

  // Hidden from the side bar, then gone.
  await page.getByRole("button", { name: "展开「系统工具」" }).click();
  await row(page, "会务日历").focus();
  await page.keyboard.press("Enter");
  const edit = page.getByRole("dialog", { name: "编辑菜单「会务日历」" });
  await edit.getByRole("radio", { name: "隐藏" }).check();
  await page.keyboard.press("Control+s");
  await page.getByText("已保存菜单「会务日历」").waitFor();
  await sideBar(page, "会务日历").waitFor({ state: "detached" });
  await remove(page, "会务日历");
  await page.getByText("已删除菜单「会务日历」").waitFor();
  await row(page, "会务日历").waitFor({ state: "detached" });
});

test("the form has the fields of the type; below a page stand buttons", async () => {
  const page = await office();
  await page.getByRole("button", { name: "展开「系统监控」" }).click();
  await page.getByRole("button", { name: "新增下级「在线用户」" }).click();
  const drawer = page.getByRole("dialog", { name: "新增菜单" });
  await expect.poll(() => drawer.getByRole("radio", { name: "按钮" }).isChecked()).toBe(true);
  expect(await address(drawer).count()).toBe(0);
  expect(await drawer.getByLabel("权限标识").count()).toBe(1);
  await drawer.getByRole("radio", { name: "目录" }).check();
  await address(drawer).waitFor();
  await drawer.getByLabel("权限标识").waitFor({ state: "detached" });
  await drawer.getByRole("radio", { name: "按钮" }).check();
  await drawer.getByLabel("菜单名称").fill("在线导出");
  await drawer.getByLabel("权限标识").fill("monitor:online:export");
  await page.keyboard.press("Control+s");
  await page.getByText("已新增菜单「在线导出」").waitFor();
  await page.getByRole("button", { name: "展开「在线用户」" }).click();
  await row(page, "在线导出").getByText("monitor:online:export").waitFor();
  await remove(page, "在线导出");
  await page.getByText("已删除菜单「在线导出」").waitFor();
});

test("what is in use stays, and is said why", async () => {
  const page = await office({}, "?menuName=%E5%B2%97%E4%BD%8D");
  await page.getByRole("button", { name: "全部展开" }).click();
  await remove(page, "岗位管理");
  await page.getByText("存在子菜单,不允许删除").waitFor();
  await remove(page, "岗位查询");
  await page.getByText("菜单已分配,不允许删除").waitFor();
  await row(page, "岗位查询").waitFor();
});

test("places are changed in the list and saved at once", async () => {
  const page = await office();
  await page.getByLabel("「系统工具」的显示顺序").fill("9");
  await page.getByRole("button", { name: "保存排序 1" }).click();
  await page.getByText("已保存 1 个菜单的排序").waitFor();
  await vi.waitFor(async () =>
    expect(await page.locator(".tr-text:visible").allInnerTexts()).toEqual([
      expect.stringContaining("内容管理"),
      expect.stringContaining("会员管理"),
      expect.stringContaining("财务管理"),
      expect.stringContaining("活动培训"),
      expect.stringContaining("申报管理"),
      expect.stringContaining("系统管理"),
      expect.stringContaining("系统监控"),
      expect.stringContaining("学会官网"),
      expect.stringContaining("系统工具"),
    ]),
  );
  await query("update sys_menu set order_num = 3 where menu_id = 3");
});

/** Drags a row by its handle to a part of another one, and lets go. */
async function drag(page: Page, name: string, target: string, share: number): Promise<void> {
  const from = await line(page, name).locator(".tr-grip").boundingBox();
  const to = await line(page, target).boundingBox();
  if (!from || !to) throw new Error("not on the screen");
  await page.mouse.move(from.x + 4, from.y + 6);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 2, { steps: 3 });
  for (const x of [120, 130]) {
    await page.mouse.move(to.x + x, to.y + to.height * share, { steps: 4 });
  }
}
const line = (page: Page, name: string) =>
  page.locator("tr", { has: page.locator(`.tr-text[title="${name}"]`) });
const below = async (parent: number) =>
  (
    await query("select menu_name from sys_menu where parent_id = $1 order by order_num, menu_id", [
      parent,
    ])
  ).map((each) => each.menu_name);

test("a row is dragged among its siblings and into a directory, refused, taken back", async () => {
  const page = await office();
  // All the rows that are dragged are on the screen.
  await page.setViewportSize({ width: 1440, height: 1200 });
  await page.getByRole("button", { name: "展开「系统管理」" }).click();
  const [system, monitor] = [await below(1), await below(2)];
  await drag(page, "字典管理", "角色管理", 0.1);
  await page.getByText("移到「系统管理」下面，「角色管理」之前").waitFor();
  await page.mouse.up();
  await page.getByText("已移动菜单「字典管理」").waitFor();
  expect((await below(1)).slice(0, 3)).toEqual(["用户管理", "字典管理", "角色管理"]);
  await page.keyboard.press("z");
  await page.getByText("已撤销：菜单「字典管理」回到原来的位置").waitFor();
  expect(await below(1)).toEqual(system);

  // A page takes buttons only, and nothing comes below itself.
  await drag(page, "字典管理", "角色管理", 0.5);
  await page.locator(".tr-note", { hasText: "菜单下面只能放按钮" }).waitFor();
  await page.mouse.up();
  await page.locator(".ant-message").getByText("菜单下面只能放按钮").waitFor();
  await drag(page, "系统管理", "日志管理", 0.5);
  await page.locator(".tr-note", { hasText: "不能移到自己或自己的下级" }).waitFor();
  await page.mouse.up();
  await page.locator(".tr-note").waitFor({ state: "detached" });
  expect(await below(1)).toEqual(system);

  await drag(page, "字典管理", "系统监控", 0.5);
  await page.getByText("移到「系统监控」下面的最后").waitFor();
  await page.mouse.up();
  await vi.waitFor(async () => expect(await below(2)).toEqual([...monitor, "字典管理"]));
  await page.getByRole("button", { name: /^撤销/ }).click();
  await vi.waitFor(async () => expect(await below(1)).toEqual(system));
  await expect.poll(() => below(2)).toEqual(monitor);
  const logged = () =>
    query("select 1 from sys_oper_log where title = '菜单管理' and oper_url = '/system/menu/move'");
  await vi.waitFor(async () => expect((await logged()).length).toBeGreaterThanOrEqual(4));
});

test("the same by keys: one up and down, and a form that says why the server refuses", async () => {
  const page = await office();
  await page.getByRole("button", { name: "展开「系统管理」" }).click();
  const system = await below(1);
  await line(page, "角色管理").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await vi.waitFor(async () => expect((await below(1))[0]).toBe("角色管理"));
  await vi.waitFor(async () =>
    expect(await line(page, "角色管理").evaluate((row) => row === document.activeElement)).toBe(
      true,
    ),
  );
  await page.keyboard.press("Alt+ArrowDown");
  await vi.waitFor(async () => expect(await below(1)).toEqual(system));

  await query(
    `insert into sys_menu (menu_name, parent_id, order_num, path, menu_type)
     values ('岗位管理', 2, 99, 'twin', 'C')`,
  );
  await page.getByRole("button", { name: "更多操作「岗位管理」" }).click();
  await page.getByRole("menuitem", { name: "移动到…" }).click();
  const drawer = page.getByRole("dialog", { name: "移动菜单「岗位管理」" });
  await drawer.getByText("「部门管理」之后").waitFor();
  await clean(page);
  await atHand(page);
  await drawer.getByRole("combobox", { name: "移动到" }).click();
  await page.locator(".ant-select-tree").getByText("系统监控", { exact: true }).click();
  await page.keyboard.press("Control+s");
  await page.getByText("修改菜单'岗位管理'失败，菜单名称已存在").waitFor();
  await query("delete from sys_menu where path = 'twin'");
  await page.keyboard.press("Control+s");
  await page.getByText("已移动菜单「岗位管理」").waitFor();
  expect((await below(2)).at(-1)).toBe("岗位管理");
  await page.getByRole("button", { name: /^撤销/ }).click();
  await vi.waitFor(async () => expect(await below(1)).toEqual(system));
});

test("filtered, nobody sees where a row would stand: it is not moved", async () => {
  const page = await office({}, "?menuName=%E5%B2%97%E4%BD%8D");
  expect(await page.locator(".tr-grip").count()).toBe(0);
});

test("on a phone the tree is cards, the form one column", async () => {
  const page = await office({ viewport: PHONE, hasTouch: true, isMobile: true });
  await page.getByRole("heading", { name: "系统管理" }).first().waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.getByRole("button", { name: "更多操作「系统管理」" }).click();
  await page.getByRole("menuitem", { name: "编辑" }).click();
  await page.getByRole("dialog", { name: "编辑菜单「系统管理」" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.keyboard.press("Escape");

  // Touch drags the page, not the row: there is the menu.
  await page.getByRole("button", { name: "更多操作「系统工具」" }).click();
  await page.getByRole("menuitem", { name: "移动到…" }).click();
  const drawer = page.getByRole("dialog", { name: "移动菜单「系统工具」" });
  await drawer.waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});
