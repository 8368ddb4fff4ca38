import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { message } from "./table.server.ts";

const it = await startApp();
const me = await it.as("member");
const other = await it.as("member");
const PATH = "/api/bll/message";

const call = async (
  method: string,
  url: string,
  { as = me, body }: { as?: typeof me; body?: object } = {},
) => (await it.call(method, PATH + url, { token: as.token, ...(body ? { body } : {}) })).body;
const unread = async (as = me) =>
  ((await call("GET", "/unread", { as })).data as { count: number }).count;
const write = async (userId: number, title: string) => {
  const [row] = await it.db
    .insert(message)
    .values({
      userId,
      event: "signReturned",
      title,
      content: "内容",
      link: "/Membership/mine",
      subject: "sign",
      subjectId: 1,
    })
    .returning({ id: message.id });
  return row?.id ?? 0;
};
let ids: number[] = [];
let foreign = 0;
beforeEach(async () => {
  await it.db.delete(message);
  ids = [await write(me.userId, "一"), await write(me.userId, "二"), await write(me.userId, "三")];
  foreign = await write(other.userId, "别人的");
});

test("one's own, newest first, unread ones alone, page by page", async () => {
  const all = await call("GET", "/list");
  expect(all).toMatchObject({
    total: 3,
    rows: [{ title: "三" }, { title: "二" }, { title: "一" }],
  });
  expect((all.rows as object[])[0]).toEqual({
    id: ids[2],
    title: "三",
    content: "内容",
    link: "/Membership/mine",
    isRead: false,
    createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  expect((await call("PUT", `/read/${ids[2]}`)).code).toBe(200);
  expect(await call("GET", "/list?unread=1&pageSize=1&pageNum=2")).toMatchObject({
    total: 2,
    rows: [{ title: "一" }],
  });
  expect(await call("GET", `/list?before=${ids[2]}&pageSize=1`)).toMatchObject({
    total: 2,
    rows: [{ title: "二" }],
  });
  expect(await call("GET", "/list?before=x%00")).toMatchObject({ total: 3 });
  expect([await unread(), await unread(other)]).toEqual([2, 1]);
});

test("the time of the first reading stays", async () => {
  const times = async () =>
    (
      await it.db
        .select({ at: message.readTime })
        .from(message)
        .where(eq(message.id, ids[0] ?? 0))
    )[0]?.at;
  await call("PUT", `/read/${ids[0]}`);
  const first = await times();
  expect(first).toBeInstanceOf(Date);
  await call("PUT", `/read/${ids[0]},${ids[1]}`);
  expect(await times()).toEqual(first);
  expect(await unread()).toBe(1);
});

test("all as read: what came behind the last one that was seen stays unread", async () => {
  expect(await call("PUT", "/readAll", { body: { upTo: ids[1] } })).toMatchObject({
    data: { count: 2 },
  });
  expect(await call("GET", "/list?unread=1")).toMatchObject({ rows: [{ title: "三" }] });
  expect(await call("PUT", "/readAll", { body: {} })).toMatchObject({ data: { count: 1 } });
  expect(await call("PUT", "/readAll", { body: { upTo: "x" } })).toMatchObject({ code: 500 });
  expect(await unread(other)).toBe(1);
});

test("another's message is not there: neither read nor removed", async () => {
  expect((await call("PUT", `/read/${foreign}`)).code).toBe(404);
  expect((await call("DELETE", `/${foreign}`)).code).toBe(404);
  expect((await call("DELETE", `/${ids[0]},${foreign}`)).code).toBe(200);
  const left = await it.db.select({ id: message.id }).from(message).orderBy(asc(message.id));
  expect(left.map(({ id }) => id)).toEqual([ids[1], ids[2], foreign]);
  for (const url of ["/list", "/unread"]) {
    expect((await it.call("GET", PATH + url)).body.code).toBe(401);
  }
});
