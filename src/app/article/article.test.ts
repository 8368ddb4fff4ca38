import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { daysAfter } from "../../lib/membership/terms.ts";
import { formatDateTime, formatDay } from "../../lib/text/dates.ts";
import { publishTags } from "../../server/cache/tags.ts";
import { startApp } from "../../test/app.ts";
import { category } from "../article_type/table.server.ts";
import { memberLevel } from "../member/level/table.server.ts";
import { member } from "../member/table.server.ts";
import { memberTerm } from "../member/term/table.server.ts";
import { readArticleInPlace } from "./reading/service.server.ts";
import { readsOf } from "./reads.server.ts";
import { listArticles, mostRead, newestArticles } from "./service.server.ts";
import { sweep } from "./sweep.server.ts";
import { article, articleReads, articleVisit } from "./table.server.ts";
import { insertArticle, type NewArticle } from "./writing/service.server.ts";

const it = await startApp();
const BASE = "/api/bll/article";
const DAY_MS = 86_400_000;
const PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36";
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let news = 0;
let topic = 0;
let other = 0;

async function makeCategory(bllName: string, parentId = 0): Promise<number> {
  const [row] = await it.db
    .insert(category)
    .values({ bllName, parentId })
    .returning({ id: category.id });
  await publishTags(it.db, ["menu"]);
  // The app hears of it a moment later.
  await vi.waitFor(async () => {
    const { text } = await it.call("GET", "/api/bll/article_type/list");
    expect(text).toContain(`"id":${row?.id},`);
  });
  return row?.id ?? 0;
}

async function make(fields: Partial<NewArticle> = {}): Promise<number> {
  const id = await insertArticle(it.db, {
    typeId: topic,
    articleName: "家庭会议怎么开",
    content: "<p>一周一次，半小时。</p>",
    publishTime: daysAgo(1),
    ...fields,
  });
  if (id === undefined) throw new Error("not inserted");
  return id;
}

const list = async (query: string) => {
  const { body } = await it.call("GET", `${BASE}/list?${query}`);
  return body as unknown as {
    code: number;
    msg: string;
    total: number;
    rows: Record<string, unknown>[];
  };
};
const idsOf = (rows: Record<string, unknown>[]) => rows.map((row) => row.id);

beforeAll(async () => {
  news = await makeCategory("新闻");
  topic = await makeCategory("要闻", news);
  other = await makeCategory("学术");
});

test("list sends the contract's row and nothing else", async () => {
  const type = await makeCategory("只有一篇");
  const id = await make({
    typeId: type,
    source: "秘书处",
    publishTime: new Date(1_750_000_000_000),
  });
  const answer = await list(`typeId=${type}`);
  expect(answer).toEqual({
    code: 200,
    msg: "查询成功",
    total: 1,
    rows: [
      {
        id,
        articleName: "家庭会议怎么开",
        createTime: "2025-06-15 23:06:40",
        typeId: type,
        typeName: "只有一篇",
        summary: "一周一次，半小时。",
        cover: `/art/cover/rings-blue-${id % 12}.svg`,
        source: "秘书处",
        visible: "public",
      },
    ],
  });
});

test("a parent takes in its descendants, pinned first, then newest first", async () => {
  const parent = await makeCategory("父");
  const child = await makeCategory("子", parent);
  const grandchild = await makeCategory("孙", child);
  const old = await make({ typeId: parent, publishTime: daysAgo(9) });
  const fresh = await make({ typeId: grandchild, publishTime: daysAgo(1) });
  const pinned = await make({ typeId: child, publishTime: daysAgo(20), isTop: true });
  expect(idsOf((await list(`typeId=${parent}`)).rows)).toEqual([pinned, fresh, old]);
  expect(idsOf((await list(`typeId=${child}`)).rows)).toEqual([pinned, fresh]);
  const newest = await newestArticles(it.db, { typeIds: [parent, child, grandchild], limit: 2 });
  expect(newest.map((card) => card.id)).toEqual([fresh, old]);
  const topFirst = await newestArticles(it.db, { limit: 1, topFirst: true });
  expect(topFirst[0]?.isTop).toBe(true);
});

