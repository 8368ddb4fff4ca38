import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

/** Runs one statement on a connection of its own. */
export async function query<Row extends object = Record<string, unknown>>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * A living session of the administrator, as a log-in would have opened it after the first password
 * was changed; returns its token.
 */
export async function openSession(url: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await query(url, "update sys_user set pwd_update_date = now() where user_id = 1");
  await query(
    url,
    `insert into session (token_hash, user_id, idle_seconds, expires_at)
     values ($1, 1, 36000, now() + interval '10 hours')`,
    [createHash("sha256").update(token).digest()],
  );
  return token;
}

export type Answer = { status: number; code: number; ms: number };

/** One request; a connection that fails is status 0. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now();
  const done = (status: number, code: number) => ({ status, code, ms: performance.now() - began });
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000), ...init });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return done(response.status, isJson ? Number((JSON.parse(text) as { code: number }).code) : 0);
  } catch {
    return done(0, 0);
  }
}

/**
 * Writes posts through the program and remembers, outside of it, which of them were acknowledged.
 */
export class Ledger {
  readonly acknowledged = new Set<string>();
  refused = 0;
  private made = 0;
  private readonly mark = randomBytes(4).toString("hex");

  /** One write through the origin; true when it was acknowledged. */
  async write(origin: string, token: string): Promise<boolean> {
    const postCode = `${this.mark}-${++this.made}`;
    const answer = await ask(`${origin}/prod-api/system/post`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ postCode, postName: `岗位${postCode}`, postSort: 1 }),
    });
    const isDone = answer.status === 200 && answer.code === 200;
    if (isDone) this.acknowledged.add(postCode);
    else this.refused++;
    return isDone;
  }

  /** Compares with the database: acknowledged writes that are not there, and rows that are there twice. */
  async compare(url: string): Promise<{ lost: number; doubled: number; unlogged: number }> {
    const rows = await query<{ code: string; n: number }>(
      url,
      `select post_code as code, count(*)::int as n from sys_post
       where post_code like $1 group by post_code`,
      [`${this.mark}-%`],
    );
    const logged = await query<{ code: string }>(
      url,
      `select substring(oper_param from $1) as code from sys_oper_log where oper_param like $2`,
      [`${this.mark}-\\d+`, `%${this.mark}-%`],
    );
    const there = new Set(rows.map(({ code }) => code));
    const told = new Set(logged.map(({ code }) => code));
    const missing = (from: Set<string>) =>
      [...this.acknowledged].filter((code) => !from.has(code)).length;
    return {
      lost: missing(there),
      doubled: rows.filter(({ n }) => n > 1).length,
      unlogged: missing(told),
    };
  }
}

/** Calls `act` at a steady rate, whatever the earlier ones do; `stop` waits for those under way. */
export function steadily(
  perSecond: number,
  act: () => Promise<unknown>,
): { stop(): Promise<void> } {
  const running = new Set<Promise<unknown>>();
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
    for (; sent < due; sent++) {
      const one = act().finally(() => running.delete(one));
      running.add(one);
    }
  }, 10);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.allSettled([...running]);
    },
  };
}
