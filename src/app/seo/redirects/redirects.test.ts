import { beforeEach, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith, verbCodes } from "#src/test/rights.ts";
import { leadOf, movePages } from "./service.server.ts";
import { redirect } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const BASE = "/api/bll/seo/redirects/desk";
const fresh = { db: it.db, memo: { get: (_k: string, _t: unknown, load: () => never) => load() } };
const lead = (address: string) => leadOf(fresh as never, address);
const add = async (fromPath: string, toPath: string, more: object = {}) =>
  (await it.call("POST", BASE, { token, body: { fromPath, toPath, ...more } })).body;

beforeEach(async () => {
  await it.db.delete(redirect);
});

test("an old address, however it is asked for, leads to the end of its chain", async () => {
  await add("/news/show.asp?id=12&lang=cn", "/a.html");
  await add("/a.html", "/article?articleId=1");
  await add("/list.asp", "https://other.example.org/", { code: 302 });
  expect(await lead("/news/show.asp?lang=cn&id=12#x")).toMatchObject({
    to: "/article?articleId=1",
    code: 301,
  });
  expect(await lead("/news/show.asp?id=13")).toBeUndefined();
  // The path alone stands for all its queries.
  expect(await lead("/list.asp?page=2")).toMatchObject({
    to: "https://other.example.org/",
    code: 302,
  });
  expect(await lead("//other.example.org")).toBeUndefined();
});

test("a way to a Chinese address is a header that can be sent, and leads on", async () => {
  await add("/old.html", "/新闻/通知?栏目=1#第二条");
  await add("/far.html", "https://例子.cn/页?a=1");
  await add("/chain.html", "/old.html");
  for (const from of ["/old.html", "/chain.html"]) {
    const { to = "" } = (await lead(from)) ?? {};
    expect(to).toBe(encodeURI("/新闻/通知?栏目=1#第二条"));
    expect(new Headers({ location: to }).get("location")).toBe(to);
  }
  expect((await lead("/far.html"))?.to).toMatch(/^https:\/\/xn--[\w-]+\.cn\/%E9%A1%B5\?a=1$/);
});

test("a circle is refused, and followed by nobody where it is there all the same", async () => {
  await add("/a.html", "/b.html");
  await add("/b.html", "/c.html");
  expect((await add("/c.html", "/a.html")).data).toEqual({
    toPath: "会绕成一圈：/c.html → /a.html → /b.html → /c.html",
  });
  expect((await add("/x.html", "/x.html?")).data).toEqual({ toPath: "新地址与旧地址相同" });
  await it.db.insert(redirect).values({ fromPath: "/c.html", toPath: "/a.html" });
  expect(await lead("/a.html")).toBeUndefined();
});

