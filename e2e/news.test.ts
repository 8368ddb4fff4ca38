import type { BrowserContext, Page, Request } from "playwright-core";
import { beforeEach, expect, test, vi } from "vitest";
import { browserKit, openSession, PHONE, query } from "./browser.ts";
import { ADMIN_PASSWORD } from "./first-password.ts";
import { baseUrl } from "./site.ts";
import { SLOW } from "./slow.ts";
import { ADMIN, staffMember, staffPage } from "./staff.ts";

// The bell and the numbers beside it hear what happens elsewhere, with one stream a browser.
const browser = browserKit({ ownContexts: true });
const CONTENT = 2000;
const rights = (...verbs: string[]) =>
  ["list", "query", ...verbs].map((verb) => `content:article:${verb}`);
const writer = await staffMember("news-writer", CONTENT, rights("add", "edit"));
const reviewer = await staffMember("news-reviewer", CONTENT, rights("review"));
const reader = await staffMember("news-reader", CONTENT, []);

// Everybody here has read all of them: the bell counts later ones alone.
beforeEach(() =>
  query(
    `insert into sys_notice_read (notice_id, user_id)
     select notice_id, person from sys_notice, unnest($1::int[]) as person on conflict do nothing`,
    [[ADMIN, reviewer, reader, writer]],
  ),
);

async function api(token: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${baseUrl}/prod-api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const read = (await answer.json()) as { code: number; msg: string; data: { id: number } };
  if (read.code !== 200) throw new Error(`${path}: ${read.msg}`);
  return read.data;
}

const admin = await openSession(ADMIN);
const publish = () =>
  api(admin, "POST", "/system/notice", {
    noticeTitle: "铃铛试音",
    noticeType: "1",
    noticeContent: "<p>听见了吗？</p>",
  });

/** Sooner than anything asks by itself, and long enough for a machine that does much else. */
const SOON = 5_000 * SLOW;
const bell = (page: Page) => page.getByRole("button", { name: /^通知公告/ });
const rings = (page: Page, unread: number) =>
  page
    .getByRole("button", { name: unread ? `通知公告，${unread} 条未读` : "通知公告", exact: true })
    .waitFor({ timeout: SOON });
const readAll = async (page: Page) => {
  await bell(page).click();
  await page.getByRole("button", { name: "全部已读" }).click();
  await page.keyboard.press("Escape");
};

/** Streams that a browser has asked for, and those that are open. */
function watchStreams(context: BrowserContext) {
  const asked: string[] = [];
  const open = new Set<Request>();
  context.on("request", (request) => {
    if (!request.url().endsWith("/news/stream")) return;
    asked.push(request.url());
    open.add(request);
  });
  context.on("requestfinished", (request) => void open.delete(request));
  context.on("requestfailed", (request) => void open.delete(request));
  // Of a page that was closed nobody says how its requests ended.
  const count = () => [...open].filter((request) => !request.frame().page().isClosed()).length;
  return { asked, count };
}

/** A page with a watch on its whole browser, and the paths that were answered; a second tab of it by `page.context().newPage()`. */
async function staffBrowser(to: string, userId: number, answers: string[] = []) {
  let streams: ReturnType<typeof watchStreams> | undefined;
  const page = await staffPage(browser, to, { userId }, async (each) => {
    streams = watchStreams(each.context());
    each.on("requestfinished", (request) => {
      answers.push(new URL(request.url()).pathname.replace("/prod-api", ""));
    });
  });
  if (!streams) throw new Error("not watched");
  await page.locator(".o-person").waitFor();
  return { page, streams };
}

async function tabBeside(page: Page, to: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(to);
  await tab.locator(".o-person").waitFor();
  return tab;
}

/** As the browser does when the page is covered, put away, or shown again. */
const turn = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);

test("a notice rings in both tabs and in the other browser, by one stream each; so do marks", async () => {
  const { page, streams } = await staffBrowser("/workbench", reader);
  const tab = await tabBeside(page, "/user/profile");
  const other = await staffBrowser("/workbench", reader);
  await rings(page, 0);
  await publish();
  await Promise.all([rings(page, 1), rings(tab, 1), rings(other.page, 1)]);
  await publish();
  await Promise.all([rings(page, 2), rings(tab, 2), rings(other.page, 2)]);
  // The workbench shows the same.
  await page.getByText("2 条未读", { exact: true }).waitFor();
  await readAll(tab);
  await Promise.all([rings(page, 0), rings(tab, 0), rings(other.page, 0)]);
  await expect.poll(() => [streams.asked.length, streams.count()]).toEqual([1, 1]);
  await expect.poll(() => [other.streams.asked.length, other.streams.count()]).toEqual([1, 1]);
});

