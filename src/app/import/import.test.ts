import fs from "node:fs";
import path from "node:path";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connect } from "../../db/client.ts";
import { tryLock } from "../../db/locks.ts";
import { formatDay } from "../../lib/text/dates.ts";
import { startApp, type TestApp } from "../../test/app.ts";
import { article } from "../article/table.server.ts";
import { category } from "../article_type/table.server.ts";
import { searchArticles } from "../search/service.server.ts";
import { importCommand } from "./command.server.ts";

const FIXTURE = path.join(import.meta.dirname, "fixture.jsonl");

const app = await startApp();
const printed: string[] = [];

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  printed.length = 0;
});

const run = (it: TestApp, ...args: string[]) => importCommand(it.db, args, {} as never);

let files = 0;
function fileOf(...lines: (string | Buffer | object)[]): string {
  const file = path.join(app.dataDir, `import-${++files}.jsonl`);
  const bytes = lines.map((line) => {
    if (Buffer.isBuffer(line)) return line;
    return Buffer.from(typeof line === "string" ? line : JSON.stringify(line));
  });
  fs.writeFileSync(file, Buffer.concat(bytes.flatMap((each) => [each, Buffer.from("\n")])));
  return file;
}

const good = (title: string, more: object = {}) => ({
  title,
  category: "试用栏目",
  date: "2025-05-05",
  author: null,
  source: "手册",
  paragraphs: ["一段正文。"],
  ...more,
});

const byTitle = async (title: string) => {
  const [row] = await app.db.select().from(article).where(eq(article.articleName, title));
  if (!row) throw new Error(`no article ${title}`);
  return row;
};

/** Ids of the articles that a search finds by all of its words. */
async function found(q: string): Promise<number[]> {
  const options = { q, sort: "relevance", pageNum: 1, pageSize: 10 } as const;
  const memo = { get: (_key: string, _tags: unknown, load: () => never) => load() };
  const { rows, strictness } = await searchArticles({ db: app.db, memo } as never, options);
  return strictness === "any" ? [] : rows.map((row) => row.id);
}

describe("the fixture", () => {
  it("is written once, whatever is run again", async () => {
    expect(await run(app, FIXTURE)).toBe(0);
    expect(printed.at(-1)).toMatch(/^导入 30 篇，已有 0 篇，有误 0 行，用时 [\d.]+ 秒$/);
    expect(await run(app, FIXTURE)).toBe(0);
    expect(printed.at(-1)).toMatch(/^导入 0 篇，已有 30 篇，有误 0 行/);
    const [row] = await app.db.select({ n: sql<number>`count(*)::int` }).from(article);
    expect(row?.n).toBe(30);
  });

  it("creates its categories as top entries of the menu", async () => {
    const rows = await app.db
      .select()
      .from(category)
      .where(inArray(category.bllName, ["家长课堂", "政策问答", "诗文诵读", "工作札记"]))
      .orderBy(asc(category.orderNum));
    expect(rows.map((row) => row.bllName)).toEqual([
      "家长课堂",
      "政策问答",
      "工作札记",
      "诗文诵读",
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ parentId: 0, bllType: "1", isInMenu: true, isOnHome: true });
      expect(row.intro).toBe(`收录与“${row.bllName}”有关的文章。`);
    }
  });

  it("publishes on the day of the document", async () => {
    const row = await byTitle("晚饭后的十五分钟");
    expect(row).toMatchObject({
      status: "3",
      source: "家长手册",
      author: "周青禾",
      visible: "public",
    });
    expect(row.publishTime.toISOString()).toBe("2025-03-01T16:00:00.000Z");
    expect(row.importHash).toMatch(/^[0-9a-f]{64}$/);
    expect(row.keywords).toBe("家长手册,周青禾");
  });

  it("puts texts without a date after all others, in the order of the file", async () => {
    const rows = await app.db
      .select({ title: article.articleName })
      .from(article)
      .orderBy(sql`publish_time desc, id desc`);
    expect(rows.slice(-8).map((row) => row.title)).toEqual([
      "陋室銘",
      "學而（節選）",
      "颜渊（节选）",
      "弟子规（总叙）",
      "三字经（开篇）",
      "誡子書",
      "游子吟",
      "治家格言（开篇）",
    ]);
  });

  it("makes headings of chapters and sections, and a summary of the text below", async () => {
    const row = await byTitle("章程修订说明：第一章与第三章");
    expect(row.content).toContain("<h2>第一章 总则</h2>");
    expect(row.content).toContain("<h3>第一节 入会</h3>");
    expect(row.content).toContain("<h2>附则</h2>");
    expect(row.content).toContain("<p>第二条 示例中的条文");
    expect(row.summary).toMatch(/^第一条 为了写明/);
  });

  it("shows nothing of a text in a category that is not open", async () => {
    await app.db.insert(category).values({ bllName: "内部资料", access: "member" });
    const paragraphs = ["2026年3月1日理事会通过", "第一条 苜蓿花开在园子里。"];
    await run(app, fileOf(good("内部的一篇", { category: "内部资料", paragraphs })));
    expect((await byTitle("内部的一篇")).summary).toBe("");
    expect(await found("苜蓿")).toEqual([]);
    await app.db.delete(article).where(eq(article.articleName, "内部的一篇"));
  });

  it("shows markup of the document as text", async () => {
    const row = await byTitle("100% 的努力与 _下划线_ 的故事");
    expect(row.content).toContain("&lt;script&gt;alert('家书')&lt;/script&gt;");
    expect(row.content).not.toContain("<script");
  });
});

