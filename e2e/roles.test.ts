import fs from "node:fs";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, openSession, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { atHand, clean, listPage, type StaffOptions } from "./staff.ts";

// A staff member keeps the roles: what they give, whose data they reach, who holds them.
const browser = browserKit();

const office = (to: string, options?: StaffOptions) => listPage(browser, to, options);

/** A role made behind the page's back, with the menu rows of these permissions. */
async function role(name: string, ...permissions: string[]): Promise<number> {
  const [row] = await query(
    "insert into sys_role (role_name, role_key, role_sort) values ($1, $1, 50) returning role_id",
    [name],
  );
  await query(
    `insert into sys_role_menu (role_id, menu_id)
     select $1, menu_id from sys_menu where perms = any($2) or menu_id = 1`,
    [row?.role_id, permissions],
  );
  return Number(row?.role_id);
}

async function staff(userName: string, roleId?: number): Promise<number> {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, dept_id, phonenumber, pwd_update_date)
     values ($1, $1, '00', 103, '', now()) returning user_id`,
    [userName],
  );
  if (roleId) {
    await query("insert into sys_user_role (user_id, role_id) values ($1, $2)", [
      row?.user_id,
      roleId,
    ]);
  }
  return Number(row?.user_id);
}

const menusOf = async (roleKey: string) => {
  const rows = await query(
    `select menu_id from sys_role_menu join sys_role using (role_id)
     where role_key = $1 and del_flag = '0' order by menu_id`,
    [roleKey],
  );
  return rows.map((row) => Number(row.menu_id));
};
const row = (page: Page, name: string) => page.getByRole("row", { name });
const question = (page: Page, words: string) =>
  page.locator(".ant-modal-confirm-title", { hasText: words });
const more = async (page: Page, name: string, choice: string) => {
  await page.getByRole("button", { name: `更多操作「${name}」` }).click();
  await page.getByRole("menuitem", { name: choice }).click();
};
const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const focusIs = (page: Page, name: string) =>
  vi.waitFor(async () =>
    expect(await box(page, name).evaluate((each) => each === document.activeElement)).toBe(true),
  );

test("a role is written by keyboard; a refused field keeps what was typed and ticked", async () => {
  const page = await office("/system/role");
  await clean(page);
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "新增角色" }).waitFor();
  await box(page, "系统管理").waitFor();
  await clean(page);
  await page.getByLabel("角色名称").fill("普通角色");
  await page.getByLabel("权限字符").fill("writer");

  // One stop in the tree; the arrows go on, Space ticks.
  await box(page, "系统管理").focus();
  await page.keyboard.press("ArrowDown");
  await focusIs(page, "用户管理");
  await page.keyboard.press("ArrowRight");
  await focusIs(page, "用户查询");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowLeft");
  await focusIs(page, "用户管理");
  await page.keyboard.press("ArrowLeft");
  await focusIs(page, "系统管理");
  await page.keyboard.press("ArrowLeft");
  await box(page, "用户管理").waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  await box(page, "用户管理").waitFor();
  await page.getByText("已选 3 /").waitFor();

  await page.keyboard.press("Control+s");
  await page.getByText("角色名称已存在").waitFor();
  expect(await page.getByLabel("权限字符").inputValue()).toBe("writer");
  expect(await box(page, "用户查询").isChecked()).toBe(true);
  await page.getByLabel("角色名称").fill("撰稿人");
  await page.keyboard.press("Control+s");
  await page.getByText("已新增角色「撰稿人」").waitFor();
  await row(page, "撰稿人").waitFor();
  expect(await menusOf("writer")).toEqual([1, 100, 1000]);
});

test("the tree: linked or not, found, all or none, closed; leaving asks", async () => {
  const roleId = await role("树角色", "system:user:list");
  const page = await office(`/system/role?edit=${roleId}`);
  await page.getByText("已选 2 /").waitFor();
  expect(await box(page, "用户新增").isChecked()).toBe(false);
  await box(page, "用户管理").check();
  await expect.poll(() => box(page, "用户新增").isChecked()).toBe(true);
  await page.getByText("+用户查询、用户新增、用户修改 等 8 项").waitFor();
  await box(page, "用户管理").uncheck();
  await page.getByText("已选 1 /").waitFor();
  await box(page, "父子联动").uncheck();
  await box(page, "岗位查询").check();
  expect(await box(page, "岗位管理").isChecked()).toBe(false);

  await page.getByLabel("筛选菜单权限").fill("字典");
  await box(page, "用户管理").waitFor({ state: "detached" });
  expect(await box(page, "字典管理").count()).toBe(1);
  await page.getByLabel("筛选菜单权限").fill("");
  await page.getByRole("button", { name: "全部折叠" }).click();
  await box(page, "用户管理").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "全部展开" }).click();
  await page.getByRole("button", { name: "全选" }).click();
  await expect.poll(() => box(page, "定时任务").isChecked()).toBe(true);
  await page.getByRole("button", { name: "全不选" }).click();
  await page.getByText("已选 0 /").waitFor();
  await page.getByRole("tab", { name: /编辑角色\s*（未保存）/ }).waitFor();

  await page.getByRole("button", { name: "取消" }).click();
  await question(page, "离开正在编辑的角色？").waitFor();
  await page.keyboard.press("Escape");
  await question(page, "离开正在编辑的角色？").waitFor({ state: "hidden" });
  await box(page, "岗位查询").check();
  await page.keyboard.press("Control+s");
  await page.getByText("已保存角色「树角色」").waitFor();
  expect(await menusOf("树角色")).toEqual([1020]);
});

test("a role is switched off after a question, and its holder loses it at once", async () => {
  const roleId = await role("开关角色", "system:post:list");
  const userId = await staff("switched", roleId);
  const token = await openSession(userId);
  const code = async () => {
    const answer = await fetch(`${baseUrl}/prod-api/system/post/list`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { code: number }).code;
  };
  expect(await code()).toBe(200);
  const page = await office("/system/role?roleName=%E5%BC%80%E5%85%B3");
  const status = page.getByRole("switch", { name: "启用「开关角色」" });
  await status.click();
  await question(page, "停用角色「开关角色」？").waitFor();
  await page.keyboard.press("Escape");
  await question(page, "停用角色「开关角色」？").waitFor({ state: "hidden" });
  expect(await status.isChecked()).toBe(true);
  await status.click();
  await page.getByRole("button", { name: "停用", exact: true }).click();
  await page.getByText("已停用角色「开关角色」").waitFor();
  await vi.waitFor(async () => expect(await status.isChecked()).toBe(false));
  expect(await code()).toBe(403);
});

test("the data scope is chosen in a drawer, with departments of its own", async () => {
  const roleId = await role("范围角色");
  const page = await office("/system/role?roleName=%E8%8C%83%E5%9B%B4");
  await more(page, "范围角色", "数据权限");
  const drawer = page.getByRole("dialog", { name: "角色「范围角色」的数据权限" });
  // The drawer begins with its first field, not with the filter of the tree below.
  await drawer.getByRole("radio", { checked: true }).and(page.locator(":focus")).waitFor();
  await drawer.getByRole("radio", { name: /^自定部门/ }).check();
  await clean(page);
  await page.keyboard.press("Control+s");
  await drawer.getByText("请至少勾选一个部门").waitFor();
  await drawer.getByRole("checkbox", { name: "分支机构" }).check();
  await drawer.getByText("已选 3 / 10").waitFor();
  await drawer.getByRole("checkbox", { name: "家校协作专业委员会" }).uncheck();
  await drawer.getByText("已选 1 / 10").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("已保存角色「范围角色」的数据权限").waitFor();
  await row(page, "自定部门").waitFor();
  const depts = await query("select dept_id from sys_role_dept where role_id = $1", [roleId]);
  expect(depts.map((each) => Number(each.dept_id))).toEqual([108]);

  await drawer.waitFor({ state: "hidden" });
  await more(page, "范围角色", "数据权限");
  await drawer.getByRole("radio", { name: /^本部门及以下/ }).check();
  await drawer.getByRole("checkbox", { name: "分支机构" }).waitFor({ state: "hidden" });
  await page.keyboard.press("Control+s");
  await row(page, "本部门及以下").waitFor();
});

test("a role is given to people and taken from them", async () => {
  const roleId = await role("分配角色", "system:post:list");
  for (const name of ["given1", "given2", "given3"]) await staff(name);
  const page = await office("/system/role?roleName=%E5%88%86%E9%85%8D");
  await page.getByRole("button", { name: "分配用户「分配角色」" }).click();
  await page.getByRole("tab", { name: "分配用户：分配角色" }).waitFor();
  await page.getByRole("heading", { name: "还没有拥有这个角色的用户" }).waitFor();
  await clean(page);
  await page.keyboard.press("n");
  const drawer = page.getByRole("dialog", { name: "为角色「分配角色」添加用户" });
  await atHand(page);
  await drawer.getByLabel("登录名称").fill("given");
  await drawer.getByLabel("登录名称").press("Enter");
  await drawer.getByText("共 3 条").waitFor();
  await clean(page);
  await drawer.getByRole("checkbox", { name: "选择本页全部" }).check();
  await drawer.getByRole("button", { name: "添加 3" }).click();
  await page.getByText("已将角色「分配角色」分配给 3 个用户").waitFor();
  await row(page, "given2").waitFor();

  await page.getByRole("button", { name: "取消授权「given1」" }).click();
  await question(page, "取消用户「given1」的角色「分配角色」？").waitFor();
  await page.getByRole("button", { name: "取消授权", exact: true }).click();
  await page.getByText("已取消用户「given1」的授权").waitFor();
  await row(page, "given1").waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: "选择本页全部" }).check();
  await page.getByRole("button", { name: "取消授权 2" }).click();
  await page.getByRole("button", { name: "取消授权", exact: true }).click();
  await page.getByText("已取消 2 个用户的授权").waitFor();
  await page.getByRole("heading", { name: "还没有拥有这个角色的用户" }).waitFor();
  expect(await query("select 1 from sys_user_role where role_id = $1", [roleId])).toEqual([]);
});

test("filters, export, removal; the administrator's role is nobody's to change", async () => {
  await role("待删角色");
  const held = await role("在用角色");
  await staff("holding", held);
  const page = await office("/system/role");
  const admin = row(page, "超级管理员");
  await admin.waitFor();
  expect(await admin.getByRole("button").count()).toBe(0);
  expect(await admin.getByRole("switch").count()).toBe(0);
  await admin.focus();
  await page.keyboard.press("Enter");
  await page.getByText("不允许操作超级管理员角色").waitFor();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "导出" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^角色管理_\d+\.xlsx$/);
  expect(
    fs
      .readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");

  await page.getByLabel("权限字符").fill("角色");
  await page.keyboard.press("Enter");
  await more(page, "在用角色", "删除");
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText("在用角色已分配,不能删除").waitFor();
  await more(page, "待删角色", "删除");
  await question(page, "删除角色「待删角色」？").waitFor();
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText("已删除角色「待删角色」").waitFor();
  await row(page, "待删角色").waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).searchParams.get("roleKey")).toBe("角色");
});

test("who may only look sees no buttons", async () => {
  const userId = await staff("rolelooker", await role("只看", "system:role:list"));
  const page = await office("/system/role", { userId });
  await row(page, "只看").waitFor();
  for (const name of [/新增/, /编辑/, /更多操作/, /导出/, /分配用户/]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  expect(await page.getByRole("switch").count()).toBe(0);
  await clean(page);
});

test("on a phone: cards, the tree, the people", async () => {
  const roleId = await role("手机角色", "system:user:list");
  await staff("handheld", roleId);
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
  const page = await office("/system/role?roleName=%E6%89%8B%E6%9C%BA", phone);
  await page.getByRole("heading", { name: "手机角色" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.getByRole("button", { name: "更多操作「手机角色」" }).click();
  await page.getByRole("menuitem", { name: "编辑" }).click();
  await box(page, "用户新增").waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  for (const name of ["保存", "取消", "返回角色列表", "全选"]) {
    const place = await page.getByRole("button", { name, exact: true }).boundingBox();
    expect([name, (place?.height ?? 0) >= 40]).toEqual([name, true]);
  }
  await page.goto(`/system/role-auth/user/${roleId}`);
  await page.getByRole("heading", { name: "handheld" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.getByRole("button", { name: "添加用户" }).click();
  await page.getByRole("dialog").locator(".cr-cards h2").first().waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});
