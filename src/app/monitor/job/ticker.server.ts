import { and, asc, eq, lte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Db } from "#src/db/client.ts";
import { type Line, openClient } from "#src/db/line.ts";
import { tryLock } from "#src/db/locks.ts";
import { QUEUE_SCHEMA } from "#src/server/jobs/queue.ts";
import type { Context } from "#src/server/start/context.ts";
import { dueTicks } from "./due.ts";
import { ALONE, type Job, sendRun } from "./service.server.ts";
import { job, jobTick } from "./table.server.ts";

/** Longest wait between two looks: a job that was just enabled is seen within it. */
const LOOK_MS = 1_000;
/** How often the others try to become the holder. */
const TRY_MS = 1_000;
const MAX_JOBS = 200;
const ANSWER_MS = 20_000;

/**
 * Fires jobs at their ticks. Of any number of processes one holds an advisory lock, and it writes on
 * the connection that holds it: who loses the lock cannot write any more. A tick is a row of its own
 * key, made in the transaction that sends the run, so it happens once whatever else goes wrong. The
 * database's clock counts. Returns what stops it.
 */
export function startTicker(
  context: Pick<Context, "queue" | "tasks" | "log">,
  databaseUrl: string,
): () => Promise<void> {
  let isStopped = false;
  let wake: () => void = () => undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const watch = async () => {
    while (!isStopped) {
      let line: Line | undefined;
      try {
        // A server that has vanished answers nothing, not even with an error.
        line = await openClient(databaseUrl, { name: "xuehui-ticker", answerMs: ANSWER_MS });
        await hold(line.client);
      } catch (error) {
        if (!isStopped) context.log.warn({ err: error }, "ticker lost its connection");
      } finally {
        await line?.close();
      }
      if (!isStopped) await pause(TRY_MS);
    }
  };
  const hold = async (client: pg.Client) => {
    const db = drizzle(client, { casing: "snake_case" });
    while (!isStopped) {
      if (await tryLock(client, "ticker")) break;
      await pause(TRY_MS);
    }
    while (!isStopped) await pause(await fireDue(context, db));
  };
  const done = watch();
  return async () => {
    isStopped = true;
    wake();
    await done;
  };
}

/** Fires due jobs; returns the milliseconds to wait for the next look. */
async function fireDue(context: Pick<Context, "queue" | "tasks" | "log">, db: Db): Promise<number> {
  const now = await databaseTime(db);
  const rows = await db
    .select()
    .from(job)
    .where(and(eq(job.status, "0"), lte(job.nextTickAt, now)))
    .orderBy(asc(job.nextTickAt))
    .limit(MAX_JOBS);
  for (const row of rows) {
    // One that cannot be sent must not hold up the others.
    await db
      .transaction((tx) => fire(context, tx, row.jobId, now))
      .catch((error: unknown) => {
        context.log.error({ err: error, jobId: row.jobId }, "a tick could not be fired");
      });
  }
  const next = await db.execute<{ ms: number | null }>(
    sql`select extract(epoch from min(next_tick_at) - clock_timestamp())::float8 * 1000 as ms
        from sys_job where status = '0' and next_tick_at > ${now.toISOString()}`,
  );
  const wait = next.rows[0]?.ms ?? LOOK_MS;
  return Math.min(LOOK_MS, Math.max(0, Math.ceil(wait)));
}

async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}

async function fire(
  context: Pick<Context, "queue" | "tasks">,
  tx: Db,
  jobId: number,
  now: Date,
): Promise<void> {
  const [row] = await tx.select().from(job).where(eq(job.jobId, jobId)).for("update");
  if (row?.status !== "0" || !row.nextTickAt) return;
  const isAlone = row.concurrent === ALONE;
  const { fire: ticks, next } = dueTicks(
    { ...row, nextTickAt: row.nextTickAt, isAlone, isBusy: isAlone && (await isBusy(tx, row)) },
    now,
  );
  for (const tickAt of ticks) {
    const made = await tx
      .insert(jobTick)
      .values({ jobId, tickAt })
      .onConflictDoNothing()
      .returning({ jobId: jobTick.jobId });
    if (made.length > 0) await sendRun(context, tx, row, tickAt);
  }
  if (next?.getTime() === row.nextTickAt.getTime()) return;
  await tx.update(job).set({ nextTickAt: next }).where(eq(job.jobId, jobId));
}

async function isBusy(tx: Db, row: Job): Promise<boolean> {
  const found = await tx.execute(
    sql`select 1 from ${sql.identifier(QUEUE_SCHEMA)}.job
        where name = 'jobs-alone' and singleton_key = ${String(row.jobId)} and state < 'completed'
        limit 1`,
  );
  return (found.rowCount ?? 0) > 0;
}