describe("bad lines", () => {
  it("are named with their reason, and the rest goes on", async () => {
    const tooLong = Buffer.from(
      JSON.stringify(good("太长", { paragraphs: ["长".repeat(1_800_000)] })),
    );
    const file = fileOf(
      Buffer.from(`\ufeff${JSON.stringify(good("有字节序标记的一行"))}`),
      "{不是 JSON",
      "[1,2]",
      good(""),
      good("x", { title: 5 }),
      good("字".repeat(201)),
      good("没有栏目", { category: " " }),
      "",
      good("错误的日子", { date: "2025-02-30" }),
      good("数字日期", { date: 20250101 }),
      good("正文是文字", { paragraphs: "正文" }),
      good("正文混了数字", { paragraphs: ["正文", 5] }),
      good("正文是空的", { paragraphs: [" ", "\u200b"] }),
      good("没有正文", { paragraphs: undefined }),
      good("作者不是文字", { author: ["甲"] }),
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
      tooLong,
      `${JSON.stringify(good("回车换行的一行"))}\r`,
    );
    expect(await run(app, file)).toBe(0);
    expect(printed.filter((line) => line.startsWith("第"))).toEqual([
      "第 2 行：不是有效的 JSON",
      "第 3 行：应为一个 JSON 对象",
      "第 4 行：缺少标题（title）",
      "第 5 行：标题（title）应为文字",
      "第 6 行：标题（title）超过 200 个字",
      "第 7 行：缺少栏目（category）",
      "第 9 行：日期（date）应为真实的日期，形如 2026-01-31",
      "第 10 行：日期（date）应为真实的日期，形如 2026-01-31",
      "第 11 行：正文（paragraphs）应为由文字组成的数组",
      "第 12 行：正文（paragraphs）应为由文字组成的数组",
      "第 13 行：正文（paragraphs）没有内容",
      "第 14 行：缺少正文（paragraphs）",
      "第 15 行：作者（author）应为文字",
      "第 16 行：不是 UTF-8 编码",
      "第 17 行：超过 5 MB",
    ]);
    expect(printed.at(-1)).toMatch(/^导入 2 篇，已有 0 篇，有误 15 行/);
    await byTitle("有字节序标记的一行");
    // The end of a line is not part of it.
    expect(await run(app, fileOf(good("回车换行的一行")))).toBe(0);
    expect(printed.at(-1)).toMatch(/^导入 0 篇，已有 1 篇/);
  });

  it("leaves out what a database cannot hold", async () => {
    const file = fileOf(
      good("有\u0000控制\u0007符", { paragraphs: ["甲\u0000乙\ud800丙"], author: "甲\n乙" }),
    );
    expect(await run(app, file)).toBe(0);
    const row = await byTitle("有控制符");
    expect(row.content).toBe("<p>甲乙丙</p>");
    expect(row.author).toBe("甲 乙");
  });

  it("counts a line that stands twice once", async () => {
    expect(await run(app, fileOf(good("成双"), good("成双")))).toBe(0);
    expect(printed.at(-1)).toMatch(/^导入 1 篇，已有 1 篇，有误 0 行/);
  });
});

