import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  captchaAnswer,
  fitsWidth,
  openSession,
  PHONE,
  query,
  ready,
} from "./browser.ts";
import { ADMIN_PASSWORD } from "./first-password.ts";
import { baseUrl } from "./site.ts";
import { measures } from "./slow.ts";
import { goBy } from "./staff.ts";
import { withoutStream } from "./without-stream.ts";

const browser = browserKit();

const ADMIN = 1;
/** A menu row whose component no version has; `beforeAll` makes it. */
const NOWHERE = "/tool/nowhere";
const MOBILE = { viewport: PHONE, hasTouch: true, isMobile: true };

async function person(userName: string, userType: "00" | "01"): Promise<number> {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, $1, $2, now()) returning user_id`,
    [userName, userType],
  );
  return Number(row?.user_id);
}

const cookie = (token: string) => ({ name: "Admin-Token", value: token, url: baseUrl });

/** A page of the office, logged in and interactive. */
async function office(
  to = "/workbench",
  { userId = ADMIN, ...options }: BrowserContextOptions & { userId?: number } = {},
): Promise<Page> {
  const page = await browser.page(options);
  await page.context().addCookies([cookie(await openSession(userId))]);
  await page.goto(to);
  await page.locator(".o-panel h1").first().waitFor();
  return page;
}

const tabs = (page: Page) => page.getByRole("tab");
const tabNames = async (page: Page) =>
  (await tabs(page).allInnerTexts()).map((text) => text.trim());
/** Presses entries of the menu, one after the other; each page is the open one before the next. */
const openMenu = async (page: Page, ...names: string[]) => {
  const nav = page.getByRole("navigation", { name: "主菜单" });
  for (const name of names) {
    const directory = nav.getByRole("button", { name });
    const entry = directory.or(nav.getByRole("link", { name })).first();
    if ((await entry.getAttribute("aria-expanded")) !== "true") await entry.click();
    if ((await directory.count()) === 0) await openPage(page, name).waitFor();
  }
};
/** What says which page is the open one: its tab, or the name in the bar of a phone. */
const openPage = (page: Page, name: string) =>
  page.locator("[role=tab][aria-selected=true], .o-bar-title").filter({ hasText: name });
const personMenu = async (page: Page, name: string) => {
  await page.locator(".o-person").click();
  await page.getByRole("menuitem", { name }).click();
};
/** Of a page that is there: it comes after the shell. */
const clean = async (page: Page) => {
  await page.locator("h1").first().waitFor({ state: "attached" });
  expect(await accessibilityProblems(page)).toEqual([]);
};

beforeAll(async () => {
  await query("delete from sys_notice_read where user_id = $1", [ADMIN]);
  await query(
    `insert into sys_menu (menu_id, menu_name, parent_id, order_num, path, component, menu_type, icon)
     values (990000, '尚无此页', 3, 9, 'nowhere', 'no/such/page/index', 'C', 'form')`,
  );
  await query("select pg_notify('xuehui_tags', 'menu')");
});

test("without a token one is led to log in and back; a member is told so", async () => {
  const page = await browser.page();
  await page.goto("/system/user?status=0");
  await page.waitForURL((url) => url.pathname === "/login");
  expect(new URL(page.url()).searchParams.get("redirect")).toBe("/system/user?status=0");

  const member = await browser.page();
  await member.context().addCookies([cookie(await openSession(await person("mei", "01")))]);
  await member.goto("/workbench");
  await member.getByRole("heading", { name: "认证失败，无法访问系统资源" }).waitFor();
  await clean(member);
  expect(await member.getByRole("link", { name: "返回首页" }).getAttribute("href")).toBe("/index");
  await member.getByRole("button", { name: "退出登录" }).click();
  await member.waitForURL("**/login");
  expect(await member.context().cookies()).toEqual([]);
});

test("staff log in on the public page and come to the office, without the public style sheets", async () => {
  const page = await browser.page();
  await page.goto("/login?redirect=%2Fsystem%2Frole%3Fa%3D1");
  await ready(page);
  await page.locator("form img").waitFor();
  const asked = page.waitForResponse(/captchaImage/);
  await page.getByRole("button", { name: "换一题" }).click();
  const { uuid } = (await (await asked).json()) as { uuid: string };
  await page.locator("input[name=username]").fill("admin");
  await page.locator("input[name=password]").fill(ADMIN_PASSWORD);
  await page.getByPlaceholder("请输入计算结果").fill(await captchaAnswer(uuid));
  await page.locator("form [type=submit]").click();
  await page.waitForURL("**/system/role?a=1");
  await page.locator(".o-person").waitFor();
  const sheets = await page.evaluate(() =>
    [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")),
  );
  expect(sheets.join(" ")).not.toMatch(/site|form/);
});

test("an unknown path leads to /404, digits are part of a path", async () => {
  for (const to of ["/no/such/page", "/system/dict-data/index/x", "/system"]) {
    const answer = await fetch(`${baseUrl}${to}`, { redirect: "manual" });
    expect([to, answer.headers.get("location")]).toEqual([to, to === "/system" ? null : "/404"]);
  }
  const page = await office("/system");
  await page.waitForURL("**/system/user");
});

test("the first load is small and fast, and the shell is clean to axe in dark and light", async () => {
  const page = await browser.page();
  await page.context().addCookies([cookie(await openSession(ADMIN))]);
  const scripts = new Set<string>();
  page.on("response", (answer) => {
    if (answer.url().endsWith(".js")) scripts.add(answer.url());
  });
  await withoutStream(page.context());
  await page.goto("/workbench");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  // The best of five. How long it takes by the clock depends on what else the machine does; how much
  // work it is does not.
  const rounds: { clockMs: number; workMs: number }[] = [];
  for (let round = 0; round < 5; round++) {
    const warm = await page.context().newPage();
    const probe = await page.context().newCDPSession(warm);
    await probe.send("Performance.enable", { timeDomain: "threadTicks" });
    await warm.goto("/workbench");
    await warm.locator(".o-person").waitFor();
    const clockMs = await warm.evaluate(() => performance.now());
    const { metrics } = await probe.send("Performance.getMetrics");
    const work = metrics.find((each) => each.name === "TaskDuration")?.value ?? 0;
    rounds.push({ clockMs, workMs: work * 1_000 });
    await warm.close();
  }
  const clockMs = Math.min(...rounds.map((each) => each.clockMs));
  const workMs = Math.min(...rounds.map((each) => each.workMs));
  let bytes = 0;
  for (const url of scripts) {
    const answer = await fetch(url, { headers: { "accept-encoding": "gzip" } });
    bytes += Number(answer.headers.get("content-length"));
  }
  console.log(
    `shell: ${scripts.size} scripts, ${Math.round(bytes / 1024)} kB gzip, ${Math.round(clockMs)} ms by the clock, ${Math.round(workMs)} ms of work`,
  );
  expect(bytes).toBeLessThan(450 * 1024);
  // The goal is a second by the clock: half of it as work leaves room for the rest, and holds on a
  // machine that is busy with something else.
  if (measures("the work of the office's first load")) expect(workMs).toBeLessThan(500);

  await expect.poll(() => page.title()).toBe("学会管理后台");
  await expect.poll(() => page.locator(".o-crumbs li").allInnerTexts()).toEqual(["首页", "工作台"]);
  await expect.poll(() => tabNames(page)).toEqual(["首页"]);
  await clean(page);
  await openMenu(page, "系统管理", "日志管理", "操作日志");
  await expect
    .poll(() => page.locator(".o-crumbs li").allInnerTexts())
    .toEqual(["系统管理", "日志管理", "操作日志"]);
  await page.evaluate(() => {
    sessionStorage.setItem("layout-setting", JSON.stringify({ sideTheme: "theme-light" }));
  });
  await page.reload();
  await page.locator('.o-shell[data-side="theme-light"] .o-side-item').first().waitFor();
  await clean(page);
});

test("the side bar is 200 px, toggles, is remembered and opens its directories beside it", async () => {
  const page = await office();
  const side = page.getByRole("navigation", { name: "主菜单" });
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(200);
  await page.keyboard.press("[");
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(64);
  const kept = await page.context().cookies();
  expect(kept.find((each) => each.name === "sidebarStatus")?.value).toBe("0");
  await page.reload();
  await page.locator(".o-panel h1").waitFor();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(64);
  await side.getByRole("button", { name: "系统监控" }).click();
  await clean(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/monitor/job");
  await page.getByRole("button", { name: "展开侧边栏" }).click();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(200);
  // A page of somebody else's opens elsewhere.
  const outside = side.getByRole("link", { name: "学会官网" });
  expect(await outside.getAttribute("rel")).toContain("noopener");
  expect(await outside.getAttribute("target")).toBe("_blank");
});

test("tabs: kept alive, switched without a request, closed every way, there after a reload", async () => {
  const page = await office("/workbench", { viewport: { width: 1440, height: 560 } });
  await openMenu(page, "系统管理", "角色管理", "字典管理", "参数设置");
  await withoutStream(page.context());
  await page.goto("/user/profile");
  await page.getByLabel("昵称").fill("写了一半");
  await page.locator(".o-content").evaluate((element) => {
    element.scrollTop = 90;
  });
  await expect
    .poll(() => tabNames(page))
    .toEqual(["首页", "角色管理", "字典管理", "参数设置", "个人中心\n（未保存）"]);

  const asked: string[] = [];
  page.on("request", (request) => {
    // The browser reads the icon again when the address changes.
    if (!request.url().endsWith("/favicon.svg")) asked.push(request.url());
  });
  await tabs(page).nth(0).click();
  await page
    .getByRole("heading", { level: 1, name: /系统管理员|好/ })
    .first()
    .waitFor();
  // The last of what the page asks for: an idle network has been seen long ago.
  await page.getByRole("heading", { name: "有效会员" }).waitFor();
  await page.waitForLoadState("networkidle");
  asked.length = 0;
  await tabs(page).nth(4).click();
  await page.getByLabel("昵称").waitFor();
  expect(await page.getByLabel("昵称").inputValue()).toBe("写了一半");
  await expect
    .poll(() => page.locator(".o-content").evaluate((element) => element.scrollTop))
    .toBe(90);
  await tabs(page).nth(0).click();
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  expect(asked).toEqual([]);

  // Closing an unsaved tab asks; the answer that loses nothing has the focus.
  await tabs(page).nth(4).click({ button: "middle" });
  const question = page.getByRole("dialog", { name: "关闭「个人中心」？" });
  await question.waitFor();
  await page.keyboard.press("Enter");
  await question.waitFor({ state: "hidden" });
  await expect.poll(() => tabs(page).count()).toBe(5);
  await tabs(page).nth(4).click({ button: "middle" });
  await page.getByRole("button", { name: "仍要关闭" }).click();
  await expect.poll(() => tabs(page).count()).toBe(4);
  // The question gives the focus back when it has faded: only then is it the keyboard's.
  await page.locator(".ant-modal-wrap").waitFor({ state: "hidden" });

  // Keyboard: arrows move and open, Delete closes, the pinned one stays.
  await tabs(page).nth(0).focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL("**/system/role");
  await page.locator("[role=tab][aria-selected=true]:focus", { hasText: "角色管理" }).waitFor();
  await page.keyboard.press("Delete");
  await page.waitForURL("**/system/dict");
  await page.locator("[role=tab][aria-selected=true]:focus", { hasText: "字典管理" }).waitFor();
  await page.keyboard.press("Alt+w");
  await page.waitForURL("**/system/config");
  await expect.poll(() => tabNames(page)).toEqual(["首页", "参数设置"]);

  await page.reload();
  await page.locator(".o-person").waitFor();
  await expect.poll(() => tabNames(page)).toEqual(["首页", "参数设置"]);

  // The context menu, by the mouse and by the menu key.
  await openMenu(page, "系统管理", "角色管理", "字典管理");
  const choose = async (tab: string, command: string) => {
    await page.getByRole("tab", { name: tab }).click({ button: "right" });
    await page.getByRole("menuitem", { name: command }).click();
  };
  await choose("角色管理", "关闭右侧");
  await expect.poll(() => tabNames(page)).toEqual(["首页", "参数设置", "角色管理"]);
  await choose("参数设置", "关闭其他");
  await page.waitForURL("**/system/config");
  await expect.poll(() => tabNames(page)).toEqual(["首页", "参数设置"]);
  await page.getByRole("tab", { name: "参数设置" }).focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menu").waitFor();
  await clean(page);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/workbench");
  await expect.poll(() => tabNames(page)).toEqual(["首页"]);
});

test("a tab is refreshed by its menu, by Alt R and by /redirect", async () => {
  const page = await office();
  const seen = () => page.waitForResponse(/prod-api\/workbench$/);
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  for (const act of [
    () => page.keyboard.press("Alt+r"),
    async () => {
      await page.getByRole("button", { name: "标签页操作" }).click();
      await page.getByRole("menuitem", { name: "刷新页面" }).click();
    },
    () => page.goto("/redirect/workbench"),
  ]) {
    const answer = seen();
    await act();
    await answer;
    await page.waitForURL("**/workbench");
    await page.getByRole("heading", { name: "最近文章" }).waitFor();
  }
  await expect.poll(() => tabNames(page)).toEqual(["首页"]);
});

test("header search: fuzzy, by keyboard alone, and focus returns", async () => {
  const page = await office();
  await page.getByRole("button", { name: "搜索菜单、页面" }).focus();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox");
  await field.fill("操作志");
  await page.getByRole("option", { name: /操作日志/ }).waitFor();
  await clean(page);
  await field.fill("/system/role");
  await vi.waitFor(async () =>
    expect(await page.getByRole("option", { selected: true }).innerText()).toContain("角色管理"),
  );
  await field.fill("完全没有这样的页面");
  await page.getByText("没有找到").waitFor();
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("o-search");
  await page.keyboard.press("Control+k");
  await field.fill("日志");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/system\/log\/|\/monitor\//);
});

test("fullscreen is said to be missing, sizes change the controls and are remembered", async () => {
  const page = await browser.page();
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "fullscreenEnabled", { get: () => false });
  });
  await page.context().addCookies([cookie(await openSession(ADMIN))]);
  await page.goto(NOWHERE);
  await page.getByRole("button", { name: "全屏" }).click();
  await page.getByText("您的浏览器不支持全屏").waitFor();
  const button = page.getByRole("button", { name: "返回首页" });
  await expect.poll(async () => (await button.boundingBox())?.height).toBe(32);
  for (const [label, height] of [
    ["Default", 36],
    ["Small", 28],
    ["Mini", 24],
  ] as const) {
    await page.getByRole("button", { name: /布局大小/ }).click();
    await page.getByRole("menuitemradio", { name: label }).click();
    await vi.waitFor(async () => expect((await button.boundingBox())?.height).toBe(height));
  }
  const kept = await page.context().cookies();
  expect(kept.find((each) => each.name === "size")?.value).toBe("mini");
  await page.reload();
  await vi.waitFor(async () => expect((await button.boundingBox())?.height).toBe(24));
});

test("layout settings are seen live, kept when saved, and cleared by reset", async () => {
  const page = await office(NOWHERE);
  await personMenu(page, "布局设置");
  const drawer = page.getByRole("dialog", { name: "布局设置" });
  await drawer.getByText("浅色").click();
  await page.locator('.o-shell[data-side="theme-light"]').waitFor();
  await clean(page);
  await drawer.getByRole("radio", { name: "青绿" }).check({ force: true });
  const ink = () => page.evaluate(() => document.documentElement.style.getPropertyValue("--ink"));
  await expect.poll(() => ink()).toBe("#047C5F");
  for (const name of ["标签页", "显示 Logo", "固定头部"]) {
    await drawer.getByRole("switch", { name }).click();
  }
  await expect.poll(() => tabs(page).count()).toBe(0);
  await expect.poll(() => page.locator(".o-brand").count()).toBe(0);
  await drawer.getByRole("switch", { name: "动态标题" }).click();
  await expect.poll(() => page.title()).toBe("尚无此页 - 学会管理后台");
  await drawer.getByRole("switch", { name: "顶部导航" }).click();
  await page.getByRole("navigation", { name: "顶部菜单" }).waitFor();
  await drawer.getByRole("button", { name: "保存设置" }).click();
  await page.getByText("布局设置已保存").waitFor();
  const saved = await page.evaluate(() => sessionStorage.getItem("layout-setting"));
  expect(JSON.parse(saved ?? "")).toEqual({
    topNav: true,
    tagsView: false,
    fixedHeader: false,
    sidebarLogo: false,
    dynamicTitle: true,
    sideTheme: "theme-light",
    theme: "#11A983",
  });
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("o-person");
  await page.reload();
  await page.getByRole("navigation", { name: "顶部菜单" }).waitFor();
  await expect.poll(() => ink()).toBe("#047C5F");
  await clean(page);
  await personMenu(page, "布局设置");
  await drawer.getByRole("button", { name: "重置" }).click();
  await page.locator('.o-shell[data-side="theme-dark"] .o-tag').first().waitFor();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("layout-setting"))).toBeNull();
});

test("top menu: width / 3 / 85 entries, the rest under 更多菜单, the module in the side bar", async () => {
  const page = await browser.page({ viewport: { width: 2048, height: 800 } });
  await page.addInitScript(() => sessionStorage.setItem("layout-setting", '{"topNav":true}'));
  await page.context().addCookies([cookie(await openSession(ADMIN))]);
  await page.goto(NOWHERE);
  const top = page.getByRole("navigation", { name: "顶部菜单" });
  await top.waitFor();
  // 2048 / 3 / 85 = 8.03: eight, and the button for the rest.
  const entries = async () =>
    (await top.getByRole("button").allInnerTexts()).map((text) => text.trim());
  await expect
    .poll(entries)
    .toEqual([
      "工作台",
      "待办",
      "内容管理",
      "会员管理",
      "财务管理",
      "活动培训",
      "申报管理",
      "系统管理",
      "更多菜单",
    ]);
  await expect
    .poll(async () => (await top.getByRole("button").first().boundingBox())?.width)
    .toBe(85);
  expect(await fitsWidth(page)).toBe(true);
  const side = page.getByRole("navigation", { name: "主菜单" });
  await side.getByRole("link", { name: "尚无此页" }).waitFor();
  await top.getByRole("button", { name: "系统管理" }).click();
  await side.getByRole("link", { name: "用户管理" }).waitFor();
  expect(await side.getByRole("link", { name: "尚无此页" }).count()).toBe(0);
  await top.getByRole("button", { name: "更多菜单" }).click();
  await page.getByRole("menuitemradio", { name: "学会官网" }).waitFor();
  await clean(page);
  await page.keyboard.press("Escape");
  await side.getByRole("link", { name: "岗位管理" }).click();
  await page.waitForURL("**/system/post");
});

test("logging out asks, ends the session and goes to /index", async () => {
  const page = await office();
  const [token] = await page.context().cookies();
  await personMenu(page, "退出登录");
  await page.getByText("确定注销并退出系统吗？").waitFor();
  await clean(page);
  await page.getByRole("button", { name: "取消" }).click();
  await page.getByText("确定注销并退出系统吗？").waitFor({ state: "hidden" });
  await personMenu(page, "退出登录");
  await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
  await page.waitForURL("**/index");
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: "Admin-Token" }),
  );
  const answer = await fetch(`${baseUrl}/prod-api/getInfo`, {
    headers: { authorization: `Bearer ${token?.value}` },
  });
  expect(((await answer.json()) as { code: number }).code).toBe(401);
});

test("the lock covers everything, survives a reload, and opens by the password alone", async () => {
  const page = await office("/user/profile");
  await page.getByLabel("昵称").fill("锁定前写的");
  await page.keyboard.press("Control+Alt+l");
  const lock = page.getByRole("dialog", { name: "屏幕已锁定" });
  await lock.waitFor();
  await clean(page);
  // Not even for a moment: what is closed and shown again lets a quick key through.
  await lock.evaluate((dialog) => {
    dialog.addEventListener("close", () => dialog.setAttribute("data-was-closed", ""));
  });
  for (const key of ["Escape", "Escape", "Control+k"]) await page.keyboard.press(key);
  expect(await page.locator("[data-was-closed]").count()).toBe(0);
  expect(await lock.isVisible()).toBe(true);
  expect(await page.getByRole("combobox").count()).toBe(0);
  await lock.getByRole("button", { name: "解锁" }).click();
  await lock.getByText("密码不能为空").waitFor();
  await lock.getByLabel("登录密码").fill("not-this-one");
  await page.keyboard.press("Enter");
  await lock.getByText("密码错误，请重新输入").waitFor();

  // Another tab of the browser is locked as well.
  const other = await page.context().newPage();
  await other.goto("/workbench");
  await other.getByRole("dialog", { name: "屏幕已锁定" }).waitFor();
  expect(await other.locator(".o-tag").count()).toBe(0);
  // Keys go to the tab that one looks at.
  await page.bringToFront();
  await lock.getByLabel("登录密码").fill(ADMIN_PASSWORD);
  await lock.getByLabel("登录密码").press("Enter");
  await lock.waitFor({ state: "detached" });
  expect(await page.getByLabel("昵称").inputValue()).toBe("锁定前写的");
  await other.locator(".o-tag").first().waitFor();
});

test("from the moment it is pressed the lock keeps keys out, also while its code is on the way", async () => {
  const page = await office("/user/profile");
  let letThrough = () => {};
  const here = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/lock-screen-[^/]*\.js/, async (route) => {
    await here;
    await route.continue();
  });
  await page.getByLabel("昵称").fill("锁定前写的");
  await page.keyboard.press("Control+Alt+l");
  await page.getByRole("dialog", { name: "正在锁定屏幕" }).waitFor();
  await page.keyboard.type("secret");
  await page.keyboard.press("Control+k");
  expect(await page.getByRole("combobox").count()).toBe(0);
  letThrough();
  const lock = page.getByRole("dialog", { name: "屏幕已锁定" });
  await lock.getByLabel("登录密码").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await lock.waitFor({ state: "detached" });
  await page.getByLabel("昵称").and(page.locator(":focus")).waitFor();
  expect(await page.getByLabel("昵称").inputValue()).toBe("锁定前写的");
});

test("401: one dialog, the form stays, the calls go on after the log-in", async () => {
  const page = await office("/user/profile");
  await page.getByLabel("昵称").fill("还没保存");
  await query("delete from session where user_id = $1", [ADMIN]);
  // Two calls at the same moment: a dialog that is up would keep the second press away.
  await page.getByRole("button", { name: "刷新", exact: true }).evaluate((refresh) => {
    (refresh as HTMLElement).click();
    document.querySelector<HTMLElement>(".o-bell")?.click();
  });
  const dialog = page.getByRole("dialog", { name: "系统提示" });
  await dialog.getByText("登录状态已过期，您可以继续留在该页面，或者重新登录").waitFor();
  expect(await page.locator(".o-dialog").count()).toBe(1);
  await clean(page);
  await dialog.getByRole("button", { name: "留在此页" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.getByLabel("昵称").inputValue()).toBe("还没保存");

  const asked = page.waitForResponse(/captchaImage/);
  await page.getByRole("button", { name: "刷新", exact: true }).click();
  const { uuid } = (await (await asked).json()) as { uuid: string };
  await dialog.getByLabel("密码", { exact: true }).fill(ADMIN_PASSWORD);
  await dialog.getByLabel("验证码").fill(await captchaAnswer(uuid));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("本次登录").waitFor();
  expect(await page.getByLabel("昵称").inputValue()).toBe("还没保存");
});

test("somebody else logs in in another tab: this one stops and asks to be loaded anew", async () => {
  const page = await office("/user/profile");
  await page.getByLabel("昵称").fill("不该被别人提交");
  const other = await openSession(await person("lan", "00"));
  await page.context().addCookies([cookie(other)]);
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(request.url());
  });
  await page.getByRole("button", { name: "保存资料" }).click();
  const dialog = page.getByRole("dialog", { name: "登录账号已变化" });
  await dialog.getByText("「lan」").first().waitFor();
  await clean(page);
  expect(writes).toEqual([]);
  await dialog.getByRole("button", { name: "刷新页面" }).click();
  await page.getByText("lan").first().waitFor();
  // The other person's tabs are not shown; 工作台 and 待办 belong to all staff.
  await expect
    .poll(() => page.getByRole("navigation", { name: "主菜单" }).getByRole("listitem").count())
    .toBe(2);

  // A new token of the same person is taken over without a word.
  await page.context().addCookies([cookie(await openSession(ADMIN))]);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await dialog.waitFor();
});

test("pages that are not there, not yours or not allowed inside get a clear card", async () => {
  const page = await office(NOWHERE);
  await page.getByRole("heading", { name: "页面尚未提供" }).waitFor();
  await page.getByText("no/such/page", { exact: true }).waitFor();
  await clean(page);

  const nobody = await person("without-roles", "00");
  const limited = await office("/system/user", { userId: nobody });
  await limited.getByRole("heading", { name: "当前操作没有权限" }).waitFor();
  await limited.getByRole("button", { name: "返回首页" }).click();
  await limited.getByRole("heading", { name: "最近文章" }).waitFor();
  await limited.goto("/system/dict-data/index/1");
  await limited.getByRole("heading", { name: "当前操作没有权限" }).waitFor();

  const rows = await query(
    `insert into sys_menu (menu_name, parent_id, path, component, menu_type) values
     ('坏脚本', 0, 'javascript:alert(1)', 'x', 'C'), ('外部文档', 2, 'http://docs.example.org/a', '', 'C'),
     ('圈一', 990002, 'a', '', 'M'), ('孤儿', 990009, 'b', 'b', 'C') returning menu_id`,
  );
  await query("select pg_notify('xuehui_tags', 'menu')");
  const frame = await office("/workbench");
  expect(await frame.getByText("坏脚本").count()).toBe(0);
  expect(await frame.getByText("孤儿").count()).toBe(0);
  await openMenu(frame, "系统监控", "外部文档");
  await frame.getByRole("heading", { name: "不能在此打开这个地址" }).waitFor();
  expect(await frame.locator("iframe").count()).toBe(0);
  await query("delete from sys_menu where menu_id = any($1)", [rows.map((row) => row.menu_id)]);
  await query("select pg_notify('xuehui_tags', 'menu')");
});

test("an allowed InnerLink is framed in a sandbox, as high as the specification says", async () => {
  await query(
    `insert into sys_config (config_name, config_key, config_value, config_type)
     values ('内嵌', 'sys.innerLink.hosts', $1, 'Y')
     on conflict (config_key) do update set config_value = excluded.config_value`,
    [baseUrl],
  );
  await query(
    "insert into sys_menu (menu_id, menu_name, parent_id, path, menu_type) values (990001, '内嵌页', 2, $1, 'C')",
    [`${baseUrl}/health/live?page=1&lang=zh`],
  );
  await query("select pg_notify('xuehui_tags', 'menu,site')");
  const page = await office("/workbench");
  await openMenu(page, "系统监控", "内嵌页");
  const frame = page.locator("iframe");
  await frame.waitFor();
  expect(await frame.getAttribute("sandbox")).toBe("allow-scripts allow-forms allow-popups");
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(900 - 94.5);
  await query("delete from sys_menu where menu_id = 990001");
  await query("update sys_config set config_value = '' where config_key = 'sys.innerLink.hosts'");
  await query("select pg_notify('xuehui_tags', 'menu,site')");
});

test("the bell counts, opens and marks; one notice, then all", async () => {
  const page = await office();
  const bell = page.getByRole("button", { name: /通知公告/ });
  await page.getByRole("button", { name: "通知公告，3 条未读" }).click();
  await clean(page);
  await page
    .getByRole("dialog", { name: "通知公告" })
    .getByRole("listitem")
    .first()
    .getByRole("button")
    .click();
  const drawer = page.locator(".ant-drawer .o-prose");
  await drawer.waitFor();
  await page.getByRole("button", { name: "通知公告，2 条未读" }).waitFor();
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  await bell.click();
  await page.getByRole("button", { name: "全部已读" }).click();
  await page.getByRole("button", { name: "通知公告", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("keys: a list of them, off while typing and by the switch", async () => {
  const page = await office("/user/profile");
  await page.getByLabel("昵称").waitFor();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "快捷键" });
  await list.waitFor();
  await clean(page);
  await list.getByRole("switch").click();
  await list.getByRole("button", { name: "知道了" }).click();
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  expect(await list.count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByLabel("昵称").focus();
  await page.keyboard.type("[?");
  expect(await list.count()).toBe(0);
  expect((await page.getByRole("navigation", { name: "主菜单" }).boundingBox())?.width).toBe(200);
  await page.getByLabel("昵称").blur();
  // A page that is busy with the first key hears of the second late: they are a pair all the same.
  await page.evaluate(() => {
    const busy = () => {
      const end = performance.now() + 1_500;
      while (performance.now() < end);
    };
    document.addEventListener("keydown", busy, { once: true });
  });
  await goBy(page, "h");
  await page.waitForURL("**/workbench");
});

test("on a phone: a drawer, no tags, room for fingers, and the bell asks when it is pressed", async () => {
  const page = await browser.page(MOBILE);
  await page.context().addCookies([cookie(await openSession(ADMIN))]);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/user/profile");
  await page.getByLabel("昵称").waitFor();
  await ready(page);
  await expect.poll(() => tabs(page).count()).toBe(0);
  expect(asked.filter((url) => url.includes("listTop"))).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  for (const button of await page.locator(".o-bar button").all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
  }
  await page.getByRole("button", { name: "打开菜单" }).tap();
  const drawer = page.getByRole("dialog", { name: "主菜单" });
  await drawer.getByRole("button", { name: "系统管理" }).tap();
  await clean(page);
  await drawer.getByRole("link", { name: "角色管理" }).tap();
  await drawer.waitFor({ state: "detached" });
  await page.waitForURL("**/system/role");
  await page.locator(".o-bar-title", { hasText: "角色管理" }).waitFor();
  await page.locator(".o-bell").tap();
  await page.getByRole("dialog", { name: "通知公告" }).waitFor();
  await expect.poll(() => asked.filter((url) => url.includes("listTop"))).toHaveLength(1);
  await page.keyboard.press("Escape");
  await page.goto("/workbench");
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});

test("a forbidden storage and a thousand tabs break nothing", async () => {
  const page = await browser.page();
  await page.addInitScript(() => {
    const forbid = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    const { getItem } = Storage.prototype;
    Storage.prototype.setItem = forbid;
    Storage.prototype.removeItem = forbid;
    Storage.prototype.getItem = function (key) {
      // The router's own inline script is not ours to mend.
      return key.startsWith("react-router") ? getItem.call(this, key) : forbid();
    };
  });
  await page.context().addCookies([cookie(await openSession(ADMIN))]);
  await page.goto("/workbench");
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  await personMenu(page, "布局设置");
  await page.getByRole("button", { name: "保存设置" }).click();
  await page.getByText("浏览器不允许保存").waitFor();
  await page.keyboard.press("Control+Alt+l");
  await page.getByRole("dialog", { name: "屏幕已锁定" }).waitFor();

  const many = await browser.page();
  await many.addInitScript(() => {
    const opened = Array.from({ length: 1_000 }, (_, index) => ({
      path: `/tool/gen-edit/index/${index}`,
      search: "",
    }));
    sessionStorage.setItem("office-tabs", JSON.stringify({ userId: 1, tabs: opened }));
  });
  await many.context().addCookies([cookie(await openSession(ADMIN))]);
  await many.goto("/tool/gen-edit/index/700");
  await many.locator("[role=tab][aria-selected=true]").waitFor();
  await expect.poll(() => tabs(many).count()).toBe(1_001);
  const strip = many.locator(".o-tags-strip");
  const place = () => strip.evaluate((element) => element.scrollLeft);
  await expect.poll(place).toBeGreaterThan(10_000);
  const before = await place();
  await strip.hover();
  await many.mouse.wheel(0, 400);
  await expect.poll(place).toBe(before + 400);
  await many.getByRole("tab").first().click();
  await many.getByRole("heading", { name: "最近文章" }).waitFor();
});