test("drafts, recalled, waiting and expired articles are nowhere", async () => {
  const type = await makeCategory("隐");
  const hidden = await Promise.all([
    make({ typeId: type, status: "0" }),
    make({ typeId: type, status: "4" }),
    make({ typeId: type, status: "5" }),
    make({ typeId: type, status: "2", publishTime: new Date(Date.now() + DAY_MS) }),
    make({ typeId: type, expireTime: daysAgo(0.5) }),
  ]);
  expect((await list(`typeId=${type}`)).total).toBe(0);
  for (const id of hidden) {
    expect((await it.call("GET", `${BASE}/${id}`)).body.code).toBe(404);
    const counted = await it.call("POST", `${BASE}/${id}/read`, {
      headers: { "user-agent": PHONE },
    });
    expect(counted.body.code).toBe(404);
  }
  const due = await make({ typeId: type, status: "2", publishTime: daysAgo(0.1) });
  // Written beside the app, which hears of it a moment later.
  await expect.poll(async () => idsOf((await list(`typeId=${type}`)).rows)).toEqual([due]);
});

test("a scheduled article enters the count when its hour strikes", async () => {
  const type = await makeCategory("定时");
  await make({ typeId: type });
  const soon = new Date(Date.now() + 400);
  await make({ typeId: type, status: "2", publishTime: soon });
  expect((await list(`typeId=${type}`)).total).toBe(1);
  await expect.poll(async () => (await list(`typeId=${type}`)).total, { timeout: 3_000 }).toBe(2);
});

test("every id stands on exactly one page, from either end", async () => {
  const parent = await makeCategory("长");
  const child = await makeCategory("长子", parent);
  const made: number[] = [];
  for (let index = 0; index < 23; index++) {
    const sameHour = daysAgo(Math.floor(index / 3));
    made.push(
      await make({
        typeId: index % 2 ? parent : child,
        publishTime: sameHour,
        isTop: index % 7 === 0,
      }),
    );
  }
  for (const size of [1, 4, 5, 10, 23, 50]) {
    const pages = Math.ceil(made.length / size);
    const seen: unknown[] = [];
    for (let page = 1; page <= pages; page++) {
      const answer = await list(`typeId=${parent}&pageNum=${page}&pageSize=${size}`);
      expect(answer.total).toBe(made.length);
      seen.push(...idsOf(answer.rows));
    }
    expect(seen.length).toBe(made.length);
    const rows = await it.db
      .select({ id: article.id })
      .from(article)
      .where(sql`type_id in (${parent}, ${child})`)
      .orderBy(sql`top desc, publish_time desc, id desc`);
    expect(seen).toEqual(rows.map((row) => row.id));
  }
});

test("paging is reasonable: past the end is the last page, below the first is the first", async () => {
  const type = await makeCategory("页");
  for (let index = 0; index < 12; index++)
    await make({ typeId: type, publishTime: daysAgo(index) });
  const last = await list(`typeId=${type}&pageNum=2`);
  expect(last.rows.length).toBe(2);
  expect((await list(`typeId=${type}&pageNum=99`)).rows).toEqual(last.rows);
  expect((await list(`typeId=${type}&pageNum=0`)).rows.length).toBe(10);
  expect((await list(`typeId=${type}&pageNum=-3&pageSize=5`)).rows.length).toBe(5);
  expect((await list(`typeId=${type}&pageSize=1000`)).rows.length).toBe(12);
  expect((await list(`typeId=${type}&pageSize=0`)).rows.length).toBe(1);
});

test("list: unknown category has no rows, no category has all, a wrong value is refused", async () => {
  await make();
  expect(await list("typeId=999999")).toMatchObject({ total: 0, rows: [] });
  expect((await list("")).total).toBeGreaterThan(0);
  expect(await list("typeId=abc")).toMatchObject({ code: 500, msg: "栏目编号格式不正确" });
  expect(await list("pageNum=x")).toMatchObject({ code: 500, msg: "页码格式不正确" });
});

test("most read first: in the order of reads, each id once", async () => {
  const type = await makeCategory("读");
  const made: number[] = [];
  for (let index = 0; index < 7; index++) {
    made.push(await make({ typeId: type, reads: (index * 3) % 7, publishTime: daysAgo(index) }));
  }
  const memo = { get: <T>(_key: string, _tags: unknown, load: () => Promise<T>) => load() };
  const context = { db: it.db, memo };
  const seen: number[] = [];
  for (const pageNum of [1, 2, 3]) {
    const options = { typeIds: [type], pageNum, pageSize: 3, sort: "reads" as const };
    seen.push(...(await listArticles(context, options)).rows.map((row) => row.id));
  }
  const reads = await readsOf(it.db, seen);
  expect(seen.map((id) => reads[id])).toEqual([6, 5, 4, 3, 2, 1, 0]);
  expect(new Set(seen)).toEqual(new Set(made));
  const most = await mostRead(context, [type]);
  expect(most.map((card) => card.id)).toEqual(seen.slice(0, 5));
});

test("a write shows in the next list", async () => {
  const type = await makeCategory("写");
  await make({ typeId: type });
  expect((await list(`typeId=${type}`)).total).toBe(1);
  await make({ typeId: type });
  await expect.poll(async () => (await list(`typeId=${type}`)).total).toBe(2);
});

