import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { EMPTY_FIELDS } from "../../article/desk/model/fields.ts";
import { articleCopy } from "../../article/desk/table.server.ts";
import { article } from "../../article/table.server.ts";
import { recutSome } from "../../article/words/service.server.ts";
import { insertArticle } from "../../article/writing/service.server.ts";
import { leadOf } from "../../seo/redirects/service.server.ts";
import { redirect } from "../../seo/redirects/table.server.ts";
import { category } from "../table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const BASE = "/api/bll/article_type/desk";
const fresh = { db: it.db, memo: { get: (_k: string, _t: unknown, load: () => never) => load() } };
const lead = async (address: string) => (await leadOf(fresh as never, address))?.to;

const make = async (bllName: string, more: Partial<typeof category.$inferInsert> = {}) => {
  const [row] = await it.db
    .insert(category)
    .values({ bllName, ...more })
    .returning();
  return row?.id ?? 0;
};
const send = async (method: "POST" | "PUT" | "DELETE", path: string, body?: unknown) =>
  (await it.call(method, BASE + path, { token, ...(body === undefined ? {} : { body }) })).body;
const rowOf = async (id: number) =>
  (await it.db.select().from(category).where(eq(category.id, id)))[0];
const write = async (typeId: number, more: object = {}) =>
  (await insertArticle(it.db, {
    typeId,
    articleName: "一篇",
    content: "<p>苜蓿园里的正文。</p>",
    // Shown to everybody, also where few may read the text.
    summary: "提要",
    publishTime: new Date(Date.now() - 60_000),
    ...more,
  })) ?? 0;
/** The worker's part, after the answers. */
const makeWords = async () => {
  while ((await recutSome(it.db, () => undefined)) > 0);
};
/** How many find the article by a word of its text. */
const foundBy = async (word: string) =>
  (await it.db.select({ search: article.search }).from(article)).filter((row) =>
    String(row.search).includes(`'${word}'`),
  ).length;

beforeEach(async () => {
  await it.db.delete(articleCopy);
  await it.db.delete(article);
  await it.db.delete(category);
  await it.db.delete(redirect);
});

