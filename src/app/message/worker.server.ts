import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../server/start/context.ts";
import { sendDue } from "./sending.server.ts";

/** What waits for its next try, and what another process left behind, is taken up after this time. */
const LOOK_MS = 5_000;

/**
 * Sends what is due, short messages and letters each by themselves: a provider of one that hangs holds up
 * none of the other. Each process takes part.
 */
export async function startWorker(context: Context): Promise<() => Promise<void>> {
  const { invalidation, log } = context;
  const closing = new AbortController();
  let asked = new AbortController();
  const wake = (tags: readonly string[]) => {
    if (!tags.includes("messages")) return;
    asked.abort();
    asked = new AbortController();
  };
  invalidation.subscribe({ drop: wake, clear: () => wake(["messages"]) });
  const work = async (channel: "sms" | "mail") => {
    while (!closing.signal.aborted) {
      const signal = AbortSignal.any([closing.signal, asked.signal]);
      const tried = await sendDue(context, channel).catch((error: unknown) => {
        log.error({ err: error, channel }, "messages were not sent");
        return 0;
      });
      if (tried === 0) await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const working = Promise.all([work("sms"), work("mail")]);
  return async () => {
    closing.abort();
    await working;
  };
}
