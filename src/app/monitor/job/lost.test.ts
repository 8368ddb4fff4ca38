import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { openQueue, QUEUE_SCHEMA } from "#src/server/jobs/queue.ts";
import { startApp } from "#src/test/app.ts";
import { jobLog } from "../jobLog/table.server.ts";
import type { Run } from "./service.server.ts";

const it = await startApp({}, { works: true });

test("a run whose process dies has its row, as a failure, and is not repeated", async () => {
  // A process that takes runs and then says nothing any more, as one that was killed.
  const dying = new PgBoss({
    connectionString: it.databaseUrl,
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
    max: 1,
  });
  dying.on("error", () => undefined);
  await dying.start();
  afterAll(() => dying.stop({ graceful: false, close: true }));
  // Sent and taken in one transaction: no worker of the running app can be faster.
  const queue = openQueue(it.databaseUrl, pino({ level: "silent" }));
  afterAll(() => queue.close(0));
  const run = {
    runId: randomUUID(),
    jobId: 1,
    jobName: "示例任务（无参）",
    jobGroup: "DEFAULT",
    invokeTarget: "ryTask.ryNoParams",
    tickAt: null,
  };
  const taken = await it.db.transaction(async (tx) => {
    await queue.send(tx, "jobs-alone", run, { key: String(run.jobId) });
    return dying.fetch<Run>("jobs-alone", { db: fromDrizzle(tx, sql) });
  });
  expect(taken.map(({ data }) => data)).toEqual([run]);
  const rows = await vi.waitFor(
    async () => {
      const found = (await it.db.select().from(jobLog)).filter((row) => row.runId === run.runId);
      expect(found).toHaveLength(1);
      return found;
    },
    { timeout: 90_000, interval: 200 },
  );
  expect(rows[0]).toMatchObject({ status: "1", jobName: "示例任务（无参）" });
  expect(rows[0]?.exceptionInfo).toMatch(/^执行中断/);
}, 120_000);