describe("fields", () => {
  const add = (body: object) => send("POST", "", { bllName: "甲", ...body });

  test("types and their values", async () => {
    const cases: [body: object, text: string | undefined][] = [
      [{ bllName: "一" }, undefined],
      [{ bllName: "二", bllType: "1", bllValue: "javascript:alert(1)" }, undefined],
      [{ bllName: "三", bllType: "2", bllValue: "/Declare" }, undefined],
      [{ bllName: "四", bllType: "2", bllValue: "/Membership?tab=directory" }, undefined],
      [{ bllName: "五", bllType: "3", bllValue: "https://j.example.org/" }, undefined],
      [{ bllType: "2", bllValue: "" }, "请填写站内路径"],
      [{ bllType: "2", bllValue: "Declare" }, "站内路径应以 / 开头，例如 /Declare"],
      [{ bllType: "2", bllValue: "//host/x" }, "站内路径应以 / 开头，例如 /Declare"],
      [{ bllType: "2", bllValue: "/nowhere" }, "本站没有这个页面，请检查路径"],
      [{ bllType: "3", bllValue: "" }, "请填写外链地址"],
      [{ bllType: "3", bllValue: "javascript:alert(1)" }, "外链地址应为 http(s):// 开头的完整地址"],
      [{ bllType: "3", bllValue: "/Declare" }, "外链地址应为 http(s):// 开头的完整地址"],
    ];
    for (const [body, text] of cases) {
      const answer = await add(body);
      expect([body, answer.data]).toEqual([body, text ? { bllValue: text } : undefined]);
    }
    const [second] = await it.db.select().from(category).where(eq(category.bllName, "二"));
    expect(second?.bllValue).toBe("");
  });

  test("a new one stands at the end, unless told otherwise", async () => {
    await make("甲前", { orderNum: 4 });
    await add({});
    await add({ bllName: "乙", orderNum: 2 });
    const rows = await it.db.select().from(category);
    expect(rows.map(({ bllName, orderNum }) => [bllName, orderNum])).toEqual([
      ["甲前", 4],
      ["甲", 5],
      ["乙", 2],
    ]);
  });

  test("each wrong field has its text", async () => {
    const { data } = await add({
      bllName: "",
      parentId: "-1",
      bllType: "9",
      motif: "cat",
      palette: "<b>",
      access: "nobody",
      status: "2",
      intro: "长".repeat(101),
      orderNum: -1,
    });
    expect(data).toEqual({
      parentId: "上级栏目不正确",
      bllName: "栏目名称不能为空",
      bllType: "类型不正确",
      intro: "简介长度不能超过100个字符",
      motif: "图案不正确",
      palette: "配色不正确",
      orderNum: "显示顺序应为 0 到 999999 的整数",
      access: "阅读权限不正确",
      status: "状态不正确",
    });
    expect((await add({ bllName: "<script>" })).code).toBe(200);
    expect((await add({ bllName: "<script>" })).data).toEqual({
      bllName: "同一上级下已有同名栏目",
    });
  });

  test("never below itself, four levels at most, only below a list", async () => {
    const one = await make("一");
    const two = await make("二", { parentId: one });
    const three = await make("三", { parentId: two });
    const four = await make("四", { parentId: three });
    const parentId = async (id: number, above: number) =>
      (await send("PUT", "", { id, parentId: above })).data;
    expect(await parentId(one, one)).toEqual({ parentId: "上级栏目不能是自己" });
    expect(await parentId(one, four)).toEqual({ parentId: "上级栏目不能是自己的下级" });
    expect(await parentId(two, 999_999)).toEqual({ parentId: "上级栏目不存在" });
    expect((await add({ parentId: four })).data).toEqual({
      parentId: "栏目最多 4 级，放在这里会有 5 级",
    });
    const other = await make("乙");
    await make("丙", { parentId: other });
    expect(await parentId(other, three)).toEqual({
      parentId: "栏目最多 4 级，放在这里会有 5 级",
    });
    const page = await make("单页", { bllType: "4" });
    expect((await add({ parentId: page })).data).toEqual({
      parentId: "只有类型为“栏目”的才能有下级",
    });
    expect((await send("PUT", "", { id: one, bllType: "4" })).data).toEqual({
      bllType: "栏目下还有 1 个下级栏目，类型只能是“栏目”",
    });
    await write(four);
    expect((await send("PUT", "", { id: four, bllType: "2", bllValue: "/search" })).data).toEqual({
      bllType: "栏目里还有 1 篇文章，不能改为链接",
    });
    expect((await send("PUT", "/move", { id: one, parentId: four })).data).toEqual({
      parentId: "上级栏目不能是自己的下级",
    });
    expect((await rowOf(one))?.parentId).toBe(0);
  });
});

test("the list: what is in each, and what it asks of a reader", async () => {
  const top = await make("上", { access: "login" });
  const below = await make("下", { parentId: top });
  await write(below);
  const { body } = await it.call("GET", `${BASE}/list`, { token });
  expect(body.data).toMatchObject([
    { id: top, asksFor: "login", articles: 0 },
    { id: below, asksFor: "login", access: "public", articles: 1 },
  ]);
  const named = await it.call("GET", `${BASE}/list?bllName=${encodeURIComponent("下")}`, { token });
  expect(named.body.data).toMatchObject([{ id: below, asksFor: "login" }]);
  expect((await it.call("GET", `${BASE}/${below}`, { token })).body.data).toMatchObject({
    bllName: "下",
    asksFor: "login",
  });
});

test("a move: the place, the numbers, the old address; and back again", async () => {
  const [a, b] = [await make("甲", { orderNum: 1 }), await make("乙", { orderNum: 2 })];
  const c = await make("丙", { parentId: a });
  const d = await make("丁", { parentId: b, orderNum: 5 });
  expect((await send("PUT", "/move", { id: c, parentId: b, beforeId: d })).code).toBe(200);
  expect(await rowOf(c)).toMatchObject({ parentId: b, orderNum: 1, updateBy: "admin" });
  expect((await rowOf(d))?.orderNum).toBe(2);
  expect(await lead(`/areaxList?parentId=${a}&tabIndex=${c}`)).toBe(
    `/areaxList?parentId=${b}&tabIndex=${c}`,
  );
  expect((await send("PUT", "/move", { id: c, parentId: a })).code).toBe(200);
  expect(await lead(`/areaxList?parentId=${b}&tabIndex=${c}`)).toBe(
    `/areaxList?parentId=${a}&tabIndex=${c}`,
  );
  expect(await lead(`/areaxList?parentId=${a}&tabIndex=${c}`)).toBeUndefined();
  expect((await send("PUT", "/move", { id: c, parentId: b, beforeId: a })).msg).toBe(
    "目标位置已被他人修改，请刷新后重试",
  );
  expect((await send("PUT", "/move", { id: c })).data).toEqual({ parentId: "上级栏目不能为空" });
});