describe("a document with a name of its own", () => {
  const named = (title: string, more: object = {}) => good(title, { key: "手册-17", ...more });

  it("is mended by a later line, once, and keeps its article", async () => {
    expect(await run(app, fileOf(named("带编号的一篇", { paragraphs: ["有错字的正文。"] })))).toBe(
      0,
    );
    const first = await byTitle("带编号的一篇");
    const mended = fileOf(named("带编号的一篇（更正）", { paragraphs: ["改好了的正文。"] }));
    expect(await run(app, mended)).toBe(0);
    expect(printed.at(-1)).toMatch(/^导入 0 篇，更新 1 篇，已有 0 篇，有误 0 行/);
    const second = await byTitle("带编号的一篇（更正）");
    expect(second).toMatchObject({ id: first.id, content: "<p>改好了的正文。</p>" });
    expect(second.version).toBeGreaterThan(first.version);
    expect(await run(app, mended)).toBe(0);
    expect(printed.at(-1)).toMatch(/^导入 0 篇，已有 1 篇/);
    expect(await found("改好了的正文")).toEqual([first.id]);
  });

  it("is mended within one file as well, and by two imports at once", async () => {
    const key = "手册-18";
    const lines = ["甲版", "乙版", "丙版"].map((title) => good(title, { key }));
    expect(await run(app, fileOf(...lines))).toBe(0);
    expect(printed.at(-1)).toMatch(/^导入 1 篇，更新 2 篇/);
    await Promise.all(
      ["丁版", "戊版"].map((title) => run(app, fileOf(good(title, { key: "手册-19" })))),
    );
    for (const each of [key, "手册-19"]) {
      expect(await app.db.$count(article, eq(article.importKey, each))).toBe(1);
    }
  });

  it("is left to the desk once somebody has worked on it there", async () => {
    const key = "手册-20";
    await run(app, fileOf(good("后台改过的一篇", { key })));
    const { id, version } = await byTitle("后台改过的一篇");
    const { token } = await app.as("admin");
    const detail = await app.call("GET", `/api/bll/article/desk/${id}`, { token });
    const saved = await app.call("PUT", "/api/bll/article/desk", {
      token,
      body: { ...(detail.body.data as object), id, version, content: "<p>编辑的话。</p>" },
    });
    expect(saved.body).toMatchObject({ code: 200 });
    expect(await run(app, fileOf(good("后台改过的一篇", { key, paragraphs: ["又一版"] })))).toBe(1);
    expect(printed).toContain("第 1 行：这篇文章已在后台改过，请在后台更正");
    expect((await byTitle("后台改过的一篇")).content).not.toContain("又一版");
  });
});

it("ends with code 1 where every line is bad, and prints fifty reasons at most", async () => {
  expect(await run(app, fileOf(...Array.from({ length: 80 }, () => "{}")))).toBe(1);
  expect(printed.filter((line) => line.startsWith("第"))).toHaveLength(50);
  expect(printed).toContain("有误的行较多，其余不再逐行列出");
  expect(printed.at(-1)).toMatch(/^导入 0 篇，已有 0 篇，有误 80 行/);
});

it("refuses a day that is still to come: nobody would see the article", async () => {
  const year = new Date().getFullYear() + 1;
  const tomorrow = formatDay(new Date(Date.now() + 86_400_000));
  const today = formatDay(new Date());
  const dates = [`${year}-05-05`, "2099-01-01", tomorrow];
  expect(await run(app, fileOf(...dates.map((date) => good(date, { date }))))).toBe(1);
  expect(printed.filter((line) => line.endsWith("日期（date）晚于今天，请核对年份"))).toHaveLength(
    3,
  );
  expect(await run(app, fileOf(good("今天的一篇", { date: today })))).toBe(0);
});

