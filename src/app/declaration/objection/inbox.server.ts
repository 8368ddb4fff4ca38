import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import { OBJECTION_CODES } from "#src/lib/declare/objection-life.ts";
import { staffDue } from "#src/lib/membership/due.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { countOf, type InboxSource } from "#src/server/jobs/inbox.ts";
import { declareItem } from "../item/table.server.ts";
import { notOnOwn } from "./service.server.ts";
import { declareObjection } from "./table.server.ts";

/** Objections to be answered; nobody is shown their own, nor those to their own declaration. */
const waiting = (account: Account): SQL | undefined =>
  hasPermission(account, "declare:objection:answer")
    ? and(
        eq(declareObjection.state, OBJECTION_CODES.open),
        sql`${ne(declareObjection.userId, account.userId)} is not false`,
        notOnOwn(account.userId),
      )
    : sql`false`;

export const source: InboxSource = {
  kind: "objection",
  name: "公示异议",
  count: async (_db, account) => countOf(declareObjection, waiting(account)),
  async list(db, account, offset, limit) {
    const rows = await db
      .select({
        id: declareObjection.id,
        title: declareItem.title,
        from: declareObjection.name,
        itemNo: declareItem.itemNo,
        waitingSince: declareObjection.createTime,
      })
      .from(declareObjection)
      .innerJoin(declareItem, eq(declareItem.id, declareObjection.itemId))
      .where(waiting(account))
      .orderBy(asc(declareObjection.createTime), asc(declareObjection.id))
      .offset(offset)
      .limit(limit);
    return rows.map(({ itemNo, ...row }) => ({
      ...row,
      note: "公示期间的异议，等待核实",
      dueAt: staffDue(row.waitingSince),
      to: `/declaration/objection?keyword=${itemNo}`,
    }));
  },
};
