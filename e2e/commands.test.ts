import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { afterAll, expect, inject, test, vi } from "vitest";
import { databaseIn, databaseUrlOf, openAdminSession, query } from "./database.ts";
import { nothingIsLeft } from "./nothing-is-left.ts";
import { freePort, launch, type Program, rootDir, scratchDir, started } from "./program.ts";

// The commands of the README, as somebody types them who has read nothing else.

const dataDir = scratchDir();
const directories = [dataDir];
const running: Program[] = [];

function run(env: Record<string, string>, args?: string[], tree?: string): Program {
  const all = { DEMO: "off", WORKERS: "1", DATA_DIR: dataDir, ...env };
  const program = launch(all, args, tree);
  running.push(program);
  return program;
}

function scratch(): string {
  const directory = scratchDir();
  directories.push(directory);
  return directory;
}

afterAll(async () => {
  await Promise.all(running.map((program) => program.child.exitCode ?? program.stop()));
  for (const directory of directories) fs.rmSync(directory, { recursive: true, force: true });
});

const LINES = ["家书一封", "家书两封"].map((title) =>
  JSON.stringify({ title, category: "家书", paragraphs: [`${title}，写给孩子。`] }),
);

test("import, keys:rotate and audit:verify work beside a running server, and say by their code how it went", async () => {
  const server = run({ PORT: String(await freePort()) });
  await started(server);
  const file = path.join(scratch(), "letters.jsonl");
  fs.writeFileSync(file, LINES.join("\n"));

  const first = run({}, ["import", file]);
  expect(await first.ended, first.output()).toBe(0);
  await vi.waitFor(async () =>
    expect(await (await fetch(`${server.url}/search?q=家书`)).text()).toContain("家书两封"),
  );
  const again = run({}, ["import", file]);
  expect(await again.ended, again.output()).toBe(0);
  const count = "select count(*)::int as n from article where article_name like '家书%'";
  expect(await query(databaseUrlOf(dataDir), count)).toEqual([{ n: 2 }]);
  fs.writeFileSync(file, "{no json\n");
  const bad = run({}, ["import", file]);
  expect(await bad.ended, bad.output()).toBe(1);

  const token = await openAdminSession(databaseUrlOf(dataDir));
  const answer = await fetch(`${server.url}/prod-api/system/post`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ postName: "秘书长", postCode: "sg", postSort: 9, status: "0" }),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
  const rotated = run({}, ["rotateKeys"]);
  expect(await rotated.ended, rotated.output()).toBe(0);
  expect(rotated.output()).toContain("已换用新密钥");
  const whole = run({}, ["auditVerify"]);
  expect(await whole.ended, whole.output()).toBe(0);
  expect(whole.output()).toContain("操作日志完整");
  await query(
    databaseUrlOf(dataDir),
    `begin; set local session_replication_role = replica;
     update sys_oper_log set oper_name = 'somebody'; commit`,
  );
  const changed = run({}, ["auditVerify"]);
  expect(await changed.ended, changed.output()).toBe(1);
  expect(await server.stop()).toBe(0);
}, 120_000);

test("a request that hangs and a table that is locked leave the program ten seconds", async () => {
  const server = run({ PORT: String(await freePort()) });
  await started(server);
  const token = await openAdminSession(databaseUrlOf(dataDir));
  const { port } = new URL(server.url);
  const socket = net.connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  const isAnswered = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    `POST /prod-api/system/post HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
  );
  // Held until the database ends the connection that holds it.
  const lock = query(
    databaseUrlOf(dataDir),
    "begin; lock table sys_oper_log_head in access exclusive mode; select pg_sleep(60); commit",
  ).catch(() => undefined);
  await vi.waitFor(async () =>
    expect(
      await query(
        databaseUrlOf(dataDir),
        "select 1 from pg_locks where relation = 'sys_oper_log_head'::regclass and granted",
      ),
    ).toHaveLength(1),
  );
  const began = performance.now();
  expect(await server.stop(), server.output()).toBe(0);
  const ms = performance.now() - began;
  console.log(`ended after ${Math.round(ms)} ms`);
  expect(ms).toBeLessThan(10_000);
  await Promise.all([isAnswered, lock]);
  nothingIsLeft(dataDir);
}, 60_000);

test("a PostgreSQL of one's own: its role is no superuser, and a second start finds all", async () => {
  const adminUrl = inject("adminUrl");
  await query(adminUrl, "create role guest_society login password 'guest'");
  await query(adminUrl, "create database guest_society owner guest_society");
  const url = new URL(databaseIn(adminUrl, "guest_society"));
  url.username = "guest_society";
  url.password = "guest";
  const env = { DATA_DIR: scratch(), DATABASE_URL: url.href, PORT: String(await freePort()) };
  const first = run(env);
  await started(first);
  await vi.waitFor(() => expect(first.output()).toMatch(/初始密码 \S{20}/));
  expect(await first.stop()).toBe(0);
  const second = run(env);
  await started(second);
  expect(second.output()).not.toContain("初始密码");
  expect((await fetch(`${second.url}/`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  await query(adminUrl, "drop database guest_society");
  await query(adminUrl, "drop role guest_society");
}, 60_000);

test("dev serves pages and calls from the sources", async () => {
  const development = run({ PORT: String(await freePort()) }, ["dev"]);
  await vi.waitFor(async () => expect((await fetch(`${development.url}/login`)).status).toBe(200), {
    timeout: 60_000,
    interval: 200,
  });
  const page = await (await fetch(`${development.url}/login`)).text();
  // Only the development server loads the sources one by one.
  expect(page).toContain("/src/app/login/page.tsx");
  const call = await fetch(`${development.url}/prod-api/captchaImage`);
  expect(await call.json()).toMatchObject({ code: 200 });
  expect(await development.stop(), development.output()).toBe(0);
}, 120_000);

/** The project's files at another place, with the modules that are installed here. */
function copyOfTheTree(): string {
  const tree = scratch();
  const names = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: rootDir,
    encoding: "utf8",
  });
  for (const name of names.split("\n")) {
    if (!/^(src|public|migrations|[\w.-]+$)/.test(name)) continue;
    if (!fs.existsSync(path.join(rootDir, name))) continue;
    fs.cpSync(path.join(rootDir, name), path.join(tree, name));
  }
  fs.symlinkSync(path.join(rootDir, "node_modules"), path.join(tree, "node_modules"));
  return tree;
}

const processesBelow = (directory: string) =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(directory));

test("a build that is broken off leaves nothing that passes for a whole one", async () => {
  const tree = copyOfTheTree();
  // What an earlier build left is older than the sources.
  fs.cpSync(path.join(rootDir, "build"), path.join(tree, "build"), { recursive: true });
  fs.appendFileSync(path.join(tree, "src/main.ts"), "// changed\n");
  const env = { DATA_DIR: scratch(), PORT: String(await freePort()) };
  for (const round of [1, 2]) {
    const program = run(env, ["start"], tree);
    await vi.waitFor(() => expect(program.output()).toContain("正在构建"));
    await vi.waitFor(() => expect(processesBelow(`${tree}/node_modules`)).not.toEqual([]));
    const began = performance.now();
    expect(await program.stop(), `round ${round}: ${program.output()}`).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(processesBelow(tree)).toEqual([]);
  }
}, 60_000);
