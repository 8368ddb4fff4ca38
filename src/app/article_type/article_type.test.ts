import { beforeAll, expect, test } from "vitest";
import { publishTags } from "../../server/cache/tags.ts";
import { startApp } from "../../test/app.ts";
import { insertArticle } from "../article/writing/service.server.ts";
import { category } from "./table.server.ts";

const it = await startApp();
const BASE = "/api/bll/article_type";

let parent = 0;
let child = 0;

async function make(fields: typeof category.$inferInsert): Promise<number> {
  const [row] = await it.db.insert(category).values(fields).returning({ id: category.id });
  return row?.id ?? 0;
}

beforeAll(async () => {
  parent = await make({ bllName: "新闻动态", orderNum: 2, isOnHome: true });
  child = await make({ bllName: "要闻", parentId: parent, orderNum: 1 });
  await make({ bllName: "内部", parentId: parent, orderNum: 2, isInMenu: false });
  await make({ bllName: "停用", orderNum: 3, status: "1" });
  await make({
    bllName: "学会会刊",
    orderNum: 1,
    bllType: "3",
    bllValue: "https://j.example.org/",
  });
  for (let index = 0; index < 9; index++) {
    await insertArticle(it.db, {
      typeId: child,
      articleName: `第${index}篇`,
      content: "<p>文</p>",
      publishTime: new Date(Date.UTC(2025, 0, index + 1)),
    });
  }
  await publishTags(it.db, ["menu"]);
});

test("treeList with menuFlag=1 is the menu, in order, leaves without children", async () => {
  const { body } = await it.call("GET", `${BASE}/treeList?menuFlag=1`);
  expect(body.code).toBe(200);
  expect((body.data as { bllName: string }[]).map((each) => each.bllName)).toEqual([
    "学会会刊",
    "新闻动态",
  ]);
  expect((body.data as unknown[])[1]).toEqual({
    id: parent,
    parentId: 0,
    bllName: "新闻动态",
    bllType: "1",
    bllValue: "",
    children: [{ id: child, parentId: parent, bllName: "要闻", bllType: "1", bllValue: "" }],
  });
});

test("treeList without the flag has the entries outside the menu too, never the disabled", async () => {
  const { text } = await it.call("GET", `${BASE}/treeList`);
  expect(text).toContain("内部");
  expect(text).not.toContain("停用");
});

test("indexList: categories of the home page with their newest 8 articles", async () => {
  const { body } = await it.call("GET", `${BASE}/indexList`);
  const [first, ...rest] = body.data as { id: number; articles: { articleName: string }[] }[];
  expect(rest).toEqual([]);
  expect(first?.id).toBe(parent);
  expect(first?.articles.map((each) => each.articleName)).toEqual(
    [8, 7, 6, 5, 4, 3, 2, 1].map((index) => `第${index}篇`),
  );
});

test("list is flat, with rows and total", async () => {
  const { body } = await it.call("GET", `${BASE}/list`);
  expect(body).toMatchObject({ code: 200, msg: "查询成功", total: 4 });
  expect((body.rows as Record<string, unknown>[])[0]).toEqual({
    id: expect.any(Number),
    parentId: 0,
    bllName: "学会会刊",
    bllType: "3",
    bllValue: "https://j.example.org/",
  });
});

test("the same rows for everyone: a staff token changes nothing", async () => {
  const { token } = await it.as("admin");
  const open = await it.call("GET", `${BASE}/list`);
  expect((await it.call("GET", `${BASE}/list`, { token })).body).toEqual(open.body);
});
