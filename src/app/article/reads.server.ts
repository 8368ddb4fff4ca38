import { createHash, randomBytes } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { lockInTransaction } from "../../db/locks.ts";
import { addressGroup } from "../../lib/address/address.ts";
import { formatDay } from "../../lib/text/dates.ts";
import type { Context } from "../../server/start/context.ts";
import { isPublished } from "./service.server.ts";
import { article, articleReads, articleVisit } from "./table.server.ts";

/** Visits of this article are the salts of the days: no article has the id. */
const SALT_ID = 0;

/** Reads by article id; an article that nobody read yet has 0, an unknown one too. */
export async function readsOf(db: Db, ids: number[]): Promise<Record<string, number>> {
  if (ids.length === 0) return {};
  const rows = await db.select().from(articleReads).where(inArray(articleReads.articleId, ids));
  const reads: Record<string, number> = Object.fromEntries(ids.map((id) => [String(id), 0]));
  for (const row of rows) reads[String(row.articleId)] = row.reads;
  return reads;
}

/**
 * Counts one visit per visitor, article and day (Shanghai), at most SEATS an address, and returns the
 * new number; undefined when no such article is published. Of the visitor only a hash with the day's
 * salt is kept, and both are swept when the day is over, so nobody can tell later who read what.
 */
export async function countVisit(
  context: Pick<Context, "db" | "memo">,
  id: number,
  visitor: { ip: string; userAgent: string },
): Promise<number | undefined> {
  const day = formatDay(new Date());
  const salt = await daySalt(context, day);
  const visitorHash = createHash("sha256")
    .update(salt)
    .update(`${addressGroup(visitor.ip)}\n${seatOf(visitor.userAgent)}`)
    .digest();
  return context.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: article.id })
      .from(article)
      .where(and(eq(article.id, id), isPublished));
    if (!found) return undefined;
    const visits = await tx
      .insert(articleVisit)
      .values({ articleId: id, day, visitorHash })
      .onConflictDoNothing()
      .returning({ id: articleVisit.articleId });
    const [row] = await tx
      .insert(articleReads)
      .values({ articleId: id, reads: visits.length })
      .onConflictDoUpdate({
        target: articleReads.articleId,
        set: { reads: sql`${articleReads.reads} + ${visits.length}` },
      })
      .returning({ reads: articleReads.reads });
    return row?.reads;
  });
}

/**
 * Most readers of one address: a family or an office is more than one, and whoever makes up programs'
 * names by the hundred is not.
 */
const SEATS = 8;

/** The same program always sits on the same seat of its address. */
const seatOf = (userAgent: string): number =>
  createHash("sha256").update(userAgent.slice(0, 512)).digest().readUInt32BE() % SEATS;

/** The same for all processes: the first one that needs it writes it. */
function daySalt({ db, memo }: Pick<Context, "db" | "memo">, day: string): Promise<Buffer> {
  return memo.get(`visit-salt:${day}`, [], () =>
    db.transaction(async (tx) => {
      await lockInTransaction(tx, "visits");
      const [row] = await tx
        .select({ salt: articleVisit.visitorHash })
        .from(articleVisit)
        .where(and(eq(articleVisit.articleId, SALT_ID), eq(articleVisit.day, day)));
      if (row) return row.salt;
      const salt = randomBytes(32);
      await tx.insert(articleVisit).values({ articleId: SALT_ID, day, visitorHash: salt });
      return salt;
    }),
  );
}
