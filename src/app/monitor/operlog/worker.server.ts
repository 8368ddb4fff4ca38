import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "#src/server/start/context.ts";
import { CutLogError, keepAnchor } from "./anchor.server.ts";
import { operLogHead } from "./table.server.ts";

/** The longest that an end of the log is not kept outside of the database. */
const EVERY_MS = 1_000;
/** After a failure: the store, or a person, needs a moment. */
const AGAIN_MS = 15_000;

type Place = Pick<Context, "db" | "env" | "files" | "log">;

/** Keeps the end of the operation log outside of the database, whichever process wrote it. */
export async function startWorker({ db, env, files, log }: Place): Promise<() => Promise<void>> {
  const closing = new AbortController();
  const { signal } = closing;
  let seen = 0;
  let reported = "";
  const look = async () => {
    const [head] = await db.select({ lastId: operLogHead.lastId }).from(operLogHead);
    if (!head || head.lastId === seen) return;
    await keepAnchor(db, { files, env });
    seen = head.lastId;
  };
  const lookAndReport = () =>
    look().then(
      () => {
        reported = "";
        return EVERY_MS;
      },
      (error: unknown) => {
        const what =
          error instanceof CutLogError
            ? "the operation log was cut or changed"
            : "the end of the operation log was not kept outside of the database";
        // Once: it is looked at again and again, and somebody has to come.
        if (String(error) !== reported) log.error({ err: error }, what);
        reported = String(error);
        return AGAIN_MS;
      },
    );
  const work = async () => {
    while (!signal.aborted) {
      await delay(await lookAndReport(), undefined, { signal }).catch(() => undefined);
    }
    // Rows of the last calls; a store that does not answer is left to the next start.
    await look().catch(() => undefined);
  };
  const working = work();
  return async () => {
    closing.abort();
    await working;
  };
}
