import { query } from "../e2e/database.ts";
import { type Asked, answersOf } from "./answers.ts";
import type { Figure } from "./figures.ts";
import { fillMembers } from "./members-fill.ts";
import { fillMoney, LINES, PAYMENTS, WAITING } from "./money-fill.ts";
import type { Program } from "./program.ts";

const REQUESTS = 60;
const GOAL_MS = 50;
const MATCHING_GOAL_MS = 5_000;

const q = encodeURIComponent;
const QUEUE = "/prod-api/api/system/sign/list?";
const PAID = "/prod-api/api/bll/finance/confirm/list?";
const RECEIPTS = "/prod-api/api/bll/finance/receipt/list?";

/** What staff ask of the queue and of the payments; each differs a little from one time to the next. */
const ASKED: readonly Asked[] = [
  ["queue, first page", () => QUEUE],
  ["queue, to be checked", (nth) => `${QUEUE}state=1&memberType=02&pageNum=${1 + nth}`],
  ["queue, to be paid", (nth) => `${QUEUE}state=4&pageNum=${1 + nth}`],
  ["queue, done", (nth) => `${QUEUE}state=7&pageNum=${1 + nth}`],
  ["queue, part of a name", (nth) => `${QUEUE}keyword=${q(`位${100 + nth}`)}`],
  ["queue, a number", (nth) => `${QUEUE}keyword=B${String(1_000 + nth).padStart(9, "0")}`],
  ["queue, counts", () => "/prod-api/api/system/sign/counts?"],
  ["payments, first page", () => PAID],
  ["payments, that wait", (nth) => `${PAID}state=0&pageNum=${1 + nth}`],
  ["payments, confirmed", (nth) => `${PAID}state=1&pageNum=${1 + nth}`],
  ["payments, pages in the middle", (nth) => `${PAID}pageNum=${5_000 + nth}`],
  ["payments, part of a name", (nth) => `${PAID}keyword=${q(`单位${100 + nth}`)}`],
  ["payments, nobody's name", (nth) => `${PAID}keyword=${q("查无此人")}${nth}`],
  ["payments, a serial", (nth) => `${PAID}keyword=BENCH${1_000 + nth}`],
  ["receipts, first page", () => RECEIPTS],
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
  const matching = ask("/prod-api/api/bll/finance/statement/lines?statementId=0");
  await matching();
  await measured(
    `matching of ${LINES} lines`,
    Array.from({ length: 5 }, () => matching),
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
  const from = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
  await measured(
    "export of some 5,000 payments",
    [send(`/api/bll/finance/confirm/export?beginTime=${from}`, {})],
    30_000,
  );
  answers.close();
  return figures;
}
