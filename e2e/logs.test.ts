import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, openSession, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, clean, listPage, type StaffOptions, settled } from "./staff.ts";

// Who did what, who logged in, who is here: the pages of the logs and of the living sessions.
const browser = browserKit();

const OPERLOG = "/system/log/operlog";
const LOGININFOR = "/system/log/logininfor";
const ONLINE = "/monitor/online";

const office = (to: string, options?: StaffOptions) => listPage(browser, to, options);

/** One call of the API as the administrator. */
async function api(method: string, path: string, body?: object) {
  const token = await openSession(ADMIN);
  const answer = await fetch(`${baseUrl}/prod-api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as { code: number; msg: string };
}
/** A staff member, and one session of theirs from an address. */
async function member(userName: string, ipaddr: string): Promise<void> {
  const [user] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, $1, '00', now()) returning user_id`,
    [userName],
  );
  await query(
    `insert into session (token_hash, user_id, idle_seconds, expires_at, ipaddr, browser, os)
     values ($1, $2, 1800, now() + interval '1 hour', $3, 'Firefox 140', 'Linux')`,
    [createHash("sha256").update(randomBytes(32)).digest(), user?.user_id, ipaddr],
  );
}

const question = (page: Page, words: string) =>
  page.locator(".ant-modal-confirm-title", { hasText: words });
const rows = (page: Page) => page.locator(".cr-table tbody tr:visible");
const sure = (page: Page, verb: string) =>
  page.locator(".ant-modal-confirm").getByRole("button", { name: verb, exact: true }).click();
const choose = async (page: Page, label: string, option: string) => {
  await page.getByLabel(label, { exact: true }).click();
  await page.locator(".ant-select-item-option").getByText(option, { exact: true }).click();
};

test("what staff do is in the operation log: found, read whole, exported", async () => {
  await api("DELETE", "/monitor/operlog/clean");
  await api("POST", "/system/post", { postCode: "seen", postName: "被记下的岗位", postSort: 1 });
  await api("POST", "/system/post", { postCode: "seen", postName: "被记下的岗位", postSort: 1 });
  await vi.waitFor(async () =>
    expect(await query("select 1 from sys_oper_log where oper_param like '%seen%'")).toHaveLength(
      2,
    ),
  );
  const page = await office(OPERLOG);
  await clean(page);
  await page.keyboard.press("/");
  await page.keyboard.type("岗位");
  await choose(page, "操作类型", "新增");
  await choose(page, "操作状态", "失败");
  await page.getByRole("button", { name: "查询" }).click();
  await page.getByText("共 1 条").waitFor();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ title: "岗位", businessType: "1", status: "1" });

  await rows(page).first().focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: /^操作日志 \d+$/ });
  await drawer.getByText("新增岗位'被记下的岗位'失败，岗位名称已存在", { exact: true }).waitFor();
  await drawer.getByText('"postCode": "seen"').waitFor();
  await drawer.getByText("POST /system/post").waitFor();
  await clean(page);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "导出" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^操作日志_\d+\.xlsx$/);
  expect(
    fs
      .readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");

  await page.getByRole("button", { name: "重置" }).click();
  await page.getByRole("button", { name: "消耗时间" }).click();
  await vi.waitFor(() => expect(page.url()).toContain("orderByColumn=costTime"));
});

