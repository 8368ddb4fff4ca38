import pg from "pg";
import { settle } from "./settle.ts";

/** Payments that a large society has after ten years, and what waits there on a busy day. */
export const PAYMENTS = 200_000;
export const WAITING = 5_000;
export const LINES = 5_000;

const TABLES = [
  "sign",
  "payment",
  "receipt",
  "refund",
  "bank_line",
  "message_delivery",
  "sys_user",
];

/** GB 32100: its signs, the weight of each place, and the check sign at the end. */
const SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY";
function creditCode(nth: number): string {
  const body = `91110000${String(nth).padStart(9, "0")}`;
  const sum = [...body].reduce((total, sign, at) => total + 3 ** at * SIGNS.indexOf(sign), 0);
  return body + SIGNS[(31 - (sum % 31)) % 31];
}

/** Adds applications with their payments and papers, those that wait, a statement of the bank, and what was sent. */
export async function fillMoney(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  try {
    const { rows } = await run("select count(*)::int as n from payment");
    if (Number(rows[0]?.n) >= PAYMENTS) return;
    await run("set synchronous_commit = off");
    await run("begin");
    await run(
      `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
       select 'payer' || n, '会员' || n, '01', now() from generate_series(1, $1::int) n
       on conflict do nothing`,
      [2 * WAITING],
    );
    await run(
      `insert into sign (apply_no, kind, member_type, user_id, member_id, level_id, state, name, credit_code,
         erased_at, region, submitted_at, due_fen, reference, done_at, create_time)
       select 'B' || lpad(n::text, 9, '0'), 'RENEW', m.member_type, 1, m.id, m.level_id, 7, m.name,
         case when m.member_type = '02' then 'BENCH' || n else '' end,
         -- No identity number: it would have to be sealed with a key of this directory.
         case when m.member_type = '01' then t.at end, '330106', t.at, 30000, 'B' || n, t.at, t.at
       from generate_series(1, $1::int) n
         join (select row_number() over (order by id) as nth, * from member) m
           on m.nth = 1 + n % (select count(*) from member),
         lateral (select now() - make_interval(hours => (n % 40000)::int) as at) t
       on conflict do nothing`,
      [PAYMENTS],
    );
    await run(
      `insert into payment (sign_id, state, pay_fen, received_fen, pay_time, method, payer_name, bank_serial,
         submitted_by, confirmed_by, confirmed_at, voucher_hashes, create_time)
       select id, 1, 30000, 30000, done_at, 'bank', name, 'BENCH' || id, 1, 1, done_at,
         array[md5(id::text)], done_at
       from sign where apply_no like 'B0%'`,
    );
    await run(
      `insert into receipt (payment_id, amount_fen, title, state, receipt_no, issued_by, issued_at, create_time)
       select id, 30000, payer_name, case when is_new then 0 else 1 end,
         case when is_new then '' else 'BENCH' || id end, case when is_new then null else 1 end,
         case when is_new then null else confirmed_at end, confirmed_at
       from payment p, lateral (select id % 400 = 0 as is_new) receipt
       where state = 1 and not exists (select from receipt r where r.payment_id = p.id)`,
    );
    await run(
      `insert into refund (payment_id, amount_fen, reason, state, asked_by, decided_by, decided_at, create_time)
       select p.id, 10000, '重复缴费', 3, 1, u.user_id, p.confirmed_at, p.confirmed_at
       from payment p, (select user_id from sys_user where user_name = 'payer1') u
       where p.state = 1 and p.id % 100 = 0`,
    );
    await run(
      `insert into message_delivery (event, channel, receiver_shown, title_shown, content_shown, parts, state,
         subject, subject_id, create_time, tried_time, done_time)
       select (array['memberDone', 'memberRemind', 'paymentConfirmed']) [1 + n % 3],
         case when n % 4 = 0 then 'mail' else 'sms' end, '138****' || lpad((n % 10000)::text, 4, '0'),
         '会费通知', '您的会费已到账，感谢您的支持。', case when n % 4 = 0 then 0 else 1 end,
         case when n % 500 = 0 then 'failed' when n % 100 = 0 then 'dropped' else 'sent' end,
         'sign', n, t.at, t.at, t.at
       from generate_series(1, $1::int) n, lateral (select now() - make_interval(mins => 10 * n::int) as at) t`,
      [PAYMENTS],
    );
    // Half are to be checked, half are to be paid; a part of these has handed in a voucher.
    await run(
      `insert into sign (apply_no, member_type, user_id, level_id, state, name, credit_code, region,
         submitted_at, due_fen, reference, deadline_at)
       select 'W' || lpad(n::text, 9, '0'), '02', u.user_id,
         (select id from member_level where member_type = '02' order by id limit 1),
         case when n <= $1 then 1 else 4 end, '待缴单位' || n, ($2::text[]) [n], '330106',
         now() - make_interval(mins => n::int), 30000,
         'W' || n, now() + interval '30 days'
       from generate_series(1, 2 * $1::int) n join sys_user u on u.user_name = 'payer' || n`,
      [WAITING, Array.from({ length: 2 * WAITING }, (_, nth) => creditCode(nth + 1))],
    );
    await run(
      `insert into payment (sign_id, pay_fen, pay_time, method, payer_name, submitted_by, bank_serial)
       select id, due_fen, now(), 'bank', name, user_id, 'V' || id from sign
       where apply_no like 'W0%' and state = 4 and id % 3 = 0`,
    );
    await run(
      "update sign set state = 5 where id in (select sign_id from payment where state = 0) and state = 4",
    );
    await run(
      `with bank as (insert into bank_profile (bank_name, mapping) values ('bench', '{}') returning id),
         file as (insert into bank_statement (profile_id, file_name, sha256, line_count, added_count,
           repeated_count, out_count, problem_count, imported_by)
           select id, 'bench.csv', '', 0, 0, 0, 0, 0, 1 from bank returning id, profile_id),
         waiting as (select row_number() over (order by id) as nth, * from sign
           where apply_no like 'W0%' and state in (4, 5))
       insert into bank_line (statement_id, profile_id, line_no, paid_at, amount_fen, payer_name, serial,
         fingerprint, remark)
       select f.id, f.profile_id, n, now(), 30000,
         case when n % 4 = 3 then '路人' || n else w.name end,
         case when n % 4 = 0 and w.id % 3 = 0 then 'V' || w.id else 'BL' || n end, 'BL' || n,
         '会费'
       from file f, generate_series(1, $1::int) n join waiting w on w.nth = n`,
      [LINES],
    );
    await run("commit");
    await settle(client, TABLES);
  } finally {
    await client.end();
  }
}
