import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import { headerAddress } from "#src/lib/address/site-address.ts";
import { publishTags, valueTag } from "#src/server/cache/tags.ts";
import type { Context } from "#src/server/start/context.ts";
import { oldAddress } from "./old-address.ts";
import { redirect } from "./table.server.ts";

const KEY = "site-redirects";

/** Every process forgets its map when this is published in the writing transaction. */
export const REDIRECT_TAG = valueTag(KEY);

/** `to` as the header holds it. */
export type Lead = { id: number; to: string; code: 301 | 302 };

/** Longer chains are somebody's mistake. */
const MOST_STEPS = 10;

type Row = Pick<typeof redirect.$inferSelect, "id" | "fromPath" | "toPath" | "code">;

/** The whole map in memory: chains followed to their end, circles left out. */
function mapOf(rows: readonly Row[]): Map<string, Lead> {
  const byFrom = new Map(rows.map((row) => [row.fromPath, row]));
  const leads = new Map<string, Lead>();
  for (const row of rows) {
    const passed = new Set([row.fromPath]);
    let { toPath } = row;
    // One step for a while makes the whole way one for a while.
    let isForGood = row.code !== 302;
    let isCircle = false;
    for (let step = 0; step < MOST_STEPS && toPath.startsWith("/"); step++) {
      const address = oldAddress(toPath) ?? toPath;
      if (passed.has(address)) {
        isCircle = true;
        break;
      }
      const next = byFrom.get(address);
      if (!next) break;
      passed.add(address);
      isForGood &&= next.code !== 302;
      toPath = next.toPath;
    }
    if (isCircle) continue;
    const code = isForGood ? 301 : 302;
    leads.set(row.fromPath, { id: row.id, to: headerAddress(toPath), code });
  }
  return leads;
}

/**
 * Where an address that is no page leads now: itself with its query, else its path alone where that
 * was written down. undefined: nowhere. Only what staff wrote is ever answered.
 */
export async function leadOf(
  { db, memo }: Pick<Context, "db" | "memo">,
  address: string,
): Promise<Lead | undefined> {
  const asked = oldAddress(address);
  if (asked === undefined) return undefined;
  const leads = await memo.get(KEY, [], async () =>
    mapOf(
      await db
        .select({
          id: redirect.id,
          fromPath: redirect.fromPath,
          toPath: redirect.toPath,
          code: redirect.code,
        })
        .from(redirect),
    ),
  );
  const lead = leads.get(asked) ?? leads.get(asked.replace(/\?.*$/s, ""));
  return lead && oldAddress(lead.to) !== asked ? lead : undefined;
}

/** Counts one who came by an old address; the way on does not wait for it. */
export function countHit({ db, log }: Pick<Context, "db" | "log">, id: number): void {
  db.update(redirect)
    .set({ hits: sql`${redirect.hits} + 1`, lastHitAt: sql`now()` })
    .where(eq(redirect.id, id))
    .catch((error: unknown) => log.warn({ err: error }, "redirect not counted"));
}

/** The circle that a new step would close, as its stations in order; undefined where there is none. */
export async function circleOf(
  tx: Db,
  from: string,
  to: string,
  own?: number,
): Promise<string[] | undefined> {
  const stations = [from];
  let at = oldAddress(to);
  for (let step = 0; step < MOST_STEPS && at !== undefined; step++) {
    stations.push(at);
    if (at === from) return stations;
    const [next] = await tx
      .select({ id: redirect.id, toPath: redirect.toPath })
      .from(redirect)
      .where(eq(redirect.fromPath, at));
    if (!next || next.id === own) return undefined;
    at = oldAddress(next.toPath);
  }
  return undefined;
}

/**
 * Writes down that pages moved: what led to an old address leads to the new one, and an address that
 * is a page again leads nowhere else.
 */
export async function movePages(
  tx: Db,
  moves: readonly { from: string; to: string }[],
  { origin, userName }: { origin: "merge" | "move"; userName: string },
): Promise<void> {
  await lockInTransaction(tx, "redirects");
  for (const move of moves) {
    const from = oldAddress(move.from);
    const to = oldAddress(move.to);
    if (from === undefined || to === undefined || from === to) continue;
    await tx.delete(redirect).where(inArray(redirect.fromPath, [from, to]));
    const changed = { toPath: move.to, updateBy: userName, updateTime: sql`now()` };
    await tx
      .update(redirect)
      .set(changed)
      .where(inArray(redirect.toPath, [from, move.from]));
    await tx
      .insert(redirect)
      .values({ fromPath: from, toPath: move.to, origin, createBy: userName })
      .onConflictDoNothing();
  }
  await publishTags(tx, [REDIRECT_TAG]);
}