test("filters, order and page stand in the address: reload, back, forward, tabs", async () => {
  const page = await office(OPERLOG);
  const queryOf = () => Object.fromEntries(new URL(page.url()).searchParams);
  await page.getByRole("button", { name: "更多筛选" }).click();
  await page.getByLabel("操作地址").fill("127.0.0");
  await page.getByPlaceholder("操作时间起").fill("2026-01-02");
  await page.getByPlaceholder("止").fill("2036-03-04");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "查询" }).click();
  await page.getByRole("button", { name: "消耗时间" }).click();
  const asked = {
    operIp: "127.0.0",
    beginTime: "2026-01-02",
    endTime: "2036-03-04",
    orderByColumn: "costTime",
    isAsc: "ascending",
  };
  await vi.waitFor(() => expect(queryOf()).toEqual(asked));
  // Pages of other tabs stay in the document.
  const filters = page.getByRole("form", { name: "筛选" });
  const shown = async () => [
    await filters.getByLabel("操作地址").inputValue(),
    await filters.getByPlaceholder("操作时间起").inputValue(),
    await filters.getByPlaceholder("止").inputValue(),
  ];
  const wanted = ["127.0.0", "2026-01-02", "2036-03-04"];
  await page.reload();
  await settled(page);
  // What narrows the list is unfolded with the address.
  await expect.poll(shown).toEqual(wanted);
  expect(queryOf()).toEqual(asked);

  await page.getByRole("navigation").getByText("登录日志", { exact: true }).click();
  await page.getByLabel("用户名称").fill("nobody-of-this-name");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "没有符合条件的登录日志" }).waitFor();
  await vi.waitFor(() => expect(queryOf()).toEqual({ userName: "nobody-of-this-name" }));
  await page.goBack();
  await vi.waitFor(() =>
    expect([new URL(page.url()).pathname, queryOf()]).toEqual([OPERLOG, asked]),
  );
  await vi.waitFor(async () => expect(await shown()).toEqual(wanted));
  await page.goForward();
  await vi.waitFor(() => expect(queryOf()).toEqual({ userName: "nobody-of-this-name" }));
  await page.getByRole("heading", { name: "没有符合条件的登录日志" }).waitFor();
  await page.getByRole("tab", { name: /^操作日志/ }).click();
  await vi.waitFor(() => expect(queryOf()).toEqual(asked));
  await expect.poll(shown).toEqual(wanted);

  // A page further on as well, and an address that somebody sends.
  await page.goto(`${LOGININFOR}?pageNum=2&pageSize=10&status=1&beginTime=2026-01-02`);
  await settled(page);
  await expect.poll(() => page.getByPlaceholder("登录时间起").inputValue()).toBe("2026-01-02");
  expect(queryOf()).toMatchObject({ pageNum: "2", pageSize: "10", status: "1" });
  await page.getByRole("button", { name: "重置" }).click();
  await vi.waitFor(() => expect(queryOf()).toEqual({ pageSize: "10" }));
});

test("a day that cannot be read stays as it was typed, is said to be wrong, and is refused", async () => {
  const page = await office(LOGININFOR);
  const begin = page.getByPlaceholder("登录时间起");
  const end = page.getByPlaceholder("止");
  const said = page.getByRole("alert").filter({ hasText: "日期无法识别" });
  const write = async (text: string, leave: "Tab" | "Enter") => {
    await begin.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(text);
    await page.keyboard.press(leave);
  };
  await write("2026年1月2日", "Enter");
  await said.waitFor();
  await write("2026-13-45", "Tab");
  await said.waitFor();
  await expect.poll(() => begin.inputValue()).toBe("2026-13-45");
  await expect.poll(() => begin.getAttribute("aria-invalid")).toBe("true");
  expect(await end.getAttribute("aria-invalid")).toBe("false");
  // The other end is chosen, and takes nothing away.
  await end.click();
  await page.keyboard.type("2036-03-04");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => [await begin.inputValue(), await end.inputValue()])
    .toEqual(["2026-13-45", "2036-03-04"]);
  await clean(page);
  await page.getByRole("button", { name: "查询" }).click();
  await page.getByText("日期格式不正确，应为 yyyy-MM-dd").waitFor();
  // Back from another page it is still there.
  await page.getByRole("tab", { name: "首页" }).click();
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  await page.getByRole("tab", { name: /^登录日志/ }).click();
  await said.waitFor();
  await expect.poll(() => begin.inputValue()).toBe("2026-13-45");
  await write("2026-01-02", "Enter");
  await said.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "查询" }).click();
  await vi.waitFor(() => expect(page.url()).toContain("beginTime=2026-01-02&endTime=2036-03-04"));
});

test("rows leave the list, the record stays", async () => {
  for (const id of [991, 992, 993]) await api("DELETE", `/system/post/${id}`);
  await vi.waitFor(async () =>
    expect(await query("select 1 from sys_oper_log where oper_url ~ '/99[123]$'")).toHaveLength(3),
  );
  const page = await office(OPERLOG);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await page.getByText("已选 2 条操作日志").waitFor();
  await page.getByRole("button", { name: "删除 2" }).click();
  await question(page, "删除选中的 2 条操作日志？").waitFor();
  await page.getByText("审计记录仍然保留").waitFor();
  await sure(page, "删除");
  await page.getByText("已删除 2 条操作日志").waitFor();

  await page.getByRole("button", { name: "清空" }).click();
  await question(page, "清空操作日志？").waitFor();
  await page.getByText("审计记录本身不会删除").waitFor();
  await page.keyboard.press("Escape");
  await question(page, "清空操作日志？").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "清空" }).click();
  await sure(page, "清空");
  await page.getByText("操作日志已清空").waitFor();
  // All that is left is that it was cleared.
  await vi.waitFor(async () => {
    await page.getByRole("button", { name: "刷新" }).click();
    await page.getByText("清空数据", { exact: true }).waitFor({ timeout: 1_000 });
    expect(await rows(page).count()).toBe(1);
  });
  const [kept] = await query("select count(*)::int as count from sys_oper_log");
  expect(Number(kept?.count)).toBeGreaterThan(5);
});

