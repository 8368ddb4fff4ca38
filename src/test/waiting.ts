import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "../db/client.ts";
import type { TestApp } from "./app.ts";

/** How many connections to the test's database wait for a lock. */
export async function waiting(db: Db): Promise<number> {
  const { rows } = await db.execute(sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}

/**
 * Two at once, in a known order: `first` writes in a transaction that stays open until `second` waits
 * for it or is over. Returns what `second` came to.
 */
export async function meanwhile<T>(
  { db }: Pick<TestApp, "db">,
  first: (tx: Db) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  let isOver = false;
  let result: Promise<T> | undefined;
  await db.transaction(async (tx) => {
    await first(tx);
    result = second().finally(() => {
      isOver = true;
    });
    result.catch(() => undefined);
    await expect
      .poll(async () => isOver || (await waiting(db)) > 0, { timeout: 10_000 })
      .toBe(true);
  });
  if (!result) throw new Error("nothing ran");
  return result;
}
