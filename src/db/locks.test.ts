import fs from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../test/app.ts";
import { connect } from "./client.ts";
import {
  LOCKS,
  LockWaitError,
  lockInTransaction,
  releaseLock,
  tryLock,
  waitForLock,
} from "./locks.ts";

const { db, databaseUrl } = await startApp();
const other = connect(databaseUrl, 2);
afterAll(() => other.close());

async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await other.pool.connect();
  return work(client).finally(() => client.release(true));
}

test("every lock has a number of its own", () => {
  const numbers = Object.values(LOCKS).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("nobody takes an advisory lock beside this list", () => {
  const srcDir = path.resolve(import.meta.dirname, "..");
  const taking = fs
    .readdirSync(srcDir, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts"))
    .filter((name) => fs.readFileSync(path.join(srcDir, name), "utf8").includes("pg_advisory"));
  expect(taking).toEqual([path.join("db", "locks.ts")]);
});

test("one lock leaves all others free", async () => {
  await withClient(async (client) => {
    expect(await tryLock(client, "ticker")).toBe(true);
    await db.transaction(async (tx) => {
      const names = Object.keys(LOCKS).filter((name) => name !== "ticker");
      for (const name of names) {
        await lockInTransaction(tx, name as keyof typeof LOCKS, { limitMs: 200 });
      }
      await lockInTransaction(tx, "codes", { subject: "somebody", limitMs: 200 });
    });
    await releaseLock(client, "ticker");
  });
});

test("a wait ends with a clear text, and the limit is for that wait alone", async () => {
  await withClient(async (client) => {
    await client.query("begin");
    await lockInTransactionOf(client);
    const wait = db.transaction((tx) => lockInTransaction(tx, "import", { limitMs: 200 }));
    await expect(wait).rejects.toThrow(LockWaitError);
    await expect(wait).rejects.toThrow("另一个“文档导入”正在进行");
    await client.query("rollback");
  });
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '7s'`);
    await lockInTransaction(tx, "import", { limitMs: 200 });
    const { rows } = await tx.execute(sql`select current_setting('lock_timeout') as now`);
    expect(rows).toEqual([{ now: "7s" }]);
  });
});

/** The same lock as lockInTransaction's without a subject, on a bare client. */
const lockInTransactionOf = (client: pg.PoolClient) =>
  client.query("select pg_advisory_xact_lock($1::int, hashtext(''))", [LOCKS.import.number]);

test("a session's lock is waited for, once said, and no longer than allowed", async () => {
  await withClient(async (holder) => {
    await waitForLock(holder, "migration", { limitMs: 0 });
    await withClient(async (client) => {
      let said = 0;
      const wait = waitForLock(client, "migration", { limitMs: 300, onWait: () => said++ });
      await expect(wait).rejects.toThrow(LockWaitError);
      expect(said).toBe(1);
      const taken = waitForLock(client, "migration", { limitMs: 10_000 });
      await releaseLock(holder, "migration");
      await taken;
    });
  });
});
