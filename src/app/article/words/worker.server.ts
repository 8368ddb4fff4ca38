import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "#src/server/start/context.ts";
import { recutSome } from "./service.server.ts";

/** Work that another process left behind is taken up after this time. */
const LOOK_MS = 5_000;

/**
 * Makes the words that are due, one batch after the other, and looks again when somebody says that
 * there are more. Each process takes part; one is at it at a time.
 */
export async function startWorker({
  db,
  log,
  invalidation,
}: Pick<Context, "db" | "log" | "invalidation">): Promise<() => Promise<void>> {
  const closing = new AbortController();
  let asked = new AbortController();
  const wake = (tags: readonly string[]) => tags.includes("words") && asked.abort();
  invalidation.subscribe({ drop: wake, clear: () => asked.abort() });
  const onError = (error: unknown, articleId?: number) =>
    log.error({ err: error, articleId }, "the words of an article were not made");
  const work = async () => {
    while (!closing.signal.aborted) {
      asked = new AbortController();
      const done = await recutSome(db, onError).catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (done > 0) continue;
      const signal = AbortSignal.any([closing.signal, asked.signal]);
      await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const working = work();
  return async () => {
    closing.abort();
    await working;
  };
}
