import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Memo } from "../../server/cache/memo.ts";
import { startApp } from "../../test/app.ts";
import { article } from "../article/table.server.ts";
import { insertArticle } from "../article/writing/service.server.ts";
import { category } from "../article_type/table.server.ts";
import { importCommand } from "../import/command.server.ts";
import {
  type SearchOptions,
  type Segment,
  searchArticles,
  suggestArticles,
} from "./service.server.ts";

const { db, call } = await startApp();
/** Loads each time: these tests write categories by hand. */
const memo: Memo = { get: (_key, _tags, load) => load() };

const search = (q: string, more: Partial<SearchOptions> = {}) =>
  searchArticles({ db, memo }, { q, sort: "relevance", pageNum: 1, pageSize: 20, ...more });

const titlesOf = (found: { rows: { articleName: string }[] }) =>
  found.rows.map((row) => row.articleName);

const shown = (segments: Segment[] = []) =>
  segments.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("");

const categoryId = async (name: string): Promise<number> => {
  const [row] = await db.select().from(category).where(eq(category.bllName, name));
  return row?.id ?? 0;
};

const write = async (articleName: string, content: string, more = {}) => {
  const id = await insertArticle(db, {
    typeId: await categoryId("家长课堂"),
    articleName,
    content: `<p>${content}</p>`,
    publishTime: new Date("2025-01-01T00:00:00Z"),
    ...more,
  });
  return id ?? 0;
};

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await importCommand(db, [path.join(import.meta.dirname, "../import/fixture.jsonl")], {} as never);
  vi.mocked(console.log).mockRestore();
});

describe("what is found", () => {
  it("lists a title with the whole query first, the shorter before the longer", async () => {
    const found = await search("家庭教育");
    expect(titlesOf(found).slice(0, 2)).toEqual([
      "家庭教育从一张作息表开始",
      "家庭教育指导服务去哪里找",
    ]);
    expect(titlesOf(found)).toContain("晚饭后的十五分钟");
    expect(found.strictness).toBe("all");
  });

  it("lists the same title before all others", async () => {
    await write("节气", "甲");
    await write("节气歌与节气", "乙", { publishTime: new Date("2025-06-01T00:00:00Z") });
    expect(titlesOf(await search("节气"))[0]).toBe("节气");
  });

  it("finds simplified text by a traditional query, and the reverse", async () => {
    expect(titlesOf(await search("陋室铭"))).toEqual(["陋室銘"]);
    expect(titlesOf(await search("陋室銘"))).toEqual(["陋室銘"]);
    expect(titlesOf(await search("遊子吟"))).toEqual(["游子吟"]);
    expect(titlesOf(await search("顏淵"))).toEqual(["颜渊（节选）"]);
    expect(titlesOf(await search("诸葛亮"))).toEqual(["誡子書"]);
  });

  it("finds a book by its name, which stands in the keywords", async () => {
    expect(titlesOf(await search("论语")).sort()).toEqual(["學而（節選）", "颜渊（节选）"]);
  });

  it("finds words of two characters, names that no dictionary has, letters and digits", async () => {
    expect(titlesOf(await search("风筝"))).toEqual(["手足相争时父母站在哪里"]);
    await write("人物记", "值班的是亓官翀和逄砚，两位都来自河西。");
    expect(titlesOf(await search("亓官翀"))).toEqual(["人物记"]);
    expect(titlesOf(await search("逄砚"))).toEqual(["人物记"]);
    expect(titlesOf(await search("a4"))).toEqual(["读书会纪要：A4 纸上的家谱"]);
    expect(titlesOf(await search("ＳＭＡＬＬ world"))).toEqual(["100% 的努力与 _下划线_ 的故事"]);
  });

  it("asks for all words, and says when only some are found", async () => {
    const both = await search("志愿者 热线");
    expect(both).toMatchObject({ strictness: "all", total: 1 });
    const some = await search("风筝 陋室铭 火箭发射");
    expect(some.strictness).toBe("any");
    expect(titlesOf(some).sort()).toEqual(["手足相争时父母站在哪里", "陋室銘"]);
  });

  it("shows only what is published now", async () => {
    const hidden = { publishTime: new Date(Date.now() + 86_400_000) };
    await write("银杏树下的未来", "银杏树", hidden);
    await write("银杏树下的草稿", "银杏树", { status: "0" });
    await write("银杏树下的过去", "银杏树", { expireTime: new Date(Date.now() - 1_000) });
    await write("银杏树下的今天", "银杏树");
    expect(titlesOf(await search("银杏树"))).toEqual(["银杏树下的今天"]);
    expect(await suggestArticles(db, "银杏")).toHaveLength(1);
  });
});

