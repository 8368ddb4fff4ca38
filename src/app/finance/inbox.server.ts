import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/client.ts";
import { staffDue } from "#src/lib/membership/due.ts";
import type { Account } from "#src/server/http/access.ts";
import type { InboxSource } from "#src/server/jobs/inbox.ts";
import { activityOrder } from "../activity/table.server.ts";
import { type Reach, reachOf } from "../system/reach/service.server.ts";
import { sign } from "../system/sign/table.server.ts";
import { causeName, causeNo, causeUser } from "./cause/service.server.ts";
import { payment, receipt, refund } from "./table.server.ts";

const BRANCH = { dept: sign.deptId };

/** Refunds that this person may decide on: never what they asked for, nor their own money. */
const refundsFor = ({ account, where }: Reach): SQL | undefined =>
  and(
    eq(refund.state, 0),
    sql`${refund.askedBy} is distinct from ${account.userId}`,
    sql`${causeUser} is distinct from ${account.userId}`,
    where("finance:refund:approve", BRANCH),
  );

/** Marks the one row that stands for all receipts. */
const RECEIPTS = "receipts";

/** Marks the row that stands for the vouchers of activities; those of applications wait with these. */
const VOUCHERS = "vouchers";

/** Refunds one by one; receipts come in dozens, and all that wait are one thing to do. One statement. */
async function waiting(db: Db, account: Account) {
  const reach = await reachOf(db, account);
  const refunds = db
    .select({
      id: sql<number>`${refund.id}::int`.as("id"),
      kind: sql<string>`${refund.kind}`.as("kind"),
      title: sql<string>`${causeName}`.as("title"),
      applyNo: sql<string>`${causeNo}`.as("apply_no"),
      since: refund.createTime,
    })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .leftJoin(sign, eq(sign.id, payment.signId))
    .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
    .where(refundsFor(reach));
  const receipts = db
    .select({
      // An id that no refund has.
      id: sql<number>`0`.as("id"),
      kind: sql<string>`${RECEIPTS}`.as("kind"),
      title: sql<string>`count(*)::text`.as("title"),
      applyNo: sql<string>`''`.as("apply_no"),
      since: sql<Date>`min(${receipt.createTime})`.mapWith(receipt.createTime).as("since"),
    })
    .from(receipt)
    .innerJoin(payment, eq(payment.id, receipt.paymentId))
    .leftJoin(sign, eq(sign.id, payment.signId))
    .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
    .where(and(inArray(receipt.state, [0, 3]), reach.where("finance:receipt:issue", BRANCH)))
    .having(sql`count(*) > 0`);
  const vouchers = db
    .select({
      id: sql<number>`-1`.as("id"),
      kind: sql<string>`${VOUCHERS}`.as("kind"),
      title: sql<string>`count(*)::text`.as("title"),
      applyNo: sql<string>`''`.as("apply_no"),
      since: sql<Date>`min(${payment.createTime})`.mapWith(payment.createTime).as("since"),
    })
    .from(payment)
    .leftJoin(sign, eq(sign.id, payment.signId))
    .innerJoin(activityOrder, eq(activityOrder.id, payment.orderId))
    .where(
      and(
        eq(payment.state, 0),
        sql`${causeUser} is distinct from ${account.userId}`,
        reach.where("member:finance:confirm", BRANCH),
      ),
    )
    .having(sql`count(*) > 0`);
  const rows = await unionAll(refunds, receipts, vouchers);
  return rows.map(({ id, kind, title, applyNo, since }) => {
    const shared = { id, waitingSince: since, dueAt: staffDue(since) };
    if (kind === VOUCHERS) {
      return {
        ...shared,
        title: `${title} 笔活动缴费待确认`,
        note: "核对凭证，确认到账",
        from: "参加人",
        to: "/finance/confirm?state=0",
      };
    }
    return kind === RECEIPTS
      ? {
          ...shared,
          title: `${title} 张票据待开`,
          note: "开具或处理重开申请",
          from: "缴费人",
          to: "/finance/receipt?state=0,3",
        }
      : {
          ...shared,
          title,
          note: kind === "refund" ? "退款等待复核" : "金额更正等待复核",
          from: applyNo,
          to: `/finance/refund?state=0&keyword=${applyNo}`,
        };
  });
}

export const source: InboxSource = {
  kind: "finance",
  name: "财务",
  count: async (db, account) => (await waiting(db, account)).length,
  list: async (db, account, offset, limit) =>
    (await waiting(db, account))
      .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.id - b.id)
      .slice(offset, offset + limit),
};
