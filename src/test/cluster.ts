import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../db/embedded.ts";
import { parseEnv } from "../server/start/env.ts";
import { prepare } from "../server/start/prepare.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL; the path names the template database. */
    templateUrl: string;
    /** The same as the superuser, who alone makes and drops databases. */
    adminUrl: string;
    testDir: string;
  }
}

/** The administrator's first password in tests. */
export const ADMIN_PASSWORD = "Test-Lantern-2026";

/**
 * One embedded PostgreSQL a run, with one migrated and seeded template database that nobody stays
 * connected to; each test file clones it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "xuehui-test-"));
  fs.chmodSync(directory, 0o755);
  const cluster = await startEmbedded({ dataDir: directory, durable: false });
  const rootDir = path.resolve(import.meta.dirname, "../..");
  const source = { DATA_DIR: directory, ADMIN_PASSWORD, DEMO: "off" };
  await prepare(parseEnv(source, rootDir), cluster.url);
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  // As if they had changed it at their first log-in: until then they may do nothing else.
  await client.query("update sys_user set pwd_update_date = now() where user_id = 1");
  await client.end();
  project.provide("templateUrl", cluster.url);
  project.provide("adminUrl", cluster.adminUrl);
  project.provide("testDir", directory);
  return async () => {
    await cluster.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  };
}
