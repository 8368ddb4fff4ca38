import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, gte, sql } from "drizzle-orm";
import { publishTags } from "#src/server/cache/tags.ts";
import { apart } from "#src/server/calls/request-transaction.ts";
import type { Context } from "#src/server/start/context.ts";
import { processReport } from "./table.server.ts";

/** `figures`: the process itself. `caches`: sizes of its two caches; `pages`, `values`: what is in them. */
type Topic = "figures" | "caches" | "pages" | "values";

/** A process that is too busy to answer in this time is counted as silent. */
const PATIENCE_MS = 500;
const FIRST_LOOK_MS = 8;

/**
 * Has this process answer a topic from now on. Nothing is measured or written while nobody asks.
 * `report` must be JSON, and hold nothing that the reader of a monitor may not see.
 */
export function answerTopic(
  { db, invalidation, log }: Pick<Context, "db" | "invalidation" | "log">,
  topic: Topic,
  report: () => object | Promise<object>,
): void {
  const id = randomUUID();
  const answer = async () => {
    const row = { topic, answeredAt: sql`clock_timestamp()`, report: await report() };
    await db
      .insert(processReport)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: processReport.id, set: row });
  };
  invalidation.subscribe({
    clear: () => undefined,
    drop: (tags) => {
      if (!tags.includes(`ask:${topic}`)) return;
      answer().catch((error) => log.warn({ err: error }, "no answer to the monitor"));
    },
  });
}

/**
 * Asks all processes on this database and waits for their answers, half a second at most. `expected`
 * counts the processes that listen: one more than answered is hung, or very busy.
 */
export async function askProcesses<T>(
  context: Pick<Context, "db">,
  topic: Topic,
): Promise<{ expected: number; answers: T[] }> {
  // A question inside of a transaction would be heard at its end.
  const db = apart(context.db);
  const { rows } = await db.execute<{ asked: string; expected: number }>(
    sql`select clock_timestamp()::timestamptz(3) as asked, count(*)::int as expected
      from pg_stat_activity
      where datname = current_database() and application_name = 'xuehui-listen'`,
  );
  const { asked = "", expected = 0 } = rows[0] ?? {};
  await publishTags(db, [`ask:${topic}`]);
  const began = Date.now();
  for (let pause = FIRST_LOOK_MS; ; pause *= 2) {
    await delay(pause);
    const found = await db
      .select({ report: processReport.report })
      .from(processReport)
      .where(
        and(
          eq(processReport.topic, topic),
          gte(processReport.answeredAt, sql`${asked}::timestamptz`),
        ),
      )
      .orderBy(sql`${processReport.report}->>'host'`, sql`(${processReport.report}->>'pid')::int`);
    if (found.length >= expected || Date.now() - began > PATIENCE_MS) {
      return { expected, answers: found.map((row) => row.report as T) };
    }
  }
}
