import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Db } from "../../db/client.ts";
import { AppError } from "../http/errors.ts";
import { resultOf } from "../log/oper-log-text.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { App } from "../start/context.ts";
import { isOvertaken, repeatableOf, sendAgain } from "./repeated-call.ts";
import type { RequestTransaction } from "./request-transaction.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Of a call that is logged or may be repeated, from its handler on. */
    transaction: RequestTransaction | undefined;
  }
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

type Place = { db: Db; begin: () => RequestTransaction; box: () => SecretBox };

/** What calls with a transaction need of the app; register it before the hook that ends them. */
export function prepareTransactions(app: App): void {
  app.decorateRequest("transaction", undefined);
  app.decorateRequest("repeatable", undefined);
  app.addHook("onError", async (request, _reply, error) => {
    // Not a refusal: what came before the fault must not stay half done.
    const isFault = !(error instanceof AppError) && (error.statusCode ?? 500) >= 500;
    if (isFault) await request.transaction?.rollback();
  });
}

/**
 * Gives a route that is logged, or that may be repeated under a key, its transaction: `context.db`
 * inside of the handler.
 */
export function inTransaction(route: RouteOptions, { db, begin, box }: Place): void {
  const isLogged = route.config?.log !== undefined;
  const mayRepeat = [route.method].flat().some((method) => !READS.has(method));
  if (!isLogged && !mayRepeat) return;
  const { handler } = route;
  route.handler = async function (request, reply) {
    const repeatable = READS.has(request.method) ? undefined : repeatableOf(request, db, box());
    if (!isLogged && !repeatable) return handler.call(this, request, reply);
    const again = await repeatable?.answered();
    if (again !== undefined) return sendAgain(request, reply, again);
    const transaction = begin();
    request.transaction = transaction;
    request.repeatable = repeatable;
    transaction.onOpen = repeatable?.take;
    try {
      return await transaction.run(() => handler.call(this, request, reply));
    } catch (error) {
      // A refusal may come of what the same call has just done: then its answer is the answer.
      if (!repeatable || !(isOvertaken(error) || error instanceof AppError)) throw error;
      if (!isOvertaken(error) && transaction.isOpen) throw error;
      const answer = await repeatable.answered();
      if (answer === undefined) throw error;
      await transaction.rollback();
      return sendAgain(request, reply, answer);
    }
  };
}

/** Whether an answer says that the call was done. */
export function wentWell(reply: FastifyReply, payload: unknown): boolean {
  const result = resultOf(payload);
  return reply.statusCode < 400 && (result === undefined || result.code === 200);
}

/**
 * Commits what the call wrote, `last` at its end, before the answer goes out. Returns whether there was
 * anything to commit.
 */
export async function endTransaction(
  { transaction, repeatable }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  last: (tx: Db) => Promise<void>,
): Promise<boolean> {
  if (!transaction) return false;
  const isDone = wentWell(reply, payload);
  // Done without a word to the database: the key is what there is to write. A file is made anew.
  if (repeatable && isDone && !transaction.isOpen && typeof payload === "string") {
    await transaction.open().catch((error: unknown) => {
      if (!isOvertaken(error)) throw error;
    });
  }
  const isOpen = transaction.isOpen;
  // Also when nothing was written: what the handler left running writes by itself from here on.
  await transaction.commit(async (tx) => {
    await repeatable?.settle(tx, payload, isDone);
    await last(tx);
  });
  return isOpen;
}
