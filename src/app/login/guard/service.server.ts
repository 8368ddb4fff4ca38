import { and, eq, gte, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { apart } from "#src/server/calls/request-transaction.ts";
import { loginGuard } from "../table.server.ts";

/** An address may fail so often before it has to wait, twice as long each time. */
const FREE_FAILURES = 10;
const LONGEST_WAIT_SECONDS = 300;
/** An address that was quiet for this time starts at zero. */
const FORGET_SECONDS = 15 * 60;

// Counted beside the transaction of a call: an attempt counts whatever becomes of it, and others wait
// for no lock while a password is being hashed.

export type Lock = { failures: number; minutes: number };

/**
 * Counts an attempt before it is made, so that parallel ones cannot slip past; false when the key is
 * locked. Each attempt restarts the time, a refused one does not (wire 4.1, step 6).
 */
export async function takeAttempt(db: Db, key: string, lock: Lock): Promise<boolean> {
  const since = sql`now() - make_interval(mins => ${lock.minutes})`;
  const rows = await apart(db)
    .insert(loginGuard)
    .values({ key, failures: 1 })
    .onConflictDoUpdate({
      target: loginGuard.key,
      set: {
        failures: sql`case when ${loginGuard.updatedAt} < ${since} then 1
          else ${loginGuard.failures} + 1 end`,
        updatedAt: sql`now()`,
      },
      setWhere: sql`${loginGuard.failures} < ${lock.failures} or ${loginGuard.updatedAt} < ${since}`,
    })
    .returning({ key: loginGuard.key });
  return rows.length > 0;
}

/** Whether takeAttempt would refuse the key now. */
export async function isLocked(db: Db, key: string, lock: Lock): Promise<boolean> {
  const [row] = await db
    .select({ key: loginGuard.key })
    .from(loginGuard)
    .where(
      and(
        eq(loginGuard.key, key),
        gte(loginGuard.failures, lock.failures),
        sql`${loginGuard.updatedAt} >= now() - make_interval(mins => ${lock.minutes})`,
      ),
    );
  return row !== undefined;
}

/** Forgets the failures of a key: a right password, a reset one, or the unlock button. */
export async function clearAttempts(db: Db, key: string): Promise<void> {
  await apart(db).delete(loginGuard).where(eq(loginGuard.key, key));
}

/** Takes back the count of one attempt that was right; the failures before it stay. */
export async function giveBackAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(loginGuard)
    .set({ failures: sql`greatest(${loginGuard.failures} - 1, 0)` })
    .where(eq(loginGuard.key, key));
}

/**
 * The same for an address, with growing delay instead of a lock: 0 when it may go on, else the
 * seconds it has to wait.
 */
export async function takeAddressAttempt(db: Db, address: string): Promise<number> {
  const key = `ip:${address}`;
  const failures = sql`(case when ${loginGuard.updatedAt}
    < now() - make_interval(secs => ${FORGET_SECONDS}) then 1 else ${loginGuard.failures} + 1 end)`;
  const rows = await apart(db)
    .insert(loginGuard)
    .values({ key, failures: 1 })
    .onConflictDoUpdate({
      target: loginGuard.key,
      set: {
        failures,
        blockedUntil: sql`case when ${failures} > ${FREE_FAILURES} then now() + make_interval(secs =>
          least(2 ^ least(${failures} - ${FREE_FAILURES}, 20), ${LONGEST_WAIT_SECONDS})) end`,
        updatedAt: sql`now()`,
      },
      setWhere: sql`${loginGuard.blockedUntil} is null or ${loginGuard.blockedUntil} <= now()`,
    })
    .returning({ key: loginGuard.key });
  if (rows.length > 0) return 0;
  const [row] = await db
    .select({
      seconds: sql<number>`ceil(extract(epoch from ${loginGuard.blockedUntil} - now()))::int`,
    })
    .from(loginGuard)
    .where(eq(loginGuard.key, key));
  return Math.max(row?.seconds ?? 1, 1);
}

/** Takes back the count of an attempt that succeeded: many people may share one address. */
export async function giveBackAddressAttempt(db: Db, address: string): Promise<void> {
  await apart(db)
    .update(loginGuard)
    .set({
      failures: sql`greatest(${loginGuard.failures} - 1, 0)`,
      blockedUntil: sql`case when ${loginGuard.failures} - 1 > ${FREE_FAILURES}
        then ${loginGuard.blockedUntil} end`,
    })
    .where(eq(loginGuard.key, `ip:${address}`));
}
