import { eq, like, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { post } from "../../app/system/post/table.server.ts";
import { connect } from "../../db/client.ts";
import { startApp } from "../../test/app.ts";
import { listenForTags } from "../cache/invalidation.ts";
import { createMemo } from "../cache/memo.ts";
import {
  afterCommit,
  afterRollback,
  apart,
  outside,
  requestTransactions,
} from "./request-transaction.ts";

const it = await startApp();
const database = connect(it.databaseUrl, 3);
const { db, begin } = requestTransactions(database);
const listening = listenForTags(it.databaseUrl);
afterAll(async () => {
  await (await listening).close();
  await database.close();
});

const nothing = async () => undefined;
const add = (where: typeof db, name: string) =>
  where.insert(post).values({ postCode: name, postName: name });
/** Names of posts that begin with a word, as everybody else sees them. */
const seen = async (word: string) => {
  const rows = await it.db
    .select()
    .from(post)
    .where(like(post.postCode, `${word}%`));
  return rows.map((row) => row.postCode.slice(word.length)).sort();
};

test("nothing is held before the first write, nothing is seen before the commit", async () => {
  const work = begin();
  await work.run(async () => {
    await db.select().from(post);
    await db.transaction(nothing, { accessMode: "read only" });
    expect(work.isOpen).toBe(false);
    await add(db, "one-a");
    await db.transaction((tx) => add(tx, "one-b"));
    // The row is read back, also by a plain select.
    expect(await db.$count(post, like(post.postCode, "one-%"))).toBe(2);
    expect(await seen("one-")).toEqual([]);
  });
  await work.commit(async (tx) => void (await add(tx, "one-c")));
  expect(await seen("one-")).toEqual(["a", "b", "c"]);
  // Work that the handler left running is on its own.
  await work.run(() => add(db, "one-d"));
  expect(await seen("one-")).toEqual(["a", "b", "c", "d"]);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test("a step that fails is undone alone, as without the transaction", async () => {
  const work = begin();
  await work.run(async () => {
    await expect(db.transaction(() => Promise.reject(new Error("first")))).rejects.toThrow("first");
    expect(work.isOpen).toBe(false);
    await add(db, "two-a");
    await expect(add(db, "two-a")).rejects.toThrow();
    await expect(
      db.transaction(async (tx) => {
        await add(tx, "two-b");
        // The slice's own database takes part, it waits for nobody.
        await add(db, "two-c");
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    await db.transaction(async (tx) => {
      await tx.transaction((inner) => add(inner, "two-d"));
      await expect(db.transaction(() => Promise.reject(new Error("inner")))).rejects.toThrow();
    });
  });
  await work.commit(nothing);
  expect(await seen("two-")).toEqual(["a", "d"]);
});

test("parallel steps of one call come one after the other", async () => {
  const work = begin();
  await work.run(() =>
    Promise.all([
      ...["a", "b", "c"].map((name) =>
        db.transaction(async (tx) => {
          await add(tx, `three-${name}`);
          await tx.execute(sql`select pg_sleep(0.01)`);
          if (name === "b") throw new Error("only this one");
        }),
      ),
      add(db, "three-d"),
    ]).catch((error: Error) => expect(error.message).toBe("only this one")),
  );
  await work.commit(nothing);
  expect(await seen("three-")).toEqual(["a", "c", "d"]);
});

test("rolled back, or its last step failed: nothing stays but what was written apart", async () => {
  for (const [word, end] of [
    ["four-", (work: ReturnType<typeof begin>) => work.rollback()],
    [
      "five-",
      (work: ReturnType<typeof begin>) =>
        expect(work.commit(() => Promise.reject(new Error("row")))).rejects.toThrow("row"),
    ],
  ] as const) {
    const work = begin();
    const told: string[] = [];
    await work.run(async () => {
      await add(db, `${word}a`);
      await add(apart(db), `${word}b`);
      await outside(() => add(db, `${word}c`));
      await afterCommit(async () => told.push("committed"));
      afterRollback(async () => told.push("undone"));
    });
    await end(work);
    expect(await seen(word)).toEqual(["b", "c"]);
    expect(told).toEqual(["undone"]);
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  }
});

test("what waits for the commit comes behind it; without a call it comes at once", async () => {
  const work = begin();
  const told: unknown[] = [];
  await work.run(async () => {
    await add(db, "six-a");
    await afterCommit(async () => told.push(await seen("six-")));
    expect(told).toEqual([]);
  });
  await work.commit(nothing);
  expect(told).toEqual([["a"]]);
  await afterCommit(async () => told.push("at once"));
  expect(told).toEqual([["a"], "at once"]);
});

test("what opens the transaction may refuse it; a dead connection is thrown away", async () => {
  const work = begin();
  work.onOpen = () => Promise.reject(new Error("taken"));
  await expect(work.run(() => add(db, "seven-a"))).rejects.toMatchObject({
    cause: { message: "taken" },
  });
  work.onOpen = undefined;
  await expect(
    work.run(async () => {
      await add(db, "seven-b");
      await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    }),
  ).rejects.toThrow();
  await work.rollback();
  expect(await seen("seven-")).toEqual([]);
  const next = begin();
  await next.run(() => add(db, "seven-c"));
  await next.commit(nothing);
  expect(await it.db.$count(post, eq(post.postCode, "seven-c"))).toBe(1);
});

test("a value that many read is not kept as one call sees it", async () => {
  const memo = createMemo(await listening);
  const count = () =>
    memo.get("eight", ["content"], () => db.$count(post, like(post.postCode, "eight-%")));
  const work = begin();
  await work.run(async () => {
    await add(db, "eight-a");
    expect(await count()).toBe(1);
  });
  expect(await count()).toBe(0);
  await work.rollback();
});
