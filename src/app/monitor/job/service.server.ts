import { randomUUID } from "node:crypto";
import type { Db } from "#src/db/client.ts";
import type { QueueName } from "#src/server/jobs/queue.ts";
import { readTarget } from "#src/server/jobs/tasks.ts";
import type { Context } from "#src/server/start/context.ts";
import { nextTicks } from "./cron.ts";
import type { job } from "./table.server.ts";

export type Job = typeof job.$inferSelect;

/** One run as it travels through the queue: all that its log row needs, should the job be gone. */
export type Run = {
  runId: string;
  jobId: number;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
  /** ISO moment of the tick; null when a person asked for the run. */
  tickAt: string | null;
};

/** `concurrent` of wire 5. */
export const ALONE = "1";

const queueOf = (row: Pick<Job, "concurrent">): QueueName =>
  row.concurrent === ALONE ? "jobs-alone" : "jobs";

/** Sends a job on its way; it starts when the transaction is committed. */
export async function sendRun(
  { queue, tasks }: Pick<Context, "queue" | "tasks">,
  tx: Db,
  row: Job,
  tickAt: Date | null,
): Promise<void> {
  const { jobId, jobName, jobGroup, invokeTarget } = row;
  const run: Run = {
    runId: randomUUID(),
    jobId,
    jobName,
    jobGroup,
    invokeTarget,
    tickAt: tickAt?.toISOString() ?? null,
  };
  const call = readTarget(tasks, invokeTarget);
  const maxSeconds = "error" in call ? undefined : call.task.maxSeconds;
  await queue.send(tx, queueOf(row), run, {
    key: String(jobId),
    ...(maxSeconds === undefined ? {} : { maxSeconds }),
  });
}

/** The tick a job waits for from now on; null while it is paused or when its line has ended. */
export const nextTickOf = (row: Pick<Job, "status" | "cronExpression">, from: Date): Date | null =>
  row.status === "0" ? (nextTicks(row.cronExpression, 1, from)[0] ?? null) : null;