test("the text comes clean, by named columns", async () => {
  const id = await make({
    content: '<h1>一</h1><p onclick="x()">正文<script>alert(1)</script></p>',
    keywords: "陪伴、家庭会议， 倾听",
    attachments: [{ name: "记录表.docx", url: "/prod-api/profile/upload/a.docx", bytes: 2048 }],
  });
  const { body } = await it.call("GET", `${BASE}/${id}`);
  const data = body.data as Record<string, unknown>;
  expect(data).toMatchObject({
    id,
    content: "<h2>一</h2><p>正文</p>",
    keywords: "陪伴,家庭会议,倾听",
    locked: false,
    attachments: [{ name: "记录表.docx", bytes: 2048 }],
  });
  expect(data).not.toHaveProperty("search");
  expect(data).not.toHaveProperty("createBy");
});

test("locked texts open for the token that suffices", async () => {
  const attachments = [{ name: "内部.pdf", url: "/prod-api/profile/upload/b.pdf", bytes: 9 }];
  const forLogin = await make({ visible: "login", content: "<p>登录可读</p>", attachments });
  const forMember = await make({ visible: "member", content: "<p>会员可读</p>", attachments });
  const read = async (id: number, token?: string) => {
    const answer = await it.call("GET", `${BASE}/${id}`, token ? { token } : {});
    return answer.body.data as Record<string, unknown>;
  };
  const closed = { content: null, locked: true, attachments: [] };
  expect(await read(forLogin)).toMatchObject(closed);
  expect(await read(forLogin, "not-a-token")).toMatchObject(closed);
  expect(await read(forMember)).toMatchObject(closed);
  const { token } = await it.as("member");
  expect(await read(forLogin, token)).toMatchObject({
    content: "<p>登录可读</p>",
    locked: false,
    attachments,
  });
  expect(await read(forMember, token)).toMatchObject(closed);
  const admin = await it.as("admin");
  expect(await read(forMember, admin.token)).toMatchObject(closed);
});

test.each([
  ["on the last day", 0, true],
  ["on the last day of the grace", -90, true],
  ["a day later", -91, false],
])("a member's text and the account itself, %s", async (_when, days, isMember) => {
  const id = await make({ visible: "member", content: "<p>会员可读</p>" });
  const { token, userId } = await it.as("member");
  const validTo = daysAfter(formatDay(new Date()), days);
  const [level] = await it.db.select().from(memberLevel).limit(1);
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo: `P2026${String(userId).padStart(5, "0")}`,
      memberType: "01",
      userId,
      name: "林晓",
      levelId: level?.id ?? 0,
      joinedOn: "2026-01-01",
    })
    .returning();
  await it.db.insert(memberTerm).values({
    memberId: row?.id ?? 0,
    levelId: level?.id ?? 0,
    fromOn: daysAfter(validTo, -300),
    toOn: validTo,
  });
  const answer = await it.call("GET", `${BASE}/${id}`, { token });
  expect(answer.body.data).toMatchObject({ locked: !isMember });
  const info = await it.call("GET", "/getInfo", { token });
  expect(info.body.user).toMatchObject({
    isMember,
    memberNo: row?.memberNo,
    memberLevel: level?.levelName,
    memberExpire: validTo,
  });
});

test("an id must be digits; one that nobody has is code 404", async () => {
  const wrong = await it.call("GET", `${BASE}/1%20or%201=1`);
  expect(wrong.body).toMatchObject({ code: 500, msg: "文章编号格式不正确" });
  expect((await it.call("GET", `${BASE}/999999999999999`)).body.code).toBe(404);
  expect((await it.call("GET", `${BASE}/99999999999999999999`)).body.code).toBe(500);
});

test("suggestions carry three fields; blank text gives none", async () => {
  const id = await make({ articleName: "云川县夜校开班" });
  const { body } = await it.call(
    "GET",
    `${BASE}/listPreview?articleName=${encodeURIComponent("夜校")}`,
  );
  expect(body.code).toBe(200);
  const found = (body.rows as Record<string, unknown>[]).find((row) => row.id === id);
  expect(Object.keys(found ?? {}).sort()).toEqual(["articleName", "createTime", "id"]);
  for (const text of ["", "?articleName=", "?articleName=%20%20"]) {
    expect((await it.call("GET", `${BASE}/listPreview${text}`)).body.rows).toEqual([]);
  }
});

