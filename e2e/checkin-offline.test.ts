import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  fitsWidth,
  openSession,
  PHONE,
  query,
  ready,
} from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, staffMember, staffPage } from "./staff.ts";

// The door of an activity while the connection comes and goes: decision 64. Each phone has a context of its own.
const browser = browserKit({ ownContexts: true });

const admin = await openSession(ADMIN);

async function api(path: string, body: object) {
  const answer = await fetch(`${baseUrl}/prod-api/api/activity${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const read = await answer.json();
  expect(read).toMatchObject({ code: 200 });
  return read.data;
}

/** An activity of its own for each test, open now, and those who signed up for it. */
async function activityNow(title: string, names: readonly string[]) {
  const [row] = await query(
    `insert into activity (title, type, summary, content, mode, place, state, capacity, published_at,
       sign_start_at, sign_end_at, start_at, end_at)
     select $1, type, summary, content, mode, place, 2, 500, now(), now() - interval '2 days',
       now() + interval '30 minutes', now() + interval '1 hour', now() + interval '5 hours'
     from activity where title like '%亲子对话%' order by id limit 1 returning id`,
    [title],
  );
  const id = Number(row?.id);
  const entries: { id: number; phone: string }[] = [];
  for (const [at, name] of names.entries()) {
    const phone = `139${String(id).padStart(4, "0")}${String(at).padStart(4, "0")}`;
    const made = await api("/entry", { activityId: id, name, phone, unit: "青禾学校" });
    entries.push({ id: made.id, phone });
  }
  return { id, entries };
}

/** A phone at the door of this name, ready for being without a connection. */
async function phoneAt(door: string, id: number, userId = ADMIN): Promise<Page> {
  const page = await staffPage(browser, `${baseUrl}/checkin?id=${id}`, {
    userId,
    viewport: PHONE,
  });
  await page.getByRole("textbox", { name: "签到口名称" }).fill(door);
  await page.getByRole("button", { name: "开始签到" }).click();
  await page.getByText("名单已存在本机，断网时可以继续签到").waitFor();
  return page;
}

const search = (page: Page) => page.getByRole("textbox", { name: "姓名或手机号后四位" });

async function checkIn(page: Page, name: string): Promise<void> {
  await search(page).fill(name);
  await page.getByRole("button", { name: `签到「${name}」` }).click();
}

const enterCode = async (page: Page, code: string) => {
  await page.getByRole("textbox", { name: "签到码" }).fill(code);
  await page.getByRole("button", { name: "按签到码签到" }).click();
};

const result = (page: Page, words: string) => page.locator(".door-result").getByText(words);

const stateOf = (id: number) =>
  query("select state, checked_in_door, checked_in_at from activity_entry where id = $1", [id]);

const codeOf = async (activityId: number, phone: string): Promise<string> => {
  const [order] = await query(
    `select o.code from activity_order o join activity_entry e on e.order_id = o.id
     where e.activity_id = $1 and e.phone = $2`,
    [activityId, phone],
  );
  const data = await api("/activities/sign", { id: activityId, code: order?.code });
  return data[0].entries[0].qr;
};

test("without a connection the door lets in, is closed and opened again, and sends all when it is back", async () => {
  const { id, entries } = await activityNow("断网签到一", ["沈若兰", "顾长风", "陆清源"]);
  const [first, second] = entries;
  const page = await phoneAt("东门", id);
  const code = await codeOf(id, second?.phone ?? "");
  await page.context().setOffline(true);
  await page.getByText("离线：可以按本机名单继续签到").waitFor();
  await checkIn(page, "沈若兰");
  await result(page, "离线签到").waitFor();
  await page.getByText("离线，已存 1 条，联网后自动上传").waitFor();
  await enterCode(page, code);
  await page.getByText("离线，已存 2 条，联网后自动上传").waitFor();
  await result(page, "顾长风").waitFor();
  // The phone knows whom it has let in.
  await enterCode(page, code);
  await result(page, "已经签到过").waitFor();
  await page.getByText("离线，已存 2 条，联网后自动上传").waitFor();
  await ready(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
  expect(await stateOf(first?.id ?? 0)).toMatchObject([{ state: 3 }]);

  // Closed and opened again, still without a connection.
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto(`${baseUrl}/checkin?id=${id}`);
  await again.getByText("离线，已存 2 条，联网后自动上传").waitFor();
  await search(again).fill("沈若兰");
  await again.getByText(/在「东门」签到/).waitFor();
  await checkIn(again, "陆清源");
  await again.getByText("离线，已存 3 条，联网后自动上传").waitFor();

  await context.setOffline(false);
  await again.getByText("已上传 3 条，签到成功 3 条").waitFor();
  for (const entry of entries) {
    expect(await stateOf(entry.id)).toMatchObject([{ state: 4, checked_in_door: "东门" }]);
  }
  const rows = await query(
    "select outcome, is_offline from activity_check where activity_id = $1 order by id",
    [id],
  );
  expect(rows).toEqual([1, 2, 3].map(() => ({ outcome: "in", is_offline: true })));
  expect(await accessibilityProblems(again)).toEqual([]);
  await again.getByRole("button", { name: "知道了" }).click();
  await again.getByRole("heading", { name: "上传结果" }).waitFor({ state: "detached" });
});

test("two phones: who was let in elsewhere meanwhile is told with time and door, a forged code and a lost seat with the reason", async () => {
  const { id, entries } = await activityNow("断网签到二", ["苏映雪", "何思远"]);
  const [twice, gone] = entries;
  const [east, west] = [await phoneAt("东门", id), await phoneAt("西门", id)];
  await east.context().setOffline(true);
  await east.getByText("离线：可以按本机名单继续签到").waitFor();
  await checkIn(east, "苏映雪");
  await east.getByText("离线，已存 1 条，联网后自动上传").waitFor();
  await checkIn(east, "何思远");
  await east.getByText("离线，已存 2 条，联网后自动上传").waitFor();
  // The phone cannot tell a forged code from that of somebody who signed up since.
  await enterCode(east, "XHE.99.20000.0123456789abcdef0123");
  await east.getByText(/离线时不能核对/).waitFor();
  await east.getByRole("button", { name: "先记下" }).click();
  await east.getByText("离线，已存 3 条，联网后自动上传").waitFor();

  await checkIn(west, "苏映雪");
  await result(west, "签到成功").waitFor();
  await query("update activity_entry set state = 7 where id = $1", [gone?.id]);

  await east.context().setOffline(false);
  await east.getByText("已上传 3 条，以下 3 条没有计入").waitFor();
  await east.getByText(/已经签到：.* 在「西门」签到 · 本机在「东门」记下/).waitFor();
  await east.getByText(/这份报名已取消，不能签到/).waitFor();
  await east.getByText(/签到码无效/).waitFor();
  expect(await stateOf(twice?.id ?? 0)).toMatchObject([{ state: 4, checked_in_door: "西门" }]);
  // What came of them stays until somebody has read it.
  await east.reload();
  await east.getByText(/在「西门」签到 · 本机在「东门」记下/).waitFor();
});

test("the session ends meanwhile: after the log-in the same account sends what was noted", async () => {
  const { id, entries } = await activityNow("断网签到三", ["白露"]);
  const page = await phoneAt("南门", id);
  await page.context().setOffline(true);
  await page.getByText("离线：可以按本机名单继续签到").waitFor();
  await checkIn(page, "白露");
  await page.getByText("离线，已存 1 条，联网后自动上传").waitFor();
  // A token that no session has any more.
  await page.context().addCookies([{ name: "Admin-Token", value: "ended", url: baseUrl }]);
  await page.context().setOffline(false);
  await page.getByText(/已存 1 条没有上传：登录状态已过期/).waitFor();
  expect(await stateOf(entries[0]?.id ?? 0)).toMatchObject([{ state: 3 }]);
  const token = await openSession(ADMIN);
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  await page.reload();
  await page.getByText("已上传 1 条，签到成功 1 条").waitFor();
  expect(await stateOf(entries[0]?.id ?? 0)).toMatchObject([{ state: 4 }]);
});

test("the activity was cancelled meanwhile: nobody is let in, and it is said", async () => {
  const { id, entries } = await activityNow("断网签到四", ["方知行"]);
  const page = await phoneAt("北门", id);
  await page.context().setOffline(true);
  await page.getByText("离线：可以按本机名单继续签到").waitFor();
  await checkIn(page, "方知行");
  await page.getByText("离线，已存 1 条，联网后自动上传").waitFor();
  await query("update activity set state = 5, opinion = '场地临时不可用' where id = $1", [id]);
  await page.context().setOffline(false);
  await page.getByText(/活动已取消，不能签到 · 本机在「北门」记下/).waitFor();
  expect(await stateOf(entries[0]?.id ?? 0)).toMatchObject([{ state: 3 }]);
});

/** Names of the lists that this browser keeps. */
const keptTitles = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("door-people")) return [];
    return new Promise<string[]>((resolve, reject) => {
      const open = indexedDB.open("door-people");
      open.onerror = () => reject(open.error);
      open.onsuccess = () => {
        const database = open.result;
        const all = database.transaction("lists").objectStore("lists").getAll();
        all.onsuccess = () => {
          resolve(all.result.map(({ list }) => list.activity.title));
          database.close();
        };
      };
    });
  });

test("a log-out, a right that is gone and the end of the activity remove the names from the phone", async () => {
  const { id } = await activityNow("断网签到五", ["简宁"]);
  const page = await phoneAt("东门", id);
  expect(await keptTitles(page)).toEqual(["断网签到五"]);
  await page.goto(`${baseUrl}/personal`);
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.waitForURL(`${baseUrl}/`);
  await vi.waitFor(async () => expect(await keptTitles(page)).toEqual([]));

  const guard = await staffMember("door-guard", 0, ["activity:entry:checkIn"]);
  const theirs = await phoneAt("西门", id, guard);
  expect(await keptTitles(theirs)).toEqual(["断网签到五"]);
  await query("delete from sys_user_role where user_id = $1", [guard]);
  await theirs.reload();
  await theirs.getByRole("heading", { name: "没有签到权限" }).waitFor();
  await vi.waitFor(async () => expect(await keptTitles(theirs)).toEqual([]));

  const later = await phoneAt("东门", id);
  await query(
    `update activity set sign_start_at = now() - interval '9 days', sign_end_at = now() - interval '3 hours',
       start_at = now() - interval '2 hours', end_at = now() - interval '1 minute' where id = $1`,
    [id],
  );
  await later.reload();
  await later.getByText("已联网", { exact: true }).waitFor();
  await vi.waitFor(async () => expect(await keptTitles(later)).toEqual([]));
});

test("the worker answers for the door alone, and calls go by it", async () => {
  const script = await fetch(`${baseUrl}/checkin/worker.js`);
  expect(script.headers.get("service-worker-allowed")).toBe("/checkin");
  expect(script.headers.get("content-security-policy")).toBe(
    "default-src 'none'; connect-src 'self'",
  );
  const { id } = await activityNow("断网签到六", ["简宁"]);
  const page = await phoneAt("东门", id);
  const kept = await page.evaluate(async () => {
    const [name = ""] = await caches.keys();
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/checkin");
  expect(kept.filter((path) => path !== "/checkin" && !path.startsWith("/assets/"))).toEqual([]);
  expect(kept.length).toBeLessThan(60);
  // Of a page elsewhere the worker has nothing to say.
  await page.goto(`${baseUrl}/personal`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller === null)).toBe(true);
});

/** Answers a call of the door as a proxy does whose server is away. */
const answerBare = (page: Page, path: string, status: number) =>
  page.route(`**/prod-api/api/activity/door/${path}`, (route) =>
    route.fulfill({ status, contentType: "text/html", body: "<h1>nginx</h1>" }),
  );

test("what a proxy answers in place of the server takes nothing from the phone", async () => {
  const { id, entries } = await activityNow("断网签到七", ["孟晚舟", "乔木"]);
  const page = await phoneAt("东门", id);
  browser.answersItself(404, 403, 502);
  await answerBare(page, "**", 404);
  await checkIn(page, "孟晚舟");
  await result(page, "离线签到").waitFor();
  await page.getByText("离线，已存 1 条，联网后自动上传").waitFor();
  await page.unroute("**/prod-api/api/activity/door/**");
  await answerBare(page, "**", 403);
  await checkIn(page, "乔木");
  await page.getByText("离线，已存 2 条，联网后自动上传").waitFor();
  expect(await keptTitles(page)).toEqual(["断网签到七"]);
  // The server is away when the page is opened: who stands here is known, and nobody is asked to log in.
  await page.route("**/prod-api/getInfo", (route) => route.fulfill({ status: 502, body: "" }));
  await page.reload();
  await page.getByText("离线，已存 2 条，联网后自动上传").waitFor();
  await page.unroute("**/prod-api/getInfo");
  await page.unroute("**/prod-api/api/activity/door/**");
  await page.reload();
  await page.getByText("已上传 2 条，签到成功 2 条").waitFor();
  for (const entry of entries) expect(await stateOf(entry.id)).toMatchObject([{ state: 4 }]);
});

test("an activity that was taken back keeps what was noted until it is published again", async () => {
  const { id, entries } = await activityNow("断网签到八", ["乔木"]);
  const page = await phoneAt("东门", id);
  await page.context().setOffline(true);
  await page.getByText("离线：可以按本机名单继续签到").waitFor();
  await checkIn(page, "乔木");
  await page.getByText("离线，已存 1 条，联网后自动上传").waitFor();
  await query("update activity set state = 1 where id = $1", [id]);
  await page.context().setOffline(false);
  await page.getByText("已存 1 条没有上传：活动已经撤回，重新发布后自动上传").waitFor();
  await query("update activity set state = 2 where id = $1", [id]);
  await page.getByRole("button", { name: "立即上传" }).click();
  await page.getByText("已上传 1 条，签到成功 1 条").waitFor();
  expect(await stateOf(entries[0]?.id ?? 0)).toMatchObject([{ state: 4 }]);
});

test("a queue that cannot be written is sent once, and the list is not read for one who was let in", async () => {
  const { id } = await activityNow("断网签到九", ["乔木", "孟晚舟"]);
  const page = await phoneAt("东门", id);
  const calls: string[] = [];
  page.on("request", (request) =>
    calls.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""),
  );
  const sent = (path: string) => calls.filter((each) => each === path).length;
  await checkIn(page, "孟晚舟");
  await result(page, "签到成功").waitFor();
  await page.locator(".door-count").getByText("1", { exact: true }).waitFor();
  await search(page).fill("孟晚舟");
  await page.getByText(/在「东门」签到/).waitFor();
  expect([sent("checkIn"), sent("list")]).toEqual([1, 0]);
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await checkIn(page, "乔木");
  await result(page, "乔木").waitFor();
  expect(sent("checkIn")).toBe(2);
  await page.getByText("已联网。名单已存在本机，断网时可以继续签到").waitFor();
});

test("a check-in that another sending took along shows what came of it", async () => {
  const { id } = await activityNow("断网签到十", ["乔木"]);
  const page = await phoneAt("东门", id);
  // Another tab settles it while this one waits for its turn.
  const other = await page.context().newPage();
  await other.goto(`${baseUrl}/checkin?id=${id}`);
  await other.getByText("名单已存在本机，断网时可以继续签到").waitFor();
  await other.evaluate(() => {
    const free = new Promise<void>((resolve) => Object.assign(window, { free: resolve }));
    void navigator.locks.request("door-sync", () => free);
  });
  const pending = () =>
    other.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0);
  await other.evaluate(() => window.dispatchEvent(new Event("online")));
  await vi.waitFor(async () => expect(await pending()).toBeGreaterThan(0));
  const before = await pending();
  await checkIn(page, "乔木");
  await vi.waitFor(async () => expect(await pending()).toBeGreaterThan(before));
  await other.evaluate(() => (window as unknown as { free: () => void }).free());
  await result(page, "签到成功").waitFor();
});

test("the door gets another name while somebody is being written down", async () => {
  const { id } = await activityNow("断网签到十一", ["乔木"]);
  const page = await phoneAt("东门", id);
  await search(page).fill("乔");
  await page.getByRole("button", { name: "更换" }).click();
  await search(page).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "取消" }).click();
  await page.getByText("签到口：东门").waitFor();
  expect(await search(page).inputValue()).toBe("乔");
  await page.getByRole("button", { name: "更换" }).click();
  await page.getByRole("textbox", { name: "签到口名称" }).fill("西门");
  await page.getByRole("button", { name: "开始签到" }).click();
  await page.getByText("签到口：西门").waitFor();
  expect(await search(page).inputValue()).toBe("乔");
});
