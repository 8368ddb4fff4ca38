import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort, launch, type Program, scratchDir, started } from "./program.ts";

const dataDir = scratchDir();
const running: Program[] = [];

async function run(env: Record<string, string>, args?: string[]): Promise<Program> {
  const program = launch({ DEMO: "off", WORKERS: "1", DATA_DIR: dataDir, ...env }, args);
  running.push(program);
  return program;
}

afterAll(async () => {
  await Promise.all(running.map((program) => program.child.exitCode ?? program.stop()));
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Ends by itself with code 1 and exactly one line that holds the text. */
async function refuses(program: Program, text: string): Promise<void> {
  expect(await program.ended, program.output()).toBe(1);
  const lines = program.output().trim().split("\n");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(text);
}

test("first start prints address and password, the second only the address, within 3 s", async () => {
  const port = String(await freePort());
  const first = await run({ PORT: port });
  await started(first);
  const ready = await fetch(`${first.url}/health/ready`);
  expect(ready.status).toBe(200);
  expect(first.output()).toContain(`http://127.0.0.1:${port}`);
  expect(first.output()).toMatch(/初始密码 \S{20}/);
  expect(await first.stop()).toBe(0);
  expect(fs.existsSync(path.join(dataDir, "lock"))).toBe(false);

  const began = performance.now();
  const second = await run({ PORT: port });
  await started(second);
  expect((await fetch(`${second.url}/`)).status).toBe(200);
  console.log(`second start serves after ${Math.round(performance.now() - began)} ms`);
  expect(second.output()).not.toContain("初始密码");

  await refuses(await run({ PORT: String(await freePort()) }), "数据目录正被另一个进程使用");
  const other = scratchDir();
  await refuses(await run({ PORT: port, DATA_DIR: other }), `端口 ${port} 已被占用`);
  await refuses(await run({ PORT: port, DATA_DIR: other, WORKERS: "2" }), `端口 ${port} 已被占用`);
  fs.rmSync(other, { recursive: true, force: true });
  expect(await second.stop()).toBe(0);
});

test("a killed program leaves nothing that blocks the next start", async () => {
  const port = String(await freePort());
  const killed = await run({ PORT: port });
  await started(killed);
  killed.child.kill("SIGKILL");
  await killed.ended;
  const next = await run({ PORT: port });
  await started(next);
  expect((await fetch(`${next.url}/health/ready`)).status).toBe(200);
  expect(await next.stop()).toBe(0);
});

test("an unreachable database ends in one line", async () => {
  const port = String(await freePort());
  const closed = await freePort();
  const url = `postgres://nobody:x@127.0.0.1:${closed}/none`;
  await refuses(await run({ PORT: port, DATABASE_URL: url }), "无法连接数据库");
});

test("a wrong environment is refused with a list", async () => {
  const program = await run({ PORT: "99999", DEMO: "maybe", PUBLIC_URL: "example.org" });
  expect(await program.ended).toBe(1);
  for (const name of ["PORT=99999", "DEMO=maybe", "PUBLIC_URL"]) {
    expect(program.output()).toContain(name);
  }
});
