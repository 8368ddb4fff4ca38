import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { post } from "../../app/system/post/table.server.ts";
import { connect } from "../../db/client.ts";
import { startApp } from "../../test/app.ts";
import { prepared } from "./prepared.ts";
import { requestTransactions } from "./request-transaction.ts";

const it = await startApp();
const database = connect(it.databaseUrl, 3);
const { db, begin } = requestTransactions(database);
afterAll(() => database.close());

const byCode = prepared("test_post_by_code", (on) =>
  on
    .select({ name: post.postName })
    .from(post)
    .where(eq(post.postCode, sql.placeholder("code"))),
);
const nameOf = async (code: string) => (await byCode(db, { code }))[0]?.name;
const add = (code: string) => db.insert(post).values({ postCode: code, postName: `name ${code}` });

/** On the one connection that the pool has. */
const planned = async () => {
  const { rows } = await database.pool.query(
    "select 1 from pg_prepared_statements where name = 'test_post_by_code'",
  );
  return rows.length;
};

test("it is planned once a connection, and reads each time", async () => {
  expect(await nameOf("first")).toBeUndefined();
  await add("first");
  expect(await nameOf("first")).toBe("name first");
  expect(await planned()).toBe(1);
});

test("more at once than there are connections get each their own answer", async () => {
  const codes = Array.from({ length: 12 }, (_, nth) => `many${nth}`);
  for (const code of codes) await add(code);
  expect(await Promise.all(codes.map(nameOf))).toEqual(codes.map((code) => `name ${code}`));
  expect(database.pool.totalCount).toBe(3);
});

test("a connection that takes the place of a dead one plans anew", async () => {
  await add("alive");
  expect(await nameOf("alive")).toBe("name alive");
  await it.asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'xuehui' and datname = current_database() and pid <> pg_backend_pid()`);
  await vi.waitFor(() => expect(database.pool.totalCount).toBe(0));
  expect(await nameOf("alive")).toBe("name alive");
});

test("a column that has changed its type below a kept plan is read all the same", async () => {
  await add("changed");
  expect(await nameOf("changed")).toBe("name changed");
  expect(await planned()).toBe(1);
  await it.asAdmin("alter table sys_post alter column post_name type varchar(200)");
  expect(await planned()).toBe(1);
  expect(await nameOf("changed")).toBe("name changed");
  expect(await nameOf("changed")).toBe("name changed");
});

test("in a call that has written it reads what the call wrote, wherever it was first asked", async () => {
  const fresh = prepared("test_post_fresh", (on) =>
    on
      .select({ name: post.postName })
      .from(post)
      .where(eq(post.postCode, sql.placeholder("code"))),
  );
  for (const code of ["own1", "own2"]) {
    const work = begin();
    await work.run(async () => {
      await fresh(db, { code });
      expect(work.isOpen).toBe(false);
      await add(code);
      expect(await fresh(db, { code })).toHaveLength(1);
    });
    expect(await fresh(db, { code })).toHaveLength(0);
    await work.rollback();
    expect(await fresh(db, { code })).toHaveLength(0);
  }
  await db.transaction(async (tx) => {
    await tx.insert(post).values({ postCode: "own3", postName: "own3" });
    expect(await fresh(tx, { code: "own3" })).toHaveLength(1);
  });
});
