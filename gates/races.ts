import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openAdminSession, query } from "../e2e/database.ts";
import { type Gate, type Measured, runGate } from "./gate.ts";
import { startSite } from "./site.ts";

// `npm run gate:races`: whatever looks first and then acts, done many times at once on two processes.
// Each round makes rows of its own. The rows in the database afterwards count.

const AT_ONCE = 50;

type Body = { code: number; msg: string; data?: unknown; [key: string]: unknown };

type World = {
  call(method: string, url: string, body?: object, headers?: Record<string, string>): Promise<Body>;
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  count(text: string, values?: unknown[]): Promise<number>;
  sms(phone: string, scene: string): Promise<string>;
  url: string;
};

const json = { "content-type": "application/json" };

async function open(gate: Gate): Promise<World> {
  const { program, dataDir, databaseUrl } = await startSite(gate);
  const token = await openAdminSession(databaseUrl);
  const rows: World["rows"] = (text, values) => query(databaseUrl, text, values);
  return {
    url: program.url,
    rows,
    count: async (text, values) =>
      Number((await rows<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]?.n),
    async call(method, url, body, headers = {}) {
      const response = await fetch(`${program.url}/prod-api${url}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body ? json : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await response.text();
      return text.startsWith("{") ? (JSON.parse(text) as Body) : { code: response.status, msg: "" };
    },
    async sms(phone, scene) {
      const file = path.join(dataDir, "outbox/sms.jsonl");
      for (let tries = 0; tries < 200; tries++) {
        const lines = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().split("\n") : [];
        const found = lines
          .map((line) => JSON.parse(line) as { to: string; scene: string; code?: string })
          .findLast((each) => each.to === phone && each.scene === scene);
        if (found?.code) return found.code;
        await delay(25);
      }
      throw new Error(`no code for ${phone}`);
    },
  };
}

/** How often each side of a race was first: one that always loses shows nothing. */
const seen = { putBack: 0, purged: 0, removed: 0, used: 0 };

/** The faults of a round, in words; empty when there were none. */
type Race = (world: World, round: number) => Promise<string[]>;

const many = <T>(act: (index: number) => Promise<T>, times = AT_ONCE): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => act(index)));

const done = (answers: readonly Body[]) => answers.filter(({ code }) => code === 200).length;

const expectOne = (what: string, found: number) => (found === 1 ? [] : [`${what}: ${found}`]);

/** A captcha with its answer, which no program should read from the picture. */
async function captcha({ call, rows }: World): Promise<{ uuid: string; code: string }> {
  // The gate asks for more than one address may in an hour.
  await rows("delete from login_guard");
  const { uuid } = await call("GET", "/captchaImage");
  const [row] = await rows<{ answer: string }>("select answer from captcha where uuid = $1", [
    uuid,
  ]);
  return { uuid: String(uuid), code: row?.answer ?? "" };
}

async function smsCode(world: World, phone: string, scene: string): Promise<string> {
  await world.rows("update one_time_code set created_at = created_at - interval '2 days'");
  const asked = await world.call("POST", "/sendCode", { phone, scene, ...(await captcha(world)) });
  if (asked.code !== 200) throw new Error(asked.msg);
  return world.sms(phone, scene);
}

const ENTITIES: readonly (readonly [
  url: string,
  table: string,
  column: string,
  make: (name: string) => object,
])[] = [
  [
    "/system/post",
    "sys_post",
    "post_code",
    (name) => ({ postCode: name, postName: name, postSort: 1 }),
  ],
  [
    "/system/dict/type",
    "sys_dict_type",
    "dict_type",
    (name) => ({ dictType: name, dictName: name }),
  ],
  [
    "/system/config",
    "sys_config",
    "config_key",
    (name) => ({ configKey: name, configName: name, configValue: "a", configType: "N" }),
  ],
  [
    "/system/role",
    "sys_role",
    "role_key",
    (name) => ({ roleKey: name, roleName: name, roleSort: 1, status: "0", menuIds: [] }),
  ],
  [
    "/system/user",
    "sys_user",
    "user_name",
    (name) => ({ userName: name, nickName: name, password: "Lantern-2026-x" }),
  ],
  [
    "/api/bll/links/desk",
    "link",
    "link_name",
    (name) => ({ linkName: name, linkUrl: `https://${name}.example.org/` }),
  ],
  ["/api/bll/chat/desk", "chat_reply", "question", (name) => ({ question: name, answer: "答" })],
];

const unique: Race = async ({ call, count }, round) => {
  const problems: string[] = [];
  for (const [url, table, column, make] of ENTITIES) {
    const name = `race${round}x${Date.now().toString(36)}`;
    const answers = await many(() => call("POST", url, make(name)), 20);
    problems.push(...expectOne(`${url} acknowledged`, done(answers)));
    problems.push(
      ...expectOne(`${table} rows`, await count(`${table} where ${column} = $1`, [name])),
    );
  }
  return problems;
};

const repeated: Race = async ({ call, count }, round) => {
  const postCode = `same${round}x${Date.now().toString(36)}`;
  const headers = { "idempotency-key": postCode };
  const body = { postCode, postName: postCode, postSort: 1 };
  const answers = await many(() => call("POST", "/system/post", body, headers));
  const wrong = answers.filter(({ code, msg }) => code !== 200 && !/正在处理|已经处理/.test(msg));
  return [
    ...expectOne("rows of one key", await count("sys_post where post_code = $1", [postCode])),
    ...wrong.slice(0, 1).map(({ msg }) => `answered ${msg}`),
  ];
};

async function newArticle({ call, rows }: World, title: string): Promise<number> {
  const [type] = await rows<{ id: number }>(
    "select id from article_type where bll_type = '1' and status = '0' order by id limit 1",
  );
  const made = await call("POST", "/api/bll/article/desk", {
    articleName: title,
    content: "<p>正文。</p>",
    typeId: type?.id,
  });
  const { id } = (made.data ?? {}) as { id?: number };
  if (!id) throw new Error(`no article: ${made.msg}`);
  return id;
}

const versions: Race = async (world, round) => {
  const id = await newArticle(world, `版本${round}`);
  const [row] = await world.rows<{ version: number; type_id: number }>(
    "select version, type_id from article where id = $1",
    [id],
  );
  const answers = await many((index) =>
    world.call("PUT", "/api/bll/article/desk", {
      id,
      version: row?.version,
      typeId: row?.type_id,
      articleName: `版本${round}`,
      content: `<p>第${index}稿。</p>`,
    }),
  );
  const conflicts = answers.filter(({ msg }) => msg.startsWith("记录已被他人更新")).length;
  return [
    ...expectOne("edits of one version", done(answers)),
    ...(conflicts === AT_ONCE - 1 ? [] : [`told of a conflict: ${conflicts}`]),
  ];
};

/** Put back from the bin while the job empties it. */
const bin: Race = async (world, round) => {
  const id = await newArticle(world, `回收${round}`);
  await world.rows(
    "update article set status = '5', recycled_from = '0', recycled_at = now() - interval '31 days' where id = $1",
    [id],
  );
  const [job] = await world.rows<{ job_id: number }>(
    "select job_id from sys_job where invoke_target like 'articleTask.emptyBin%'",
  );
  const body = { jobId: job?.job_id, jobGroup: "DEFAULT" };
  const [put] = await Promise.all([
    // The job takes a moment to begin: who is first differs from round to round.
    delay((round % 10) * 60).then(() =>
      world.call("POST", "/api/bll/article/desk/bulk", { verb: "putBack", ids: [id] }),
    ),
    world.call("PUT", "/monitor/job/run", body),
    world.call("PUT", "/monitor/job/run", body),
  ]);
  const there = await world.count("article where id = $1 and status <> '5'", [id]);
  const { done: back = 0 } = (put.data ?? {}) as { done?: number };
  if (back > 0) seen.putBack++;
  const isGone = (await world.count("article where id = $1", [id])) === 0;
  if (isGone) seen.purged++;
  return put.code === 200 && back > 0 && there === 0 ? ["put back, and gone for good"] : [];
};

/** A file is removed while articles begin to use it. */
const files: Race = async (world, round) => {
  const key = `upload/2026/01/01/${String(round).padStart(8, "0")}${Date.now().toString(16).padStart(24, "0")}.txt`;
  const [file] = await world.rows<{ id: number }>(
    `insert into stored_file (path, original_name, mime, bytes, sha256, purpose, is_in_library)
     values ($1, 'a.txt', 'text/plain', 1, '', 'content', true) returning id`,
    [key],
  );
  const ids = await many((index) => newArticle(world, `用文件${round}-${index}`), 5);
  const [removed, ...saved] = await Promise.all([
    world.call("DELETE", `/common/files/desk/${file?.id}`),
    ...ids.map((id) =>
      world.call("PUT", "/api/bll/article/desk", {
        id,
        articleName: `用文件${round}`,
        content: `<p><a href="/profile/${key}">附件</a></p>`,
      }),
    ),
  ]);
  if (removed.code === 200) seen.removed++;
  if (done(saved) > 0) seen.used++;
  const lost = await world.count(
    "file_use where path = $1 and not exists (select from stored_file f where f.path = file_use.path)",
    [key],
  );
  return lost === 0 ? [] : [`uses of a file that is gone: ${lost}`];
};

/** Things that serve once: a captcha, a code, the ticket of a new password, an export. */
const once: Race = async (world, round) => {
  const { call, rows, count } = world;
  const problems: string[] = [];
  const phone = `139${String(Date.now() % 1_0000_0000).padStart(8, "0")}`;
  const asked = await captcha(world);
  const sent = await many(() => call("POST", "/sendCode", { phone, scene: "register", ...asked }));
  problems.push(...expectOne("codes for one captcha", done(sent)));
  const code = await world.sms(phone, "register");
  const signed = await rows<{ version: string }>(
    "select version from agreement where doc = 'user' and effective_at <= now() order by effective_at desc limit 1",
  );
  const body = {
    phone,
    code,
    password: "Lantern-2026",
    confirmPassword: "Lantern-2026",
    agree: true,
    agreementVersion: signed[0]?.version,
  };
  const made = await many(() => call("POST", "/registerByPhone", body));
  problems.push(...expectOne("registrations with one code", done(made)));
  problems.push(...expectOne("accounts", await count("sys_user where phonenumber = $1", [phone])));

  const reset = await smsCode(world, phone, "forget");
  const tickets = await many(() => call("PUT", "/userResetPwdCheck", { phone, code: reset }));
  problems.push(...expectOne("tickets for one code", done(tickets)));
  const ticket = tickets.find((each) => each.code === 200)?.data as { resetToken?: string };
  const changed = await many((index) => {
    const password = `Lantern-20${27 + (index % 50)}`;
    const resetToken = ticket?.resetToken;
    return call("PUT", "/userResetPwd", { resetToken, password, confirmPassword: password });
  });
  problems.push(...expectOne("passwords for one ticket", done(changed)));

  const { msg } = await call("GET", "/system/post/export");
  const taken = await many(async () => {
    const response = await fetch(`${world.url}/prod-api/common/download?fileName=${msg}`);
    await response.arrayBuffer();
    return { code: response.status, msg: "" };
  });
  problems.push(...expectOne(`downloads of one export (round ${round})`, done(taken)));
  return problems;
};

const RACES: Readonly<Record<string, Race>> = { unique, repeated, versions, bin, files, once };

async function measure(gate: Gate): Promise<Measured> {
  const world = await open(gate);
  const numbers: Record<string, number> = {};
  let failed = 0;
  for (const [name, race] of Object.entries(RACES)) {
    numbers[`${name}Failed`] = 0;
    for (let round = 0; round < gate.rounds; round++) {
      const problems = await race(world, round);
      for (const problem of problems) gate.say(`${name} round ${round + 1}: ${problem}`);
      if (problems.length > 0) {
        failed++;
        numbers[`${name}Failed`] = (numbers[`${name}Failed`] ?? 0) + 1;
      }
    }
    gate.say(`${name}: ${gate.rounds} rounds, failed ${numbers[`${name}Failed`]}`);
  }
  return { n: gate.rounds * Object.keys(RACES).length, failed, numbers: { ...numbers, ...seen } };
}

await runGate({ name: "races", fullRounds: 20, limitMinutes: 20, goals: [] }, measure);
