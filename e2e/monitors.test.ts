import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { clean, type StaffOptions, staffMember, staffPage } from "./staff.ts";

// How the machine, its database and its caches are: pages that ask again by themselves.
const browser = browserKit({ ownContexts: true });

const WORKERS = 2;
const SERVER = "/monitor/server";
const DATABASE = "/monitor/druid";
const CACHE = "/monitor/cache";
const CACHE_LIST = "/monitor/cacheList";

async function office(to: string, options?: StaffOptions): Promise<Page> {
  // Time is ours to move: charts ask every five seconds.
  const page = await staffPage(browser, to, options, (each) => each.clock.install());
  await settled(page);
  return page;
}
const settled = (page: Page) =>
  page.locator(".fi-block:visible, .o-card-state:visible").first().waitFor();

/** Counts the calls to an address from now on. */
function counted(page: Page, path: string): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === `/prod-api${path}`) calls++;
  });
  return () => calls;
}

/** A staff member whose only role holds these permissions. */
const clerk = (userName: string, ...permissions: string[]) => staffMember(userName, 2, permissions);

const block = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const tableOf = (page: Page, title: string) => block(page, title).locator("tbody tr");
const sure = (page: Page, verb: string) =>
  page.locator(".ant-modal-confirm").getByRole("button", { name: verb, exact: true }).click();
const question = (page: Page, words: string) =>
  page.locator(".ant-modal-confirm-title", { hasText: words }).waitFor();

test("every process shows itself; the page asks by itself until it is told or left", async () => {
  const page = await office(SERVER);
  await page.getByText(`${WORKERS} 个，全部应答`).waitFor();
  await expect.poll(() => tableOf(page, "进程").count()).toBe(WORKERS);
  await expect.poll(() => page.getByText("本次应答").count()).toBe(1);
  await clean(page);

  const calls = counted(page, "/monitor/server");
  await page.clock.runFor(5_500);
  await vi.waitFor(() => expect(calls()).toBeGreaterThanOrEqual(1));
  // Two points make a line.
  await page.locator(".fi-figure .fi-line").first().waitFor({ state: "attached" });

  await page.getByRole("button", { name: "暂停更新" }).click();
  await page.getByText("已暂停").waitFor();
  const atPause = calls();
  await page.clock.runFor(30_000);
  expect(calls()).toBe(atPause);
  await page.getByRole("button", { name: "继续更新" }).click();
  await page.clock.runFor(5_500);
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(atPause));

  // Behind another tab nothing is asked.
  await page.getByRole("tab", { name: "首页" }).click();
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  const atLeave = calls();
  await page.clock.runFor(30_000);
  expect(calls()).toBe(atLeave);
  await page.getByRole("tab", { name: "服务监控" }).click();
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(atLeave));

  // Nobody there: the session must be able to end.
  await page.clock.runFor(11 * 60_000);
  await page.getByText("10 分钟没有操作，已停止更新").waitFor();
  const atIdle = calls();
  await page.clock.runFor(60_000);
  expect(calls()).toBe(atIdle);
  await page.keyboard.press("Shift");
  await page.getByText("每 5 秒更新").waitFor();
});

test("old figures stay while the server fails", async () => {
  const page = await office(SERVER);
  await page.route("**/prod-api/monitor/server", (route) =>
    route.fulfill({ json: { code: 500, msg: "暂时读不到数字" } }),
  );
  await page.getByRole("button", { name: "刷新", exact: true }).click();
  await page.getByText("暂时读不到数字，下面是之前的数字").waitFor();
  await page.getByText(`${WORKERS} 个，全部应答`).waitFor();
  await clean(page);
  await page.reload();
  await page.getByRole("heading", { name: "暂时读不到数字" }).waitFor();
  await page.unroute("**/prod-api/monitor/server");
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByText(`${WORKERS} 个，全部应答`).waitFor();
});

test("the database: what runs, what costs, what is large", async () => {
  const page = await office(DATABASE);
  await page.getByText("没有执行超过 1 秒的语句。").waitFor();
  await tableOf(page, "最大的表").first().filter({ hasText: "article" }).waitFor();
  await tableOf(page, "耗时最多的语句").first().waitFor();
  await clean(page);

  const ended = query("select pg_sleep(30), 'not-to-be-seen'").catch(() => undefined);
  await vi.waitFor(
    async () => {
      await page.getByRole("button", { name: "刷新", exact: true }).click();
      await tableOf(page, "正在执行超过 1 秒")
        .filter({ hasText: "select pg_sleep(?), ?" })
        .waitFor({ timeout: 1_000 });
    },
    { timeout: 15_000 },
  );
  expect(await page.getByText("not-to-be-seen").count()).toBe(0);
  await query(
    `select pg_cancel_backend(pid) from pg_stat_activity
     where query like '%not-to-be-seen%' and pid <> pg_backend_pid()`,
  );
  await ended;

  await page.getByRole("button", { name: "清零统计" }).click();
  await question(page, "清零语句统计？");
  await sure(page, "清零");
  await page.getByText("语句统计已清零").waitFor();
});

