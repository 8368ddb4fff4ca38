import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../test/app.ts";
import { type Call, interceptStatements, statementOf } from "../test/statements.ts";
import { payment } from "./finance/table.server.ts";

// Lists of ten thousands of rows are found by an index that is made for the question. One that goes, or a
// question that is asked in words that no index has, is a list that takes a second. Many are counted up to a bound.

const it = await startApp();
const { token } = await it.as("admin");
/** A tenth waits for the first review, a tenth for its money; the others are done: more than are counted. */
const ROWS = 13_000;

const NAME = sql`substr('赵钱孙李周吴郑王冯陈', 1 + n % 10, 1)
  || substr('建秀志丽文海安康明德', 1 + n / 10 % 10, 1) || substr('国英强华静燕启智弘博', 1 + n / 100 % 10, 1)`;

await it.db.execute(sql`
  with level as (select id from member_level where member_type = '02' order by id limit 1),
    added as (
      insert into member (member_no, member_type, name, level_id, joined_on, credit_code)
      select 'D2016' || lpad((n + 20000)::text, 5, '0'), '02', ${NAME}, level.id, '2016-01-01', 'PLAN' || n
      from generate_series(1, ${ROWS}::int) n, level returning id, name, level_id),
    termed as (
      insert into member_term (member_id, level_id, from_on, to_on)
      select id, level_id, date '2016-01-01', date '2016-12-31' + (id % 4000)::int from added
      returning id, member_id, from_on, to_on),
    certified as (
      insert into member_certificate (code, member_id, term_id, member_no, name, level_name, from_on, to_on, issued_on)
      select lpad(t.id::text, 22, '0'), a.id, t.id, 'D2016' || lpad((a.id % 90000 + 10000)::text, 5, '0'), a.name,
        '会员', t.from_on, t.to_on, t.from_on
      from termed t join added a on a.id = t.member_id),
    owner as (
      insert into sys_user (user_name, nick_name, user_type) select 'plan' || id, '会员', '01' from added
      returning user_id, user_name),
    signed as (
      insert into sign (apply_no, kind, member_type, user_id, member_id, level_id, state, name, credit_code,
        submitted_at, reference, done_at, update_time, due_fen, deadline_at)
      select 'P' || lpad(id::text, 9, '0'), 'RENEW', '02', owner.user_id, id, level_id,
        case when id % 10 = 0 then 1 when id % 10 = 1 then 5 else 7 end, name, 'PLAN' || id, at, 'R' || id, at, at,
        30000, at
      from added join owner on owner.user_name = 'plan' || id,
        lateral (select now() - make_interval(hours => id::int) as at) moment
      returning id, state, name, done_at),
    paid as (
      insert into payment (sign_id, state, pay_fen, received_fen, pay_time, method, payer_name, bank_serial,
        submitted_by, confirmed_by, confirmed_at, voucher_hashes, create_time)
      select id, case state when 5 then 0 else 1 end, 30000, 30000, done_at, 'bank', name, 'PLAN' || id, 1, 1,
        case state when 5 then null else done_at end, array[md5(id::text)], done_at
      from signed where state <> 1 returning id, state, payer_name, confirmed_at)
  insert into receipt (payment_id, amount_fen, title, state, receipt_no, issued_by, issued_at, create_time)
  select id, 30000, payer_name, 1, 'PLAN' || id, 1, confirmed_at, confirmed_at from paid where state = 1`);
await it.db.execute(sql`
  insert into message_delivery (event, channel, receiver_shown, title_shown, content_shown, parts, state, subject,
    subject_id, create_time, done_time)
  select 'signDone', 'sms', '138****0000', '会费通知', '会费已到账', 1, case when n % 100 = 0 then 'failed' else 'sent' end,
    'sign', n, at, at
  from generate_series(1, ${ROWS}::int) n, lateral (select now() - make_interval(mins => n::int) as at) moment`);
await it.db.execute(sql`
  insert into article (article_name, status) select ${NAME} || '的文章', '0' from generate_series(1, ${ROWS}::int) n`);
for (const table of [
  "article",
  "member",
  "member_certificate",
  "sign",
  "payment",
  "receipt",
  "message_delivery",
]) {
  await it.db.execute(sql.raw(`vacuum analyze ${table}`));
}

const client = new pg.Client({ connectionString: it.databaseUrl });
await client.connect();
afterAll(() => client.end());

