import fs from "node:fs";
import type { TestProject } from "vitest/node";
import { chromiumPath } from "./chromium.ts";
import { changeFirstPassword, FIRST_PASSWORD } from "./first-password.ts";
import { freePort, launch, scratchDir, started } from "./program.ts";

declare module "vitest" {
  interface ProvidedContext {
    baseUrl: string;
    dataDir: string;
    chromium: string;
  }
}

/** The built program with demo content, started once for all journeys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = chromiumPath();
  const dataDir = scratchDir();
  const port = await freePort();
  const program = launch({
    PORT: String(port),
    DATA_DIR: dataDir,
    WORKERS: "2",
    DEMO: "on",
    CAPTCHA_ENABLED: "true",
    ADMIN_PASSWORD: FIRST_PASSWORD,
  });
  await started(program);
  await changeFirstPassword(program, dataDir);
  project.provide("baseUrl", program.url);
  project.provide("dataDir", dataDir);
  project.provide("chromium", chromium);
  return async () => {
    const code = await program.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the program ended with ${code}:\n${program.output()}`);
  };
}
