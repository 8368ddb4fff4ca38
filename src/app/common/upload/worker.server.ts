import { sweepTemporary } from "#src/server/files/temporary-file.ts";
import type { Context } from "#src/server/start/context.ts";

const EVERY_MS = 15_000;

/** Removes, within a minute, the files of an upload whose process ended. */
export async function startWorker({ env, log }: Context): Promise<() => Promise<void>> {
  const sweep = () =>
    sweepTemporary(env.dataDir).catch((error: unknown) => {
      log.error({ err: error }, "temporary files were not swept");
    });
  await sweep();
  const timer = setInterval(() => void sweep(), EVERY_MS);
  return async () => clearInterval(timer);
}
