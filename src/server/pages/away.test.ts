import { sql } from "drizzle-orm";
import { afterAll, expect, inject, test, vi } from "vitest";
import { openFaultLine } from "../../../e2e/fault-line.ts";
import { connect } from "../../db/client.ts";
import { startApp } from "../../test/app.ts";
import { listenForTags } from "../cache/invalidation.ts";

// The database goes away, falls silent, or only the listening connection does.

const line = await openFaultLine(Number(new URL(inject("templateUrl")).port));
afterAll(() => line.cut());
const it = await startApp({}, { through: line.port });
const { token } = await it.as("admin");
const through = new URL(it.databaseUrl);
through.port = String(line.port);

const soon = { timeout: 10_000, interval: 50 };
/** A call that must be answered within five seconds, and how. */
async function asked(): Promise<{ status: number; code: number; msg: string; retry: unknown }> {
  const began = Date.now();
  const { status, body, headers } = await it.call("GET", "/system/post/list", { token });
  expect(Date.now() - began).toBeLessThan(5_000);
  return { status, code: body.code, msg: body.msg, retry: headers["retry-after"] };
}
const UNAVAILABLE = { status: 503, code: 503, msg: "系统繁忙，请稍后再试", retry: "5" };

test("a connection that dies while somebody has it ends nothing", async () => {
  const other = connect(it.databaseUrl, 1);
  const client = await other.pool.connect();
  const ended = new Promise((resolve) => client.once("end", resolve));
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  await it.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
  await ended;
  client.release();
  expect((await other.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await other.close();
});

test("a connection that dies as a transaction begins goes back to its pool", async () => {
  const other = connect(through.href, 1);
  await other.pool.query("select 1");
  line.silence();
  const begun = other.db.transaction(async (tx) => void (await tx.execute(sql`select 1`)));
  await new Promise((resolve) => setImmediate(resolve));
  other.abandon();
  await expect(begun).rejects.toThrow();
  expect((await other.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await expect(other.db.transaction(async (tx) => tx.rollback())).rejects.toThrow();
  expect((await other.pool.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
  await other.close();
});

test("calls are refused within five seconds while the database is cut off or silent", async () => {
  expect((await asked()).code).toBe(200);
  await line.cut();
  for (let i = 0; i < 3; i++) expect(await asked()).toEqual(UNAVAILABLE);
  await line.mend();
  await vi.waitFor(async () => expect((await asked()).code).toBe(200), soon);

  line.silenceAll();
  // More at once than there are connections.
  const answers = await Promise.all(Array.from({ length: 25 }, asked));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(answers[0]).toEqual(UNAVAILABLE);
  await line.mend();
  await vi.waitFor(async () => expect((await asked()).code).toBe(200), soon);
});

test("a call that waits for a locked row is refused in time", async () => {
  const other = connect(it.databaseUrl, 1);
  const holder = await other.pool.connect();
  await holder.query("begin; lock table sys_post in access exclusive mode");
  expect(await asked()).toEqual(UNAVAILABLE);
  await holder.query("rollback");
  holder.release();
  await other.close();
  expect((await asked()).code).toBe(200);
});

test("a listener that dies silently is noticed and replaced", async () => {
  const listener = await listenForTags(through.href, { bytesRead: () => Math.random() });
  const before = listener.now();
  line.silence();
  const began = Date.now();
  await vi.waitFor(() => expect(listener.now()).toBeGreaterThan(before), {
    timeout: 15_000,
    interval: 50,
  });
  expect(Date.now() - began).toBeLessThan(6_000);
  await vi.waitFor(() => expect(listener.isLive()).toBe(true), soon);
  await listener.close();
});

test("one that the database itself sends away is deaf, not away; a silent database is away", async () => {
  const listener = await listenForTags(through.href);
  const name = through.pathname.slice(1);
  await it.asAdmin(`alter database ${name} with allow_connections false`, "postgres");
  await it.asAdmin(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'xuehui-listen' and datname = '${name}'`,
    "postgres",
  );
  await vi.waitFor(() => expect(listener.isLive()).toBe(false), soon);
  await vi.waitFor(() => expect([listener.isLive(), listener.isAway()]).toEqual([false, false]));
  await it.asAdmin(`alter database ${name} with allow_connections true`, "postgres");
  await vi.waitFor(() => expect(listener.isLive()).toBe(true), soon);

  line.silenceAll();
  await vi.waitFor(() => expect(listener.isAway()).toBe(true), soon);
  await line.mend();
  await vi.waitFor(() => expect(listener.isLive()).toBe(true), soon);
  await listener.close();
});