test("a visit counts once per visitor, article and day", async () => {
  const id = await make();
  const read = async (ip: string, userAgent = PHONE) => {
    const answer = await it.call("POST", `${BASE}/${id}/read`, {
      ip,
      headers: { "user-agent": userAgent },
    });
    return (answer.body.data as { reads: number }).reads;
  };
  expect(await read("203.0.113.1")).toBe(1);
  expect(await read("203.0.113.1")).toBe(1);
  expect(await read("203.0.113.2")).toBe(2);
  expect(await read("203.0.113.1", `${PHONE} Other`)).toBe(3);
  const many = await Promise.all(Array.from({ length: 8 }, () => read("203.0.113.9")));
  expect(new Set(many)).toEqual(new Set([4]));
  expect(await read("203.0.113.3", "Mozilla/5.0 (compatible; Googlebot/2.1)")).toBe(4);
  expect(await read("203.0.113.3", "")).toBe(4);
  const { body } = await it.call("GET", `${BASE}/reads?ids=${id},999999`);
  expect(body.data).toEqual({ [id]: 4, 999999: 0 });
});

test("one address is a few readers at most, whatever programs it names", async () => {
  const id = await make();
  for (let n = 0; n < 100; n++) {
    await it.call("POST", `${BASE}/${id}/read`, {
      ip: "203.0.113.8",
      headers: { "user-agent": `${PHONE} ${n}` },
    });
  }
  const { body } = await it.call("GET", `${BASE}/reads?ids=${id}`);
  expect(body.data).toEqual({ [id]: 8 });
});

test("of a visitor only a hash is kept, and only for the day", async () => {
  const id = await make();
  await it.call("POST", `${BASE}/${id}/read`, {
    ip: "203.0.113.7",
    headers: { "user-agent": PHONE },
  });
  await it.db.insert(articleVisit).values({
    articleId: id,
    day: formatDay(daysAgo(2)),
    visitorHash: Buffer.alloc(32),
  });
  await sweep(it.db);
  const left = await it.db.select().from(articleVisit).where(eq(articleVisit.articleId, id));
  expect(left.map((row) => row.day)).toEqual([formatDay(new Date())]);
  expect(left[0]?.visitorHash.length).toBe(32);
});

test("reads: at most 100 ids, digits only", async () => {
  const ids = Array.from({ length: 101 }, (_, index) => index + 1).join();
  const many = await it.call("GET", `${BASE}/reads?ids=${ids}`);
  expect(many.body).toMatchObject({ code: 500, msg: "一次最多查询 100 篇文章" });
  expect((await it.call("GET", `${BASE}/reads?ids=1;drop`)).body.code).toBe(500);
  for (const none of [`${BASE}/reads`, `${BASE}/reads?ids=`]) {
    expect((await it.call("GET", none)).body.data, none).toEqual({});
  }
});

test("the QR code is a picture of the article's address", async () => {
  const answer = await it.call("GET", `${BASE}/12/qr.svg`);
  expect(answer.headers["content-type"]).toContain("image/svg+xml");
  expect(answer.text).toMatch(/^<svg[^>]*>.*<\/svg>\s*$/s);
  expect((await it.call("GET", `${BASE}/x/qr.svg`)).body.code).toBe(500);
});

test("neighbours are those of the list; related ones share keywords or the category", async () => {
  const first = await make({ typeId: other, publishTime: daysAgo(1), keywords: "零花钱" });
  const middle = await make({ typeId: other, publishTime: daysAgo(2), keywords: "零花钱,记账" });
  const last = await make({ typeId: other, publishTime: daysAgo(3) });
  const kin = await make({ publishTime: daysAgo(4), keywords: "记账,零花钱" });
  const row = async (id: number) => {
    const found = await readArticleInPlace(it.db, id);
    if (!found) throw new Error("no row");
    return found.around;
  };
  const around = await row(middle);
  expect(around.previous?.id).toBe(first);
  expect(around.next?.id).toBe(last);
  expect(around.related[0]?.id).toBe(kin);
  expect(around.related.map((card) => card.id)).not.toContain(middle);
  expect((await row(first)).previous).toBeUndefined();
  expect((await row(last)).next).toBeUndefined();
});

test("an import's second line of the same hash writes nothing", async () => {
  const line = {
    typeId: topic,
    articleName: "第二次",
    content: "<p>文</p>",
    publishTime: daysAgo(1),
    importHash: "a".repeat(64),
    reads: 7,
  };
  const id = await insertArticle(it.db, line);
  expect(await insertArticle(it.db, line)).toBeUndefined();
  const [reads] = await it.db
    .select()
    .from(articleReads)
    .where(eq(articleReads.articleId, id ?? 0));
  expect(reads?.reads).toBe(7);
  expect(formatDateTime(line.publishTime)).toMatch(/^\d{4}-/);
});
