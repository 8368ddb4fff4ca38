import { query } from "../e2e/database.ts";
import { type Asked, answersOf, PAGE_SIZE } from "./answers.ts";
import type { Figure } from "./figures.ts";
import { fillMembers } from "./members-fill.ts";
import { fillMoney, LINES, PAYMENTS, WAITING } from "./money-fill.ts";
import type { Program } from "./program.ts";

const REQUESTS = 60;
const GOAL_MS = 50;
const REPORT_GOAL_MS = 500;
const MATCHING_GOAL_MS = 5_000;

const q = encodeURIComponent;
const QUEUE = "/prod-api/api/system/sign/list?";
const PAID = "/prod-api/api/bll/finance/confirm/list?";
const RECEIPTS = "/prod-api/api/bll/finance/receipt/list?";
const REFUNDS = "/prod-api/api/bll/finance/refund/list?";
const SENT = "/prod-api/api/bll/message/delivery/list?";
const NAMES = ["建国", "秀英", "启智"];

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const days = (nth: number) => `beginTime=${dayBefore(nth + 9)}&endTime=${dayBefore(nth + 3)}`;

/** What staff ask of the queue and of the payments; each differs a little from one time to the next. */
const ASKED: readonly Asked[] = [
  ["queue, first page", () => QUEUE],
  ["queue, to be checked", (nth) => `${QUEUE}state=1&memberType=02&pageNum=${1 + nth}`],
  ["queue, to be paid", (nth) => `${QUEUE}state=4&pageNum=${1 + nth}`],
  ["queue, done", (nth) => `${QUEUE}state=7&pageNum=${1 + nth}`],
  ["queue, part of a name", (nth) => `${QUEUE}keyword=${q(`位${100 + nth}`)}`],
  ["queue, a number", (nth) => `${QUEUE}keyword=B${String(1_000 + nth).padStart(9, "0")}`],
  ["queue, two characters of a name", (nth) => `${QUEUE}keyword=${q(NAMES[nth % 3] ?? "")}`],
  ["queue, by change", (nth) => `${QUEUE}orderByColumn=updateTime&isAsc=desc&pageNum=${1 + nth}`],
  ["queue, by name", (nth) => `${QUEUE}orderByColumn=name&isAsc=asc&pageNum=${1 + nth}`],
  ["queue, counts", () => "/prod-api/api/system/sign/counts?"],
  ["payments, first page", () => PAID],
  ["payments, that wait", (nth) => `${PAID}state=0&pageNum=${1 + nth}`],
  ["payments, confirmed", (nth) => `${PAID}state=1&pageNum=${1 + nth}`],
  ["payments, pages in the middle", (nth) => `${PAID}pageNum=${5_000 + nth}`],
  ["payments, part of a name", (nth) => `${PAID}keyword=${q(`单位${100 + nth}`)}`],
  ["payments, nobody's name", (nth) => `${PAID}keyword=${q("查无此人")}${nth}`],
  ["payments, a serial", (nth) => `${PAID}keyword=BENCH${1_000 + nth}`],
  ["payments, two characters of a name", (nth) => `${PAID}keyword=${q(NAMES[nth % 3] ?? "")}`],
  ["payments, refused", () => `${PAID}state=2`],
  ["payments, of some days", (nth) => `${PAID}${days(nth)}`],
  ["receipts, first page", () => RECEIPTS],
  ["receipts, to be issued", (nth) => `${RECEIPTS}state=0,3&pageNum=${1 + nth}`],
  ["receipts, part of a name", (nth) => `${RECEIPTS}keyword=${q(NAMES[nth % 3] ?? "")}`],
  ["receipts, a number", (nth) => `${RECEIPTS}keyword=BENCH${1_000 + nth}`],
  ["receipts, of some days", (nth) => `${RECEIPTS}${days(nth)}`],
  ["refunds, first page", () => REFUNDS],
  ["refunds, part of a name", (nth) => `${REFUNDS}keyword=${q(NAMES[nth % 3] ?? "")}`],
  ["messages sent, first page", () => SENT],
  ["messages sent, failed", (nth) => `${SENT}state=failed&pageNum=${1 + nth}`],
  ["messages sent, by mail", (nth) => `${SENT}channel=mail&pageNum=${1 + nth}`],
  ["messages sent, of one kind", (nth) => `${SENT}event=memberRemind&pageNum=${1 + nth}`],
  ["messages sent, last pages", (nth) => `${SENT}pageNum=${PAYMENTS / PAGE_SIZE - nth}`],
  ["messages sent, state", () => "/prod-api/api/bll/message/delivery/state?"],
  ["what waits for me", () => "/prod-api/inbox/count?"],
  ["statements", () => "/prod-api/api/bll/finance/statement/list?"],
  [
    "applications that a line may be for",
    (nth) => `/prod-api/api/bll/finance/statement/payables?keyword=${q(`单位${100 + nth}`)}`,
  ],
];

/** The lists of applications and money, the export, and the matching of a statement. */
export async function measureMoney(program: Program): Promise<Figure[]> {
  await fillMembers(program.databaseUrl);
  await fillMoney(program.databaseUrl);
  const { ask, measure, headers, ...answers } = await answersOf(program);
  const source = `${PAYMENTS} payments, ${2 * WAITING} open applications`;
  const figures = await answers.lists(ASKED, REQUESTS, GOAL_MS, () => source);
  const measured = async (name: string, tasks: (() => Promise<unknown>)[], goalMs: number) => {
    figures.push(await measure(name, tasks, { goalMs, source }));
  };
  const again = (path: string) => Array.from({ length: 5 }, () => ask(path));
  const year = new Date().getFullYear() - 1;
  await measured(
    "income of a year",
    again(`/prod-api/api/bll/finance/summary/list?year=${year}`),
    REPORT_GOAL_MS,
  );
  await measured(
    `matching of ${LINES} lines`,
    again("/prod-api/api/bll/finance/statement/lines?statementId=0"),
    MATCHING_GOAL_MS,
  );
  const send = (path: string, body: object) => async () => {
    const response = await fetch(`${program.origin}/prod-api${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (text.includes('"ok":false') || (text.startsWith("{") && !text.includes('"code":200'))) {
      throw new Error(`${path} answered ${text.slice(0, 300)}`);
    }
  };
  const pairs = await query<{ lineId: number; signId: number }>(
    program.databaseUrl,
    `select l.id::int as "lineId", s.id::int as "signId" from bank_line l join sign s on s.name = l.payer_name
     where l.state = 0 and s.state in (4, 5) order by l.id limit 200`,
  );
  const bulks = Array.from({ length: Math.floor(pairs.length / 20) }, (_, nth) =>
    send("/api/bll/finance/statement/match", {
      items: pairs
        .slice(20 * nth, 20 * nth + 20)
        .map(({ lineId, signId }) => ({ lineId, parts: [{ signId, amount: "300" }] })),
    }),
  );
  if (bulks.length > 0) await measured("20 lines confirmed by one call", bulks, MATCHING_GOAL_MS);
  await measured(
    "export of some 5,000 payments",
    [send("/api/bll/finance/confirm/export", { beginTime: dayBefore(40) })],
    30_000,
  );
  answers.close();
  return figures;
}
