import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./context.ts";
import { clip, paramsText, resultOf } from "./oper-log-text.ts";

/**
 * wire-contract 4.10: 0 other, 1 add, 2 edit, 3 remove, 4 grant, 5 export, 6 import, 7 force out,
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

/** One call as the operation log keeps it: lengths and words of wire-contract 4.10 and 5. */
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

export type WriteOperations = (operations: Operation[]) => Promise<void>;

const EXPORT: BusinessType = 5;

/** Rows of one transaction. */
const MAX_BATCH = 100;
/** More than the database can take: past it rows are reported and lost, not the process. */
const MAX_WAITING = 10_000;

/**
 * Writes a row for each call of a route with `config.log`. The row is made when the answer is ready,
 * whether or not anybody waits for it, and written behind it: a log that cannot be written breaks no
 * answer, it is reported with all its rows. One process writes one batch at a time, so that a flood
 * of calls holds one connection.
 */
export function logOperations(app: App, write: WriteOperations): void {
  const waiting: Operation[] = [];
  let writing: Promise<void> | undefined;

  const drain = async () => {
    while (waiting.length > 0) {
      const operations = waiting.splice(0, MAX_BATCH);
      await write(operations).catch((error: unknown) => {
        app.log.error({ err: error, operations }, "operation log was not written");
      });
    }
    writing = undefined;
  };

  app.decorateRequest("peerIp", "");
  app.addHook("onRequest", async (request) => {
    // A socket that has been hung up does not know its peer any more.
    if (request.routeOptions.config.log) request.peerIp = request.ip ?? "";
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const { log } = request.routeOptions.config;
    if (!log || !request.account || request.isUnlogged) return payload;
    try {
      const operation = operationOf(request, reply, payload, log);
      if (waiting.length < MAX_WAITING) waiting.push(operation);
      else app.log.error({ operations: [operation] }, "operation log is full");
      writing ??= drain();
    } catch (error) {
      app.log.error({ err: error, url: request.url }, "operation log was not written");
    }
    return payload;
  });
  app.addHook("onClose", async () => writing);
}

const bare = (url: string) => (url.split("?")[0] ?? "").replace(/^\/prod-api(?=\/)/, "");

function operationOf(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  [title, businessType]: LogMark,
): Operation {
  const result = resultOf(payload);
  const isDone = reply.statusCode < 400 && (result === undefined || result.code === 200);
  return {
    title,
    businessType,
    method: clip(bare(request.routeOptions.url ?? ""), 200),
    requestMethod: request.method,
    userId: request.account?.userId ?? 0,
    operName: clip(request.account?.userName ?? "", 50),
    operUrl: clip(bare(request.url), 255),
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
