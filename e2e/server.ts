import fs from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { chromiumPath } from "./chromium.ts";
import { databaseIn, databaseUrlOf, query } from "./database.ts";
import { changeFirstPassword, FIRST_PASSWORD } from "./first-password.ts";
import { endedWell, freePort, launch, scratchDir, started } from "./program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's address of the cluster that all journeys share. */
    adminUrl: string;
    /** Password of the role that owns the journeys' databases, as a program of its own would. */
    rolePassword: string;
    /** The database to clone, and the data directory that belongs to it. */
    template: string;
    templateDir: string;
    chromium: string;
  }
}

/**
 * What each file of journeys starts from: a cluster, and in it the database of a program that was
 * started once with demo content and whose administrator has changed the first password.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = chromiumPath();
  const clusterDir = scratchDir();
  const templateDir = scratchDir();
  // This one only keeps the cluster: nobody asks it for anything.
  const keeper = launch({
    PORT: String(await freePort()),
    DATA_DIR: clusterDir,
    WORKERS: "1",
    DEMO: "off",
  });
  await started(keeper);
  const adminUrl = databaseUrlOf(clusterDir);
  const rolePassword = fs.readFileSync(path.join(clusterDir, "database.password"), "utf8").trim();
  const template = "journeys";
  await query(adminUrl, `create database ${template} owner xuehui`);
  const asSuperuser = databaseIn(adminUrl, template);
  const databaseUrl = databaseIn(adminUrl, template, rolePassword);
  // As a database of the program's own has it; only a superuser may.
  await query(asSuperuser, "create extension pg_stat_statements");
  await query(asSuperuser, "grant execute on function pg_stat_statements_reset to xuehui");
  const first = launch({
    PORT: String(await freePort()),
    DATA_DIR: templateDir,
    DATABASE_URL: databaseUrl,
    WORKERS: "1",
    DEMO: "on",
    CAPTCHA_ENABLED: "true",
    ADMIN_PASSWORD: FIRST_PASSWORD,
  });
  await started(first);
  await changeFirstPassword(first, databaseUrl);
  await endedWell(first);
  project.provide("adminUrl", adminUrl);
  project.provide("rolePassword", rolePassword);
  project.provide("template", template);
  project.provide("templateDir", templateDir);
  project.provide("chromium", chromium);
  return async () => {
    await endedWell(keeper);
    for (const directory of [clusterDir, templateDir]) {
      fs.rmSync(directory, { recursive: true, force: true });
    }
  };
}
