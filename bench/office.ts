import { createHash } from "node:crypto";
import { type Asked, answersOf, PAGE_SIZE } from "./answers.ts";
import type { Figure } from "./figures.ts";
import { fillOffice, LOG_ROWS, USERS } from "./office-fill.ts";
import type { Program } from "./program.ts";

const REQUESTS = 100;
const GOAL_MS = 50;

const q = encodeURIComponent;

const DESK = "/api/bll/article/desk/list?";
const FILES = "/common/files/desk/list?";
const WORDS = ["教育", "家庭", "会员"];

/** What people ask of these lists; each differs a little from one time to the next. */
const ASKED: readonly Asked[] = [
  ["users, first page", () => "/system/user/list?"],
  ["users, last pages", (nth) => `/system/user/list?pageNum=${USERS / PAGE_SIZE - nth}&`],
  ["users, pages in the middle", (nth) => `/system/user/list?pageNum=${2_500 + nth}&`],
  ["users, part of a name", (nth) => `/system/user/list?userName=nch${nth}&`],
  ["users, part of a phone number", (nth) => `/system/user/list?phonenumber=00${100 + nth}&`],
  ["users, disabled", (nth) => `/system/user/list?status=1&pageNum=${1 + nth}&`],
  ["users, a department with those below", (nth) => `/system/user/list?deptId=${100 + (nth % 3)}&`],
  ["users, created on some days", (nth) => `/system/user/list?${days(nth)}`],
  ["users, by creation", (nth) => `/system/user/list?orderByColumn=createTime&pageNum=${1 + nth}&`],
  ["operation log, first page", () => "/monitor/operlog/list?"],
  ["operation log, last pages", (nth) => `/monitor/operlog/list?pageNum=${LAST - nth}&`],
  [
    "operation log, pages in the middle",
    (nth) => `/monitor/operlog/list?pageNum=${LAST / 2 + nth}&`,
  ],
  ["operation log, one person", (nth) => `/monitor/operlog/list?operName=staff${nth % 60}&`],
  ["operation log, part of a module", () => `/monitor/operlog/list?title=${q("会员")}&`],
  ["operation log, nobody's name", (nth) => `/monitor/operlog/list?operName=nobody${nth}&`],
  ["operation log, failed", (nth) => `/monitor/operlog/list?status=1&pageNum=${1 + nth}&`],
  ["operation log, an address", (nth) => `/monitor/operlog/list?operIp=10.0.3.${nth}&`],
  ["operation log, some days", (nth) => `/monitor/operlog/list?${days(nth)}`],
  ["operation log, slowest", () => "/monitor/operlog/list?orderByColumn=costTime&isAsc=desc&"],
  ["log-ins, first page", () => "/monitor/logininfor/list?"],
  ["log-ins, last pages", (nth) => `/monitor/logininfor/list?pageNum=${LAST - nth}&`],
  ["log-ins, one person", (nth) => `/monitor/logininfor/list?userName=${nameOf(nth)}&`],
  ["log-ins, failed", (nth) => `/monitor/logininfor/list?status=1&pageNum=${1 + nth}&`],
  ["log-ins, an address", (nth) => `/monitor/logininfor/list?ipaddr=${addressOf(nth)}&`],
  ["log-ins, some days", (nth) => `/monitor/logininfor/list?${days(nth)}`],
  ["runs of jobs, first page", () => "/monitor/jobLog/list?"],
  ["runs of one job", (nth) => `/monitor/jobLog/list?jobId=${nth % 12}&`],
  ["articles, first page", () => `${DESK}`],
  ["articles, published", (nth) => `${DESK}status=3&pageNum=${1 + nth}&`],
  ["articles, pages in the middle", (nth) => `${DESK}pageNum=${500 + nth}&`],
  ["articles, two characters of a title", (nth) => `${DESK}keyword=${q(WORDS[nth % 3] ?? "")}&`],
  [
    "articles, by moment",
    (nth) => `${DESK}orderByColumn=publishTime&isAsc=asc&pageNum=${1 + nth}&`,
  ],
  ["articles, counts", () => "/api/bll/article/desk/counts?"],
  ["files, first page", () => `${FILES}`],
  ["files, pages in the middle", (nth) => `${FILES}pageNum=${100 + nth}&`],
  ["runs of jobs, failed", (nth) => `/monitor/jobLog/list?status=1&pageNum=${1 + nth}&`],
];

/** As office-fill.ts makes them. */
const nameOf = (nth: number) =>
  createHash("md5")
    .update(String(5_001 + nth))
    .digest("hex")
    .slice(0, 10);
const addressOf = (nth: number) => `100.${nth % 64}.${nth % 250}.${nth % 97}`;

const LAST = LOG_ROWS / PAGE_SIZE;

function days(nth: number): string {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  return `beginTime=${day(nth + 9)}&endTime=${day(nth + 3)}&`;
}

/** The office's large lists, as whole answers over HTTP. */
export async function measureOffice(program: Program): Promise<Figure[]> {
  await fillOffice(program.databaseUrl);
  const answers = await answersOf(program);
  const asked = ASKED.map(
    ([name, path]): Asked => [name, (nth: number) => `/prod-api${path(nth)}`],
  );
  const figures = await answers.lists(asked, REQUESTS, GOAL_MS, (name) =>
    name.startsWith("users") ? `${USERS} users` : `${LOG_ROWS} rows`,
  );
  answers.close();
  return figures;
}
