import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { databaseUrlOf, openAdminSession } from "./database.ts";
import { ownMb, processesOf } from "./memory.ts";
import { nothingIsLeft } from "./nothing-is-left.ts";
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
  expect(lines, program.output()).toHaveLength(1);
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
}, 120_000);

test("the first of several processes stays small; a worker that dies is replaced and serves", async () => {
  const program = await run({ PORT: String(await freePort()), WORKERS: "2" });
  await started(program);
  const [first = 0, ...workers] = processesOf(program.child.pid ?? 0);
  expect(workers).toHaveLength(2);
  await fetch(`${program.url}/`);
  // It holds no program, only the database and the workers.
  expect(ownMb(first)).toBeLessThan(Math.max(...workers.map(ownMb)) / 2);
  for (const pid of workers) process.kill(pid, "SIGKILL");
  // What was handed to a worker in its last moment is answered by nobody.
  const isReady = () =>
    fetch(`${program.url}/health/ready`, { signal: AbortSignal.timeout(1_000) });
  await vi.waitFor(async () => expect((await isReady()).status).toBe(200), { timeout: 20_000 });
  expect(processesOf(first)).not.toEqual(expect.arrayContaining(workers));
  expect(await program.stop()).toBe(0);
  nothingIsLeft(dataDir);
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
  for (const WORKERS of ["1", "2"]) {
    await refuses(await run({ PORT: port, DATABASE_URL: url, WORKERS }), "无法连接数据库");
  }
});

test("a wrong environment is refused with a list", async () => {
  const program = await run({ PORT: "99999", DEMO: "maybe", PUBLIC_URL: "example.org" });
  expect(await program.ended).toBe(1);
  for (const name of ["PORT=99999", "DEMO=maybe", "PUBLIC_URL"]) {
    expect(program.output()).toContain(name);
  }
});

const contentOf = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "");

test("a signal in the middle of the first start leaves nothing behind", async () => {
  const stages: [string, (directory: string) => boolean][] = [
    ["the lock", (directory) => fs.existsSync(path.join(directory, "lock"))],
    ["initdb", (directory) => fs.existsSync(path.join(directory, "postgres", "base"))],
    [
      "the database starts",
      (directory) => contentOf(path.join(directory, "postgres", "postmaster.pid")) !== "",
    ],
    ["migrations", (directory) => contentOf(path.join(directory, "lock")).includes('"ready":true')],
  ];
  // Workers are there from the first moment on; one of them migrates.
  const runs = stages.flatMap((stage) => ["1", "2"].map((WORKERS) => [WORKERS, ...stage] as const));
  for (const [WORKERS, name, reached] of runs) {
    const directory = scratchDir();
    const port = String(await freePort());
    const program = await run({ DATA_DIR: directory, PORT: port, WORKERS });
    await vi.waitFor(() => expect(reached(directory), name).toBe(true), {
      timeout: 30_000,
      interval: 5,
    });
    const workers = processesOf(program.child.pid ?? 0).slice(1);
    expect(await program.stop(), `${name}: ${program.output()}`).toBe(0);
    nothingIsLeft(directory);
    expect(workers.filter((pid) => fs.existsSync(`/proc/${pid}`))).toEqual([]);
    fs.rmSync(directory, { recursive: true, force: true });
  }
}, 120_000);

test("a lock whose process is another one by now is taken over, a living one's is not", async () => {
  const port = String(await freePort());
  for (const pid of [process.pid, 1]) {
    fs.writeFileSync(path.join(dataDir, "lock"), JSON.stringify({ pid, born: "another boot:1" }));
    const program = await run({ PORT: port });
    await started(program);
    const { pid: owner } = JSON.parse(contentOf(path.join(dataDir, "lock"))) as { pid: number };
    expect(owner).toBe(program.child.pid);
    expect(await program.stop()).toBe(0);
  }
});

test("a database that is killed is started again; one that cannot be ends the program", async () => {
  const port = String(await freePort());
  const program = await run({ PORT: port });
  await started(program);
  const directory = path.join(dataDir, "postgres");
  const kill = () =>
    process.kill(
      Number(contentOf(path.join(directory, "postmaster.pid")).split("\n")[0]),
      "SIGKILL",
    );
  kill();
  const began = performance.now();
  await vi.waitFor(() => expect(program.output()).toContain("内置 PostgreSQL 已恢复"), {
    timeout: 30_000,
  });
  await vi.waitFor(
    async () => expect((await fetch(`${program.url}/health/ready`)).status).toBe(200),
    { timeout: 10_000 },
  );
  console.log(`ready ${Math.round(performance.now() - began)} ms after the kill`);

  // As with a broken disk: nothing can be started from there.
  fs.renameSync(path.join(directory, "global"), path.join(directory, "global.away"));
  kill();
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain("多次重新启动都没有成功");
  fs.renameSync(path.join(directory, "global.away"), path.join(directory, "global"));
  const again = await run({ PORT: port });
  await started(again);
  expect(await again.stop()).toBe(0);
}, 120_000);

test("a stop under load loses no request and answers none with an error", async () => {
  const port = String(await freePort());
  const program = await run({ PORT: port });
  await started(program);
  // As a proxy does: connections are kept, and a refused one means another server.
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const answers: number[] = [];
  const errors: string[] = [];
  let isStopping = false;
  const ask = (url: string) =>
    new Promise<boolean>((resolve) => {
      const request = http.get(program.url + url, { agent }, (response) => {
        answers.push(response.statusCode ?? 0);
        response.resume().on("end", () => resolve(true));
        // An answer that has begun is sent whole.
        response.on("error", (error) => errors.push(`${url} cut off: ${error.message}`));
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        // A proxy repeats a GET whose kept connection was closed as it sent it (RFC 9112, 9.3.1), and
        // sends it to another server when this one does not accept a new connection.
        if (request.reusedSocket && error.code === "ECONNRESET") return void ask(url).then(resolve);
        const isTurnedAway = isStopping && error.code === "ECONNRESET";
        if (!isTurnedAway && error.code !== "ECONNREFUSED") errors.push(`${url} ${error.code}`);
        resolve(false);
      });
    });
  const urls = ["/", "/login", "/prod-api/api/bll/article_type/list", "/search"];
  const visitors = Array.from({ length: 8 }, async (_, index) => {
    for (let turn = index; await ask(urls[turn % urls.length] ?? "/"); turn++);
  });
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(100), { timeout: 20_000 });
  isStopping = true;
  expect(await program.stop()).toBe(0);
  await Promise.all(visitors);
  agent.destroy();
  expect(errors).toEqual([]);
  expect(new Set(answers)).toEqual(new Set([200]));
  nothingIsLeft(dataDir);
});

test("open streams end as answers do, and hold no stop up", async () => {
  const port = String(await freePort());
  const program = await run({ PORT: port });
  await started(program);
  const token = await openAdminSession(databaseUrlOf(dataDir));
  const streams = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${program.url}/prod-api/news/stream`, { headers });
      expect(answer.headers.get("content-type")).toBe("text/event-stream");
      return answer;
    }),
  );
  const began = performance.now();
  const stopped = program.stop();
  // Cut off in the middle, this would fail.
  const texts = await Promise.all(streams.map((answer) => answer.text()));
  const ended = performance.now() - began;
  expect(await stopped).toBe(0);
  const ms = performance.now() - began;
  console.log(
    `streams ended after ${Math.round(ended)} ms, the program after ${Math.round(ms)} ms`,
  );
  expect(new Set(texts)).toEqual(new Set(["data: notice,inbox,door\n\n"]));
  expect(ended).toBeLessThan(1_000);
  nothingIsLeft(dataDir);
});
