import path from "node:path";
import { pino } from "pino";
import type { ServerBuild } from "react-router";
import { connect } from "../db/client.ts";
import { createApp } from "./app.ts";
import type { App, Context } from "./context.ts";
import type { Env } from "./env.ts";
import { listenForTags } from "./invalidation.ts";
import { createMemo } from "./memo.ts";
import { fileOutbox } from "./outbox.ts";
import { createPages } from "./pages.ts";
import { findAccount, slices, writeOperations } from "./slices.ts";
import { startSweeper } from "./sweeper.ts";

export type Running = { app: App; close(): Promise<void> };

type Options = {
  env: Env;
  databaseUrl: string;
  /** undefined in tests of the API. */
  build?: ServerBuild;
  mode?: "production" | "development";
  logLevel?: string;
};

/** Builds one worker's app on its own pool; the caller listens or injects. */
export async function createServerApp(options: Options): Promise<Running> {
  const { env, databaseUrl, build, mode = "production" } = options;
  const database = connect(databaseUrl);
  const invalidation = await listenForTags(databaseUrl);
  const log = pino({ level: options.logLevel ?? "warn" });
  const context: Context = {
    env,
    db: database.db,
    memo: createMemo(invalidation),
    outbox: fileOutbox(env.dataDir),
    log,
    origin:
      env.publicUrl ?? `http://${env.host === "0.0.0.0" ? "127.0.0.1" : env.host}:${env.port}`,
  };
  let closing = false;
  const app = await createApp({
    context,
    slices,
    findAccount: (token) => findAccount(database.db, token),
    writeOperations: (operations) => writeOperations(context, operations),
    ...(build ? { pages: createPages(build, context, invalidation, mode) } : {}),
    clientDir: build && mode === "production" ? path.join(env.rootDir, "build/client") : undefined,
    isReady: async () => {
      if (closing || !invalidation.isLive()) return false;
      return database.pool.query("select 1").then(
        () => true,
        () => false,
      );
    },
  });
  const stopSweeper = build ? startSweeper(context) : () => undefined;
  return {
    app,
    close: async () => {
      closing = true;
      stopSweeper();
      await app.close();
      await invalidation.close();
      await database.close();
    },
  };
}
