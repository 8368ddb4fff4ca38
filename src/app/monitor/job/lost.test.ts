import { PgBoss } from "pg-boss";
import { afterAll, expect, test, vi } from "vitest";
import { QUEUE_SCHEMA } from "../../../server/queue.ts";
import { startApp } from "../../../test/app.ts";
import { jobLog } from "../jobLog/table.server.ts";

const it = await startApp({}, { works: true });
const { token } = await it.as("admin");

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
  const taken = await vi.waitFor(async () => {
    await it.call("PUT", "/monitor/job/run", { token, body: { jobId: 1, jobGroup: "DEFAULT" } });
    const [run] = await dying.fetch<{ runId: string }>("jobs-alone");
    if (!run) throw new Error("another process was faster");
    return run.data.runId;
  }, 20_000);
  const rows = await vi.waitFor(
    async () => {
      const found = (await it.db.select().from(jobLog)).filter((row) => row.runId === taken);
      expect(found).toHaveLength(1);
      return found;
    },
    { timeout: 90_000, interval: 200 },
  );
  expect(rows[0]).toMatchObject({ status: "1", jobName: "示例任务（无参）" });
  expect(rows[0]?.exceptionInfo).toMatch(/^执行中断/);
}, 120_000);
