import fs from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import writeExcel from "write-excel-file/node";
import {
  accessibilityProblems,
  browserKit,
  fitsWidth,
  openSession,
  PHONE,
  query,
} from "./browser.ts";
import { ADMIN_PASSWORD } from "./first-password.ts";
import { baseUrl } from "./site.ts";
import { clean, listPage, pickOption, type StaffOptions } from "./staff.ts";

// A staff member keeps the accounts: finds, adds, changes, imports and removes people.
const browser = browserKit();

/** Accounts of this file, all of them below 秘书处 but one. */
const PEOPLE = [
  ["kan", "阚一", 103],
  ["ruan", "阮二", 103],
  ["xi", "奚三", 104],
  ["yan", "晏四", 108],
] as const;

beforeAll(async () => {
  for (const [name, nickName, deptId] of PEOPLE) {
    await query(
      `insert into sys_user (user_name, nick_name, user_type, dept_id, pwd_update_date)
       values ($1, $2, '00', $3, now())`,
      [`j-${name}`, nickName, deptId],
    );
  }
});

const idOf = async (userName: string): Promise<number> => {
  const [row] = await query(
    "select user_id from sys_user where user_name = $1 and del_flag = '0'",
    [userName],
  );
  return Number(row?.user_id);
};

const office = (to: string, options?: StaffOptions) => listPage(browser, to, options);

const row = (page: Page, name: string) => page.getByRole("row", { name });
const names = (page: Page) =>
  page.locator(".cr-table tbody tr td:nth-child(2):visible").allInnerTexts();
const namesAre = (page: Page, wanted: string[]) =>
  vi.waitFor(async () => expect(await names(page)).toEqual(wanted), { timeout: 10_000 });
const question = (page: Page, words: string) =>
  page.locator(".ant-modal-confirm-title", { hasText: words });
