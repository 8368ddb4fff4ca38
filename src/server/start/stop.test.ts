import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openSession } from "../../app/login/session.server.ts";
import { job } from "../../app/monitor/job/table.server.ts";
import { jobLog } from "../../app/monitor/jobLog/table.server.ts";
import { startApp } from "../../test/app.ts";
import type { Tasks } from "../jobs/tasks.ts";
import { parseEnv } from "./env.ts";
import { createServerApp } from "./serve.ts";

const it = await startApp();
const client = { ipaddr: "127.0.0.1", browser: "test", os: "test" };
const token = await openSession(it.db, { userId: 1, isStaff: true, isRemembered: false, client });

/** A process of its own kind: it serves on a port, and takes jobs. */
async function startProcess(moreTasks: Tasks) {
  const dataDir = path.join(it.dataDir, `process-${Math.random().toString(36).slice(2)}`);
  fs.mkdirSync(dataDir);
  const running = await createServerApp({
    env: parseEnv({ DATA_DIR: dataDir }, path.resolve(import.meta.dirname, "../../..")),
    databaseUrl: it.databaseUrl,
    logLevel: "fatal",
    works: true,
    moreTasks,
  });
  await running.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = running.app.server.address() as AddressInfo;
  return { ...running, port };
}

/** Begins a run of a job by hand. */
async function runJob({ app }: Awaited<ReturnType<typeof startProcess>>, invokeTarget: string) {
  const [row] = await it.db
    .insert(job)
    .values({ jobName: invokeTarget, invokeTarget, cronExpression: "0 0 0 1 1 ? 2099" })
    .returning();
  const answer = await app.inject({
    method: "PUT",
    url: "/prod-api/monitor/job/run",
    headers: { authorization: `Bearer ${token}` },
    payload: { jobId: row?.jobId, jobGroup: "DEFAULT" },
  });
  expect(answer.json()).toMatchObject({ code: 200 });
}

/** A request that never comes to its end. */
async function hang(port: number): Promise<void> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(
    `POST /prod-api/system/post HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
  );
}

const resultsOf = async (jobName: string) =>
  (
    await it.db
      .select({ status: jobLog.status, result: jobLog.result })
      .from(jobLog)
      .where(eq(jobLog.jobName, jobName))
      .orderBy(desc(jobLog.jobLogId))
  ).map(({ status, result }) => `${status} ${result}`);

const activeJobs = async () => {
  const { rows } = await it.db.execute(
    sql`select 1 from pgboss.job where name like 'jobs%' and state = 'active'`,
  );
  return rows.length;
};

test("a request and a job that hang have one deadline, and the job is given up in order", async () => {
  const begun = Promise.withResolvers<void>();
  const process = await startProcess({
    "stopTask.hang": {
      label: "不会结束",
      run: () => {
        begun.resolve();
        return new Promise(() => undefined);
      },
    },
    "stopTask.short": {
      label: "三秒",
      run: async () => {
        await delay(3_000);
        return "三秒后完成";
      },
    },
  });
  await runJob(process, "stopTask.hang");
  await begun.promise;
  await runJob(process, "stopTask.short");
  await expect.poll(activeJobs, { timeout: 10_000 }).toBe(2);
  await hang(process.port);
  const began = performance.now();
  await process.close();
  const ms = performance.now() - began;
  console.log(`stopped after ${Math.round(ms)} ms`);
  expect(ms).toBeLessThan(8_500);
  // Other work came to its end while the stop waited for the request.
  expect(await resultsOf("stopTask.short")).toEqual(["0 三秒后完成"]);
  expect(await activeJobs()).toBe(0);
}, 60_000);

test("a worker that waits behind a lock does not hold a stop up", async () => {
  const process = await startProcess({});
  let ms = 0;
  await it.db.transaction(async (tx) => {
    // The worker that keeps the end of the operation log looks there before it stops.
    await tx.execute(sql`lock table sys_oper_log_head in access exclusive mode`);
    const began = performance.now();
    await process.close();
    ms = performance.now() - began;
  });
  expect(ms).toBeLessThan(8_500);
}, 60_000);

test("what is sent while a process drains is left to another one", async () => {
  let runs = 0;
  const tasks: Tasks = {
    "stopTask.count": {
      label: "计数",
      run: async () => {
        runs++;
        return "完成";
      },
    },
  };
  const stopping = await startProcess(tasks);
  await hang(stopping.port);
  const stopped = stopping.close();
  await runJob(stopping, "stopTask.count");
  await stopped;
  expect(runs).toBe(0);
  const next = await startProcess(tasks);
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
  await next.close();
}, 60_000);

test("where nothing hangs, a stop takes a moment", async () => {
  const process = await startProcess({});
  const began = performance.now();
  await process.close();
  expect(performance.now() - began).toBeLessThan(4_000);
});
