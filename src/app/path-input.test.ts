import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../test/app.ts";
import { someAtOnce } from "../test/some-at-once.ts";

// Generated: every path with a parameter, every query and every body that writes × values nobody
// should send, as the administrator. Each has an answer in words, and a refused call loses nothing.
const it = await startApp();
const { token } = await it.as("admin");

const routes = it.app.routeTable.filter(
  ({ url, method }) => url.startsWith("/prod-api/") && method !== "HEAD",
);

const FIVE_HUNDRED = Array.from({ length: 500 }, (_, index) => 7_000_001 + index).join(",");
/** No row has any of these ids or names. */
const NOBODY = [
  "nobody",
  "-1",
  "0",
  "1e0",
  "0x1",
  "1.0",
  "%201",
  "1;drop",
  "1%27%20or%20%271%27=%271",
  "1,,2",
  ",",
  "1,x",
  "[1]",
  "9007199254740993",
  "9".repeat(19),
  "9".repeat(40),
  FIVE_HUNDRED,
  "..%2f1",
  "..%2f..%2fetc%2fpasswd",
  "%00",
  "1%00",
  "%E9%95%BF".repeat(200),
  "%F0%9F%98%80",
  "constructor",
  "__proto__",
  "",
];

/** Rows of every table that a refusal must leave alone. Logs and sessions grow by themselves. */
async function counts(): Promise<Record<string, number>> {
  const { rows } = await it.db.execute<{ name: string; n: number }>(sql`
    select format('%I.%I', schemaname, tablename) as name,
      (xpath('/row/n/text()', query_to_xml(
        format('select count(*) as n from %I.%I', schemaname, tablename), false, true, ''
      )))[1]::text::int as n
    from pg_tables
    where schemaname = 'public' and tablename not like 'sys_oper_log%'
      and tablename not in ('sys_session', 'sys_logininfor', 'upload', 'sys_file')
    order by 1`);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

const CHINESE = /\p{Script=Han}/u;

/** The fault of an answer, or nothing. */
function faultOf(answer: Awaited<ReturnType<typeof it.call>>): string | undefined {
  const { status, body, headers, text } = answer;
  if (![200, 404].includes(status)) return `HTTP ${status} ${text.slice(0, 80)}`;
  if (!String(headers["content-type"]).includes("json") || body.code === undefined)
    return undefined;
  if (/未知错误/.test(body.msg) || (body.code !== 200 && !CHINESE.test(body.msg ?? ""))) {
    return `${body.code} ${body.msg}`;
  }
  return undefined;
}

const place = /:\w+(\([^)]*\))?|\*/;

test("the tables can be counted", async () => {
  expect(Object.values(await counts()).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(100);
});

for (const { method, url } of routes.filter((route) => place.test(route.url))) {
  test(`${method} ${url}: an id of nothing is answered, and nothing is gone`, async () => {
    const before = await counts();
    const faults: string[] = [];
    await someAtOnce(NOBODY, async (value) => {
      const path = url.replace("/prod-api", "").replace(place, () => value);
      const answer = await it.call(method, path.replace(new RegExp(place, "g"), "x"), { token });
      const fault = faultOf(answer);
      if (fault) faults.push(`${value.slice(0, 60)}: ${fault}`);
    });
    expect(faults).toEqual([]);
    expect(await counts()).toEqual(before);
  }, 60_000);
}

/** Values of a field, or whole bodies, that no form sends. */
const ODD: unknown[] = [
  null,
  [],
  {},
  [[]],
  ["1"],
  { toString: 1, valueOf: 1 },
  { $ne: 1 },
  true,
  -1,
  1.5,
  1e300,
  9007199254740992,
  "",
  "-1",
  "\0",
  "a\0b",
  "\ud800",
  "' or '1'='1",
  "<script>alert(1)</script>",
  "x".repeat(100_000),
];

/** Queries of the contract's calls without a body (wire 1.2). */
const QUERY_KEYS = ["userId", "userIds", "roleId", "roleIds", "noticeId", "ids", "tables", "sql"];

type Sent = { body?: unknown; asked?: string };

/** What a call that writes is sent: odd bodies, each odd value alone, and odd queries where it has no body. */
function* sentTo({ url, body, query }: (typeof routes)[number]): Generator<Sent> {
  const isExport = isFile({ url });
  for (const odd of ODD) {
    if (typeof odd === "object") yield { body: odd ?? undefined };
    // An export reads the filters of its list, which list-input.test.ts walks; each is a file.
    if (isExport) continue;
    yield { body: Object.fromEntries(body.map((key) => [key, odd])) };
    for (const key of body) yield { body: { [key]: odd } };
  }
  // A template reads nothing, and each is a workbook.
  if (body.length > 0 || isExport || url.endsWith("/importTemplate")) return;
  for (const key of new Set([...query, ...QUERY_KEYS])) {
    for (const value of [...NOBODY, "1&", "2&x[a]=b"]) yield { asked: `?${key}=${value}` };
    yield { asked: `?${key}[0]=1&${key}[1]=2` };
    yield { asked: `?${key}[a]=1` };
  }
}

// Files come first: each call after them adds a row to the log that is one of them.
const isFile = ({ url }: { url: string }) => url.endsWith("/export");
const writers = routes
  .filter(
    ({ method, url, access }) =>
      ["POST", "PUT"].includes(method) && !place.test(url) && access !== "public",
  )
  .sort((a, b) => Number(isFile(b)) - Number(isFile(a)));

for (const route of writers) {
  const path = route.url.replace("/prod-api", "");
  test(`${route.method} ${path}: no body breaks it`, async () => {
    const faults: string[] = [];
    await someAtOnce(sentTo(route), async ({ body, asked = "" }) => {
      const fault = faultOf(await it.call(route.method, path + asked, { token, body }));
      if (fault) faults.push(`${asked} ${JSON.stringify(body)?.slice(0, 80)}: ${fault}`);
    });
    expect(faults).toEqual([]);
  }, 60_000);
}

/** Entities whose form sends the whole row back (wire 1.2): list, and the key of a row. */
const ENTITIES = {
  "/system/post": "postId",
  "/system/dict/type": "dictId",
  "/system/dict/data": "dictCode",
  "/system/config": "configId",
  "/system/notice": "noticeId",
  "/system/dept": "deptId",
  "/system/menu": "menuId",
  "/system/role": "roleId",
  "/system/user": "userId",
  "/monitor/job": "jobId",
};

for (const [path, id] of Object.entries(ENTITIES)) {
  test(`PUT ${path}: one odd field among good ones is answered, the row stays one`, async () => {
    const listed = await it.call("GET", `${path}/list`, { token });
    const rows = (listed.body.rows ?? listed.body.data) as Record<string, unknown>[];
    const row = rows.at(-1) ?? {};
    const body = it.app.routeTable.find(
      ({ method, url }) => method === "PUT" && url === `/prod-api${path}`,
    )?.body;
    const before = await counts();
    const faults: string[] = [];
    for (const key of (body ?? []).filter((each) => each !== id)) {
      for (const odd of ODD) {
        // The sent list replaces the links: an empty one removes all of them.
        if (Array.isArray(odd) && key.endsWith("Ids")) continue;
        const answer = await it.call("PUT", path, { token, body: { ...row, [key]: odd } });
        const fault = faultOf(answer);
        if (fault) faults.push(`${key} ${JSON.stringify(odd)?.slice(0, 60)}: ${fault}`);
      }
    }
    expect(body?.length).toBeGreaterThan(3);
    expect(faults).toEqual([]);
    expect(await counts()).toEqual(before);
  }, 60_000);
}