/** The plans of the statements that a call sends about a table. */
async function plansOf(url: string, table: string): Promise<string> {
  const sent: Call[] = [];
  const seen = interceptStatements((call, run) => {
    sent.push(call);
    return run();
  });
  const { body } = await it.call("GET", url, { token });
  seen.mockRestore();
  expect(body.code).toBe(200);
  const plans: string[] = [];
  for (const each of sent) {
    const { text, values } = statementOf(each);
    if (!/^\s*(with|select)/i.test(text) || !text.includes(`"${table}"`)) continue;
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`, [...values]);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans.join("\n\n");
}

const q = encodeURIComponent;
const QUEUE = "/api/system/sign/list?";
const PAID = "/api/bll/finance/confirm/list?";
const RECEIPTS = "/api/bll/finance/receipt/list?";
const CERTIFICATES = "/api/bll/member/certificate/list?";
const SENT = "/api/bll/message/delivery/list?";

test.each([
  ["member", `/api/bll/member/list?name=${q("安国")}`, ["member_name_pairs"]],
  ["member", `/api/bll/member/renewal/list?keyword=${q("安国")}`, ["member_name_pairs"]],
  ["sign", QUEUE, ["sign_list"]],
  ["sign", `${QUEUE}state=1`, ["sign_queue"]],
  ["sign", `${QUEUE}orderByColumn=name`, ["sign_by_name"]],
  ["sign", `${QUEUE}orderByColumn=updateTime&isAsc=desc`, ["sign_by_change"]],
  ["sign", `${QUEUE}orderByColumn=deadlineAt&isAsc=desc`, ["sign_by_deadline"]],
  ["sign", `${QUEUE}keyword=${q("安国")}`, ["sign_name_pairs", "sign_credit_code"]],
  ["sign", "/api/system/sign/counts", ["sign_kinds"]],
  [
    "sign",
    `/api/bll/finance/statement/payables?keyword=${q("安国")}`,
    ["sign_name_pairs", "payment_sign"],
  ],
  ["payment", PAID, ["payment_list", "payment_voucher", "payment_serial"]],
  ["payment", `${PAID}state=0`, ["payment_list"]],
  ["payment", `${PAID}beginTime=2026-01-01&endTime=2026-01-02`, ["payment_queue"]],
  [
    "payment",
    `${PAID}keyword=${q("安国")}`,
    ["payment_payer_pairs", "payment_serial", "sign_name_pairs"],
  ],
  ["receipt", RECEIPTS, ["receipt_list"]],
  ["receipt", `${RECEIPTS}beginTime=2026-01-01&endTime=2026-01-02`, ["receipt_queue"]],
  [
    "receipt",
    `${RECEIPTS}keyword=${q("安国")}`,
    [
      "receipt_title_pairs",
      "receipt_number",
      "receipt_register",
      "receipt_payment",
      "sign_name_pairs",
    ],
  ],
  ["member_certificate", CERTIFICATES, ["member_certificate_pkey"]],
  ["member_certificate", `${CERTIFICATES}name=${q("安国")}`, ["member_certificate_name_pairs"]],
  ["member_certificate", `${CERTIFICATES}memberNo=D201630000`, ["member_certificate_number"]],
  ["member_certificate", `${CERTIFICATES}state=valid`, ["member_certificate_list"]],
  ["article", `/api/bll/article/desk/list?keyword=${q("安国")}`, ["article_name_pairs"]],
  ["member", "/api/bll/member/renewal/list?stage=grace", ["member_valid"]],
  ["message_delivery", SENT, ["message_delivery_time"]],
  ["message_delivery", `${SENT}state=failed`, ["message_delivery_state"]],
  ["message_delivery", `${SENT}event=noSuch`, ["message_delivery_event"]],
])("%s: %s is answered by its indexes", async (table, url, indexes) => {
  const plans = await plansOf(url, table);
  expect(
    indexes.filter((index) => !plans.includes(index)),
    plans,
  ).toEqual([]);
});

const listed = async (url: string) => {
  const { body } = await it.call("GET", `${url}&pageSize=3`, { token });
  return { total: body.total, isMore: body.isMore, rows: body.rows as { id: number }[] };
};

test("a list that nobody narrowed has its number, one that grows for ever its bound", async () => {
  expect(await listed(PAID)).toMatchObject({ total: 0.9 * ROWS, isMore: false });
  expect(await listed(RECEIPTS)).toMatchObject({ total: 0.8 * ROWS, isMore: false });
  expect(await listed(CERTIFICATES)).toMatchObject({ total: ROWS, isMore: false });
  const last = await listed(`${PAID}pageNum=99999`);
  expect(last.rows).toHaveLength(3);
  expect(last.rows.at(-1)?.id).toBe(
    await it.db
      .select({ id: sql<number>`min(id)::int` })
      .from(payment)
      .where(sql`state = 1`)
      .then(([row]) => row?.id),
  );
  for (const url of [QUEUE, `${QUEUE}state=7`, `${PAID}state=1`, `${RECEIPTS}state=1`, SENT]) {
    const { total, isMore, rows } = await listed(`${url}&pageNum=99999`);
    expect({ url, total, isMore, rows: rows.length }).toEqual({
      url,
      total: 10_000,
      isMore: true,
      // The last of the pages that are counted, of three rows each.
      rows: 3,
    });
  }
  expect(await listed(`${QUEUE}state=5`)).toMatchObject({ total: 0.1 * ROWS, isMore: false });
});

test("chips count each state up to the bound", async () => {
  const { body } = await it.call("GET", "/api/system/sign/counts", { token });
  expect(body.data).toEqual([
    { state: 1, memberType: "02", count: 0.1 * ROWS, isMore: false },
    { state: 5, memberType: "02", count: 0.1 * ROWS, isMore: false },
    { state: 7, memberType: "02", count: 10_000, isMore: true },
  ]);
});

test("a payment that comes is counted at once", async () => {
  const { total } = await listed(PAID);
  await it.db.execute(sql`
    insert into payment (sign_id, pay_fen, pay_time, method, payer_name)
    select id, 1, now(), 'bank', '新来的' from sign where state = 1 limit 1`);
  const now = await listed(PAID);
  expect(now.total).toBe(Number(total) + 1);
  expect(await listed(`${PAID}keyword=${q("新来")}`)).toMatchObject({ total: 1, isMore: false });
});
