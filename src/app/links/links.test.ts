import { beforeEach, expect, test } from "vitest";
import { publishTags } from "../../server/cache/tags.ts";
import { startApp } from "../../test/app.ts";
import { link } from "./table.server.ts";

const it = await startApp();

beforeEach(async () => {
  await it.db.delete(link);
});

/** The list once the process has heard of the change. */
async function rowsOf(path: string, count: number): Promise<Record<string, unknown>[]> {
  return expect
    .poll(async () => (await it.call("GET", path)).body.rows)
    .toHaveLength(count)
    .then(async () => (await it.call("GET", path)).body.rows as Record<string, unknown>[]);
}

const write = (rows: (typeof link.$inferInsert)[]) =>
  it.db.transaction(async (tx) => {
    await tx.insert(link).values(rows);
    await publishTags(tx, ["links"]);
  });

test("both calls list the enabled links in order, with the specification's fields only", async () => {
  await write([
    { linkName: "second", linkUrl: "https://two.example.org/", orderNum: 2 },
    { linkName: "first", linkUrl: "https://one.example.org/", orderNum: 1 },
    { linkName: "off", linkUrl: "https://off.example.org/", status: "1" },
  ]);
  for (const path of ["/api/bll/links/list", "/api/bll/links/friendList"]) {
    const rows = await rowsOf(path, 2);
    expect(rows.map((row) => row.linkName)).toEqual(["first", "second"]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(["id", "linkName", "linkUrl"]);
  }
});

test("an address that runs a script leads home", async () => {
  await write([{ linkName: "bad", linkUrl: "javascript:alert(1)" }]);
  const [row] = await rowsOf("/api/bll/links/list", 1);
  expect(row?.linkUrl).toBe("/");
});

test("a dead token changes nothing, an unknown call is refused", async () => {
  const answer = await it.call("GET", "/api/bll/links/list", { token: "dead" });
  expect(answer.body).toMatchObject({ code: 200, msg: "查询成功" });
  expect((await it.call("POST", "/api/bll/links/list", { body: {} })).body.code).toBe(404);
});
