import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, expect, test, vi } from "vitest";
import { user } from "../../app/system/user/table.server.ts";
import { connect } from "../../db/client.ts";
import { startApp } from "../../test/app.ts";
import { createPageCache, type Page } from "../pages/page-cache.ts";
import { listenForTags } from "./invalidation.ts";
import { createMemo } from "./memo.ts";
import { pageTag, publishTags, valueTag } from "./tags.ts";

const { db, databaseUrl } = await startApp();
// Two listeners stand for two processes.
const here = await listenForTags(databaseUrl);
const there = await listenForTags(databaseUrl);
afterAll(() => Promise.all([here.close(), there.close()]));

const page = (text: string): Page => ({
  status: 200,
  headers: { "content-type": "text/html" },
  body: Buffer.from(text.padEnd(2_000, ".")),
});

/** The cache's answer to a client with these headers; undefined on a miss. */
function ask(cache: ReturnType<typeof createPageCache>, key: string, headers = {}) {
  const request = new IncomingMessage(new Socket());
  request.method = "GET";
  Object.assign(request.headers, headers);
  const response = new ServerResponse(request);
  const chunks: Buffer[] = [];
  let status = 0;
  let head: string[] = [];
  vi.spyOn(response, "writeHead").mockImplementation((code, given) => {
    status = code;
    head = (Array.isArray(given) ? given : Object.entries(given ?? {}).flat()) as string[];
    return response;
  });
  vi.spyOn(response, "end").mockImplementation((chunk) => {
    if (chunk) chunks.push(chunk as Buffer);
    return response;
  });
  if (!cache.serve(key, request, response)) return undefined;
  const header = (name: string) => head[head.indexOf(name) + 1];
  return { status, body: Buffer.concat(chunks), header };
}

const forever = { validUntil: Number.POSITIVE_INFINITY };

test("a tag published by a committed write drops pages and values on every process", async () => {
  const cache = createPageCache(there);
  const memo = createMemo(there);
  const before = here.now();
  let loads = 0;
  const load = () => memo.get("n", ["menu"], async () => ++loads);
  cache.store("/a", page("a"), { tags: ["menu"], began: there.now(), ...forever });
  cache.store("/b", page("b"), { tags: ["site"], began: there.now(), ...forever });
  await load();
  await load();
  expect(loads).toBe(1);
  await db.transaction((tx) => publishTags(tx, ["menu"]));
  await vi.waitFor(() => expect(ask(cache, "/a")).toBeUndefined());
  expect(ask(cache, "/b")?.status).toBe(200);
  await load();
  expect(loads).toBe(2);
  // The other process must have heard it too before the next test keeps something there.
  await vi.waitFor(() => expect(here.now()).toBeGreaterThan(before));
});

test("a kept query runs once, however often it is awaited", async () => {
  let statements = 0;
  const pool = connect(databaseUrl, 1);
  const counted = drizzle(pool.pool, { logger: { logQuery: () => void statements++ } });
  const memo = createMemo(here);
  const load = () => memo.get("users", ["menu"], () => counted.$count(user));
  const first = load();
  expect(await first).toBe(await first);
  expect(await load()).toBe(await load());
  expect(statements).toBe(1);
  await pool.close();
});

test("a rolled back write drops nothing", async () => {
  const cache = createPageCache(here);
  cache.store("/a", page("a"), { tags: ["links"], began: here.now(), ...forever });
  const before = here.now();
  await db
    .transaction(async (tx) => {
      await publishTags(tx, ["links"]);
      tx.rollback();
    })
    .catch(() => undefined);
  await publishTags(db, ["dict"]);
  await vi.waitFor(() => expect(here.now()).toBeGreaterThan(before));
  expect(ask(cache, "/a")?.status).toBe(200);
});

test("a page rendered from values that were dropped meanwhile is not stored", async () => {
  const cache = createPageCache(here);
  const began = here.now();
  await publishTags(db, ["article:7"]);
  await vi.waitFor(() => expect(here.lastDrop(["article:7"])).toBeGreaterThan(began));
  cache.store("/old", page("old"), { tags: ["article:7"], began, ...forever });
  expect(ask(cache, "/old")).toBeUndefined();
});

test("a page past its time is rendered again", () => {
  const cache = createPageCache(here);
  cache.store("/t", page("t"), { tags: [], began: here.now(), validUntil: Date.now() - 1 });
  expect(ask(cache, "/t")).toBeUndefined();
});

