import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { afterAll, inject } from "vitest";
import { databaseIn, query } from "./database.ts";
import { endedWell, freePort, launch, scratchDir, started } from "./program.ts";

// The site of one file of journeys. A file that imports this module gets its own program, on its own clone
// of the database with the demo content; the program is stopped after the file's last test.

const adminUrl = inject("adminUrl");
const database = `journey_${randomUUID().replaceAll("-", "")}`;

/** Its database, as the role of the program. */
export const databaseUrl = databaseIn(adminUrl, database, inject("rolePassword"));
export const dataDir = scratchDir();

await query(adminUrl, `create database ${database} template ${inject("template")} owner xuehui`);
fs.cpSync(inject("templateDir"), dataDir, { recursive: true });
const program = launch({
  PORT: String(await freePort()),
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  WORKERS: "2",
  DEMO: "on",
  CAPTCHA_ENABLED: "true",
});
await started(program);

export const baseUrl = program.url;

/** The first of its processes; the others are below it. */
export const sitePid = program.child.pid ?? 0;

afterAll(async () => {
  await endedWell(program).finally(async () => {
    await query(adminUrl, `drop database ${database} with (force)`);
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
});
