import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it as test, vi } from "vitest";
import type { Memo } from "../../server/cache/memo.ts";
import { publishTags } from "../../server/cache/tags.ts";
import { startApp } from "../../test/app.ts";
import { readArticleInPlace } from "../article/reading/service.server.ts";
import { newestArticles } from "../article/service.server.ts";
import { insertArticle } from "../article/writing/service.server.ts";
import { searchArticles } from "../search/service.server.ts";
import { category } from "./table.server.ts";

const it = await startApp();
const memo: Memo = { get: (_key, _tags, load) => load() };

const OPEN = "苜蓿园里的公开课";
const CLOSED = "苜蓿园里的旧通知";
let top = 0;
let openId = 0;
let closedId = 0;

async function makeCategory(bllName: string, parentId = 0): Promise<number> {
  const [row] = await it.db
    .insert(category)
    .values({ bllName, parentId, isOnHome: true })
    .returning({ id: category.id });
  return row?.id ?? 0;
}

const write = async (typeId: number, articleName: string): Promise<number> =>
  (await insertArticle(it.db, {
    typeId,
    articleName,
    content: "<p>苜蓿开花的时候。</p>",
    keywords: "苜蓿",
    publishTime: new Date(Date.now() - 60_000),
  })) ?? 0;

/** Every call that names articles to a visitor. */
const CALLS = [
  "/rss.xml",
  "/sitemap-1.xml",
  `/api/bll/article/listPreview?articleName=${encodeURIComponent("苜蓿")}`,
  "/api/bll/article/list?pageSize=50",
  "/api/bll/article_type/indexList",
];

async function placesThatShow(): Promise<string[]> {
  const shown: string[] = [];
  const add = (place: string, ids: unknown[]) => {
    if (ids.includes(closedId)) shown.push(place);
  };
  for (const path of CALLS) {
    const { text } = await it.call("GET", path);
    add(path, text.includes(CLOSED) || text.includes(`articleId=${closedId}<`) ? [closedId] : []);
  }
  const options = { q: "苜蓿", sort: "relevance", pageNum: 1, pageSize: 20 } as const;
  const found = await searchArticles({ db: it.db, memo }, options);
  add(
    "search",
    found.rows.map((row) => row.id),
  );
  const newest = await newestArticles(it.db, { limit: 20 });
  add(
    "newest",
    newest.map((card) => card.id),
  );
  const pinned = await newestArticles(it.db, { limit: 20, topFirst: true });
  add(
    "pinned first",
    pinned.map((card) => card.id),
  );
  const beside = await readArticleInPlace(it.db, openId);
  add(
    "related",
    (beside?.around.related ?? []).map((card) => card.id),
  );
  return shown;
}

const setStatus = async (status: "0" | "1") => {
  await it.db.update(category).set({ status }).where(eq(category.id, top));
  await publishTags(it.db, ["menu", "content"]);
};

/** 200 or 404, as the body says. */
const codeOf = async (id: number) => (await it.call("GET", `/api/bll/article/${id}`)).body.code;

beforeAll(async () => {
  openId = await write(await makeCategory("公开"), OPEN);
  top = await makeCategory("将停用");
  closedId = await write(await makeCategory("停用之下", top), CLOSED);
  await publishTags(it.db, ["menu", "content"]);
});

describe("articles below a disabled category", () => {
  test("are shown while it is enabled", async () => {
    await vi.waitFor(async () => expect(await placesThatShow()).toHaveLength(CALLS.length + 4));
    expect(await codeOf(closedId)).toBe(200);
  });

  test("are found nowhere once it is disabled, and again when it is enabled", async () => {
    await setStatus("1");
    await vi.waitFor(async () => expect(await placesThatShow()).toEqual([]));
    expect(await codeOf(closedId)).toBe(404);
    expect(await codeOf(openId)).toBe(200);
    await setStatus("0");
    expect(await codeOf(closedId)).toBe(200);
  });

  test("a cycle of categories ends the search for them", async () => {
    const first = await makeCategory("甲");
    const second = await makeCategory("乙", first);
    const id = await write(second, "环里的文章");
    expect(await codeOf(id)).toBe(200);
    const closed = { parentId: second, status: "1" };
    await it.db.update(category).set(closed).where(eq(category.id, first));
    expect(await codeOf(id)).toBe(404);
  });
});