test("many who ask at once wait for one render, unless something was dropped in between", async () => {
  const cache = createPageCache(here);
  let renders = 0;
  let finish: () => void = () => undefined;
  const render = () =>
    new Promise<Page>((resolve) => {
      const text = String(++renders);
      finish = () => resolve(page(text));
    });
  const first = [
    cache.shared("/a", render),
    cache.shared("/a", render),
    cache.shared("/a", render),
  ];
  finish();
  await Promise.all(first);
  expect(renders).toBe(1);
  const old = cache.shared("/a", render);
  const finishOld = finish;
  const before = here.now();
  await publishTags(db, ["menu"]);
  await vi.waitFor(() => expect(here.now()).toBeGreaterThan(before));
  const fresh = cache.shared("/a", render);
  finishOld();
  finish();
  expect((await fresh).body).not.toEqual((await old).body);
  expect(renders).toBe(3);

  const memo = createMemo(here);
  let loads = 0;
  const load = () => memo.get("slow", ["menu"], async () => ++loads);
  expect(await Promise.all([load(), load(), load()])).toEqual([1, 1, 1]);
});

test("what is kept is counted and listed; one page or value is dropped by its key", async () => {
  const cache = createPageCache(here);
  const memo = createMemo(here);
  cache.store("/a?x=1", page("a"), { tags: ["menu"], began: here.now(), ...forever });
  const soon = Date.now() + 60_000;
  cache.store("/b", page("b"), { tags: [], began: here.now(), validUntil: soon });
  ask(cache, "/b");
  ask(cache, "/none");
  expect(cache.size()).toMatchObject({ entries: 2, hits: 1, misses: 1 });
  expect(cache.list(10).map((row) => [row.key, row.tags, row.hits, row.validUntil])).toEqual([
    ["/b", [], 1, soon],
    ["/a?x=1", ["menu"], 0, null],
  ]);
  expect(cache.list(1)).toHaveLength(1);
  for (const key of ["n:1,2", "m", "n:1,2"]) await memo.get(key, ["site"], async () => 1);
  expect(memo.size()).toEqual({ entries: 2, hits: 1, misses: 2 });
  expect(memo.list(10).map(({ key, tags }) => [key, tags])).toEqual([
    ["n:1,2", ["site"]],
    ["m", ["site"]],
  ]);

  await publishTags(db, [pageTag("/a?x=1"), valueTag("n:1,2")]);
  await vi.waitFor(() => expect(cache.list(10).map(({ key }) => key)).toEqual(["/b"]));
  expect(memo.list(10).map(({ key }) => key)).toEqual(["m"]);
  await publishTags(db, ["pages"]);
  await vi.waitFor(() => expect(cache.size()).toMatchObject({ entries: 0, bytes: 0 }));
  expect(memo.size().entries).toBe(1);
  await publishTags(db, ["values"]);
  await vi.waitFor(() => expect(memo.size().entries).toBe(0));
});

test("answers are compressed once, carry an ETag and answer 304 to it", () => {
  const cache = createPageCache(here);
  cache.store("/c", page("压缩"), { tags: [], began: here.now(), ...forever });
  const zipped = ask(cache, "/c", { "accept-encoding": "gzip" });
  expect(zipped?.header("content-encoding")).toBe("gzip");
  for (const refused of ["gzip;q=0", "br;q=0, gzip ; q=0.0", "identity, *;q=0"]) {
    const plain = ask(cache, "/c", { "accept-encoding": refused });
    expect(plain?.body.toString(), refused).toContain("压缩");
  }
  const weighed = ask(cache, "/c", { "accept-encoding": "br;q=0, gzip;q=0.5" });
  expect(weighed?.header("content-encoding")).toBe("gzip");
  expect(gunzipSync(zipped?.body ?? Buffer.alloc(0)).toString()).toContain("压缩");
  const etag = zipped?.header("etag") ?? "";
  for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
    const answer = ask(cache, "/c", { "if-none-match": known });
    expect([answer?.status, answer?.header("vary")], known).toEqual([304, "accept-encoding"]);
  }
  expect(ask(cache, "/c", { "if-none-match": '"other"' })?.status).toBe(200);
  expect(ask(cache, "/c", { "accept-encoding": "br, gzip" })?.header("content-encoding")).toBe(
    "br",
  );
});