test("one page is dropped from every process, the rest by what they show", async () => {
  const visit = () => fetch(`${baseUrl}/links`).then((answer) => answer.text());
  await Promise.all(Array.from({ length: 8 }, visit));
  await fetch(`${baseUrl}/index`).then((answer) => answer.text());
  const page = await office(CACHE);
  await page.getByText("自进程启动起计数").waitFor();
  await expect.poll(() => tableOf(page, "各进程的缓存").count()).toBe(WORKERS);
  await clean(page);
  await page.getByRole("link", { name: "网站页面" }).click();
  await page.getByRole("heading", { name: "「网站页面」的键" }).waitFor();
  await page.getByRole("button", { name: "/index", exact: true }).click();
  await page.getByText('"页面": "/index"').waitFor();
  await page.waitForURL(/cacheKey=/);
  await clean(page);
  await page.getByRole("textbox", { name: "在键名中查找" }).fill("no such page");
  await page.getByText("没有包含「no such page」的键。").waitFor();
  await page.getByRole("textbox", { name: "在键名中查找" }).fill("index");
  await page.getByRole("button", { name: "清除「page_cache:/index」" }).click();
  await question(page, "清除键「page_cache:/index」？");
  await sure(page, "清除");
  await page.getByText("键「page_cache:/index」已清除").waitFor();
  await page.getByText("这个键已失效或已被清除。").waitFor();

  await page.goto(CACHE);
  await page.getByRole("button", { name: "清除「栏目菜单」的缓存" }).click();
  await question(page, "清除与「栏目菜单」有关的缓存？");
  await sure(page, "清除");
  await page.getByText("与「栏目菜单」有关的缓存已清除").waitFor();
});

test("clearing everything logs nobody out", async () => {
  const page = await office(CACHE_LIST);
  await page.getByRole("button", { name: "清除全部缓存" }).click();
  await question(page, "清除全部缓存？");
  await page.getByText("登录会话、验证码和账户锁定不受影响").waitFor();
  await sure(page, "清除");
  await page.getByText("全部缓存已清除").waitFor();
  await page.getByRole("button", { name: /^用户信息/ }).click();
  const token = (await page.context().cookies())[0]?.value ?? "";
  // Among the sessions that other journeys have opened, this page's own.
  const [own] = await query("select id from session where token_hash = $1", [
    createHash("sha256").update(token).digest(),
  ]);
  await page.getByRole("textbox", { name: "在键名中查找" }).fill(String(own?.id));
  await page.getByRole("button", { name: `清除「login_tokens:${own?.id}」` }).waitFor();
  await page.locator(".ca-list button .fi-sql").getByText(String(own?.id), { exact: true }).click();
  await page.getByText('"用户": "admin"').waitFor();
  expect(await page.content()).not.toContain(token);
});

test("sessions are read by who may see them elsewhere; who may only look cannot end one", async () => {
  const stranger = await clerk("cachestranger", "monitor:cache:list");
  const closed = await office(`${CACHE_LIST}?cacheName=login_tokens%3A`, { userId: stranger });
  await closed.getByText("当前操作没有权限").first().waitFor();
  const userId = await clerk("cachewatcher", "monitor:cache:list", "monitor:online:list");
  const page = await office(`${CACHE_LIST}?cacheName=login_tokens%3A`, { userId });
  await page.getByRole("heading", { name: "「用户信息」的键" }).waitFor();
  await page.getByRole("textbox", { name: "在键名中查找" }).waitFor();
  expect(await page.getByRole("button", { name: /^清除「/ }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "清空", exact: true }).count()).toBe(0);
  await page.goto(SERVER);
  await page.getByRole("heading", { name: "当前操作没有权限" }).waitFor();
});

test("on a phone: one column, nothing sticks out, targets are large", async () => {
  const page = await office(SERVER, { viewport: PHONE, hasTouch: true, isMobile: true });
  for (const to of [SERVER, DATABASE, CACHE, `${CACHE_LIST}?cacheName=page_cache%3A`]) {
    await page.goto(to);
    await settled(page);
    expect([to, await fitsWidth(page)]).toEqual([to, true]);
    await clean(page);
    const box = await page.getByRole("button", { name: "刷新", exact: true }).first().boundingBox();
    expect([to, (box?.height ?? 0) >= 40]).toEqual([to, true]);
  }
});
