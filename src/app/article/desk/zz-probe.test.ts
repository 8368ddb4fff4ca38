import { eq, sql } from "drizzle-orm";
import { test } from "vitest";
import { startApp } from "../../../test/app.ts";
import { deskCalls, makeCategory } from "../../../test/desk.ts";
import { staffWith } from "../../../test/rights.ts";
import { category } from "../../article_type/table.server.ts";
import { article } from "../table.server.ts";
import { readPreview } from "./service.server.ts";

const it = await startApp();
const chief = await it.as("admin");
const desk = deskCalls(it, chief.token);
const typeId = await makeCategory(it);
const text = { articleName: "家长学校开学", content: "<p>第一课在周六。</p>", typeId };
const out: string[] = [];
const say = (name: string, value: unknown) =>
  out.push(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`.slice(0, 600));
const api = (m: string, u: string, body?: unknown, token = chief.token) =>
  it.call(m, u, { token, ...(body === undefined ? {} : { body }) });
const st = async (id: number) => (await it.db.select().from(article).where(eq(article.id, id)))[0];

test("probe", async () => {
  // restore with a category that is gone
  const t2 = await makeCategory(it);
  const a = await desk.draft({ ...text, typeId: t2 });
  const revs = (await desk.call("GET", `/${a}/revisions`)).body.rows as { id: number }[];
  await desk.call("PUT", "", { id: a, typeId });
  await it.db.delete(category).where(eq(category.id, t2));
  say(
    "restore gone category",
    (await desk.call("POST", "/restore", { id: a, revisionId: revs[0]?.id })).body,
  );
  // preview after recycle
  const p = (await desk.call("POST", "/preview", { id: a })).body.data as { url: string };
  const key = p.url.split("key=")[1] ?? "";
  await desk.call("DELETE", `/${a}`);
  say("preview after recycle", Boolean(await readPreview(it.db, key)));
  say("preview of recycled made", (await desk.call("POST", "/preview", { id: a })).body.code);
  await desk.call("DELETE", `/purge/${a}`);
  say("preview after purge", Boolean(await readPreview(it.db, key)));
  // all or none
  const b = await desk.draft(text);
  say("delete b,999999", (await desk.call("DELETE", `/${b},999999`)).body);
  say("b status", (await st(b))?.status);
  const b2 = await desk.draft(text);
  say(
    "del 500 ids",
    (await desk.call("DELETE", `/${Array.from({ length: 500 }, (_, i) => i + 900000).join(",")}`))
      .body,
  );
  for (const bad of ["abc", "-1", "9007199254740992", "0", "1e3", "%00"])
    say(`ids ${bad}`, [
      (await desk.call("DELETE", `/${bad}`)).body.msg,
      (await desk.call("GET", `/${bad}`)).body.msg,
      (await desk.call("POST", "/publish", { id: bad, when: "now" })).body.msg,
    ]);
  // pinOrder on drafts
  say("pinOrder draft", (await desk.call("PUT", "/pinOrder", { typeId, ids: [b2] })).body);
  say("top", (await st(b2))?.top);
  // bulk
  for (const asked of [
    [],
    {},
    { typeId: 99999 },
    { typeId: ["1"] },
    { keyword: { a: 1 } },
    "x",
    5,
    { status: null },
    { unknown: "x" },
    { params: { typeId: "99999" } },
  ])
    say(
      `bulk asked ${JSON.stringify(asked)}`,
      (await desk.call("POST", "/bulk", { verb: "visible", visible: "public", asked })).body,
    );
  for (const verb of ["__proto__", "constructor", "edit", "toString", null, { a: 1 }])
    say(`bulk verb ${verb}`, (await desk.call("POST", "/bulk", { verb, ids: [b2] })).body.msg);
  say("bulk ids text", (await desk.call("POST", "/bulk", { verb: "recall", ids: "abc" })).body);
  say(
    "bulk 501",
    (
      await desk.call("POST", "/bulk", {
        verb: "recall",
        ids: Array.from({ length: 501 }, (_, i) => i + 1),
      })
    ).body.msg,
  );
  // dates
  for (const when of [
    "2026-02-30 10:00",
    "9999-12-31 23:59:59",
    "1900-01-01 00:00",
    "0000-01-01",
    "0100-01-01",
    "10000-01-01",
    "2026-13-01",
    "2026-12-01T10:00:00Z",
    5,
    { a: 1 },
    "\0",
  ]) {
    const c = await desk.draft(text);
    say(
      `at ${JSON.stringify(when)}`,
      (await desk.call("POST", "/publish", { id: c, when: "at", publishTime: when })).body.msg,
    );
    const d = await desk.draft(text);
    say(`past ${JSON.stringify(when)}`, [
      (await desk.call("POST", "/publish", { id: d, when: "past", publishTime: when })).body.msg,
      (await st(d))?.publishTime,
    ]);
    say(`save ${JSON.stringify(when)}`, [
      (await desk.call("PUT", "", { id: c, publishTime: when, expireTime: when })).body.msg,
    ]);
  }
  const e1 = await desk.draft({
    ...text,
    publishTime: "2027-01-02 00:00",
    expireTime: "2027-01-01 00:00",
  });
  say(
    "expire<plan",
    (await desk.call("POST", "/publish", { id: e1, when: "at", publishTime: "2027-01-02 00:00" }))
      .body,
  );
  say(
    "expire<past publish ok but over",
    (
      await desk.call("POST", "/publish", {
        id: await desk.draft({ ...text, expireTime: "2021-01-01 00:00" }),
        when: "past",
        publishTime: "2020-01-01 00:00",
      })
    ).body.msg,
  );
  say("when bogus", (await desk.call("POST", "/publish", { id: e1, when: "whenever" })).body);
  // races
  const f = await desk.draft(text);
  const two = await Promise.all(
    [1, 2, 3, 4].map(() => desk.call("POST", "/publish", { id: f, when: "now", version: 1 })),
  );
  say(
    "publish x4",
    two.map((x) => x.body.msg),
  );
  const two2 = await Promise.all([1, 2].map(() => desk.call("POST", "/recall", { id: f })));
  say(
    "recall x2",
    two2.map((x) => x.body.msg),
  );
  const g = await desk.draft(text);
  await desk.call("DELETE", `/${g}`);
  say(
    "putBack x3",
    (await Promise.all([1, 2, 3].map(() => desk.call("POST", "/putBack", { ids: [g] })))).map(
      (x) => x.body.msg,
    ),
  );
  await desk.call("DELETE", `/${g}`);
  say(
    "purge x2",
    (await Promise.all([1, 2].map(() => desk.call("DELETE", `/purge/${g}`)))).map(
      (x) => x.body.msg,
    ),
  );
  say(
    "purge then save",
    (await desk.call("PUT", "", { id: g, articleName: "x", version: 1 })).body.msg,
  );
  say(
    "purge then editing",
    (await desk.call("POST", "/editing", { id: g, tabKey: "12345678" })).body.msg,
  );
  // deadlocks
  const ids = await Promise.all(Array.from({ length: 6 }, () => desk.draft(text)));
  say(
    "del crosswise",
    (
      await Promise.all([
        desk.call("DELETE", `/${ids.join(",")}`),
        desk.call("DELETE", `/${ids.toReversed().join(",")}`),
      ])
    ).map((x) => [x.status, x.body.code, x.body.msg]),
  );
  say("states", await Promise.all(ids.map(async (i) => (await st(i))?.status)));
  // fields
  for (const [k, v] of Object.entries({
    articleName: "x".repeat(101),
    attachments: Array.from({ length: 10000 }, () => ({
      name: "a",
      url: "/profile/upload/2026/01/01/00000000000000000000000000000000.pdf",
    })),
    cover: "/profile/upload/../../x.png",
    typeId: "9007199254740993",
    visible: "__proto__",
    isImportant: "yes",
    keywords: ["a"],
    content: { a: 1 },
    summary: "\ud800\0",
    source: "<img src=x onerror=alert(1)>",
  }))
    say(`field ${k}`, (await desk.call("PUT", "", { id: b2, [k]: v })).body);
  say("typeId -1", (await desk.call("PUT", "", { id: b2, typeId: -1 })).body);
  say("typeId huge", (await desk.call("PUT", "", { id: b2, typeId: 9007199254740991 })).body);
  say("attachment null", (await desk.call("PUT", "", { id: b2, attachments: [null, 5] })).body);
  say(
    "attachment rlo",
    (
      await desk.call("PUT", "", {
        id: b2,
        attachments: [
          {
            name: "\u202Efdp.exe",
            url: "/profile/upload/2026/01/01/00000000000000000000000000000000.pdf",
            bytes: 1e18,
          },
        ],
      })
    ).body,
  );
  say("att kept", (await st(b2))?.attachments);
  say(
    "title invisible",
    (await desk.call("POST", "", { articleName: "\u200b\u200b\u202e", content: "" })).body,
  );
  const inv = await desk.draft({ ...text, articleName: "\u200b\u2060" });
  say(
    "publish invisible title",
    (await desk.call("POST", "/publish", { id: inv, when: "now" })).body,
  );
  say(
    "body 4MB+",
    (await desk.call("POST", "", { articleName: "x", content: "字".repeat(1_500_000) })).body,
  );
  say(
    "wide",
    await (async () => {
      const t = performance.now();
      const r = await desk.call("POST", "", {
        ...text,
        content: `<p>${"　".repeat(400_000)}字</p>`,
      });
      return [r.body.msg, performance.now() - t];
    })(),
  );
  say(
    "version junk",
    (await desk.call("PUT", "", { id: b2, articleName: "y", version: { a: 1 } })).body,
  );
  // filters
  for (const body of [
    { page: "article/desk/index", name: "a\0b", query: { a: "x" } },
    { page: "article/desk/index", name: "ok", query: { a: "x\0" } },
    { page: "article/desk/index", name: "\ud800", query: { a: "\ud800" } },
    { page: "article/desk/index", name: "p", query: JSON.parse('{"a":"1"}') },
    { page: 5, name: {}, query: [] },
    { page: "article/desk/index", name: "\u200b", query: { toString: "x" } },
  ])
    say(`filter ${JSON.stringify(body)}`, (await api("POST", "/user/filters", body)).body);
  say(
    "filters race",
    (
      await Promise.all(
        Array.from({ length: 8 }, () =>
          api("POST", "/user/filters", { page: "x/y", name: "same", query: { a: "1" } }),
        ),
      )
    ).map((x) => x.body.code),
  );
  say("filters page NUL", (await api("GET", "/user/filters?page=%00")).body);
  console.log(out.join("\n"));
}, 120_000);
void sql;
void staffWith;
