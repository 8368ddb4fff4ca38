import fs from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  fitsWidth,
  openSession,
  PHONE,
  query,
} from "./browser.ts";
import { type FaultLine, openFaultLine } from "./fault-line.ts";
import { freePort, launch, type Program, scratchDir, started } from "./program.ts";
import { databaseUrl } from "./site.ts";

// A second program on the same database, by a line that can be cut.
const browser = browserKit();
const dataDir = scratchDir();
let line: FaultLine;
let program: Program;

beforeAll(async () => {
  const throughLine = new URL(databaseUrl);
  line = await openFaultLine(Number(throughLine.port));
  throughLine.port = String(line.port);
  program = launch({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: throughLine.href,
    WORKERS: "1",
  });
  await started(program);
});
afterAll(async () => {
  expect(await program.stop(), program.output()).toBe(0);
  await line.cut();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const get = (url: string) => fetch(program.url + url, { signal: AbortSignal.timeout(6_000) });
const isStale = async (url: string) => (await get(url)).headers.get("warning")?.startsWith("110 ");

test("while the database is away, cached pages go on and others say so", async () => {
  const [row] = await query("select min(id)::int as id from article where visible = 'public'");
  const pages = ["/", `/article?articleId=${row?.id}`, "/login"];
  const before = new Map<string, string>();
  for (const url of pages) before.set(url, await (await get(url)).text());

  for (const away of [() => line.cut(), () => line.silenceAll()]) {
    await away();
    // From the first moment on: nobody may see an error where there is a page.
    for (let round = 0; round < 20; round++) {
      for (const url of pages) {
        const answer = await get(url);
        expect([url, answer.status]).toEqual([url, 200]);
        expect(await answer.text()).toBe(before.get(url));
      }
    }
    await vi.waitFor(async () => expect(await isStale("/")).toBe(true), { timeout: 10_000 });
    expect((await get("/")).headers.get("x-xuehui-stale")).toBe("database-unreachable");

    const other = await get("/search?q=%E5%AE%B6%E5%BA%AD");
    expect([other.status, other.headers.get("retry-after")]).toEqual([503, "5"]);
    const html = await other.text();
    expect(html).toContain("暂时无法访问");
    expect(html).toMatch(/<a href="tel:[\d+]+">/);
    const call = await get("/prod-api/captchaImage");
    expect([call.status, ((await call.json()) as { code: number }).code]).toEqual([503, 503]);
    expect((await get("/health/ready")).status).toBe(503);

    await line.mend();
    await vi.waitFor(async () => expect((await get("/health/ready")).status).toBe(200), {
      timeout: 10_000,
    });
    for (const url of pages) expect(await isStale(url)).toBeFalsy();
    for (const url of pages) before.set(url, await (await get(url)).text());
  }
}, 120_000);

test("the page of an absent database can be read on a phone and by everybody", async () => {
  await line.cut();
  try {
    const page = await browser.page({ viewport: PHONE, baseURL: program.url });
    page.on("console", () => undefined);
    const html = await (await get("/search?q=%E5%AE%B6")).text();
    await page.setContent(html);
    await page.getByRole("heading", { name: "暂时无法访问" }).waitFor();
    expect(await fitsWidth(page)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toBe("再试一次");
  } finally {
    await line.mend();
    await vi.waitFor(async () => expect((await get("/health/ready")).status).toBe(200), {
      timeout: 10_000,
    });
  }
});

test("addresses that mean nothing fill no cache", async () => {
  const [row] = await query(
    `select t.id::int as id, t.parent_id::int as parent from article_type t
     where t.bll_type = '1' and t.parent_id > 0 order by t.id limit 1`,
  );
  const base = `/areaxList?parentId=${row?.parent}&tabIndex=${row?.id}`;
  const junk = Array.from({ length: 40 }, (_, n) => [
    `${base}&pageNum=${n + 900}`,
    `${base}&pageSize=${n + 1_000}`,
    `/areaxList?parentId=${row?.parent}&tabIndex=${n + 70_000}`,
    `/article?articleId=${n + 70_000}`,
    `/agreement?doc=x${n}`.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? ""),
    `/?state=${n + 2}`,
  ]).flat();
  for (const url of [...junk, base]) await (await get(url)).arrayBuffer();
  const token = await openSession(1);
  const answer = await fetch(`${program.url}/prod-api/monitor/cache/getKeys/page_cache`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: string[] };
  expect(data.map((key) => key.replace("page_cache:", ""))).toContain(base);
  expect(data.filter((key) => /=9\d\d|=7\d{4}|=10\d\d|doc=x/.test(key))).toEqual([]);
});
