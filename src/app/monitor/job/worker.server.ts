import type { Context } from "#src/server/start/context.ts";
import { execute, reportLost } from "./runs.server.ts";
import type { Run } from "./service.server.ts";
import { startTicker } from "./ticker.server.ts";

/** Runs of this process at the same time. */
const AT_ONCE = 3;

/** Runs the jobs that are sent, and fires ticks while this process holds the ticker's lock. */
export async function startWorker(
  context: Context,
  databaseUrl: string,
): Promise<() => Promise<void>> {
  const { queue } = context;
  await queue.work<Run>("jobs", AT_ONCE, (run, signal) => execute(context, run, signal));
  await queue.work<Run>("jobs-alone", AT_ONCE, (run, signal) => execute(context, run, signal));
  await queue.work<Run>("jobs-lost", 1, (run) => reportLost(context, run));
  return startTicker(context, databaseUrl);
}
