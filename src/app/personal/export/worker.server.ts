import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "#src/server/start/context.ts";
import { makeNext } from "./make.server.ts";

/** What another process left behind is taken up after this time. */
const LOOK_MS = 15_000;

/** Makes copies of data as they are asked for, one at a time in a process. */
export async function startWorker(context: Context): Promise<() => Promise<void>> {
  const { invalidation, log } = context;
  const closing = new AbortController();
  let asked = new AbortController();
  const wake = (tags: readonly string[]) => {
    if (!tags.includes("exports")) return;
    asked.abort();
    asked = new AbortController();
  };
  invalidation.subscribe({ drop: wake, clear: () => wake(["exports"]) });
  const work = async () => {
    while (!closing.signal.aborted) {
      const signal = AbortSignal.any([closing.signal, asked.signal]);
      const wasOne = await makeNext(context).catch((error: unknown) => {
        log.error({ err: error }, "copies of data were not made");
        return false;
      });
      if (!wasOne) await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const working = work();
  return async () => {
    closing.abort();
    await working;
  };
}
