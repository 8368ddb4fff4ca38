import { and, eq, inArray, min, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { staffDue } from "#src/lib/membership/due.ts";
import type { Account } from "#src/server/http/access.ts";
import type { InboxSource } from "#src/server/jobs/inbox.ts";
import { type Reach, reachOf } from "../system/reach/service.server.ts";
import { sign } from "../system/sign/table.server.ts";
import { payment, receipt, refund } from "./table.server.ts";

const BRANCH = { dept: sign.deptId };

/** Refunds that this person may decide on: never what they asked for, nor their own money. */
const refundsFor = ({ account, where }: Reach): SQL | undefined =>
  and(
    eq(refund.state, 0),
    ne(refund.askedBy, account.userId),
    ne(sign.userId, account.userId),
    where("finance:refund:approve", BRANCH),
  );

/** Receipts come in dozens: all that wait are one thing to do. */
async function receiptsFor(db: Db, { where }: Reach) {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, since: min(receipt.createTime) })
    .from(receipt)
    .innerJoin(payment, eq(payment.id, receipt.paymentId))
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(and(inArray(receipt.state, [0, 3]), where("finance:receipt:issue", BRANCH)));
  return row && row.count > 0 && row.since ? { count: row.count, since: row.since } : undefined;
}

/** An id that no refund has: of the one thing that all receipts are. */
const RECEIPTS_ID = 0;

async function waiting(db: Db, account: Account) {
  const reach = await reachOf(db, account);
  const refunds = await db
    .select({
      id: refund.id,
      name: sign.name,
      applyNo: sign.applyNo,
      kind: refund.kind,
      since: refund.createTime,
    })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(refundsFor(reach));
  const receipts = await receiptsFor(db, reach);
  return [
    ...refunds.map(({ id, name, applyNo, kind, since }) => ({
      id,
      title: name,
      note: kind === "refund" ? "退款等待复核" : "金额更正等待复核",
      from: applyNo,
      waitingSince: since,
      dueAt: staffDue(since),
      to: `/finance/refund?state=0&keyword=${applyNo}`,
    })),
    ...(receipts
      ? [
          {
            id: RECEIPTS_ID,
            title: `${receipts.count} 张票据待开`,
            note: "开具或处理重开申请",
            from: "缴费人",
            waitingSince: receipts.since,
            dueAt: staffDue(receipts.since),
            to: "/finance/receipt?state=0,3",
          },
        ]
      : []),
  ];
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
