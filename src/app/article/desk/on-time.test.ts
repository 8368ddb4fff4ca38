import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { formatDateTime, parseDateTime } from "#src/lib/text/dates.ts";
import { parseEnv } from "#src/server/start/env.ts";
import { createServerApp } from "#src/server/start/serve.ts";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";

const it = await startApp();
const desk = deskCalls(it, (await it.as("admin")).token);
const typeId = await makeCategory(it, { isOnHome: true });

/** A second process on the same database, with caches of its own. */
const second = await createServerApp({
  env: parseEnv({ DATA_DIR: it.dataDir }, path.resolve(import.meta.dirname, "../../../..")),
  databaseUrl: it.databaseUrl,
  logLevel: "fatal",
});
await second.app.ready();
afterAll(() => second.close());

const TITLE = "按时出现的通知";

/** Everything that visitors and machines find an article by; `MARK` stands for its id. */
const PLACES: readonly (readonly [url: string, mark: (id: number) => string])[] = [
  [`/prod-api/api/bll/article/list?typeId=${typeId}`, () => TITLE],
  ["/prod-api/api/bll/article_type/indexList", () => TITLE],
  [
    `/prod-api/api/bll/article/listPreview?articleName=${encodeURIComponent("按时出现")}`,
    () => TITLE,
  ],
  ["/rss.xml", () => TITLE],
  [`/rss.xml?typeId=${typeId}`, () => TITLE],
  ["/sitemap-1.xml", (id) => `articleId=${id}<`],
];

type Sighting = Record<string, boolean>;

async function look(id: number): Promise<Sighting> {
  const seen: Sighting = {};
  for (const [index, { app }] of [it, second].entries()) {
    for (const [url, mark] of [
      ...PLACES,
      [`/prod-api/api/bll/article/${id}`, () => TITLE],
    ] as const) {
      const { body } = await app.inject({ method: "GET", url });
      seen[`${index} ${url}`] = body.includes(mark(id));
    }
  }
  return seen;
}

const everywhere = (seen: Sighting) => Object.values(seen).every(Boolean);
const nowhere = (seen: Sighting) => !Object.values(seen).some(Boolean);

test("scheduled: on no process and in no place before its time, in all of them right after", async () => {
  const id = await desk.draft({ articleName: TITLE, content: "<p>正文</p>", typeId });
  // Every cache has an answer without it.
  expect(nowhere(await look(id))).toBe(true);
  const publishTime = formatDateTime(new Date(Date.now() + 3_000));
  const timed = await desk.call("POST", "/publish", { id, when: "at", publishTime });
  expect(timed.body.code).toBe(200);
  const at = parseDateTime(publishTime)?.getTime() ?? 0;
  let early = 0;
  const shownEverywhere = async () => {
    const seen = await look(id);
    // Looked before its time, and it was there: that must never be.
    if (Date.now() < at && !nowhere(seen)) early++;
    return everywhere(seen);
  };
  await expect.poll(shownEverywhere, { timeout: 20_000, interval: 100 }).toBe(true);
  expect(early).toBe(0);
  expect(Date.now()).toBeGreaterThanOrEqual(at);
  // A minute is the goal; by the clock it is a matter of a moment.
  expect(Date.now() - at).toBeLessThan(10_000);
}, 40_000);

test("expiring: gone from every place when its last hour has struck", async () => {
  const id = await desk.draft({
    articleName: TITLE,
    content: "<p>正文</p>",
    typeId: await makeCategory(it, { isOnHome: true }),
    expireTime: formatDateTime(new Date(Date.now() + 4_000)),
  });
  expect((await desk.call("POST", "/publish", { id, when: "now" })).body.code).toBe(200);
  const own = (seen: Sighting) =>
    Object.entries(seen).filter(([place]) => place.includes("sitemap") || place.endsWith(`/${id}`));
  await expect
    .poll(async () => own(await look(id)).every(([, isSeen]) => isSeen), { timeout: 3_000 })
    .toBe(true);
  const isGone = async () => own(await look(id)).every(([, isSeen]) => !isSeen);
  await expect.poll(isGone, { timeout: 20_000, interval: 200 }).toBe(true);
}, 40_000);

test("recalled: gone from both processes at once", async () => {
  const own = await makeCategory(it);
  const id = await desk.draft({ articleName: TITLE, content: "<p>正文</p>", typeId: own });
  await desk.call("POST", "/publish", { id, when: "now" });
  const urls = [`/prod-api/api/bll/article/${id}`, "/sitemap-1.xml"];
  const shown = async () =>
    (
      await Promise.all(
        [it, second].flatMap(({ app }) =>
          urls.map(async (url) => {
            const { body } = await app.inject({ method: "GET", url });
            return body.includes(url.includes("sitemap") ? `articleId=${id}<` : TITLE);
          }),
        ),
      )
    ).filter(Boolean).length;
  await expect.poll(shown).toBe(4);
  await desk.call("POST", "/recall", { id });
  await expect.poll(shown).toBe(0);
});