test("merging: articles, copies and old addresses go along", async () => {
  const from = await make("旧");
  const into = await make("新");
  const ids = [await write(from), await write(from, { articleName: "二" })];
  await it.db
    .insert(articleCopy)
    .values({ articleId: ids[0] ?? 0, fields: { ...EMPTY_FIELDS, typeId: from } });
  const merged = await send("POST", "/merge", { fromId: from, intoId: into });
  expect(merged).toMatchObject({ code: 200, msg: "已并入 2 篇文章", data: { articles: 2 } });
  expect(await rowOf(from)).toBeUndefined();
  const moved = await it.db.select({ typeId: article.typeId }).from(article);
  expect(moved).toEqual([{ typeId: into }, { typeId: into }]);
  const [copy] = await it.db.select().from(articleCopy);
  expect(copy?.fields.typeId).toBe(into);
  const now = `/areaxList?parentId=${into}&tabIndex=${into}`;
  expect(await lead(`/areaxList?tabIndex=${from}&parentId=${from}`)).toBe(now);
  expect(await lead(`/rss.xml?typeId=${from}`)).toBe(`/rss.xml?typeId=${into}`);
  await expect
    .poll(async () => (await it.call("GET", `/rss.xml?typeId=${from}`)).headers.location)
    .toBe(`/rss.xml?typeId=${into}`);
  // Once more: the first address leads to the last place at once.
  const third = await make("更新");
  await send("POST", "/merge", { fromId: into, intoId: third });
  expect(await lead(`/areaxList?parentId=${from}&tabIndex=${from}`)).toBe(
    `/areaxList?parentId=${third}&tabIndex=${third}`,
  );
});

test("what cannot be merged, or removed, says why", async () => {
  const from = await make("旧");
  const child = await make("子", { parentId: from });
  const link = await make("链", { bllType: "3", bllValue: "https://x.example.org/" });
  const off = await make("停", { status: "1" });
  const into = await make("新");
  const merge = async (fromId: unknown, intoId: unknown) => {
    const { msg, data } = await send("POST", "/merge", { fromId, intoId });
    return data ?? msg;
  };
  expect(await merge(from, from)).toEqual({ intoId: "不能合并到自己" });
  expect(await merge(from, "")).toEqual({ intoId: "请选择目标栏目" });
  expect(await merge(into, 999_999)).toEqual({ intoId: "目标栏目不存在" });
  expect(await merge(into, link)).toEqual({ intoId: "目标是链接，不能存放文章" });
  expect(await merge(into, off)).toEqual({
    intoId: "目标栏目已停用，合并后文章将不再显示",
  });
  expect(await merge(link, into)).toBe("这是链接，没有文章，直接删除即可");
  expect(await merge(from, into)).toBe("「旧」下还有 1 个下级栏目，请先移走再合并");
  expect(await merge("x", into)).toBe("编号格式不正确");

  const id = await write(from);
  await it.db.update(article).set({ status: "5" }).where(eq(article.id, id));
  expect((await send("DELETE", `/${from}`)).msg).toBe(
    "「旧」里还有1 个下级栏目、1 篇文章（其中回收站 1 篇），请先移走、合并或删除",
  );
  expect((await send("DELETE", `/${child}`)).code).toBe(200);
  for (const bad of ["x", "-1", "1,2"]) {
    expect((await send("DELETE", `/${bad}`)).msg).toBe("编号格式不正确");
  }
  expect((await send("DELETE", "/9007199254740992")).code).toBe(404);
  expect((await send("DELETE", "/999999")).code).toBe(404);
});

