import { beforeEach, expect, test } from "vitest";
import type { Context } from "../../server/start/context.ts";
import { startApp } from "../../test/app.ts";
import { article } from "../article/table.server.ts";
import { category } from "../article_type/table.server.ts";
import { cooperation } from "../system/cooperation/table.server.ts";
import { loadHome } from "./service.server.ts";

const it = await startApp();

// Nothing is kept between tests: each reads its own rows.
const context = { db: it.db, memo: { get: (_key, _tags, load) => load() } } as Context;
const home = () => loadHome(context);

beforeEach(async () => {
  await it.db.delete(article);
  await it.db.delete(category);
  await it.db.delete(cooperation);
});

async function makeCategory(fields: Partial<typeof category.$inferInsert>): Promise<number> {
  const values = { bllName: "c", ...fields };
  const [row] = await it.db.insert(category).values(values).returning({ id: category.id });
  return row?.id ?? 0;
}

let minutes = 0;
/** Each article is a minute older than the one before. */
async function makeArticle(typeId: number, fields: Partial<typeof article.$inferInsert> = {}) {
  minutes++;
  await it.db.insert(article).values({
    typeId,
    articleName: `a${minutes}`,
    status: "3",
    publishTime: new Date(Date.now() - minutes * 60_000),
    ...fields,
  });
}

test("an empty site has no part that would be empty", async () => {
  expect(await home()).toMatchObject({
    lead: null,
    secondary: [],
    side: { articles: [] },
    tabs: [],
    journal: null,
    bodies: [],
    services: [],
  });
});

test("the pinned story of its category leads, notices stand beside it", async () => {
  const lead = await makeCategory({ bllName: "要闻" });
  const notice = await makeCategory({ bllName: "通知公告" });
  await makeArticle(notice, { articleName: "notice", isImportant: true });
  await makeArticle(lead, { articleName: "new" });
  await makeArticle(lead, { articleName: "pinned", top: 1, summary: "s" });
  await makeArticle(lead, { articleName: "draft", status: "0", top: 9 });
  const page = await home();
  expect(page.lead).toMatchObject({ articleName: "pinned", summary: "s" });
  expect(page.secondary.map((each) => each.articleName)).toEqual(["new"]);
  expect(page.side).toMatchObject({
    title: "通知公告",
    articles: [{ articleName: "notice", isImportant: true }],
  });
});

test("without those categories the newest lead, and the others stand beside", async () => {
  const some = await makeCategory({ bllName: "法律" });
  for (const articleName of ["1", "2", "3", "4", "5", "6"]) {
    await makeArticle(some, { articleName });
  }
  const page = await home();
  expect(page.lead?.articleName).toBe("1");
  expect(page.secondary.map((each) => each.articleName)).toEqual(["2", "3", "4"]);
  expect(page.side).toMatchObject({ title: "最新发布", href: "" });
  expect(page.side.articles.map((each) => each.articleName)).toEqual(["5", "6"]);
});

test("tabs are the marked categories that have articles, with two different pictures", async () => {
  const parent = await makeCategory({ bllName: "新闻动态", isOnHome: true });
  const one = await makeCategory({ bllName: "one", parentId: parent, motif: "rings" });
  const two = await makeCategory({ bllName: "two", parentId: parent, motif: "ice" });
  await makeCategory({ bllName: "empty", isOnHome: true });
  await makeCategory({ bllName: "other" });
  await makeArticle(one);
  await makeArticle(one);
  await makeArticle(two);
  const { tabs } = await home();
  expect(tabs.map((tab) => tab.label)).toEqual(["新闻动态"]);
  expect(tabs[0]?.href).toBe(`/areaxList?parentId=${parent}&tabIndex=${one}`);
  expect(tabs[0]?.cards.map((card) => card.motif)).toEqual(["rings", "ice"]);
  expect(tabs[0]?.articles).toHaveLength(1);
});

test("where none is marked, the first listing categories are tabs", async () => {
  const listing = await makeCategory({ bllName: "list" });
  await makeCategory({ bllName: "link", bllType: "3", bllValue: "https://example.org/" });
  await makeArticle(listing);
  expect((await home()).tabs.map((tab) => tab.label)).toEqual(["list"]);
});

test("tiles lead only to categories of the menu; elder mode always has six or the search", async () => {
  await makeCategory({ bllName: "下载中心" });
  await makeCategory({ bllName: "入会指南", isInMenu: false });
  await makeCategory({ bllName: "学会会刊", bllType: "3", bllValue: "https://example.org/" });
  const { services, elder, journal } = await home();
  expect(services.map((tile) => tile.label)).toEqual(["学会会刊", "下载中心"]);
  expect(services[0]).toMatchObject({ href: "https://example.org/", isExternal: true });
  expect(elder.map((tile) => tile.label)).toEqual(["学会会刊", "下载中心", "全站搜索"]);
  expect(journal?.href).toBe("https://example.org/");
});
