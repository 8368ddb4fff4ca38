import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserKit, openSession, query, ready } from "../e2e/browser.ts";
import { baseUrl } from "../e2e/site.ts";
import { ADMIN } from "../e2e/staff.ts";
import { HOSTILE_HTML } from "./hostile-html.ts";

// The whole corpus goes through a route that keeps formatted text, and what it keeps is published and
// opened as visitors open it: no script of it may run, nothing of it may be fetched from elsewhere.
const browser = browserKit();

type Answer = { code: number; msg: string; [key: string]: unknown };
let token = "";
beforeAll(async () => {
  token = await openSession(ADMIN);
});

async function api(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${baseUrl}/prod-api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Answer;
}

const DESK = "/api/bll/article/desk";

/** Publishes a text and returns the address of its page. */
async function publish(content: string, number: number): Promise<string> {
  const [category] = await query(
    "select id from article_type where status = '0' order by id limit 1",
  );
  const fields = { articleName: `清洗检验第 ${number} 组`, typeId: Number(category?.id), content };
  const saved = await api("POST", DESK, fields);
  expect(saved).toMatchObject({ code: 200 });
  const { id, version } = saved.data as { id: number; version: number };
  expect(await api("POST", `${DESK}/publish`, { id, version })).toMatchObject({ code: 200 });
  return `/article?articleId=${id}`;
}

/** Counts scripts that run and requests that leave the machine. */
async function watched(page: Page): Promise<{ ran: () => Promise<number>; far: string[] }> {
  const far: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(baseUrl) && !url.startsWith("data:")) far.push(url);
  });
  await page.addInitScript(() => {
    const counted = window as unknown as { ran: () => void; count: number };
    counted.count = 0;
    counted.ran = () => {
      counted.count++;
    };
  });
  return { far, ran: () => page.evaluate(() => (window as unknown as { count: number }).count) };
}

/** Everything a visitor might touch is touched; links lead nowhere meanwhile. */
const touchAll = (page: Page, selector: string) =>
  page.evaluate((root) => {
    document.addEventListener("click", (event) => event.preventDefault(), true);
    const names = "click focus mouseover toggle load error animationstart pointerenter scroll";
    for (const element of document.querySelectorAll(`${root} *`)) {
      for (const name of names.split(" ")) {
        element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
      }
    }
  }, selector);

test("the corpus bites where nothing cleans it", async () => {
  const bare = await browser.page({ bypassCSP: true });
  const { ran: ranBare } = await watched(bare);
  await bare.goto("/");
  await bare.evaluate(() => {
    const place = document.createElement("div");
    place.innerHTML = "<p onclick=ran()>文</p><svg onload=ran()></svg>";
    place.id = "bare";
    document.body.append(place);
  });
  await touchAll(bare, "#bare");
  expect(await ranBare()).toBeGreaterThan(0);
});

test("saved through the route and read on the article's page: nothing runs, nothing is fetched", async () => {
  // The route of the notices keeps formatted text by the same rules, one vector at a time.
  const made = await api("POST", "/system/notice", {
    noticeTitle: "清洗检验",
    noticeType: "1",
    status: "1",
  });
  expect(made.code).toBe(200);
  const list = await api("GET", "/system/notice/list?pageNum=1&pageSize=1");
  const [{ noticeId } = { noticeId: 0 }] = list.rows as { noticeId: number }[];
  const kept: string[] = [];
  for (const noticeContent of HOSTILE_HTML) {
    const notice = { noticeId, noticeTitle: "清洗检验", noticeType: "1", status: "1" };
    expect(await api("PUT", "/system/notice", { ...notice, noticeContent })).toMatchObject({
      code: 200,
    });
    const [row] = await query("select notice_content from sys_notice where notice_id = $1", [
      noticeId,
    ]);
    kept.push(String(row?.notice_content));
  }
  await api("DELETE", `/system/notice/${noticeId}`);

  const SIZE = 150;
  for (let at = 0; at < kept.length; at += SIZE) {
    const address = await publish(kept.slice(at, at + SIZE).join(""), at / SIZE + 1);
    // Without the page's policy a script that the sanitiser lets through would run.
    const page = await browser.page({ bypassCSP: true });
    const { ran, far } = await watched(page);
    // Pictures that are not there are no matter of this test.
    await page.route(/\/(demo|profile)\//, (route) => route.fulfill({ status: 204, body: "" }));
    await page.goto(address);
    await ready(page);
    await touchAll(page, ".article-text");
    expect([at, await ran(), far]).toEqual([at, 0, []]);
    await page.context().close();
  }
}, 300_000);
