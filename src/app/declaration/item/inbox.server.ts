import { and, asc, eq, ne, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { staffDue } from "#src/lib/membership/due.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { countOf, type InboxSource } from "#src/server/jobs/inbox.ts";
import { tellNews } from "../../news/service.server.ts";
import { declareBatch } from "../batch/table.server.ts";
import { type Item, writtenWith } from "./model/rights.server.ts";
import { declareItem } from "./table.server.ts";

const { formCheck } = DECLARE_CODES;
const CHECK = "declare:item:check";

const since = sql<Date>`coalesce(${declareItem.forwardedAt}, ${declareItem.submittedAt},
  ${declareItem.createTime})`.mapWith(declareItem.createTime);

/** What waits for a formal check. Nobody is shown their own, nor what they write with its owner. */
const waiting = (account: Account): SQL | undefined =>
  hasPermission(account, CHECK)
    ? and(
        eq(declareItem.state, formCheck),
        ne(declareItem.userId, account.userId),
        not(writtenWith(account.userId)),
      )
    : sql`false`;

/** Tells those for whom the declaration waited before a step, or waits after it. */
export async function tellWaiting(
  tx: Db,
  before: Item | undefined,
  after: Item | undefined,
): Promise<void> {
  if (before?.state === formCheck || after?.state === formCheck) {
    await tellNews(tx, "inbox", [CHECK]);
  }
}

export const source: InboxSource = {
  kind: "declare",
  name: "申报",
  count: async (_db, account) => countOf(declareItem, waiting(account)),
  async list(db, account, offset, limit) {
    const rows = await db
      .select({
        id: declareItem.id,
        title: declareItem.title,
        from: declareItem.itemNo,
        batchName: declareBatch.batchName,
        waitingSince: since,
      })
      .from(declareItem)
      .innerJoin(declareBatch, eq(declareBatch.id, declareItem.batchId))
      .where(waiting(account))
      .orderBy(asc(since), asc(declareItem.id))
      .offset(offset)
      .limit(limit);
    return rows.map(({ batchName, ...row }) => ({
      ...row,
      note: `${batchName} · 等待形式审查`,
      dueAt: staffDue(row.waitingSince),
      to: `/declaration/detail/${row.id}`,
    }));
  },
};
