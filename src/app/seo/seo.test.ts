import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { publishTags } from "../../server/cache/tags.ts";
import { startApp } from "../../test/app.ts";
import { insertArticle } from "../article/writing/service.server.ts";
import { category } from "../article_type/table.server.ts";

const it = await startApp({ PUBLIC_URL: "https://society.example.org/" });
const ORIGIN = "https://society.example.org";

let typeId = 0;
let shownId = 0;

beforeAll(async () => {
  const [row] = await it.db
    .insert(category)
    .values({ bllName: "要闻 & 通知", intro: "新近消息" })
    .returning({ id: category.id });
  typeId = row?.id ?? 0;
  const article = (articleName: string, more: object = {}) =>
    insertArticle(it.db, {
      typeId,
      articleName,
      content: "<p>正文只此一句。</p>",
      publishTime: new Date("2025-08-29T08:30:00+08:00"),
      ...more,
    });
  shownId = (await article("<b>题</b>\u0007 & “目”", { summary: "摘要 < 正文" })) ?? 0;
  await article("草稿", { status: "0" });
  await article("会员文章", {
    visible: "member",
    content: "<p>只给会员看的话，足够长。</p>",
    summary: "提要",
  });
  await publishTags(it.db, ["menu"]);
});

test("robots.txt names the sitemap by the public address", async () => {
  const { text, headers } = await it.call("GET", "/robots.txt");
  expect(headers["content-type"]).toContain("text/plain");
  expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  expect(text).toContain("Disallow: /prod-api/");
});

test("the sitemap is an index; its file has home, categories and published articles", async () => {
  const index = await it.call("GET", "/sitemap.xml");
  expect(index.headers["content-type"]).toContain("application/xml");
  expect(index.text.match(/<loc>[^<]*<\/loc>/g)).toEqual([`<loc>${ORIGIN}/sitemap-1.xml</loc>`]);
  const file = await it.call("GET", "/sitemap-1.xml");
  expect(file.text).toContain(`<url><loc>${ORIGIN}/</loc></url>`);
  expect(file.text).toContain(
    `<loc>${ORIGIN}/areaxList?parentId=${typeId}&amp;tabIndex=${typeId}</loc>`,
  );
  expect(file.text).toContain(
    `<url><loc>${ORIGIN}/article?articleId=${shownId}</loc><lastmod>2025-08-29</lastmod></url>`,
  );
  expect(file.text.match(/article\?articleId/g)?.length).toBe(2);
  const packed = await it.app.inject({
    url: "/sitemap-1.xml",
    headers: { "accept-encoding": "gzip" },
  });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(file.text);
});

test("a sitemap file that is not there is HTTP 404", async () => {
  for (const name of ["2", "0", "x", "99999999999"]) {
    expect((await it.call("GET", `/sitemap-${name}.xml`)).status, name).toBe(404);
  }
});

test("over 50,000 articles the sitemap splits, each address in exactly one file", async () => {
  await it.db.execute(sql`insert into article (type_id, article_name, status)
    select ${typeId}, 'n' || n, '3' from generate_series(1, 60000) n`);
  await publishTags(it.db, ["content"]);
  await expect
    .poll(async () => (await it.call("GET", "/sitemap.xml")).text.match(/<loc>/g)?.length)
    .toBe(2);
  const seen: string[] = [];
  for (const page of [1, 2]) {
    const { text } = await it.call("GET", `/sitemap-${page}.xml`);
    const locations = text.match(/<loc>[^<]*/g) ?? [];
    expect(locations.length).toBeLessThanOrEqual(50_000);
    seen.push(...locations.filter((each) => each.includes("articleId")));
  }
  expect(seen.length).toBe(60_002);
  expect(new Set(seen).size).toBe(60_002);
  await it.db.execute(sql`delete from article where article_name like 'n%'`);
  await publishTags(it.db, ["content"]);
});

test("RSS: published articles, well escaped, never the text of a locked one", async () => {
  const { text, headers } = await it.call("GET", "/rss.xml");
  expect(headers["content-type"]).toContain("application/rss+xml");
  expect(text).toContain("<title>&lt;b&gt;题&lt;/b&gt; &amp; “目”</title>");
  expect(text).toContain("<description>摘要 &lt; 正文</description>");
  expect(text).toContain("<pubDate>Fri, 29 Aug 2025 00:30:00 GMT</pubDate>");
  expect(text).toContain("会员文章");
  expect(text).not.toContain("只给会员看的话");
  expect(text).not.toContain("草稿");
});

test("RSS of one category; an unknown one is HTTP 404, a wrong one is refused", async () => {
  const { text } = await it.call("GET", `/rss.xml?typeId=${typeId}`);
  expect(text).toContain("<title>要闻 &amp; 通知 - ");
  expect(text).toContain(`href="${ORIGIN}/rss.xml?typeId=${typeId}"`);
  expect((await it.call("GET", "/rss.xml?typeId=999999")).status).toBe(404);
  expect((await it.call("GET", "/rss.xml?typeId=x")).body.code).toBe(500);
});
