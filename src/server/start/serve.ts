import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ServerBuild } from "react-router";
import { connect, REQUEST_LIMITS } from "../../db/client.ts";
import { listenForTags } from "../cache/invalidation.ts";
import { createMemo } from "../cache/memo.ts";
import { requestTransactions } from "../calls/request-transaction.ts";
import { openFileStore } from "../files/open-file-store.ts";
import { createApp } from "../http/app.ts";
import { openQueue } from "../jobs/queue.ts";
import type { Tasks } from "../jobs/tasks.ts";
import { createLog } from "../log/log.ts";
import { chosenOutbox } from "../messages/chosen-outbox.ts";
import { createPageCache } from "../pages/page-cache.ts";
import { createPages } from "../pages/pages.ts";
import type { App, Context } from "./context.ts";
import { drainOf } from "./drain.ts";
import type { Env } from "./env.ts";
import {
  appendOperations,
  findAccount,
  inbox,
  noteFileUse,
  requireProof,
  slices,
  tasks,
  workers,
} from "./slices.ts";

export type Running = { app: App; context: Context; close(): Promise<void> };

type Options = {
  env: Env;
  databaseUrl: string;
  /** undefined in tests of the API. */
  build?: ServerBuild;
  mode?: "production" | "development";
  logLevel?: string;
  /** Whether this process does background work as well; it does where it serves pages. */
  works?: boolean;
  /** Beside the tasks of the slices. */
  moreTasks?: Tasks;
};

const REQUEST_CONNECTIONS = 10;
const JOB_CONNECTIONS = 3;

/**
 * What runs when a stop begins, requests and jobs alike, has STOP_MS to come to its end, and what is
 * closed behind it CLOSE_MS more: with the end of the database the program is gone within ten seconds.
 */
const STOP_MS = 6_500;
const CLOSE_MS = 1_500;

/** Builds one worker's app on its own pool; the caller listens or injects. */
export async function createServerApp(options: Options): Promise<Running> {
  const { env, databaseUrl, build, mode = "production" } = options;
  const database = connect(databaseUrl, REQUEST_CONNECTIONS, REQUEST_LIMITS);
  // Jobs take what they take, and no connection of a visitor's.
  const jobs = connect(databaseUrl, JOB_CONNECTIONS);
  const invalidation = await listenForTags(databaseUrl, {
    bytesRead: () => database.bytesRead() + jobs.bytesRead(),
    onSilence: () => {
      database.abandon();
      jobs.abandon();
    },
  });
  const log = createLog(options.logLevel ?? "warn");
  const memo = createMemo(invalidation);
  const transactions = requestTransactions(database);
  const stopping = new AbortController();
  const context: Context = {
    env,
    db: transactions.db,
    memo,
    caches: { pages: createPageCache(invalidation), values: memo },
    invalidation,
    outbox: chosenOutbox({ env, db: database.db, memo }),
    files: await openFileStore(env),
    fileUsers: [],
    noteFileUse,
    queue: openQueue(databaseUrl, log),
    stopping: stopping.signal,
    tasks: { ...tasks, ...options.moreTasks },
    inbox,
    log,
    origin:
      env.publicUrl ?? `http://${env.host === "0.0.0.0" ? "127.0.0.1" : env.host}:${env.port}`,
  };
  const app = await createApp({
    context,
    slices,
    findAccount: (token, isUnattended) => findAccount(database.db, token, isUnattended),
    requireProof: (account) => requireProof({ db: database.db, memo }, account),
    beginTransaction: transactions.begin,
    appendOperations: (tx, operations) => appendOperations(context, tx, operations),
    ...(build ? { pages: createPages(build, context, invalidation, mode) } : {}),
    clientDir: build && mode === "production" ? path.join(env.rootDir, "build/client") : undefined,
    isReady: async () => {
      if (stopping.signal.aborted || !invalidation.isLive()) return false;
      return database.pool.query("select 1").then(
        () => true,
        () => false,
      );
    },
  });
  const drain = drainOf(app.server);
  const started =
    (options.works ?? build !== undefined)
      ? await Promise.all(
          Object.values(workers).map((start) => start({ ...context, db: jobs.db }, databaseUrl)),
        )
      : [];
  return {
    app,
    context,
    close: async () => {
      const deadline = Date.now() + STOP_MS;
      stopping.abort();
      // What a job needs goes on while visitors are waited for, and nothing new is begun meanwhile.
      context.queue.rest();
      const end = async () => {
        await drain(deadline);
        await app.close();
        await Promise.all([
          ...started.map((stop) => stop()),
          context.queue.close(deadline - Date.now()),
        ]);
        await Promise.all([invalidation.close(), jobs.close(), database.close()]);
      };
      const late = new AbortController();
      const limit = delay(STOP_MS + CLOSE_MS, undefined, { signal: late.signal });
      // Something that hangs, a statement behind a lock for one, ends with the process.
      await Promise.race([end(), limit.catch(() => undefined)]);
      late.abort();
    },
  };
}
