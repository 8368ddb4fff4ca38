import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openAdminSession, query } from "../e2e/database.ts";
import { killPostmaster } from "./database.ts";
import { type Gate, type Measured, runGate } from "./gate.ts";
import { ask } from "./ledger.ts";
import { startSite } from "./site.ts";

// `npm run gate:money`: a process that confirms payments, now and then the database, is killed in the
// middle of it, again and again. A payment that is confirmed has its term, number, certificate, receipt, history
// and line of the bank; one that is not has none of them; and what was acknowledged is there.

/** Applications of a round: two are confirmed by themselves, two by lines of the bank in one call. */
const AT_ONCE = 4;
const DUE_FEN = 30_000;
/** Longest wait before the kill; a confirmation takes some 60 ms. */
const KILL_WITHIN_MS = 140;
const BACK_MS = 30_000;
/** Every so many rounds it is the database. */
const DATABASE_EACH = 10;
/** A log-in proves for 15 minutes who somebody is. */
const ROUNDS_OF_A_SESSION = 40;

/** Applications that wait for their money, and lines of a bank that hold it. */
async function fill(url: string, count: number): Promise<void> {
  await query(
    url,
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     select 'money' || n, 'money' || n, '01', now() from generate_series(1, $1::int) n`,
    [count],
  );
  await query(
    url,
    `insert into sign (apply_no, member_type, user_id, level_id, state, name, credit_code, submitted_at,
       due_fen, reference, deadline_at)
     select 'S299901' || lpad(n::text, 5, '0'), '02', u.user_id,
       (select id from member_level where member_type = '02' order by id limit 1), 5, '单位' || n,
       'MONEY' || lpad(n::text, 13, '0'), now(), $2::bigint, 'M' || n, now() + interval '30 days'
     from generate_series(1, $1::int) n join sys_user u on u.user_name = 'money' || n`,
    [count, DUE_FEN],
  );
  await query(
    url,
    `insert into payment (sign_id, pay_fen, pay_time, method, payer_name, submitted_by)
     select id, due_fen, now(), 'bank', name, user_id from sign where apply_no like 'S299901%'`,
  );
  await query(
    url,
    `with bank as (insert into bank_profile (bank_name, mapping) values ('money', '{}') returning id),
       file as (insert into bank_statement (profile_id, file_name, sha256, line_count, added_count,
         repeated_count, out_count, problem_count, imported_by)
         select id, 'money.csv', '', 0, 0, 0, 0, 0, 1 from bank returning id, profile_id)
     insert into bank_line (statement_id, profile_id, line_no, paid_at, amount_fen, payer_name, serial,
       fingerprint)
     select f.id, f.profile_id, n, now(), $2::bigint, '单位' || n, 'BL' || n, 'BL' || n
     from file f, generate_series(1, $1::int) n`,
    [count, DUE_FEN],
  );
}

/** What of each application there is; all or nothing of it must be. */
const PIECES = `select s.id::int as "signId", s.state::int as state,
    (select count(*) from payment p where p.sign_id = s.id and p.state = 1)::int as payments,
    (select count(*) from receipt r join payment p on p.id = r.payment_id where p.sign_id = s.id)::int as receipts,
    (select count(*) from member_term t where t.sign_id = s.id)::int as terms,
    (select count(*) from member_certificate c join member_term t on t.id = c.term_id
      where t.sign_id = s.id)::int as certificates,
    (select count(*) from member m where m.user_id = s.user_id)::int as members,
    (select count(*) from timeline t where t.subject = 'sign' and t.subject_id = s.id
      and t.action = 'confirm')::int as steps,
    (select count(*) from bank_match b join payment p on p.id = b.payment_id
      where p.sign_id = s.id)::int as matches,
    (select count(*) from payment p where p.sign_id = s.id and p.state = 1
      and p.bank_serial like 'BL%')::int as "byLine"
  from sign s where s.apply_no like 'S299901%'`;

type Pieces = Record<
  | "signId"
  | "state"
  | "payments"
  | "receipts"
  | "terms"
  | "certificates"
  | "members"
  | "steps"
  | "matches"
  | "byLine",
  number
>;

const DONE = 7;
const WAITS = 5;

function isWhole(row: Pieces): boolean {
  const made = [row.payments, row.receipts, row.terms, row.certificates, row.members, row.steps];
  const is = (count: number) => made.every((each) => each === count);
  return row.state === DONE
    ? is(1) && row.matches === row.byLine
    : row.state === WAITS && is(0) && row.matches === 0;
}

/** kill -9 of one of the processes that serve. */
function killWorker(primary: number, nth: number): void {
  const children = fs.readFileSync(`/proc/${primary}/task/${primary}/children`, "utf8");
  const workers = children
    .trim()
    .split(" ")
    .filter((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("main.ts"));
  const chosen = workers[nth % Math.max(1, workers.length)];
  if (chosen) process.kill(Number(chosen), "SIGKILL");
}

async function measure(gate: Gate): Promise<Measured> {
  const { program, dataDir, databaseUrl } = await startSite(gate);
  await fill(databaseUrl, gate.rounds * AT_ONCE);
  const rows = <Row extends object>(text: string) => query<Row>(databaseUrl, text);
  const signs = await rows<{ id: number }>(
    "select id::int from sign where apply_no like 'S299901%' order by id",
  );
  const lines = await rows<{ id: number }>("select id::int from bank_line order by id");
  const idOf = (list: readonly { id: number }[], at: number) => list[at]?.id ?? 0;
  const acknowledged = new Set<number>();
  let token = await openAdminSession(databaseUrl);
  let cut = 0;
  let refused = 0;
  const send = async (method: string, url: string, body: object) => {
    const answer = await ask(`${program.url}/prod-api${url}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status === 0) cut++;
    else if (answer.code !== 200) refused++;
    return answer;
  };
  const single = async (at: number) => {
    const id = idOf(signs, at);
    const body = { id, receivedAmount: "300", bankSerial: `SINGLE${at}` };
    const { code } = await send("PUT", "/api/system/sign/financePass", body);
    if (code === 200) acknowledged.add(id);
  };
  const byLines = async (places: readonly number[]) => {
    const items = places.map((at) => ({
      lineId: idOf(lines, at),
      parts: [{ signId: idOf(signs, at), amount: "300" }],
    }));
    const { code, body } = await send("POST", "/api/bll/finance/statement/match", { items });
    const { data = [] } = body as { data?: { ok: boolean; lineId: number }[] };
    if (code !== 200) return;
    for (const at of places) {
      if (data.some(({ ok, lineId }) => ok && lineId === idOf(lines, at)))
        acknowledged.add(idOf(signs, at));
    }
  };
  const isBack = async () => {
    const began = Date.now();
    for (;;) {
      if (program.child.exitCode !== null)
        throw new Error(`the program ended: ${program.output()}`);
      if ((await ask(`${program.url}/health/ready`)).status === 200) return;
      if (Date.now() - began > BACK_MS) throw new Error("the program does not come back");
      await delay(25);
    }
  };
  let database = 0;
  for (let round = 0; round < gate.rounds; round++) {
    await isBack();
    if (round % ROUNDS_OF_A_SESSION === 0) token = await openAdminSession(databaseUrl);
    const at = round * AT_ONCE;
    const calls = Promise.all([single(at), single(at + 1), byLines([at + 2, at + 3])]);
    await delay(Math.random() * KILL_WITHIN_MS);
    if (round % DATABASE_EACH === DATABASE_EACH - 1) {
      database++;
      killPostmaster(path.join(dataDir, "postgres"));
    } else killWorker(program.child.pid ?? 0, round);
    await calls;
    if (round % 20 === 19) {
      gate.say(`round ${round + 1}: ${acknowledged.size} acknowledged, ${cut} cut`);
    }
  }
  await isBack();
  // What was cut before it held can be confirmed now: nothing is in the way of anybody.
  const pieces = await rows<Pieces>(PIECES);
  const half = pieces.filter((row) => !isWhole(row));
  const lost = pieces.filter(({ signId, state }) => acknowledged.has(signId) && state !== DONE);
  const held = pieces.filter(({ state }) => state === DONE);
  const [numbers] = await rows<{ gaps: number }>(
    `select (s.last - (select count(*) from member m where m.member_type = '02'))::int as gaps
     from number_series s where s.series = 'memberD'`,
  );
  const [used] = await rows<{ wrong: number }>(
    `select count(*)::int as wrong from bank_line l where used_fen
       <> (select coalesce(sum(fen), 0) from bank_match m where m.line_id = l.id)`,
  );
  for (const row of half.slice(0, 5)) gate.say(JSON.stringify(row));
  const left = pieces.filter(({ state }) => state === WAITS).slice(0, 20);
  let stuck = 0;
  for (const { signId } of left) {
    const body = { id: signId, receivedAmount: "300", bankSerial: `AGAIN${signId}` };
    const { code } = await send("PUT", "/api/system/sign/financePass", body);
    if (code !== 200) stuck++;
  }
  const gaps = Math.abs(numbers?.gaps ?? 0);
  const wrong = used?.wrong ?? 0;
  return {
    n: gate.rounds,
    failed: half.length + lost.length + gaps + wrong + stuck,
    numbers: {
      kills: gate.rounds,
      ofTheDatabase: database,
      applications: pieces.length,
      confirmed: held.length,
      acknowledged: acknowledged.size,
      heldWithoutAnAnswer: held.filter(({ signId }) => !acknowledged.has(signId)).length,
      callsCut: cut,
      callsRefused: refused,
      half: half.length,
      lost: lost.length,
      gapsInNumbers: gaps,
      linesWronglyUsed: wrong,
      cannotBeConfirmedNow: stuck,
    },
  };
}

await runGate(
  { name: "money", fullRounds: 200, limitMinutes: 45, goals: [{ name: "callsCut", min: 20 }] },
  measure,
);