test("what can be written down", async () => {
  for (const [from, to, data] of [
    ["", "/a", { fromPath: "旧地址不能为空" }],
    ["a.html", "/a", { fromPath: "旧地址应为 / 开头的本站路径，例如 /news/show.asp?id=12" }],
    ["//host/x", "/a", { fromPath: "旧地址应为 / 开头的本站路径，例如 /news/show.asp?id=12" }],
    ["/search", "/a", { fromPath: "这是网站正在使用的页面，跳转不会生效" }],
    ["/prod-api/x", "/a", { fromPath: "这类地址由系统使用，不能跳转" }],
    ["/PROD-API/x", "/a", { fromPath: "这类地址由系统使用，不能跳转" }],
    ["/Prod-Api?x=1", "/a", { fromPath: "这类地址由系统使用，不能跳转" }],
    ["/login", "/a", { fromPath: "这是网站正在使用的页面，跳转不会生效" }],
    ["/LOGIN/?from=1", "/a", { fromPath: "这是网站正在使用的页面，跳转不会生效" }],
    ["/article/preview", "/a", { fromPath: "这是网站正在使用的页面，跳转不会生效" }],
    ["/Article/Preview?key=1", "/a", { fromPath: "这是网站正在使用的页面，跳转不会生效" }],
    ["/ARTICLE?articleId=9", "/a", { fromPath: "这是网站正在使用的页面，跳转不会生效" }],
    ["/404?x=1", "/a", { fromPath: "这是网站正在使用的页面，跳转不会生效" }],
    ["/system/user", "/a", { fromPath: "这是后台正在使用的页面，跳转不会生效" }],
    ["/System/User?x=1", "/a", { fromPath: "这是后台正在使用的页面，跳转不会生效" }],
    ["/workbench", "/a", { fromPath: "这是后台正在使用的页面，跳转不会生效" }],
    ["/user/profile/x", "/a", { fromPath: "这是后台正在使用的页面，跳转不会生效" }],
    [
      "/o",
      "javascript:alert(1)",
      { toPath: "新地址应为 / 开头的站内路径，或 http(s):// 开头的地址" },
    ],
    ["/o", "//host", { toPath: "新地址应为 / 开头的站内路径，或 http(s):// 开头的地址" }],
    ["/o", "", { toPath: "新地址不能为空" }],
  ] as const) {
    expect([from, to, (await add(from, to)).data]).toEqual([from, to, data]);
  }
  expect((await add("/o", "/a", { code: 307 })).data).toEqual({ code: "方式应为 301 或 302" });
  // Lists of an old site have whole addresses.
  expect((await add("http://old.example.org/o.asp?id=1", "/search")).code).toBe(200);
  expect((await add("/o.asp?id=1", "/search")).msg).toBe(
    "新增跳转'/o.asp?id=1'失败，旧地址已经有跳转",
  );
  expect((await add("/article?articleId=9", "/search")).code).toBe(200);
});

test("many lines at once", async () => {
  await add("/b", "/search");
  const lines = ["/a /search", "/b,/agreement", "# x", "/c", "/d javascript:1", "/a /b", "/e /e"];
  lines.push("/Inbox /search", "/PROD-API/x /search");
  const answer = await it.call("POST", `${BASE}/importLines`, {
    token,
    body: { lines: lines.join("\n"), code: "302" },
  });
  expect(answer.body).toMatchObject({
    msg: "新增 1 条，更新 1 条，跳过 6 行",
    data: {
      bad: [
        { line: 4, reason: "每行应为两个地址：旧地址、空格、新地址" },
        { line: 5, reason: "新地址应为 / 开头的站内路径，或 http(s):// 开头的地址" },
        { line: 6, reason: "与前面的一行重复" },
        { line: 7, reason: "新旧地址相同" },
        { line: 8, reason: "这是后台正在使用的页面，跳转不会生效" },
        { line: 9, reason: "这类地址由系统使用，不能跳转" },
      ],
    },
  });
  expect(await lead("/b")).toMatchObject({ to: "/agreement", code: 302 });
});

test("pages that moved: earlier addresses lead to the last place at once", async () => {
  const by = { origin: "move", userName: "admin" } as const;
  await movePages(it.db, [{ from: "/a", to: "/b" }], by);
  await movePages(it.db, [{ from: "/b", to: "/c" }], by);
  const rows = await it.db.select().from(redirect);
  expect(rows.map((row) => `${row.fromPath} ${row.toPath} ${row.origin}`).sort()).toEqual([
    "/a /c move",
    "/b /c move",
  ]);
  await movePages(it.db, [{ from: "/c", to: "/a" }], by);
  expect(await lead("/a")).toBeUndefined();
  expect((await lead("/b"))?.to).toBe("/a");
});

test("each verb needs its own permission", async () => {
  const reader = await staffWith(it, "content:redirect:list");
  expect(Object.values(await verbCodes(it, BASE, reader.token))).toEqual([
    200, 403, 403, 403, 403, 403, 403,
  ]);
  const importing = await it.call("POST", `${BASE}/importLines`, { token: reader.token, body: {} });
  expect(importing.body.code).toBe(403);
});
