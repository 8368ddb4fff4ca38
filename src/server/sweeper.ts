import type { Context } from "./context.ts";
import { sweeps } from "./slices.ts";

const SWEEP_MS = 5 * 60_000;

/**
 * Deletes rows that have run out (sessions, codes, captchas), every five minutes. Any number of
 * processes may do it: the deletes are harmless twice. Returns a function that stops it.
 */
export function startSweeper(context: Context): () => void {
  const timer = setInterval(() => {
    for (const sweep of Object.values(sweeps)) {
      sweep(context.db).catch((error) => context.log.warn({ err: error }, "sweep failed"));
    }
  }, SWEEP_MS);
  timer.unref();
  return () => clearInterval(timer);
}
