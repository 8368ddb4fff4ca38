import http from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { article } from "../../article/table.server.ts";
import { insertArticle } from "../../article/writing/service.server.ts";
import { category } from "../../article_type/table.server.ts";
import { config } from "../../system/config/table.server.ts";
import { queuePush, sendWaiting } from "./service.server.ts";
import { pushLog } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const BASE = "/api/bll/seo/push/desk";
const ORIGIN = "https://society.example.org";
const TOKEN = "AbcDef0123456789";

/** The engine of these tests: the calls it got, and its answer. */
const asked: { url: string; body: string }[] = [];
let answer: { status: number; body: string; hangs?: boolean } = { status: 200, body: "{}" };
const server = http.createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", async () => {
    await whileAsked();
    asked.push({ url: request.url ?? "", body: Buffer.concat(parts).toString() });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(answer.body);
  });
});
let whileAsked: () => Promise<void> = async () => undefined;
let endpoint = "";

let typeId = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/urls`;
  const [row] = await it.db.insert(category).values({ bllName: "要闻" }).returning();
  typeId = row?.id ?? 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const set = (values: Record<string, string>) =>
  it.call("PUT", "/system/config/desk", { token, body: { values } });
const turnOn = () => set({ "site.baiduPush": "true", "site.baiduToken": TOKEN });
const write = async (more: object = {}) =>
  (await insertArticle(it.db, {
    typeId,
    articleName: "一篇",
    content: "<p>文</p>",
    publishTime: new Date(Date.now() - 60_000),
    ...more,
  })) ?? 0;
const send = () => sendWaiting({ db: it.db, dataDir: it.dataDir, origin: ORIGIN, endpoint });
const rows = () => it.db.select().from(pushLog).orderBy(pushLog.id);

beforeEach(async () => {
  await it.db.delete(pushLog);
  await set({ "site.baiduPush": "false" });
  asked.length = 0;
  whileAsked = async () => undefined;
  answer = { status: 200, body: '{"remain":99,"success":1}' };
});

test("off: nothing waits and nothing is sent, not even what waited before", async () => {
  await queuePush(it.db, await write());
  expect(await rows()).toEqual([]);
  await turnOn();
  await queuePush(it.db, await write());
  await set({ "site.baiduPush": "false" });
  expect(await send()).toEqual({ sent: 0, failed: 0, remain: undefined });
  expect(asked).toEqual([]);
  const retry = await it.call("PUT", `${BASE}/retry/1`, { token });
  expect(retry.body.msg).toBe("推送已关闭，不会发送任何内容");
  const { body } = await it.call("GET", `${BASE}/state`, { token });
  expect(body.data).toMatchObject({ isOn: false, waiting: 1 });
});

test("on: each article once, with the token in the call and nowhere else", async () => {
  await turnOn();
  const id = await write();
  await queuePush(it.db, id);
  await queuePush(it.db, id);
  expect(await send()).toEqual({ sent: 1, failed: 0, remain: 99 });
  expect(await send()).toMatchObject({ sent: 0 });
  expect(asked).toEqual([
    {
      url: `/urls?site=${encodeURIComponent(ORIGIN)}&token=${TOKEN}`,
      body: `${ORIGIN}/article?articleId=${id}`,
    },
  ]);
  const { body, text } = await it.call("GET", `${BASE}/list?state=ok`, { token });
  expect(body).toMatchObject({
    total: 1,
    rows: [{ articleId: id, articleName: "一篇", state: "ok", answer: "已接收", remain: 99 }],
  });
  expect(text).not.toContain(TOKEN);
  const settings = await it.call("GET", "/system/config/desk/list", { token });
  expect(settings.body.data).toMatchObject({ hasToken: true });
  expect(settings.text).not.toContain(TOKEN);
  const [kept] = await it.db.select().from(config).where(eq(config.configKey, "site.baiduToken"));
  expect(kept?.configValue).toMatch(/^sealed:/);
  const state = await it.call("GET", `${BASE}/state`, { token });
  expect(state.body.data).toMatchObject({ isOn: true, hasToken: true, waiting: 0, remain: 99 });
});

test("what nobody may read is not told", async () => {
  await turnOn();
  const gone = await write();
  await queuePush(it.db, gone);
  await queuePush(it.db, await write({ visible: "login" }));
  await it.db.update(article).set({ status: "4" }).where(eq(article.id, gone));
  expect(await send()).toMatchObject({ sent: 0, failed: 2 });
  expect(asked).toEqual([]);
  expect((await rows()).map((row) => row.answer)).toEqual([
    "文章没有公开，未推送",
    "文章没有公开，未推送",
  ]);
});

test("what the engine says is written down, and can be tried again", async () => {
  await turnOn();
  const cases: [status: number, body: string, text: string][] = [
    [401, '{"error":401,"message":"token is not valid"}', "百度拒绝：密钥不正确"],
    [400, '{"error":400,"message":"over quota"}', "百度拒绝：今天的配额已用完"],
    [502, "<html>", "百度的回答无法识别（HTTP 502）"],
    [200, "null", "百度拒绝：HTTP 200"],
    [302, "", "百度的回答无法识别（HTTP 302）"],
  ];
  const id = await write();
  for (const [status, body, text] of cases) {
    answer = { status, body };
    await it.db.delete(pushLog);
    await queuePush(it.db, id);
    expect(await send()).toMatchObject({ sent: 0, failed: 1 });
    expect([status, (await rows())[0]?.answer]).toEqual([status, text]);
  }
  const url = `${ORIGIN}/article?articleId=${id}`;
  answer = { status: 200, body: `{"remain":1,"success":0,"not_same_site":["${url}"]}` };
  await it.db.update(pushLog).set({ answer: "" });
  expect(await send()).toMatchObject({ sent: 0, failed: 1, remain: 1 });
  expect((await rows())[0]?.answer).toBe("百度拒绝：不是本站地址，或地址不正确");
});

test("two processes at once send one address once; a dead engine is told about", async () => {
  await turnOn();
  await queuePush(it.db, await write());
  const both = await Promise.all([send(), send()]);
  expect(both.map(({ sent }) => sent).sort()).toEqual([0, 1]);
  expect(asked).toHaveLength(1);
  await queuePush(it.db, await write());
  await sendWaiting({
    db: it.db,
    dataDir: it.dataDir,
    origin: ORIGIN,
    endpoint: "http://127.0.0.1:9/urls",
  });
  expect((await rows()).at(-1)?.answer).toBe("连接百度失败，请检查服务器能否访问外网");
});

test("while the engine takes its time nothing is held, and a process that dies gives its rows back", async () => {
  await turnOn();
  await queuePush(it.db, await write());
  const held: number[] = [];
  const look = async () => {
    const { rows: found } = await it.db.execute<{ n: number }>(sql`select count(*)::int as n
      from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`);
    held.push(found[0]?.n ?? 0);
  };
  whileAsked = look;
  expect(await send()).toMatchObject({ sent: 1 });
  expect(held).toEqual([0]);

  await queuePush(it.db, await write());
  // Another process took it, and was killed.
  await it.db.update(pushLog).set({ claimedAt: new Date() }).where(eq(pushLog.isOk, false));
  expect((await send()).sent).toBe(0);
  const longAgo = new Date(Date.now() - 180_000);
  await it.db.update(pushLog).set({ claimedAt: longAgo }).where(eq(pushLog.isOk, false));
  expect((await send()).sent).toBe(1);
});

test("filters and permissions", async () => {
  const none = await it.call("GET", `${BASE}/list?state=constructor`, { token });
  expect(none.body).toMatchObject({ total: 0, rows: [] });
  const reader = await staffWith(it, "content:push:list");
  expect((await it.call("GET", `${BASE}/list`, { token: reader.token })).body.code).toBe(200);
  expect((await it.call("PUT", `${BASE}/retry/1`, { token: reader.token })).body.code).toBe(403);
  const runner = await staffWith(it, "content:push:run");
  expect((await it.call("GET", `${BASE}/state`, { token: runner.token })).body.code).toBe(403);
  await turnOn();
  expect((await it.call("PUT", `${BASE}/retry/9`, { token: runner.token })).body.msg).toBe(
    "没有可以再次推送的记录",
  );
  expect((await it.call("PUT", `${BASE}/retry/x`, { token: runner.token })).body.msg).toBe(
    "编号格式不正确",
  );
});
