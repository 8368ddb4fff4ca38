import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../db/embedded.ts";
import { parseEnv } from "../server/env.ts";
import { prepare } from "../server/prepare.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL; the path names the template database. */
    templateUrl: string;
    testDir: string;
  }
}

/** The administrator's password in tests. */
export const ADMIN_PASSWORD = "Test-Admin-2026";

/**
 * One embedded PostgreSQL a run, with one migrated and seeded template database that nobody stays
 * connected to; each test file clones it.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "xuehui-test-"));
  fs.chmodSync(directory, 0o755);
  const cluster = await startEmbedded({ dataDir: directory, durable: false });
  const rootDir = path.resolve(import.meta.dirname, "../..");
  const source = { DATA_DIR: directory, ADMIN_PASSWORD, DEMO: "off" };
  await prepare(parseEnv(source, rootDir), cluster.url);
  project.provide("templateUrl", cluster.url);
  project.provide("testDir", directory);
  return () => {
    cluster.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  };
}