const more = async (page: Page, name: string, choice: string) => {
  await page.getByRole("button", { name: `更多操作「${name}」` }).click();
  await page.getByRole("menuitem", { name: choice }).click();
};
const isAlive = async (token: string) => {
  const answer = await fetch(`${baseUrl}/prod-api/getInfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { code: number }).code === 200;
};

test("a department narrows the list; filters, order and department stand in the address", async () => {
  const page = await office("/system/user?userName=j-");
  await namesAre(page, ["j-kan", "j-ruan", "j-xi", "j-yan"]);
  await clean(page);
  await page.getByRole("treeitem", { name: "秘书处" }).click();
  await namesAre(page, ["j-kan", "j-ruan", "j-xi"]);
  await page.getByRole("button", { name: "用户名称" }).click();
  await page.waitForURL(/isAsc=ascending/);
  await page.getByRole("button", { name: "用户名称" }).click();
  await namesAre(page, ["j-xi", "j-ruan", "j-kan"]);
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({
      userName: "j-",
      deptId: "101",
      orderByColumn: "userName",
      isAsc: "descending",
    });
  await page.reload();
  await namesAre(page, ["j-xi", "j-ruan", "j-kan"]);
  await page.getByLabel("筛选部门").fill("会员");
  await page.getByRole("treeitem", { name: "会员部" }).click();
  await namesAre(page, ["j-xi"]);
  await page.getByRole("button", { name: "全部部门" }).focus();
  await page.keyboard.press("Enter");
  await namesAre(page, ["j-yan", "j-xi", "j-ruan", "j-kan"]);
  await page.getByLabel("筛选部门").fill("");
  await page.getByRole("treeitem", { name: "秘书处" }).waitFor();
  await page.getByRole("button", { name: "全部部门" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await namesAre(page, ["j-yan"]);
});

test("somebody is added by keyboard; what the server refuses stands on its field", async () => {
  const page = await office("/system/user?userName=j-new");
  // The key belongs to the page, which comes after the shell and then asks for its list.
  await page.getByText("没有符合条件的用户").waitFor();
  await page.keyboard.press("n");
  const drawer = page.getByRole("dialog", { name: "新增用户" });
  await drawer.getByLabel("用户昵称").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Control+s");
  for (const text of ["用户昵称不能为空", "用户账号不能为空", "用户密码不能为空"]) {
    await drawer.getByText(text).waitFor();
  }
  await clean(page);
  await drawer.getByLabel("用户昵称").fill("新来的");
  await drawer.getByLabel("用户账号").fill("J-Kan");
  await drawer.getByLabel("用户密码").fill("short");
  await drawer.getByText(/^密码须为10-32位/).waitFor();
  await drawer.getByRole("button", { name: "填入初始密码" }).click();
  await drawer.getByText(/^密码须为10-32位/).waitFor({ state: "detached" });
  await drawer.getByLabel("归属部门").click();
  await page.keyboard.type("培训");
  await page.locator(".ant-select-tree-title", { hasText: "培训部" }).click();
  await drawer.getByLabel("角色").click();
  await pickOption(page, "普通角色");
  await page.keyboard.press("Control+s");
  await drawer.getByText("登录账号已存在").waitFor();
  expect(await drawer.getByLabel("用户昵称").inputValue()).toBe("新来的");
  await drawer.getByLabel("用户账号").fill("j-new");
  await page.keyboard.press("Control+s");
  await page.getByText("已新增用户「新来的」").waitFor();
  await row(page, "j-new").waitFor();
  await expect.poll(() => row(page, "j-new").innerText()).toContain("培训部");
  const [kept] = await query(
    `select pwd_update_date, array(select role_id from sys_user_role r
       where r.user_id = u.user_id)::text roles from sys_user u where user_name = 'j-new'`,
  );
  expect(kept).toEqual({ pwd_update_date: null, roles: "{2}" });

  await page.getByRole("button", { name: "编辑「新来的（j-new）」" }).click();
  const edit = page.getByRole("dialog", { name: "编辑用户「新来的（j-new）」" });
  expect(await edit.getByLabel("用户账号").count()).toBe(0);
  await edit.getByLabel("手机号码").fill("139");
  await edit.getByText("请输入正确的11位手机号码").waitFor();
  await edit.getByLabel("手机号码").fill("13900007001");
  await page.keyboard.press("Control+s");
  await page.getByText("已保存用户「新来的」").waitFor();
  await vi.waitFor(async () =>
    expect(await row(page, "j-new").innerText()).toContain("139****7001"),
  );
  // One number at a time, with the keyboard as well; each look leaves a row.
  await row(page, "j-new")
    .getByRole("button", { name: /查看.*完整手机号码/ })
    .press("Enter");
  const asking = page.getByRole("dialog", { name: /查看「新来的.*完整手机号码/ });
  await asking.getByLabel("查看原因").fill("电话");
  await asking.getByRole("button", { name: "查看", exact: true }).click();
  await asking.getByText("请填写查看原因，5-200个字").waitFor();
  await asking.getByRole("button", { name: "电话核实本人资料" }).click();
  await asking.getByRole("button", { name: "查看", exact: true }).click();
  await row(page, "j-new").getByText("13900007001").waitFor();
  const [look] = await query(
    "select oper_param from sys_oper_log where oper_url = '/system/user/reveal' limit 1",
  );
  expect(look?.oper_param).toContain("电话核实本人资料");
});

test("switching off and a new password are asked for, and end the sessions", async () => {
  const kan = await idOf("j-kan");
  const page = await office("/system/user?userName=j-kan");
  const first = await openSession(kan);
  const toggle = page.getByRole("switch", { name: "启用「阚一（j-kan）」" });
  await toggle.click();
  await question(page, "停用用户「阚一（j-kan）」？").waitFor();
  await page.keyboard.press("Escape");
  await question(page, "停用用户").waitFor({ state: "hidden" });
  expect(await isAlive(first)).toBe(true);
  await toggle.click();
  await page.getByRole("button", { name: "停用", exact: true }).click();
  await page.getByText("已停用用户「阚一（j-kan）」").waitFor();
  expect(await isAlive(first)).toBe(false);
  await vi.waitFor(async () => expect(await toggle.getAttribute("aria-checked")).toBe("false"));
  await toggle.click();
  await page.getByRole("button", { name: "启用", exact: true }).click();
  await page.getByText("已启用用户「阚一（j-kan）」").waitFor();

  const second = await openSession(kan);
  await more(page, "阚一（j-kan）", "重置密码");
  const dialog = page.getByRole("dialog", { name: "重置「阚一（j-kan）」的密码" });
  await dialog.getByLabel("新密码").fill("j-kan-Long-2031");
  await page.keyboard.press("Enter");
  await dialog.getByText("密码不能包含账号或手机号").waitFor();
  await clean(page);
  await dialog.getByLabel("新密码").fill("Harbour-2031");
  await page.keyboard.press("Enter");
  await page.getByText("已重置「阚一（j-kan）」的密码").waitFor();
  expect(await isAlive(second)).toBe(false);
});

test("roles have a page of their own: unsaved is asked for, saved goes back", async () => {
  const page = await office("/system/user?userName=j-ruan");
  const session = await openSession(await idOf("j-ruan"));
  await page.getByRole("button", { name: "分配角色「阮二（j-ruan）」" }).click();
  await page.getByRole("heading", { name: "分配角色：阮二（j-ruan）" }).waitFor();
  await clean(page);
  await page.getByRole("checkbox", { name: "普通角色" }).check();
  await page.getByRole("button", { name: "取消", exact: true }).click();
  await page.locator(".ant-modal-confirm-title").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".ant-modal-confirm-title").waitFor({ state: "hidden" });
  await page.keyboard.press("Control+s");
  await page.getByText("已保存「阮二（j-ruan）」的角色").waitFor();
  await row(page, "j-ruan").waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/system/user");
  await page.getByRole("tab", { name: /分配角色/ }).waitFor({ state: "detached" });
  expect(await isAlive(session)).toBe(true);
  await page.goto(`/system/user-auth/role/${await idOf("j-ruan")}`);
  await expect.poll(() => page.getByRole("checkbox", { name: "普通角色" }).isChecked()).toBe(true);
  await page.goto("/system/user-auth/role/987654");
  await page.getByRole("heading", { name: "访问资源不存在" }).waitFor();
});

const HEADERS = [
  "部门编号",
  "登录名称",
  "用户名称",
  "用户邮箱",
  "手机号码",
  "用户性别",
  "账号状态",
];

/** The template with these people in it. */
const filled = (...people: string[][]): Promise<Buffer> =>
  writeExcel([HEADERS, ...people]).toBuffer();

/** The list behind a dialog is greyed until it has loaded again. */
const listHas = (page: Page, text: string) =>
  page.locator(".cr-table tbody:not([data-stale]) td", { hasText: text }).waitFor();

/** The dialog of the import, and how a workbook gets into it. */
async function importing(page: Page) {
  await page.getByRole("button", { name: "导入", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "导入用户" });
  return {
    dialog,
    counts: (text: string) => dialog.getByRole("status").filter({ hasText: text }).waitFor(),
    confirm: dialog.locator(".cr-foot .ant-btn-primary"),
    report: dialog.getByRole("list", { name: "导入结果" }),
    take: (name: string, buffer: Buffer) =>
      dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer }),
  };
}

test("the export goes out, the template comes back filled, what is no template is told", async () => {
  const page = await office("/system/user?userName=j-");
  // The list was open for an hour: who takes it along shows first who it is, and then it comes.
  await query("update session set created_at = now() - interval '1 hour' where user_id = 1");
  await page.getByRole("button", { name: "导出" }).click();
  const proof = page.getByRole("dialog", { name: "验证身份" });
  await proof.getByLabel("登录密码").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(ADMIN_PASSWORD);
  const [list] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(list.suggestedFilename()).toMatch(/^用户管理_\d+\.xlsx$/);
  const bytes = fs.readFileSync(await list.path());
  const { dialog, take, confirm, counts, report } = await importing(page);
  await clean(page);
  const [template] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "下载模板" }).click(),
  ]);
  await take("a.csv", Buffer.from("a"));
  await dialog.getByText("文件格式不正确，请选择 xlsx 格式的文件").waitFor();
  await take("旧.xls", Buffer.from("a"));
  await dialog.getByText("不支持旧版 xls 文件，请先在 Excel 中另存为 xlsx 格式").waitFor();
  // An export is no template: it has no department numbers.
  await take("用户.xlsx", bytes);
  await dialog.getByText("工作表第一行缺少“部门编号”列，请使用下载的模板").waitFor();
  await take("模板.xlsx", fs.readFileSync(await template.path()));
  await dialog.getByText("导入用户数据不能为空！").waitFor();
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await clean(page);

  await take("人员.xlsx", await filled(["103", "j-import", "进来的", "", "", "女", ""]));
  await counts("共 1 行：新增 1，更新 0，有问题 0");
  await dialog.getByRole("row", { name: "2 新增 j-import 进来的 学术部 女 正常" }).waitFor();
  await clean(page);
  expect(await idOf("j-import")).toBeNaN();
  await confirm.and(page.getByRole("button", { name: "确认导入" })).focus();
  await page.keyboard.press("Enter");
  await report.getByText("1、账号 j-import 导入成功").waitFor();
  await listHas(page, "j-import");
  await dialog.locator(".cr-foot").getByRole("button", { name: "关闭" }).click();
  await row(page, "j-import").waitFor();
});

test("wrong rows are shown before anything is written, downloaded, mended and imported", async () => {
  onTestFinished(async () => {
    await query("update sys_user set nick_name = '阚一' where user_name = 'j-kan'");
  });
  const page = await office("/system/user?userName=j-");
  const { dialog, take, confirm, counts, report } = await importing(page);
  const people = [
    ["103", "j-first", "头一个", "", "", "女", "正常"],
    ["103", "j-wrong", "<b>错</b>", "", "139", "女", "正常"],
    ["104", "j-kan", "阚一一", "", "", "", ""],
  ];
  await take("人员.xlsx", await filled(...people));
  await counts("共 3 行：新增 1，更新 0，有问题 2");
  await dialog.getByRole("row", { name: /j-kan.*账号已存在/ }).waitFor();
  await dialog.getByRole("checkbox", { name: "更新已经存在的用户数据" }).check();
  await counts("共 3 行：新增 1，更新 1，有问题 1");
  await dialog.getByRole("row", { name: /j-wrong.*用户昵称不能包含脚本字符/ }).waitFor();
  await dialog.getByRole("checkbox", { name: "只看有问题的行" }).check();
  await expect.poll(() => dialog.locator(".im-table tbody tr").count()).toBe(1);
  await clean(page);
  expect(await idOf("j-first")).toBeNaN();

  const save = async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "下载错误行" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^用户导入错误行_\d+\.xlsx$/);
    return fs.readFileSync(await file.path());
  };
  await save();
  await confirm.and(page.getByRole("button", { name: "只导入无误的 2 行" })).click();
  await report.getByText("已导入 2 条数据，另有 1 条有问题，没有导入：").waitFor();
  await listHas(page, "j-first");
  await clean(page);
  expect(await idOf("j-first")).toBeGreaterThan(0);
  // As it comes the file is a template with one column more, wrong for the same reason.
  await take("错误行.xlsx", await save());
  await counts("共 1 行：新增 0，更新 0，有问题 1");
  await dialog.getByText("没有可以导入的行，请改正后重新选择文件。").waitFor();
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  const mended = await writeExcel([
    [...HEADERS, "错误原因"],
    ["103", "j-wrong", "改好的", "", "13900007009", "女", "正常", "用户昵称不能包含脚本字符"],
  ]).toBuffer();

  // The chosen file stays when the connection fails.
  const json = { code: 503, msg: "系统繁忙，请稍后再试" };
  await page.route("**/importPreview*", (route) => route.fulfill({ json }));
  await take("改好.xlsx", mended);
  await dialog.getByRole("alert").getByText(json.msg).waitFor();
  await page.unroute("**/importPreview*");
  await dialog.getByRole("button", { name: "重试" }).click();
  await counts("共 1 行：新增 1，更新 0，有问题 0");
  await confirm.click();
  await report.getByText("1、账号 j-wrong 导入成功").waitFor();
  await dialog.locator(".cr-foot").getByRole("button", { name: "关闭" }).click();
  await row(page, "j-wrong").waitFor();
  await expect.poll(() => row(page, "j-kan").innerText()).toContain("阚一一");
});

test("the administrator and oneself stay; others are removed after a question", async () => {
  const page = await office("/system/user?userName=admin");
  await row(page, "admin").first().waitFor();
  expect(await page.getByRole("button", { name: /^(编辑|更多操作)「/ }).count()).toBe(0);
  expect(await page.getByRole("switch").count()).toBe(0);
  await page.goto("/system/user?userName=j-");
  await page.getByRole("checkbox", { name: "选择「奚三（j-xi）」" }).check();
  await page.getByRole("checkbox", { name: "选择「晏四（j-yan）」" }).check();
  await page.getByRole("button", { name: "删除 2" }).click();
  await question(page, "删除选中的 2 个用户？").waitFor();
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText("已删除 2 个用户").waitFor();
  await vi.waitFor(async () => expect(await names(page)).not.toContain("j-xi"));
  expect(await idOf("j-xi")).toBeNaN();
});

test("on a phone: cards, the departments in a drawer, the form in one column", async () => {
  const page = await office("/system/user?userName=j-", {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole("heading", { name: "阚一", exact: true }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  for (const name of ["新增用户", "导入", "部门", "更多操作「阚一（j-kan）」"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    expect([name, (box?.height ?? 0) >= 40]).toEqual([name, true]);
  }
  await page.getByRole("button", { name: "部门", exact: true }).click();
  await page.getByRole("dialog", { name: "部门" }).waitFor();
  await clean(page);
  await page.getByRole("treeitem", { name: "分支机构" }).click();
  await page.getByRole("heading", { name: "没有符合条件的用户" }).waitFor();
  await page.getByRole("button", { name: "部门：分支机构" }).click();
  await page.getByRole("button", { name: "全部部门" }).click();
  await page.getByRole("heading", { name: "阚一", exact: true }).waitFor();
  await page.getByRole("button", { name: "更多操作「阚一（j-kan）」" }).click();
  await page.getByRole("menuitem", { name: "编辑" }).click();
  await page.getByRole("dialog", { name: "编辑用户「阚一（j-kan）」" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.goto("/system/user?userName=j-");
  await page.getByRole("heading", { name: "阚一", exact: true }).waitFor();
  const { dialog, take, counts } = await importing(page);
  await take("人员.xlsx", await filled(["999", "j-phone", "手机上的", "", "", "", ""]));
  await counts("共 1 行：新增 0，更新 0，有问题 1");
  await dialog.getByRole("listitem").getByText("部门编号999不存在").waitFor();
  expect([await fitsWidth(page), await accessibilityProblems(page)]).toEqual([true, []]);
  await page.goto(`/system/user-auth/role/${await idOf("j-kan")}`);
  await page.getByRole("checkbox", { name: "普通角色" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});
