import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { operLog } from "../operlog/table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

type Row = Record<string, unknown>;
const get = async (url = "", caller = token) =>
  (await it.call("GET", `/monitor/druid${url}`, { token: caller })).body as unknown as {
    code: number;
    data: Record<string, Row[]> & { database: Row; reason: string };
  };

test("the database by its own figures", async () => {
  const { data } = await get();
  expect(data.database).toMatchObject({
    version: expect.stringMatching(/^\d+/),
    name: new URL(it.databaseUrl).pathname.slice(1),
    maxConnections: 120,
    deadlocks: 0,
  });
  for (const name of ["uptime", "size", "commits", "blocksHit", "tempFiles", "tempBytes"]) {
    expect(Number(data.database[name]), name).toBeGreaterThanOrEqual(0);
  }
  expect(Number(data.database.size)).toBeGreaterThan(5_000_000);
  expect(Math.abs(Number(data.database.at) - Date.now())).toBeLessThan(5_000);
  const active = data.connections?.find((row) => row.state === "active");
  expect(Number(active?.own)).toBeGreaterThanOrEqual(1);
});

test("what runs for long is shown without its values", async () => {
  const client = new pg.Client(it.databaseUrl);
  await client.connect();
  const ended = client.query("select pg_sleep(60), 'hidden-word' as word").catch(() => undefined);
  try {
    await vi.waitFor(
      async () => {
        const { data } = await get();
        expect(data.running?.[0]).toMatchObject({
          state: "active",
          waitsFor: null,
          statement: "select pg_sleep(?), ? as word",
        });
        expect(Number(data.running?.[0]?.seconds)).toBeGreaterThanOrEqual(1);
      },
      { timeout: 5_000, interval: 200 },
    );
  } finally {
    await it.db.execute(
      sql`select pg_cancel_backend(pid) from pg_stat_activity where query like '%hidden-word%'
        and pid <> pg_backend_pid() and datname = current_database()`,
    );
    await ended;
    await client.end();
  }
});

test("tables and indexes, the biggest first", async () => {
  await it.db.execute(sql`create table "a table's name" as select generate_series(1, 200000) as n`);
  await it.db.execute(sql`create index unread on "a table's name" (n)`);
  await it.db.execute(sql`analyze "a table's name"`);
  const { data } = await get("/storage");
  expect(data.tables?.[0]).toMatchObject({ schemaName: "public", tableName: "a table's name" });
  const sizes = data.tables?.map((row) => Number(row.size)) ?? [];
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(sizes.length).toBeLessThanOrEqual(20);
  expect(data.indexes?.[0]).toMatchObject({ indexName: "unread", scans: 0, isUnused: true });
  const unique = data.indexes?.find((row) => String(row.indexName).endsWith("_pkey"));
  expect(unique?.isUnused).toBe(false);
});

test("slowest statements: counted, without values, counted anew", async () => {
  await it.db.execute(sql`select pg_sleep(0.2), 'another-hidden-word'`);
  await vi.waitFor(async () => {
    const { data } = await get("/statements");
    expect(data.reason).toBe("none");
    const found = data.statements?.find((row) => String(row.statement).includes("pg_sleep"));
    expect(found).toMatchObject({ calls: 1, rows: 1 });
    expect(Number(found?.meanMs)).toBeGreaterThan(190);
  });
  const { text } = await it.call("GET", "/monitor/druid/statements", { token });
  expect(text).not.toContain("hidden-word");

  expect((await it.call("DELETE", "/monitor/druid/statements", { token })).body.code).toBe(200);
  const { data } = await get("/statements");
  expect(data.statements?.some((row) => String(row.statement).includes("pg_sleep"))).toBe(false);
  const rows = () => it.db.select().from(operLog).where(eq(operLog.title, "数据监控"));
  await expect.poll(async () => (await rows()).length).toBe(1);
  expect((await rows())[0]).toMatchObject({ businessType: 9, status: 0 });
});

test("a database without the extension says so", async () => {
  await it.asAdmin("drop extension pg_stat_statements");
  expect((await get("/statements")).data).toEqual({
    reason: "missing",
    since: null,
    statements: [],
  });
  const { body } = await it.call("DELETE", "/monitor/druid/statements", { token });
  expect(body).toMatchObject({ code: 500, msg: "当前数据库没有启用语句统计" });
});

test("a frame that says the way for strangers, figures for those who may", async () => {
  const frame = await it.call("GET", "/druid/login.html");
  expect(frame.status).toBe(200);
  expect(frame.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "x-frame-options": "SAMEORIGIN",
  });
  expect(frame.text).toContain("请从本系统登录页登录管理后台");
  expect(frame.text).not.toMatch(/PostgreSQL|script|form/);
  const other = await staffWith(it, "monitor:server:list");
  const watcher = await staffWith(it, "monitor:druid:list");
  for (const url of ["", "/storage", "/statements"]) {
    expect((await get(url, other.token)).code).toBe(403);
    expect((await get(url, watcher.token)).code).toBe(200);
  }
  const refused = await it.call("DELETE", "/monitor/druid/statements", { token: other.token });
  expect(refused.body.code).toBe(403);
});
