import { randomBytes } from "node:crypto";
import http from "node:http";
import { query } from "../e2e/database.ts";

/** `body`: what JSON the answer was; `code` of it. */
export type Answer = { status: number; code: number; ms: number; body: unknown };

/** Everything is answered within five seconds, if only with a refusal. */
const ANSWER_MS = 6_000;

type Asking = { method?: string; headers?: Record<string, string>; body?: string };

/** One request on a connection of its own; one that fails, or is not answered in time, has the status 0. */
export function ask(
  url: string,
  { method = "GET", headers = {}, body }: Asking = {},
): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number, text = "{}", isJson = false) => {
      const value: unknown = isJson ? JSON.parse(text) : {};
      const { code = 0 } = value as { code?: number };
      resolve({ status, code, ms: performance.now() - began, body: value });
    };
    const request = http.request(
      url,
      { method, headers, agent: false, timeout: ANSWER_MS },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        answer.on("error", () => done(0));
        answer.on("end", () => {
          const isJson = answer.headers["content-type"]?.includes("json") ?? false;
          done(answer.statusCode ?? 0, text, isJson);
        });
      },
    );
    request.on("timeout", () => request.destroy());
    request.on("error", () => done(0));
    request.end(body);
  });
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

/** Calls `act` at a steady rate without waiting for earlier calls; `stop` waits for those under way. */
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
