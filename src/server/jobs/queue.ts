import { sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { fromDrizzle, type Job, PgBoss } from "pg-boss";
import type { Db } from "../../db/client.ts";
import { BACKGROUND_CONNECT_MS } from "../../db/line.ts";
import { errorLine } from "../../lib/safe-log.ts";

export const QUEUE_SCHEMA = "pgboss";

/** `jobs-alone` runs one entry of a key at a time; what no process could finish comes to `jobs-lost`. */
export type QueueName = "jobs" | "jobs-alone" | "jobs-lost";

type SendOptions = {
  /** Entries of one key come one after the other in `jobs-alone`. */
  key?: string;
  /** Seconds after which a run counts as hanging. */
  maxSeconds?: number;
};

type Handler<T> = (data: T, signal: AbortSignal) => Promise<void>;

/**
 * The queue of background work, in PostgreSQL (pg-boss): each entry is taken by one process. An entry
 * is never given out twice: who dies with it, or hangs, loses it to `jobs-lost`.
 */
export type Queue = {
  /** Adds an entry in the caller's transaction: it is there when that is committed. */
  send(tx: Db, name: QueueName, data: object, options?: SendOptions): Promise<void>;
  /** Takes entries as they come, `atOnce` at the same time in this process. */
  work<T extends object>(name: QueueName, atOnce: number, handler: Handler<T>): Promise<void>;
  /** Takes no more entries; running ones go on, and new ones can still be sent. */
  rest(): void;
  /** Waits `limitMs` for running entries, then gives them up: they come to `jobs-lost`. */
  close(limitMs: number): Promise<void>;
};

/** Seconds of silence after which an entry's process counts as dead. */
const HEARTBEAT_SECONDS = 20;
const DEFAULT_MAX_SECONDS = 600;
const KEPT_SECONDS = 86_400;

/** Makes the queue's tables and names what can be queued; harmless when they are there. */
export async function prepareQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: QUEUE_SCHEMA,
    max: 1,
    connectionTimeoutMillis: BACKGROUND_CONNECT_MS,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => undefined);
  await boss.start();
  try {
    const there = new Set((await boss.getQueues()).map((queue) => queue.name));
    const common = {
      retryLimit: 0,
      notify: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: DEFAULT_MAX_SECONDS,
      deleteAfterSeconds: KEPT_SECONDS,
    };
    const add = async (name: QueueName, options: Parameters<PgBoss["createQueue"]>[1]) => {
      if (!there.has(name)) await boss.createQueue(name, options);
    };
    await add("jobs-lost", { notify: true, retryLimit: 5, deleteAfterSeconds: KEPT_SECONDS });
    await add("jobs", { ...common, deadLetter: "jobs-lost" });
    await add("jobs-alone", { ...common, policy: "singleton", deadLetter: "jobs-lost" });
  } finally {
    await boss.stop({ graceful: false, close: true });
  }
}

/** Opens the queue on a small pool of its own; nothing is connected before it is first used. */
export function openQueue(databaseUrl: string, log: FastifyBaseLogger): Queue {
  let opening: Promise<PgBoss> | undefined;
  const open = () => {
    opening ??= startBoss(databaseUrl, log).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const worked = new Set<QueueName>();
  return {
    async send(tx, name, data, { key, maxSeconds } = {}) {
      const boss = await open();
      await boss.send(name, data, {
        db: fromDrizzle(tx, sql),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(maxSeconds === undefined ? {} : { expireInSeconds: maxSeconds }),
      });
    },
    async work<T extends object>(name: QueueName, atOnce: number, handler: Handler<T>) {
      const boss = await open();
      worked.add(name);
      const options = {
        batchSize: 1,
        localConcurrency: atOnce,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 10,
        heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 4,
      };
      await boss.work(name, options, async (jobs: Job<T>[]) => {
        for (const job of jobs) {
          await handler(job.data, job.signal).catch((error: unknown) => {
            // pg-boss keeps the error in its row, with all that it holds.
            throw new Error(errorLine(error));
          });
        }
      });
    },
    rest() {
      const still = async () => {
        const boss = await opening;
        for (const name of worked) await boss?.offWork(name, { wait: false });
      };
      // Could not even be opened: nothing is taken.
      still().catch(() => undefined);
    },
    async close(limitMs) {
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ graceful: limitMs > 0, timeout: limitMs, close: true });
    },
  };
}

async function startBoss(databaseUrl: string, log: FastifyBaseLogger): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: QUEUE_SCHEMA,
    application_name: "xuehui-queue",
    max: 3,
    connectionTimeoutMillis: BACKGROUND_CONNECT_MS,
    migrate: false,
    // The ticker fires; pg-boss only carries.
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on("error", (error) => log.warn({ err: error }, "queue"));
  boss.on("warning", (warning) => log.warn({ warning }, "queue"));
  return boss.start();
}
