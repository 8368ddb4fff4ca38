import { expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { deskCalls, makeCategory } from "../../test/desk.ts";
import { staffWith } from "../../test/rights.ts";

const it = await startApp();
const typeId = await makeCategory(it);
const text = { articleName: "待审的文章", content: "<p>内容</p>", typeId };
const QUERY = ["content:article:list", "content:article:query"] as const;
const writer = await staffWith(
  it,
  ...QUERY,
  "content:article:add",
  "content:article:edit",
  "content:article:review",
);
const reviewer = await staffWith(it, ...QUERY, "content:article:review");
const publisher = await staffWith(it, ...QUERY, "content:article:publish");
const desk = deskCalls(it, writer.token);

type Row = {
  kind: string;
  id: number;
  title: string;
  note: string;
  from: string;
  to: string;
  isOverdue: boolean;
};
const inbox = async (token: string, query = "") =>
  (await it.call("GET", `/inbox/list${query}`, { token })).body as unknown as {
    rows: Row[];
    total: number;
  };
const count = async (token: string) =>
  (await it.call("GET", "/inbox/count", { token })).body.data as { total: number; kinds: object[] };

test("a review waits for reviewers, not for who submitted it; then for who publishes", async () => {
  const id = await desk.draft(text);
  expect(await count(reviewer.token)).toEqual({ total: 0, kinds: [] });
  await desk.call("POST", "/submit", { id });
  expect(await count(writer.token)).toEqual({ total: 0, kinds: [] });
  expect(await count(reviewer.token)).toEqual({
    total: 1,
    kinds: [{ kind: "article", name: "文章", count: 1 }],
  });
  const { rows, total } = await inbox(reviewer.token);
  expect(total).toBe(1);
  expect(rows[0]).toMatchObject({
    kind: "article",
    id,
    title: "待审的文章",
    note: "等待审核",
    from: writer.userName,
    to: `/content/article-review/${id}`,
    isOverdue: false,
  });
  await deskCalls(it, reviewer.token).call("POST", "/approve", { id });
  expect((await count(reviewer.token)).total).toBe(0);
  expect((await inbox(publisher.token)).rows[0]).toMatchObject({ id, note: "等待发布" });
  await deskCalls(it, publisher.token).call("POST", "/publish", { id, when: "now" });
  expect((await count(publisher.token)).total).toBe(0);
});

test("what came back waits for its writer", async () => {
  const id = await desk.draft(text);
  await desk.call("POST", "/submit", { id });
  await deskCalls(it, reviewer.token).call("POST", "/sendBack", {
    id,
    opinion: "请写明时间和地点",
  });
  expect((await inbox(writer.token)).rows[0]).toMatchObject({
    id,
    note: "退回修改",
    to: `/content/article-edit/${id}`,
  });
  expect((await inbox(writer.token, "?kind=article&pageSize=1")).total).toBe(1);
  expect((await inbox(writer.token, "?kind=nothing")).total).toBe(0);
});

test("staff alone", async () => {
  const member = await it.as("member");
  for (const url of ["/inbox/list", "/inbox/count"]) {
    expect((await it.call("GET", url, { token: member.token })).body.code).toBe(403);
    expect((await it.call("GET", url)).body.code).toBe(401);
  }
});
