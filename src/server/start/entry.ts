import * as build from "virtual:react-router/server-build";
import type { ServerBuild } from "react-router";
import { runCommand } from "./commands.ts";
import type { Env } from "./env.ts";
import { prepare } from "./prepare.ts";
import { createServerApp, type Running } from "./serve.ts";

export { prepare, runCommand };

/** The module that `src/main.ts` loads, built in production and live in development. */
export type Entry = {
  prepare: typeof prepare;
  runCommand: typeof runCommand;
  serve(env: Env, databaseUrl: string, mode?: "production" | "development"): Promise<Running>;
};

export const serve: Entry["serve"] = (env, databaseUrl, mode = "production") =>
  createServerApp({ env, databaseUrl, build: build as unknown as ServerBuild, mode });