it("keeps what makes several signs one", async () => {
  const family = "👨\u200d👩\u200d👧\u200d👦";
  const flag = "🏳️\u200d🌈";
  await run(
    app,
    fileOf(good(`一家${family}人`, { paragraphs: [`${flag}家\u200d庭👩🏽\u200d🏫\u200d。`] })),
  );
  expect((await byTitle(`一家${family}人`)).content).toBe(`<p>${flag}家庭👩🏽\u200d🏫。</p>`);
});

it("says where a text is longer than what can be searched, and searches one of 100,000 words", async () => {
  const pairs = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => (index + from).toString(36)).join(" ");
  const long = [pairs(100_000, 36 ** 3), "尾声在此"];
  expect(await run(app, fileOf(good("很长的一篇", { paragraphs: long })))).toBe(0);
  expect(printed.join()).not.toContain("正文过长");
  expect(await found("尾声在此")).toEqual([(await byTitle("很长的一篇")).id]);
  const longer = [pairs(300_000, 36 ** 3), "另一个尾声"];
  expect(await run(app, fileOf(good("更长的一篇", { paragraphs: longer })))).toBe(0);
  expect(printed).toContain("第 1 行：正文过长，超出部分无法被搜索到，建议拆分成几篇");
});

it("fills a category that is there, wherever it hangs", async () => {
  const [parent] = await app.db.insert(category).values({ bllName: "上级" }).returning();
  const [child] = await app.db
    .insert(category)
    .values({ bllName: "下级", parentId: parent?.id ?? 0 })
    .returning();
  expect(await run(app, fileOf(good("进下级", { category: "下级" })))).toBe(0);
  expect((await byTitle("进下级")).typeId).toBe(child?.id);
});

it("says how far it is every hundred lines", async () => {
  const lines = Array.from({ length: 120 }, (_, index) => good(`第 ${index} 篇`));
  expect(await run(app, fileOf(...lines))).toBe(0);
  expect(printed.slice(0, 2)).toEqual(["已处理 100 行", "已处理 120 行"]);
  expect(printed.at(-1)).toMatch(/^导入 120 篇/);
});

it("drops the lists of a running server", async () => {
  const before = await app.call("GET", "/api/bll/article_type/list");
  expect(before.text).not.toContain("新来的栏目");
  expect(await run(app, fileOf(good("新来的", { category: "新来的栏目" })))).toBe(0);
  await vi.waitFor(async () => {
    const after = await app.call("GET", "/api/bll/article_type/list");
    expect(after.text).toContain("新来的栏目");
  });
});

it("ends with code 1 and one line where there is nothing to read", async () => {
  expect(await run(app)).toBe(1);
  expect(printed.splice(0)).toEqual(["用法：npm run import -- 文件.jsonl"]);
  expect(await run(app, "/nowhere/documents.jsonl")).toBe(1);
  expect(printed.splice(0)).toEqual(["无法读取 /nowhere/documents.jsonl：文件不存在"]);
  expect(await run(app, app.dataDir)).toBe(1);
  expect(printed.splice(0)).toEqual([`无法读取 ${app.dataDir}：这是一个目录`]);
});

it("says where to go on when the database goes away", async () => {
  const other = await startApp();
  await other.db.execute(sql`alter table article rename to article_gone`);
  expect(await run(other, fileOf(good("中断")))).toBe(1);
  expect(printed.join("\n")).toMatch(
    /\n导入中断：relation "article" does not exist\n.*再次运行同一命令即可继续/,
  );
});

it("comes in beside a server that fires jobs", async () => {
  const server = connect(app.databaseUrl, 1);
  const ticker = await server.pool.connect();
  expect(await tryLock(ticker, "ticker")).toBe(true);
  expect(await run(app, fileOf(good("与服务同时运行时导入")))).toBe(0);
  ticker.release(true);
  await server.close();
});