test("what is handed in comes to the reviewer's number and open list, and goes with the decision", async () => {
  const { page } = await staffBrowser("/inbox", reviewer);
  await page.getByRole("heading", { name: "待办已清空" }).waitFor();
  const token = await openSession(writer);
  const [type] = await query("select id from article_type where bll_name = '通知公告'");
  const fields = { articleName: "铃声响处", content: "<p>正文。</p>", typeId: Number(type?.id) };
  const { id } = await api(token, "POST", "/api/bll/article/desk", { ...fields, source: "秘书处" });
  await api(token, "POST", "/api/bll/article/desk/submit", { id, confirmed: true });
  await page.getByRole("link", { name: /待办\s*1 件/ }).waitFor({ timeout: SOON });
  await page.getByRole("link", { name: /铃声响处/ }).waitFor({ timeout: SOON });

  const atWriter = await staffBrowser("/workbench", writer);
  await atWriter.page.getByText("暂无待办").waitFor();
  await api(await openSession(reviewer), "POST", "/api/bll/article/desk/sendBack", {
    id,
    opinion: "请写明时间和地点",
  });
  await page.getByRole("heading", { name: "待办已清空" }).waitFor({ timeout: SOON });
  await atWriter.page.getByRole("link", { name: "铃声响处" }).first().waitFor({ timeout: SOON });
  await atWriter.page.getByRole("link", { name: /待办\s*1 件/ }).waitFor();
});

test("when the tab that listens is closed the other one goes on, and misses nothing", async () => {
  const { page, streams } = await staffBrowser("/workbench", reader);
  await vi.waitFor(() => expect(streams.count()).toBe(1));
  const tab = await tabBeside(page, "/user/profile");
  await rings(tab, 0);
  await page.close();
  await publish();
  await rings(tab, 1);
  await publish();
  await rings(tab, 2);
  await vi.waitFor(() => expect([streams.asked.length, streams.count()]).toEqual([2, 1]));
  await readAll(tab);
  await rings(tab, 0);
});

test("out of sight nothing is open; back in sight it is there at once", async () => {
  const { page, streams } = await staffBrowser("/workbench", reader);
  const tab = await tabBeside(page, "/user/profile");
  await vi.waitFor(() => expect(streams.count()).toBe(1));
  await turn(page, "hidden");
  await vi.waitFor(() => expect([streams.asked.length, streams.count()]).toEqual([2, 1]));
  await publish();
  await rings(tab, 1);
  await turn(tab, "hidden");
  await vi.waitFor(() => expect(streams.count()).toBe(0));
  await publish();
  await turn(page, "visible");
  await rings(page, 2);
  await vi.waitFor(() => expect(streams.count()).toBe(1));
  // Told to the tabs in sight: the one that is not asks for itself when it comes back.
  const rows = await query("select string_agg(notice_id::text, ',') as ids from sys_notice");
  await api(await openSession(reader), "POST", `/system/notice/markReadAll?ids=${rows[0]?.ids}`);
  await rings(page, 0);
  await turn(tab, "visible");
  await rings(tab, 0);
  await expect.poll(() => streams.count()).toBe(1);
});

test("a locked screen hears nothing, and knows all when it is opened", async () => {
  const { page, streams } = await staffBrowser("/workbench", ADMIN);
  await rings(page, 0);
  await vi.waitFor(() => expect(streams.count()).toBe(1));
  await page.locator(".o-person").click();
  await page.getByRole("menuitem", { name: /锁定屏幕/ }).click();
  await page.getByRole("dialog", { name: "屏幕已锁定" }).waitFor();
  await vi.waitFor(() => expect(streams.count()).toBe(0));
  await publish();
  await page.getByLabel("登录密码").fill(ADMIN_PASSWORD);
  await page.getByLabel("登录密码").press("Enter");
  await rings(page, 1);
});

test("a forced log-out is seen at once; who logs in again hears again", async () => {
  const answers: string[] = [];
  const { page, streams } = await staffBrowser("/user/profile", reader, answers);
  await vi.waitFor(() => expect(streams.count()).toBe(1));
  // The page has made the calls of its start and of the stream: none is left that could be refused.
  await vi.waitFor(() => {
    for (const path of ["/system/notice/listTop", "/inbox/count"]) {
      expect(answers.filter((each) => each === path)).toHaveLength(2);
    }
  });
  const [row] = await query("select max(id)::int as id from session where user_id = $1", [reader]);
  await api(admin, "DELETE", `/monitor/online/${row?.id}`);
  const dialog = page.getByRole("dialog", { name: "系统提示" });
  await dialog.waitFor({ timeout: SOON });
  await vi.waitFor(() => expect(streams.count()).toBe(0));
  const asked = streams.asked.length;
  await publish();
  // As another tab does when the person logs in there and returns to this one.
  const token = await openSession(reader);
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await dialog.waitFor({ state: "detached" });
  await rings(page, 1);
  await vi.waitFor(() => expect(streams.count()).toBe(1));
  expect(streams.asked.length).toBe(asked + 1);
  await api(token, "POST", "/logout");
  await vi.waitFor(() => expect(streams.count()).toBe(0));
});

