import cluster, { type Worker } from "node:cluster";
import { ClusterError } from "./db/cluster-error.ts";
import type { Life } from "./life.ts";

/** What the first process tells a worker: the database's address, and what to do with it. */
export type Order = { prepare: string } | { serve: string };
/** What a worker answers. `text` is what the program says before it ends. */
export type Report = { prepared: true } | { error: { text: string } };

/** The processes that serve. */
export type Workers = {
  /**
   * Has one of them bring the database to this version, then has all of them serve; resolves when they do.
   * A worker that dies from then on is replaced. @throws ClusterError when one of them cannot.
   */
  serve(url: string): Promise<void>;
};

/** Longer than a worker's own stop may take (server/start/serve.ts): one that is still there is stuck. */
const WORKER_STOP_MS = 8_500;

/**
 * Room for young objects, of which V8 takes three times 16 MB otherwise and gives none back: a request needs
 * little, and measured under load the smaller room costs no more CPU.
 */
const YOUNG_MB = "--max-semi-space-size=4";

/**
 * Forks the workers. They load the program while the first process starts the database, and it never loads
 * the program itself: it would hold what a worker holds and serve nobody.
 */
export function forkWorkers(count: number, env: Record<string, string>, life: Life): Workers {
  let address: string | undefined;
  let isStopping = false;
  let listening = 0;
  const prepared = Promise.withResolvers<void>();
  const served = Promise.withResolvers<void>();
  // Whoever waits hears it; before that nobody does.
  for (const { promise } of [prepared, served]) promise.catch(() => undefined);
  const fail = (error: ClusterError) => {
    prepared.reject(error);
    served.reject(error);
  };

  const add = (): Worker | undefined => {
    if (isStopping) return undefined;
    const worker = cluster.fork(env);
    worker.on("message", (report: Report) => {
      if ("prepared" in report) prepared.resolve();
      else fail(new ClusterError(report.error.text));
    });
    worker.on("listening", () => {
      listening++;
      if (listening === count) served.resolve();
    });
    const born = Date.now();
    worker.on("exit", (code) => {
      if (isStopping) return;
      if (listening < count) return fail(new ClusterError(`工作进程启动失败（${code}）`));
      console.error(`工作进程退出（${code}），正在重启`);
      setTimeout(add, Date.now() - born < 5_000 ? 1_000 : 0);
    });
    if (address) tell(worker, { serve: address });
    return worker;
  };

  const end = () => {
    isStopping = true;
    // Where nobody was served yet, there is nothing to wait for.
    return endAll(listening < count ? "SIGKILL" : "SIGTERM");
  };
  life.atEnd(end);
  cluster.setupPrimary({ execArgv: [...process.execArgv, YOUNG_MB] });
  const workers = Array.from({ length: count }, add);
  return {
    serve: async (url) => {
      // The last one added is closed first: the database, opened meanwhile, must not go before them.
      life.atEnd(end);
      tell(workers[0], { prepare: url });
      await prepared.promise;
      address = url;
      for (const worker of workers) tell(worker, { serve: url });
      await served.promise;
    },
  };
}

/** One that has just died hears nothing; its exit is told. */
const tell = (worker: Worker | undefined, order: Order) =>
  worker?.isConnected() && worker.send(order, () => undefined);

/** Ends what is left of them. */
const endAll = (signal: "SIGTERM" | "SIGKILL") =>
  Promise.all(
    Object.values(cluster.workers ?? {}).map(
      (worker) =>
        new Promise<void>((resolve) => {
          if (!worker || worker.isDead()) return resolve();
          const late = setTimeout(() => worker.process.kill("SIGKILL"), WORKER_STOP_MS);
          worker.on("exit", () => {
            clearTimeout(late);
            resolve();
          });
          worker.process.kill(signal);
        }),
    ),
  );
