import { expect, test } from "vitest";
import { startApp } from "../test/app.ts";
import { someAtOnce } from "../test/some-at-once.ts";

// Generated: every list, export and path of the API × values nobody should send. Each has an answer
// in words, none meets the database unread, and a refused call changes nothing.
const it = await startApp();
const { token } = await it.as("admin");

const routes = it.app.routeTable.filter(
  ({ url, method }) => url.startsWith("/prod-api/") && method !== "HEAD",
);

const SQL = [
  "' or '1'='1' --",
  "1);select pg_sleep(3)--",
  "0 or exists(select 1 from sys_user)",
  "(case when (1=1) then user_name else 'x' end)",
];
const FIVE_HUNDRED = Array.from({ length: 500 }, (_, index) => 7_000_001 + index).join(",");
const NUMBERS = ["-1", "0", "9007199254740993", "9".repeat(40), "1e309", "NaN", "1.5", "0x10"];
const TEXTS = ["%", "_", "\\", "\0", "x\r\ny", "长".repeat(3_000), "constructor", "😀"];
const DATES = ["2026-02-30", "0001-01-01", "9999-12-31", "9999-12-31 23:59:59", "+275760-09-13"];

/** Values for one key: every list reads it (wire 1.6), or it once had a hole. */
const LIST_KEYS: Record<string, readonly string[]> = {
  pageNum: [...NUMBERS, ...SQL],
  pageSize: [...NUMBERS, ...SQL],
  orderByColumn: [
    ...SQL,
    ...TEXTS,
    "password",
    "no_such_column",
    "toString",
    "createTime,createBy",
  ],
  isAsc: ["sideways", "asc;select 1", "\0"],
  beginTime: [...DATES, ...SQL, ...TEXTS],
  endTime: [...DATES, ...SQL, ...TEXTS],
  dataScope: SQL,
  ancestors: SQL,
  params: SQL,
};

/** Ways to write a key besides `key=value`: lists and nested ones. */
const shapes = (key: string): string[] => [
  `${key}=a&${key}=b`,
  `${key}[]=a`,
  `${key}[0]=a&${key}[1]=b`,
  `${key}[a][b]=c`,
  `${key}[$ne]=1`,
  `params[${key}]=${encodeURIComponent(SQL[0] ?? "")}`,
  `params[params][${key}]=1`,
  `params=1&params[${key}]=1`,
  `${key}=%ff%fe`,
  key,
];

/** The queries that one list is asked: each key on its own where it may be refused, else together. */
function* queriesOf(keys: readonly string[]): Generator<string> {
  const pair = (key: string, value: string) => `${key}=${encodeURIComponent(value)}`;
  for (const [key, values] of Object.entries(LIST_KEYS)) {
    for (const value of values) yield pair(key, value);
  }
  yield `${pair("orderByColumn", "createTime")}&isAsc=sideways`;
  const filters = keys.filter((key) => !(key in LIST_KEYS));
  for (const value of [...SQL, ...NUMBERS, ...TEXTS, FIVE_HUNDRED]) {
    for (const key of filters) yield pair(key, value);
  }
  for (const [index] of shapes("").entries()) {
    yield [...keys, ...Object.keys(LIST_KEYS)].map((key) => shapes(key)[index]).join("&");
    for (const key of filters) yield shapes(key)[index] ?? "";
  }
}

const UNKNOWN = /未知错误/;
const CHINESE = /\p{Script=Han}/u;

/** The fault of an answer, or nothing. */
function faultOf(answer: Awaited<ReturnType<typeof it.call>>): string | undefined {
  const { status, body, headers } = answer;
  if (![200, 404].includes(status)) return `HTTP ${status}`;
  if (!String(headers["content-type"]).includes("json")) return undefined;
  if (body.code === undefined) return undefined; // The description of the API is no envelope.
  if (UNKNOWN.test(body.msg) || (body.code !== 200 && !CHINESE.test(body.msg ?? ""))) {
    return `${body.code} ${body.msg}`;
  }
  return undefined;
}

const lists = routes.filter(
  ({ method, url, query, access, isEndless }) =>
    method === "GET" &&
    !isEndless &&
    !url.includes(":") &&
    !url.includes("*") &&
    !url.endsWith("/export") &&
    (query.length > 0 || url.endsWith("ist") || access !== "public"),
);

test("there are lists to walk", () => {
  expect(lists.length).toBeGreaterThan(30);
});

for (const { url, query } of lists) {
  const path = url.replace("/prod-api", "");
  test(`GET ${path}: whatever its query says, it has an answer`, async () => {
    const faults: string[] = [];
    await someAtOnce(queriesOf(query), async (asked) => {
      const fault = faultOf(await it.call("GET", `${path}?${asked}`, { token }));
      if (fault) faults.push(`${asked.slice(0, 80)}: ${fault}`);
    });
    expect(faults).toEqual([]);
  }, 120_000);
}