describe("what is shown", () => {
  it("marks the words in title and text", async () => {
    const [row] = (await search("晚饭")).rows;
    expect(shown(row?.title)).toBe("[晚饭]后的十五分钟");
    expect(shown(row?.excerpt)).toMatch(/^\[晚饭\]后的十五分钟，最适合听孩子说话。/);
    expect(row).toMatchObject({
      typeName: "家长课堂",
      createTime: "2025-03-02 00:00:00",
      reads: 0,
    });
    expect(shown((await search("陋室铭")).rows[0]?.title)).toBe("[陋室銘]");
  });

  it("finds a locked article by its title and summary, never by the words of its text", async () => {
    const id = await write("会员专栏", "秘密的麦田。", {
      visible: "member",
      summary: "只说大意。",
    });
    expect((await search("麦田")).rows).toEqual([]);
    const { rows } = await search("大意");
    expect(rows.map((row) => row.id)).toEqual([id]);
    expect(shown(rows[0]?.excerpt)).toBe("只说[大意]。");
    expect(JSON.stringify(rows)).not.toContain("麦田");
  });

  it("gives markup back as text", async () => {
    const { rows } = await search("<script>alert('家书')</script>");
    expect(shown(rows[0]?.excerpt)).toContain("<[script]>[alert]('[家书]')</[script]>");
  });

  it("finds the place deep in a text of 100,000 characters", async () => {
    const long = `${"这一段写得很长，什么也没有说。".repeat(6_600)}末尾才提到榫卯。`;
    await write("长文", long);
    const { rows } = await search("榫卯");
    expect(shown(rows[0]?.excerpt)).toContain("末尾才提到[榫卯]");
  });
});