test("without Web Locks each window has its own; a phone's bell asks when it is pressed", async () => {
  let streams: ReturnType<typeof watchStreams> | undefined;
  const page = await staffPage(browser, "/workbench", { userId: reader }, async (each) => {
    streams = watchStreams(each.context());
    await each.context().addInitScript(() => {
      // @ts-expect-error: as where the site is reached without HTTPS
      delete Navigator.prototype.locks;
    });
  });
  const tab = await tabBeside(page, "/user/profile");
  await vi.waitFor(() => expect(streams?.count()).toBe(2));
  await publish();
  await Promise.all([rings(page, 1), rings(tab, 1)]);

  const options = { viewport: PHONE, hasTouch: true, isMobile: true, userId: reader };
  const asked: string[] = [];
  const phone = await staffPage(browser, "/user/profile", options, async (each) => {
    each.on("request", (request) => asked.push(new URL(request.url()).pathname));
  });
  await phone.getByLabel("昵称").waitFor();
  await vi.waitFor(() => expect(asked).toContain("/prod-api/inbox/count"));
  expect(asked.filter((url) => url.endsWith("/listTop"))).toEqual([]);
  await bell(phone).tap();
  await rings(phone, 1);
  await publish();
  await rings(phone, 2);
});

test("a machine that has slept asks anew; where no stream comes through it asks now and then", async () => {
  /** Of each question of the bell: whether it says that nobody is there. */
  const marks: string[] = [];
  let streams: ReturnType<typeof watchStreams> | undefined;
  const page = await staffPage(browser, "/workbench", { userId: reader }, async (each) => {
    await each.clock.install();
    streams = watchStreams(each.context());
    each.on("request", (request) => {
      if (request.url().endsWith("/listTop")) marks.push(request.headers()["x-unattended"] ?? "");
    });
  });
  await rings(page, 0);
  await vi.waitFor(() => expect(streams?.count()).toBe(1));
  await page.clock.fastForward(3_600_000);
  const asked = async () => {
    await page.clock.runFor(1_000);
    return [streams?.asked.length, streams?.count()];
  };
  await vi.waitFor(async () => expect(await asked()).toEqual([2, 1]), 10_000);
  expect(marks[0]).toBe("");
  await vi.waitFor(async () => {
    await page.clock.runFor(1_000);
    expect(marks.at(-1)).toBe("1");
  });
  await bell(page).click();
  await vi.waitFor(() => expect(marks.at(-1)).toBe(""));

  // As a proxy does that hands nothing on before it is whole.
  const held = await staffPage(browser, "/workbench", { userId: reader }, async (each) => {
    await each.clock.install();
    await each.route("**/prod-api/news/stream", () => undefined);
  });
  await rings(held, 0);
  await publish();
  const unread = async () => {
    await held.clock.runFor(10_000);
    return bell(held).getAttribute("aria-label");
  };
  await vi.waitFor(async () => expect(await unread()).toBe("通知公告，1 条未读"), 20_000);
});

test("over two processes news are there a moment after the answer to the write", async () => {
  const leaving = new AbortController();
  const arrived: number[][] = [];
  for (let index = 0; index < 6; index++) {
    const token = await openSession(index % 2 ? reader : reviewer);
    const answer = await fetch(`${baseUrl}/prod-api/news/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    const times: number[] = [];
    arrived.push(times);
    const read = async () => {
      for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        if (piece.includes("data: notice\n")) times.push(performance.now());
      }
    };
    read().catch(() => undefined);
  }
  const delays: number[] = [];
  for (let round = 1; round <= 20; round++) {
    await publish();
    const answered = performance.now();
    await vi.waitFor(
      () => expect(arrived.map((each) => each.length)).toEqual(Array(6).fill(round)),
      {
        timeout: 5_000,
        interval: 5,
      },
    );
    delays.push(...arrived.map((each) => Math.max(0, (each.at(-1) ?? 0) - answered)));
  }
  leaving.abort();
  delays.sort((a, b) => a - b);
  const at = (part: number) => Math.round(delays[Math.floor((delays.length - 1) * part)] ?? 0);
  console.log(
    `news after the write's answer: median ${at(0.5)} ms, 95% ${at(0.95)} ms, at most ${at(1)} ms (n = ${delays.length})`,
  );
  expect(at(1)).toBeLessThan(2_000);
});
