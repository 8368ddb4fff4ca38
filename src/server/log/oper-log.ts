import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../db/client.ts";
import { endTransaction, wentWell } from "../calls/call-transaction.ts";
import { apart } from "../calls/request-transaction.ts";
import type { App } from "../start/context.ts";
import { batches } from "./batches.ts";
import { addressText, clip, paramsText, resultOf } from "./oper-log-text.ts";

/**
 * wire 4.10: 0 other, 1 add, 2 edit, 3 remove, 4 grant, 5 export, 6 import, 7 force out,
 * 8 generate code, 9 clear.
 */
export type BusinessType = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** The row of the operation log that a route leaves: `log: ["岗位管理", 1]`. */
export type LogMark = readonly [title: string, businessType: BusinessType];

declare module "fastify" {
  interface FastifyContextConfig {
    /** Every call by an account, also a refused one, becomes a row of the operation log. */
    log?: LogMark;
  }
  interface FastifyRequest {
    /** Repeats by the minute what has its row already (saving by itself): leaves none when it goes well. */
    isUnlogged?: boolean;
    /** The caller's address, of routes with a log row. */
    peerIp: string;
  }
}

/** One call as the operation log keeps it: lengths and words of wire 4.10 and 5. */
export type Operation = {
  title: string;
  businessType: BusinessType;
  /** The route's pattern, below /prod-api. */
  method: string;
  requestMethod: string;
  userId: number;
  operName: string;
  operUrl: string;
  operIp: string;
  operParam: string;
  jsonResult: string;
  /** 0 done, 1 refused or failed. */
  status: 0 | 1;
  errorMsg: string;
  operTime: Date;
  /** Milliseconds. */
  costTime: number;
};

/**
 * Adds rows to the log inside of a transaction, as the last thing before its commit: whoever adds rows
 * holds the end of the chain until then.
 */
export type AppendOperations = (tx: Db, operations: Operation[]) => Promise<void>;

const EXPORT: BusinessType = 5;

/**
 * Writes a row for each call of a route with `config.log`, whether or not anybody waits for the answer.
 * The row of a call that wrote something is committed with it: neither is ever there alone. One that
 * wrote nothing (a refusal, an export) gets its row before the answer goes out; those of many calls
 * share a transaction. A call that went well and whose row cannot be written fails; a refusal stays one,
 * and the row is reported.
 */
export function logOperations(app: App, db: Db, append: AppendOperations): void {
  const writeAlone = batches<Operation>((operations) =>
    apart(db).transaction((tx) => append(tx, operations)),
  );

  app.decorateRequest("peerIp", "");
  app.addHook("onRequest", async (request) => {
    // A socket that has been hung up does not know its peer any more.
    if (request.routeOptions.config.log) request.peerIp = request.ip ?? "";
  });
  const finish = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { log } = request.routeOptions.config;
    const operation =
      log && request.account && !request.isUnlogged
        ? operationOf(request, reply, payload, log)
        : undefined;
    const isWritten = await endTransaction(request, reply, payload, async (tx) => {
      if (operation) await append(tx, [operation]);
    });
    if (isWritten || !operation) return;
    const writing = writeAlone(operation);
    const report = (error: unknown) =>
      app.log.error({ err: error, operations: [operation] }, "operation log was not written");
    if (operation.status === 0) await writing;
    // The database is away: nobody waits for it twice.
    else if (reply.statusCode === 503) void writing.catch(report);
    else await writing.catch(report);
  };
  app.addHook("onSend", async (request, reply, payload) => {
    try {
      await finish(request, reply, payload);
      return payload;
    } catch (error) {
      // A file that was to be sent is read by nobody.
      if (payload instanceof Readable) payload.destroy();
      throw error;
    }
  });
  app.addHook("onClose", async () => writeAlone.settled());
}

const bare = (url: string) => (url.split("?")[0] ?? "").replace(/^\/prod-api(?=\/)/, "");

function operationOf(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  [title, businessType]: LogMark,
): Operation {
  const result = resultOf(payload);
  const isDone = wentWell(reply, payload);
  return {
    title,
    businessType,
    method: clip(bare(request.routeOptions.url ?? ""), 200),
    requestMethod: request.method,
    userId: request.account?.userId ?? 0,
    operName: clip(request.account?.userName ?? "", 50),
    operUrl: clip(addressText(bare(request.url)), 255),
    operIp: clip(request.peerIp, 128),
    operParam: paramsText(request),
    // The answer to an old client's export names the file, and the name is its key.
    jsonResult: businessType === EXPORT && isDone ? "" : (result?.text ?? ""),
    status: isDone ? 0 : 1,
    errorMsg: isDone ? "" : clip(result?.msg ?? `HTTP ${reply.statusCode}`, 2_000),
    operTime: new Date(),
    costTime: Math.round(reply.elapsedTime),
  };
}