describe("filters and order", () => {
  it("limits to categories and to a time, with counts of both", async () => {
    const lesson = await categoryId("家长课堂");
    const all = await search("孩子");
    const inLessons = await search("孩子", { typeIds: [lesson] });
    expect(inLessons.total).toBeLessThan(all.total);
    expect(inLessons.rows.every((row) => row.typeId === lesson)).toBe(true);
    const count = all.types.find((type) => type.id === lesson)?.count;
    expect(count).toBe(inLessons.total);
    // The counts of a list do not depend on the choice in it.
    expect(inLessons.types).toEqual(all.types);
    expect(inLessons.ages?.all).toBe(inLessons.total);
    const from = new Date("2025-01-01T00:00:00+08:00");
    const to = new Date("2025-04-01T00:00:00+08:00");
    const spring = await search("孩子", { from, to });
    expect(spring.rows.length).toBeGreaterThan(0);
    for (const row of spring.rows) expect(row.createTime.slice(0, 7)).toMatch(/^2025-0[123]$/);
    expect(spring.ages).toEqual(all.ages);
  });

  it("takes in what lies below a category", async () => {
    const [parent] = await db.insert(category).values({ bllName: "上层" }).returning();
    const [child] = await db
      .insert(category)
      .values({ bllName: "下层", parentId: parent?.id ?? 0 })
      .returning();
    await write("鹊桥", "鹊桥", { typeId: child?.id });
    const found = await search("鹊桥", { typeIds: [parent?.id ?? 0] });
    expect(found.total).toBe(1);
    expect(found.types).toEqual([{ id: parent?.id, name: "上层", count: 1 }]);
    const lower = await search("鹊桥", { typeIds: [child?.id ?? 0] });
    expect(lower.types.map((type) => type.name)).toEqual(["上层", "下层"]);
    expect((await search("鹊桥", { typeIds: [999_999] })).total).toBe(0);
  });

  it("keeps a filter that leaves nothing from loosening the search", async () => {
    const found = await search("志愿者 热线", { to: new Date("2000-01-01T00:00:00Z") });
    expect(found).toMatchObject({ total: 0, strictness: "all" });
    expect(found.ages?.all).toBe(1);
  });

  it("lists the newest first where that is wanted", async () => {
    const { rows } = await search("孩子", { sort: "newest", pageSize: 50 });
    const times = rows.map((row) => row.createTime);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("pages through, the last page standing for those behind it", async () => {
    const whole = titlesOf(await search("孩子", { pageSize: 50 }));
    const first = await search("孩子", { pageSize: 10 });
    const second = await search("孩子", { pageSize: 10, pageNum: 2 });
    expect([...titlesOf(first), ...titlesOf(second)]).toEqual(whole.slice(0, 20));
    const last = await search("孩子", { pageSize: 10, pageNum: 999_999_999 });
    expect(last.pageNum).toBe(Math.ceil(whole.length / 10));
    expect(titlesOf(last)).toEqual(whole.slice((last.pageNum - 1) * 10));
  });
});

const HOSTILE = [
  "",
  " ",
  "%",
  "_",
  "'",
  "\\",
  "''; drop table article; --",
  "<script>alert(1)</script>",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00家",
  "，。！？……",
  "& | ! ( ) <-> :*",
  "的",
  "家".repeat(10_000),
  "家庭 ".repeat(5_000),
  "\u202e\u200b\ufeff",
  "#{7*7}",
  "İıſﬁ㎡𠮷",
  "a".repeat(10_000),
];

describe("hostile queries", () => {
  it.each(HOSTILE.map((text) => [text.slice(0, 20), text]))("%j does no harm", async (_, text) => {
    for (const sort of ["relevance", "newest"] as const) {
      const found = await search(text, { sort });
      expect(found.total).toBeLessThan(100);
    }
    expect((await suggestArticles(db, text)).length).toBeLessThanOrEqual(10);
    const answer = await call(
      "GET",
      `/api/bll/article/listPreview?articleName=${encodeURIComponent(text.toWellFormed())}`,
    );
    expect(answer.status).toBe(200);
  });

  it("takes % and _ as they are", async () => {
    expect((await search("%")).total).toBe(0);
    expect((await search("_")).total).toBe(0);
    expect(await suggestArticles(db, "%")).toEqual([]);
  });

  it("says that a long query was cut", async () => {
    expect((await search("家庭教育".repeat(2_500))).isCut).toBe(true);
    expect((await search("家庭教育")).isCut).toBe(false);
  });
});

describe("suggestions", () => {
  const names = async (text: string) =>
    (await suggestArticles(db, text)).map((row) => row.articleName);

  it("lists the same title, then titles that begin so, then those that contain it", async () => {
    await write("灯会", "甲", { publishTime: new Date("2020-01-01T00:00:00Z") });
    await write("元宵灯会", "乙", { publishTime: new Date("2025-06-01T00:00:00Z") });
    await write("灯会安全须知", "丙", { publishTime: new Date("2021-01-01T00:00:00Z") });
    expect(await names("灯会")).toEqual(["灯会", "灯会安全须知", "元宵灯会"]);
  });

  it("works while a word is being typed", async () => {
    expect(await names("家庭教")).toContain("家庭教育从一张作息表开始");
    expect(await names("家")).toContain("家庭教育从一张作息表开始");
    expect(await names("开始")).toEqual(["家庭教育从一张作息表开始"]);
    expect(await names("始")).toEqual(["家庭教育从一张作息表开始"]);
    expect(await names("a")).toEqual(["读书会纪要：A4 纸上的家谱"]);
  });

  it("takes traditional characters, marks and several words", async () => {
    expect(await names("遊子")).toEqual(["游子吟"]);
    expect(await names("陋室铭")).toEqual(["陋室銘"]);
    expect(await names("纪要A4")).toEqual(["读书会纪要：A4 纸上的家谱"]);
    expect(await names("服务 家庭")).toEqual(["家庭教育指导服务去哪里找"]);
    expect(await names("下划线")).toEqual(["100% 的努力与 _下划线_ 的故事"]);
  });

  it("are at most as many as asked for, with their day", async () => {
    const rows = await suggestArticles(db, "的", 3);
    expect(rows).toHaveLength(3);
    expect(rows[0]?.createTime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  });
});

describe("a word that thousands of articles have", () => {
  const MANY = 5_400;
  beforeAll(async () => {
    const id = await write("霜叶之一", "霜叶红于二月花。");
    const rare = await db.insert(category).values({ bllName: "稀少" }).returning();
    await db.execute(sql`insert into article (type_id, article_name, content, summary, status,
        publish_time, search)
      select type_id, '霜叶之一' || repeat('续', n % 7 + 1), content, summary, '3',
        timestamptz '2001-01-01 00:00+08' + n * interval '1 hour', search
      from article, generate_series(1, ${MANY}::int) n where id = ${id}`);
    await db
      .update(article)
      .set({ typeId: rare[0]?.id ?? 0 })
      .where(sql`article_name = '霜叶之一' or publish_time = timestamptz '2001-01-01 01:00+08'`);
  });

  it("is counted as more than 2,000", async () => {
    const found = await search("霜叶");
    expect(found).toMatchObject({ total: 2_000, isMore: true, listed: 1_000, ages: undefined });
    expect(found.rows).toHaveLength(20);
    expect(titlesOf(found)[0]).toBe("霜叶之一");
    expect(found.types.every((type) => type.count === undefined)).toBe(true);
  });

  it("can be paged through by both orders, each article once", async () => {
    for (const sort of ["relevance", "newest"] as const) {
      const ids = new Set<number>();
      for (const pageNum of [1, 2, 5, 20]) {
        const { rows } = await search("霜叶", { sort, pageNum, pageSize: 50 });
        expect(rows).toHaveLength(50);
        for (const row of rows) ids.add(row.id);
      }
      expect(ids.size).toBe(200);
    }
    const { rows } = await search("霜叶", { sort: "newest", pageNum: 20, pageSize: 50 });
    const times = rows.map((row) => row.createTime);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("is counted in full within a filter that leaves few", async () => {
    const typeIds = [await categoryId("稀少")];
    expect(await search("霜叶", { typeIds })).toMatchObject({ total: 2, isMore: false });
    const to = new Date("2001-01-02T00:00:00+08:00");
    expect((await search("霜叶", { to })).total).toBe(23);
  });

  it("is suggested, the same title first, by newer ones next", async () => {
    const rows = await suggestArticles(db, "霜叶之一");
    expect(rows).toHaveLength(10);
    expect(rows[0]?.articleName).toBe("霜叶之一");
    const times = rows.slice(1).map((row) => row.createTime);
    expect(times).toEqual([...times].sort().reverse());
    expect(times[0]).toMatch(/^2001-08/);
  });
});