test("a locked account is opened from the log-in log", async () => {
  await query(
    "update sys_config set config_value = 'false' where config_key like '%captchaEnabled'",
  );
  await api("DELETE", "/system/config/refreshCache");
  const logIn = async () => {
    const answer = await fetch(`${baseUrl}/prod-api/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "lockedone", password: "wrong-Password-1" }),
    });
    return ((await answer.json()) as { msg: string }).msg;
  };
  await vi.waitFor(async () => expect(await logIn()).toBe("密码输入错误5次，帐户锁定10分钟"), {
    timeout: 20_000,
  });
  const page = await office(`${LOGININFOR}?userName=lockedone`);
  await clean(page);
  await rows(page).filter({ hasText: "帐户锁定" }).first().waitFor();
  await page
    .getByRole("button", { name: /^解锁「lockedone/ })
    .first()
    .click();
  await question(page, "解锁账号「lockedone」？").waitFor();
  await sure(page, "解锁");
  await page.getByText("账号「lockedone」已解锁").waitFor();
  expect(await logIn()).toBe("用户不存在/密码错误");

  await page.getByRole("button", { name: "清空" }).click();
  await page.getByText("记录本身仍按规定期限保存").waitFor();
  await sure(page, "清空");
  await page.getByText("登录日志已清空").waitFor();
  await page.getByRole("heading", { name: "没有符合条件的登录日志" }).waitFor();
  const kept = await query("select 1 from sys_logininfor where user_name = 'lockedone'");
  expect(kept.length).toBeGreaterThan(5);
  await query(
    "update sys_config set config_value = 'true' where config_key like '%captchaEnabled'",
  );
  await api("DELETE", "/system/config/refreshCache");
});

test("a session is ended from the list of those online, one's own is not", async () => {
  await member("wanderer", "203.0.113.20");
  await member("walker", "203.0.113.21");
  const page = await office(ONLINE);
  await clean(page);
  await page.getByRole("row", { name: /当前会话/ }).waitFor();
  expect(
    await page
      .getByRole("row", { name: /当前会话/ })
      .getByRole("button", { name: /更多操作/ })
      .count(),
  ).toBe(0);
  await page.getByLabel("登录地址（完整）").fill("203.0.113.20");
  await page.keyboard.press("Enter");
  await page.getByText("共 1 条").waitFor();
  await page.getByRole("button", { name: /^更多操作「wanderer/ }).click();
  await page.getByRole("menuitem", { name: "强退" }).click();
  await question(page, "强退在线用户「wanderer").waitFor();
  await sure(page, "强退");
  await page.getByText(/已强退在线用户「wanderer/).waitFor();
  await page.getByRole("heading", { name: "没有符合条件的在线用户" }).waitFor();
  const left = await query(
    `select user_name from session join sys_user using (user_id) where user_name in ('wanderer', 'walker')`,
  );
  expect(left).toEqual([{ user_name: "walker" }]);
});

test("on a phone the logs are cards, the drawer fills the screen", async () => {
  await api("DELETE", "/system/dict/type/refreshCache");
  const page = await office(OPERLOG, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.getByRole("heading", { name: "字典类型" }).first().waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page
    .getByRole("button", { name: /^更多操作「字典类型/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "详情" }).click();
  const drawer = page.getByRole("dialog", { name: /^操作日志 \d+$/ });
  await drawer.getByText("DELETE /system/dict/type/refreshCache").waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  for (const to of [LOGININFOR, ONLINE]) {
    await page.goto(to);
    await settled(page);
    expect([to, await fitsWidth(page)]).toEqual([to, true]);
    await clean(page);
  }
});
