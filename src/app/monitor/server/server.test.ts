import { sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { listenForTags } from "#src/server/cache/invalidation.ts";
import { parseEnv } from "#src/server/start/env.ts";
import { createServerApp } from "#src/server/start/serve.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { sweep } from "./sweep.server.ts";
import { processReport } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

type Data = Record<string, Record<string, unknown>> & {
  expected: number;
  answeredBy: number;
  processes: Record<string, number | string>[];
  sysFiles: Record<string, string | number>[];
  queues: Record<string, string | number>[] | null;
};
const read = async (caller = token) => {
  const { body } = await it.call("GET", "/monitor/server", { token: caller });
  return body as unknown as { code: number; data: Data };
};

test("figures in the contract's shape, and not a word of the environment", async () => {
  const { code, data } = await read();
  expect(code).toBe(200);
  const num = expect.any(Number);
  const text = expect.any(String);
  expect(data.cpu).toEqual({ cpuNum: num, total: 100, sys: num, used: num, wait: num, free: num });
  expect(data.mem).toEqual({ total: num, used: num, free: num, usage: num });
  expect(Number(data.mem?.used) + Number(data.mem?.free)).toBeCloseTo(Number(data.mem?.total), 0);
  expect(data.jvm).toEqual({
    total: num,
    max: num,
    free: num,
    used: num,
    usage: num,
    name: "Node.js",
    version: process.version,
    home: text,
    startTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    runTime: expect.stringMatching(/^\d+天\d+小时\d+分钟$/),
    inputArgs: text,
  });
  expect(data.sys).toEqual({
    computerName: text,
    computerIp: text,
    osName: text,
    osArch: process.arch,
    userDir: text,
  });
  expect(data.sysFiles.map((row) => [row.dirName, row.typeName])).toEqual([
    [it.dataDir, "数据目录"],
    ["/", "系统根目录"],
  ]);
  for (const disk of data.sysFiles) {
    for (const name of ["total", "free", "used"]) {
      expect(disk[name]).toMatch(/^\d+\.\d (MB|GB)$/);
    }
    expect(disk.usage).toBeGreaterThanOrEqual(0);
    expect(disk.usage).toBeLessThanOrEqual(100);
  }
  const { text: whole } = await it.call("GET", "/monitor/server", { token });
  expect(whole).not.toContain(new URL(it.databaseUrl).password);
  expect(whole).not.toMatch(/postgres:|PATH=|secret/i);
});

test("values of start options are not shown", async () => {
  const before = process.execArgv;
  process.execArgv = ["--max-old-space-size=512", "--require=/srv/key.js", "-r", "/srv/key.js"];
  const { data } = await read();
  process.execArgv = before;
  expect(data.jvm?.inputArgs).toBe("--max-old-space-size=512 --require=… -r …");
});

test("every process says its own; one that is away is missed, not invented", async () => {
  const second = await createServerApp({
    env: parseEnv({ DATA_DIR: it.dataDir }, it.dataDir),
    databaseUrl: it.databaseUrl,
    logLevel: "fatal",
  });
  afterAll(() => second.close());
  await second.app.ready();
  // A process that is busy for longer than the answer's patience is silent this once.
  const data = await vi.waitFor(async () => {
    const answer = await read();
    expect(answer.data.processes).toHaveLength(2);
    return answer.data;
  });
  expect(data.expected).toBe(2);
  expect(data.answeredBy).toBe(process.pid);
  for (const row of data.processes) {
    expect(row).toMatchObject({ pid: process.pid, host: expect.any(String) });
    expect(Number(row.rss)).toBeGreaterThan(Number(row.heapUsed));
    for (const name of ["loopP50", "loopP99", "utilisation", "cpu", "requests", "perSecond"]) {
      expect(Number(row[name])).toBeGreaterThanOrEqual(0);
    }
    expect(Number(row.loopP99)).toBeGreaterThanOrEqual(Number(row.loopP50));
  }
  // Somebody listens who never answers, as a hung process would.
  const hung = await listenForTags(it.databaseUrl);
  const began = Date.now();
  const { data: partly } = await read();
  expect(partly.expected).toBe(3);
  expect(partly.processes.length).toBeLessThan(3);
  expect(Date.now() - began).toBeLessThan(3_000);
  await hung.close();
});

test("queues of the job engine, once there is one", async () => {
  await it.db.execute(sql`create schema if not exists pgboss`);
  await it.db.execute(sql`drop table if exists pgboss.job cascade`);
  expect((await read()).data.queues).toBeNull();
  await it.db.execute(sql`create table pgboss.job (name text, state text)`);
  await it.db.execute(sql`insert into pgboss.job values
    ('mail', 'created'), ('mail', 'created'), ('mail', 'failed'), ('sweep', 'active')`);
  expect((await read()).data.queues).toEqual([
    { name: "mail", waiting: 2, retrying: 0, active: 0, completed: 0, failed: 1, cancelled: 0 },
    { name: "sweep", waiting: 0, retrying: 0, active: 1, completed: 0, failed: 0, cancelled: 0 },
  ]);
});

test("who may not look learns nothing", async () => {
  const cacheOnly = await staffWith(it, "monitor:cache:list");
  expect((await read(cacheOnly.token)).code).toBe(403);
  const watcher = await staffWith(it, "monitor:server:list");
  expect((await read(watcher.token)).code).toBe(200);
  expect((await read((await it.as("member")).token)).code).toBe(403);
  expect((await it.call("GET", "/monitor/server")).body.code).toBe(401);
});

test("answers of processes that are gone are not shown, and swept away", async () => {
  await it.db.insert(processReport).values({
    id: "gone",
    topic: "figures",
    answeredAt: new Date(Date.now() - 3_600_000),
    report: { pid: 1, host: "old" },
  });
  expect((await read()).data.processes.map((row) => row.host)).not.toContain("old");
  await sweep(it.db);
  const ids = (await it.db.select({ id: processReport.id }).from(processReport)).map(
    (row) => row.id,
  );
  expect(ids.length).toBeGreaterThan(0);
  expect(ids).not.toContain("gone");
});
