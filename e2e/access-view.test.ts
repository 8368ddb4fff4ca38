import fs from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { clean, type StaffOptions, staffPage } from "./staff.ts";

// The rights of one person with their reasons, and the differences between roles.
const browser = browserKit();

/** A role with the menu rows of these permissions and all above them. */
async function makeRole(name: string, scope: string, status: string, ...perms: string[]) {
  const [role] = await query(
    `insert into sys_role (role_name, role_key, role_sort, data_scope, status)
     values ($1, $1, 90, $2, $3) returning role_id`,
    [name, scope, status],
  );
  await query(
    `insert into sys_role_menu (role_id, menu_id)
     with recursive up as (
       select menu_id, parent_id from sys_menu where perms = any($2)
       union select m.menu_id, m.parent_id from sys_menu m join up on m.menu_id = up.parent_id
     ) select $1, menu_id from up`,
    [role?.role_id, perms],
  );
  return Number(role?.role_id);
}

let person = 0;
let left = 0;
let right = 0;
let off = 0;

beforeAll(async () => {
  const [made] = await query(
    `insert into sys_user (user_name, nick_name, user_type, dept_id, pwd_update_date)
     values ('j-access', '尉迟五', '00', 103, now()) returning user_id`,
  );
  person = Number(made?.user_id);
  left = await makeRole("看部门用户", "3", "0", "system:user:list", "system:user:query");
  right = await makeRole("管岗位", "1", "0", "system:post:list", "system:post:add");
  off = await makeRole("停用的审计", "5", "1", "monitor:operlog:list", "system:user:remove");
  for (const role of [left, right, off]) {
    await query("insert into sys_user_role (user_id, role_id) values ($1, $2)", [person, role]);
  }
});

const office = (to: string, options?: StaffOptions) => staffPage(browser, to, options);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const ACCESS = () => `/system/user-access/index/${person}`;
const NAME = "「尉迟五（j-access）」能做什么";

test("from the list of users: what someone may do, which role gives it, what not and why", async () => {
  const page = await office("/system/user?userName=j-access");
  await page.getByRole("button", { name: "更多操作「尉迟五（j-access）」" }).click();
  await page.getByRole("menuitem", { name: "查看权限" }).click();
  await heading(page, NAME).waitFor();
  expect(new URL(page.url()).pathname).toBe(ACCESS());
  await clean(page);
  const rights = page.getByRole("table", { name: "菜单与权限" });
  const users = rights.getByRole("row", { name: /^用户管理/ });
  await users.getByText("打开页面").waitFor();
  await users.getByText("：能，由角色「看部门用户」授予").first().waitFor();
  await users.getByText("数据：学术部").waitFor();
  expect(await rights.getByRole("row", { name: /^操作日志/ }).count()).toBe(0);
  await page.getByText("显示不能做的").click();
  await rights.getByRole("row", { name: /^操作日志/ }).waitFor();
  await users.getByText("：不能，角色「停用的审计」已停用").first().waitFor();
  await clean(page);

  const ask = page.getByLabel("查询能不能做某件事");
  await ask.fill("用户 删除");
  await page.getByText("找到 1 项：能 0 项，不能 1 项").waitFor();
  await page.getByText("角色「停用的审计」已停用", { exact: true }).waitFor();
  await ask.fill("system:post:add");
  await page.getByText("由角色「管岗位」授予", { exact: true }).waitFor();
  await ask.fill("monitor:job");
  await page.getByText("没有任何角色授予", { exact: true }).first().waitFor();
  await ask.fill("没有这回事");
  await page.getByText("没有这样的功能或权限，换一个说法试试。").waitFor();
  await clean(page);
});

test("what changes on another page is there when one comes back", async () => {
  const page = await office(ACCESS());
  await heading(page, NAME).waitFor();
  await page.getByRole("link", { name: "管岗位" }).click();
  await heading(page, "管岗位").waitFor();
  await query("update sys_role set status = '0' where role_id = $1", [off]);
  await page.getByRole("tab", { name: /^查看权限：尉迟五/ }).click();
  await page
    .getByRole("table", { name: "菜单与权限" })
    .getByRole("row", { name: /^操作日志/ })
    .waitFor();
  await query("update sys_role set status = '1' where role_id = $1", [off]);
});

test("the administrator may do all of it; somebody out of reach stays unread", async () => {
  const page = await office("/system/user-access/index/1");
  await page.getByText("超级管理员拥有全部权限，能看到全部数据").waitFor();
  await clean(page);
  const asker = await makeRole("只看本人", "5", "0", "system:user:query");
  const [made] = await query(
    `insert into sys_user (user_name, nick_name, user_type, dept_id, pwd_update_date)
     values ('j-asker', '端木六', '00', 104, now()) returning user_id`,
  );
  await query("insert into sys_user_role values ($1, $2)", [made?.user_id, asker]);
  const other = await office(ACCESS(), { userId: Number(made?.user_id) });
  await other.getByRole("heading", { name: "没有权限访问用户数据！" }).waitFor();
});

test("roles side by side: chosen, shared by the address, only what differs, as a file", async () => {
  const page = await office("/system/role?roleKey=j-none");
  await page.getByRole("button", { name: "角色对比" }).click();
  await heading(page, "角色对比").waitFor();
  await page.getByRole("heading", { name: "请选择 2 到 4 个角色" }).waitFor();
  await clean(page);
  await page.getByLabel("对比的角色").click();
  for (const name of ["看部门用户", "管岗位"]) {
    await page.getByLabel("对比的角色").fill(name);
    // The roles are asked for when the list opens.
    await page.locator(".ant-select-item-option-active", { hasText: name }).waitFor();
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Escape");
  const table = page.getByRole("table", { name: "角色对比" });
  await table.waitFor();
  await vi.waitFor(() =>
    expect(new URL(page.url()).searchParams.get("ids")).toBe(`${left},${right}`),
  );
  const line = table.getByRole("row", { name: /^岗位新增/ });
  await line.getByText("看部门用户：无").waitFor();
  await line.getByText("管岗位：有").waitFor();
  await table
    .getByRole("row", { name: /^数据权限/ })
    .getByText("本部门", { exact: true })
    .waitFor();
  expect(await table.getByRole("row", { name: /^定时任务/ }).count()).toBe(1);
  await clean(page);
  await page.getByText("只看不同").click();
  await vi.waitFor(async () =>
    expect(await table.getByRole("row", { name: /^定时任务/ }).count()).toBe(0),
  );
  await line.waitFor();

  const shared = await office(new URL(page.url()).pathname + new URL(page.url()).search);
  await shared.getByRole("row", { name: /^岗位新增/ }).waitFor();
  expect(await shared.getByRole("row", { name: /^定时任务/ }).count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "导出" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^角色对比_\d+\.xlsx$/);
  const bytes = fs.readFileSync(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
});

test("on a phone both fit, and can be read", async () => {
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
  const page = await office(ACCESS(), phone);
  await heading(page, NAME).waitFor();
  await page.getByText("打开页面").first().waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.goto(`/system/role-compare?ids=${left},${right},${off}&diff=1`);
  await page.getByRole("row", { name: /^岗位新增/ }).waitFor();
  await page.getByText("全部数据 · 1 个用户").waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});