describe("who may read", () => {
  const states = async (id: number) => {
    const member = await it.as("member");
    const read = async (bearer?: string) => {
      const { data } = (
        await it.call("GET", `/api/bll/article/${id}`, bearer ? { token: bearer } : {})
      ).body as unknown as { data: { visible: string; locked: boolean } };
      return `${data.visible} ${data.locked}`;
    };
    return [await read(), await read(member.token)];
  };

  test("the stricter of the category, those above it, and the article decides", async () => {
    const top = await make("上");
    const below = await make("下", { parentId: top });
    const id = await write(below);
    const own = await write(below, { articleName: "会员文", visible: "member" });
    expect(await states(id)).toEqual(["public false", "public false"]);
    expect(await foundBy("苜蓿")).toBe(1);
    expect((await send("PUT", "", { id: top, access: "login" })).code).toBe(200);
    expect(await states(id)).toEqual(["login true", "login false"]);
    expect(await states(own)).toEqual(["member true", "member true"]);
    expect(await foundBy("苜蓿")).toBe(0);
    // An article written now is locked from the start.
    await write(below, { articleName: "新来的" });
    expect(await foundBy("苜蓿")).toBe(0);
    const list = await it.call("GET", "/api/bll/article/list?pageSize=50");
    expect(new Set((list.body.rows as { visible: string }[]).map((row) => row.visible))).toEqual(
      new Set(["login", "member"]),
    );
    await send("PUT", "", { id: below, access: "member" });
    expect(await states(id)).toEqual(["member true", "member true"]);
    await send("PUT", "", { id: top, access: "public" });
    expect(await foundBy("苜蓿")).toBe(0);
    await send("PUT", "", { id: below, access: "public" });
    expect(await states(id)).toEqual(["public false", "public false"]);
    await makeWords();
    expect(await foundBy("苜蓿")).toBe(2);
  });

  test("a move and a merger change it as well", async () => {
    const closed = await make("内部", { access: "login" });
    const open = await make("公开");
    const id = await write(open);
    await send("PUT", "/move", { id: open, parentId: closed });
    expect(await states(id)).toEqual(["login true", "login false"]);
    expect(await foundBy("苜蓿")).toBe(0);
    await send("PUT", "/move", { id: open, parentId: 0 });
    await makeWords();
    expect(await foundBy("苜蓿")).toBe(1);
    await send("POST", "/merge", { fromId: open, intoId: closed });
    expect(await states(id)).toEqual(["login true", "login false"]);
    expect(await foundBy("苜蓿")).toBe(0);
  });
});

test("order numbers of several at once, or none", async () => {
  const [a, b] = [await make("甲"), await make("乙")];
  const sort = (ids: unknown, orderNums: unknown) => send("PUT", "/updateSort", { ids, orderNums });
  expect((await sort(`${a},${b}`, "2,1")).code).toBe(200);
  expect((await rowOf(a))?.orderNum).toBe(2);
  for (const bad of ["", "x", `${a},999999`, Array(500).fill(a).join()]) {
    expect((await sort(bad, "1,2")).msg).toBe("保存排序异常，请联系管理员");
  }
});

test("each verb needs its own permission", async () => {
  const id = await make("甲");
  const codes = async (bearer: string) => {
    const code = async (method: string, path: string, body?: unknown) =>
      (await it.call(method, BASE + path, { token: bearer, ...(body ? { body } : {}) })).body.code;
    return [
      await code("GET", "/list"),
      await code("GET", "/wordsDue"),
      await code("GET", `/${id}`),
      await code("POST", "", {}),
      await code("PUT", "", { id: 999_999 }),
      await code("PUT", "/move", { id: 999_999, parentId: 0 }),
      await code("POST", "/merge", { fromId: 999_999, intoId: 1 }),
      await code("DELETE", "/999999"),
    ];
  };
  const reader = await staffWith(it, "content:category:list");
  expect(await codes(reader.token)).toEqual([200, 200, 403, 403, 403, 403, 403, 403]);
  const editor = await staffWith(it, "content:category:edit");
  expect(await codes(editor.token)).toEqual([403, 403, 403, 403, 404, 404, 403, 403]);
  const merger = await staffWith(it, "content:category:merge");
  expect(await codes(merger.token)).toEqual([403, 403, 403, 403, 403, 403, 404, 403]);
  const member = await it.as("member");
  expect(new Set(await codes(member.token))).toEqual(new Set([403]));
});
