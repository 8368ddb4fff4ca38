import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../db/client.ts";
import { causesOf, hasCode } from "../../lib/causes.ts";
import { AppError } from "../http/errors.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { apart } from "./request-transaction.ts";

// `Idempotency-Key` (product 4.1): a client that got no answer sends its call again under the same
// key; the call has one effect and one answer. The key is the account's own. It is written as the first
// thing of the call's transaction and the answer as one of the last: what was not committed was not
// done, and the key is free. Two at once: the second waits for the first at the key's row.

declare module "fastify" {
  interface FastifyRequest {
    /** Of a call by an account that came with a key. */
    repeatable: Repeatable | undefined;
  }
}

/** Printable, so that it is the same wherever it is written down. */
const KEY = /^[\x21-\x7e]{1,128}$/;
const HEADER = "idempotency-key";
/** A longer answer is none to a write. */
const MAX_ANSWER = 100_000;
/** How long the second of two waits for the first. */
const WAIT_MS = 3_000;

const BAD_KEY = "请求头 Idempotency-Key 应为 1 到 128 个可见的英文字符";
const OTHER_CALL = "该 Idempotency-Key 已用于另一个请求，请更换后重试";
const RUNNING = "相同的请求正在处理，请稍候再试";
const NOT_KEPT = "相同的请求已经处理过，请刷新后查看结果";

/** The call was done by another one while this one was on its way. */
class Overtaken extends Error {}

type Row = { call_hash: Buffer; answer: Buffer | null; is_old: boolean };

export type Repeatable = {
  /** The earlier answer to the call; undefined: it was not done yet. @throws AppError for another call. */
  answered(): Promise<string | undefined>;
  /** Takes the key, in the transaction of the call. @throws what `isOvertaken` knows. */
  take(tx: Db): Promise<void>;
  /** Keeps the answer; of a refusal the key is given back. */
  settle(tx: Db, payload: unknown, isDone: boolean): Promise<void>;
};

/** Whether a call failed because the same one was done meanwhile. */
export const isOvertaken = (error: unknown): boolean =>
  causesOf(error).some((each) => each instanceof Overtaken);

/**
 * The key of a call, where it has one. Calls of nobody, and those that only read, have none.
 * @throws AppError for a key that is none.
 */
export function repeatableOf(
  request: FastifyRequest,
  db: Db,
  box: SecretBox,
): Repeatable | undefined {
  const key = request.headers[HEADER];
  const userId = request.account?.userId;
  if (key === undefined || userId === undefined) return undefined;
  if (typeof key !== "string" || !KEY.test(key)) throw new AppError(BAD_KEY);
  const callHash = hashOf(request);
  const isMine = sql`user_id = ${userId} and key = ${key}`;

  const read = async (where: Db): Promise<Row | undefined> => {
    const { rows } = await where.execute<Row>(sql`
      select call_hash, answer, created_at < now() - interval '1 day' as is_old
      from repeated_call where ${isMine}`);
    return rows[0];
  };
  return {
    async answered() {
      const row = await read(apart(db));
      if (!row || row.is_old) return undefined;
      if (!row.call_hash.equals(callHash)) throw new AppError(OTHER_CALL);
      if (!row.answer) throw new AppError(NOT_KEPT);
      return box.open(row.answer);
    },
    async take(tx) {
      await tx.execute(sql`select set_config('lock_timeout', ${`${WAIT_MS}ms`}, true)`);
      const taken = await tx
        .execute(sql`
          insert into repeated_call (user_id, key, call_hash) values (${userId}, ${key}, ${callHash})
          on conflict (user_id, key) do update
            set call_hash = excluded.call_hash, answer = null, created_at = now()
            where repeated_call.created_at < now() - interval '1 day'`)
        .catch((error: unknown) => {
          throw hasCode(error, /^55P03$/) ? new AppError(RUNNING) : error;
        });
      await tx.execute(sql`select set_config('lock_timeout', '0', true)`);
      if (taken.rowCount === 0) throw new Overtaken();
    },
    async settle(tx, payload, isDone) {
      if (!isDone) {
        await tx.execute(sql`delete from repeated_call where ${isMine}`);
        return;
      }
      const isKept = typeof payload === "string" && payload.length <= MAX_ANSWER;
      const answer = isKept ? box.seal(payload) : null;
      await tx.execute(sql`
        insert into repeated_call (user_id, key, call_hash, answer)
        values (${userId}, ${key}, ${callHash}, ${answer})
        on conflict (user_id, key) do update set answer = excluded.answer`);
    },
  };
}

/** Sends the first answer again. It leaves no second row in the log. */
export function sendAgain(request: FastifyRequest, reply: FastifyReply, answer: string) {
  request.isUnlogged = true;
  request.repeatable = undefined;
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .header("idempotency-replayed", "true")
    .serializer((text: string) => text)
    .send(answer);
}

function hashOf({ method, url, body, headers }: FastifyRequest): Buffer {
  // The parts of an upload are read later; their length and kind tell two of them apart.
  const sent =
    body === undefined
      ? [headers["content-length"] ?? "", (headers["content-type"] ?? "").split(";")[0]]
      : body;
  return createHash("sha256")
    .update(JSON.stringify([method, url, sent]))
    .digest();
}
