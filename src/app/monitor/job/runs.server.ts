import { eq } from "drizzle-orm";
import { errorLine } from "#src/lib/safe-log.ts";
import { readTarget } from "#src/server/jobs/tasks.ts";
import type { Context } from "#src/server/start/context.ts";
import { jobLog } from "../jobLog/table.server.ts";
import type { Run } from "./service.server.ts";
import { job } from "./table.server.ts";

/** wire 4.7. */
const MAX_ERROR = 2_000;
const MAX_RESULT = 500;

type Ending = { startTime: Date; error?: string; result?: string };

/** Runs a job once and writes its row, also of a run that fails. */
export async function execute(context: Context, run: Run, signal: AbortSignal): Promise<void> {
  const [there] = await context.db
    .select({ jobId: job.jobId })
    .from(job)
    .where(eq(job.jobId, run.jobId));
  // Deleted while it waited for its turn.
  if (!there) return;
  const startTime = new Date();
  const call = readTarget(context.tasks, run.invokeTarget);
  const ending: Ending = { startTime };
  if ("error" in call) ending.error = call.error;
  else {
    try {
      ending.result = await call.task.run(context, call.args, signal);
    } catch (error) {
      ending.error = errorLine(error);
    }
  }
  // Given up by the queue: its row is written where `jobs-lost` is heard.
  if (signal.aborted) return;
  await writeRow(context, run, ending);
}

/** The row of a run that nobody could finish: its process died, or it hung past its time. */
export async function reportLost(context: Context, run: Run): Promise<void> {
  await writeRow(context, run, {
    startTime: new Date(),
    error: "执行中断：执行任务的进程已退出，或任务超过了时限",
  });
}

async function writeRow(
  { db }: Pick<Context, "db">,
  run: Run,
  { startTime, error = "", result = "" }: Ending,
): Promise<void> {
  const { runId, jobId, jobName, jobGroup, invokeTarget, tickAt } = run;
  const endTime = new Date();
  const took = endTime.getTime() - startTime.getTime();
  await db
    .insert(jobLog)
    .values({
      runId,
      jobId,
      jobName,
      jobGroup,
      invokeTarget,
      jobMessage: `${jobName} 总共耗时：${took}毫秒`,
      status: error === "" ? "0" : "1",
      exceptionInfo: clip(error, MAX_ERROR),
      result: clip(result, MAX_RESULT),
      tickAt: tickAt === null ? null : new Date(tickAt),
      startTime,
      endTime,
    })
    .onConflictDoNothing();
}

const clip = (text: string, max: number) => text.replaceAll("\0", "").slice(0, max);
