import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";

const it = await startApp();
const one = await it.as("staff");
const two = await it.as("staff");
const page = "article/desk/index";
const save = (body: object, token = one.token) => it.call("POST", "/user/filters", { token, body });
const list = async (token = one.token) =>
  (await it.call("GET", `/user/filters?page=${page}`, { token })).body.rows as {
    id: number;
    name: string;
  }[];

test("kept, listed and removed, each for its owner alone", async () => {
  const { body } = await save({ page, name: "我的缺封面", query: { owner: "me", hasCover: "0" } });
  expect(body.code).toBe(200);
  expect(await list()).toMatchObject([
    { name: "我的缺封面", query: { owner: "me", hasCover: "0" } },
  ]);
  expect(await list(two.token)).toEqual([]);
  const id = (body.data as { id: number }).id;
  expect((await it.call("DELETE", `/user/filters/${id}`, { token: two.token })).body.code).toBe(
    404,
  );
  expect((await it.call("DELETE", `/user/filters/${id}`, { token: one.token })).body.code).toBe(
    200,
  );
  expect(await list()).toEqual([]);
});

test("refused: no name, a long one, the same twice, nothing to keep, a page that is none, too many", async () => {
  const good = { page, name: "本周", query: { status: "3" } };
  expect((await save({ ...good, name: " " })).body.data).toEqual({ name: "请填写筛选名称" });
  expect((await save({ ...good, name: "长".repeat(21) })).body.data).toEqual({
    name: "筛选名称不能超过20个字",
  });
  expect((await save({ ...good, query: {} })).body.data).toEqual({
    query: "没有可以保存的筛选条件",
  });
  expect((await save({ ...good, query: { a: { b: 1 } } })).body.code).toBe(500);
  expect((await save({ ...good, page: "../x" })).body.data).toEqual({ page: "列表页不正确" });
  expect((await save(good)).body.code).toBe(200);
  expect((await save(good)).body.data).toEqual({ name: "已有同名的筛选" });
  for (let n = 0; n < 19; n++) await save({ ...good, name: `第${n}个` });
  expect((await save({ ...good, name: "再一个" })).body.msg).toBe("最多保存 20 个筛选");
  const member = await it.as("member");
  expect((await save(good, member.token)).body.code).toBe(403);
});
