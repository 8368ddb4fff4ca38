import { eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { payment, receipt, refund } from "../../finance/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import type { activityEntry } from "../table.server.ts";

const DAY_MS = 86_400_000;

/** The payments behind the places of the demo: some wait for finance, one is to be given back. */
export async function demoMoney(
  db: Db,
  incomeType: string,
  entries: readonly (typeof activityEntry.$inferSelect)[],
): Promise<void> {
  const [clerk] = await db
    .select({ userId: user.userId })
    .from(user)
    .where(eq(user.userName, "admin"));
  if (!clerk) return;
  for (const { id, orderId, name, amountFen, paidFen, state, createTime, serial } of entries) {
    const isWaiting = state === ENTRY_CODES.paying;
    if (!isWaiting && paidFen === 0) continue;
    const payTime = new Date(createTime.getTime() + DAY_MS / 2);
    const bankSerial = `ACT${String(orderId).padStart(5, "0")}${String(serial).padStart(3, "0")}`;
    const [paid] = await db
      .insert(payment)
      .values({
        orderId,
        incomeType,
        payFen: amountFen,
        payTime,
        method: "bank",
        payerName: name,
        bankSerial,
        createTime: payTime,
        ...(isWaiting
          ? {}
          : { state: 1, receivedFen: amountFen, confirmedBy: clerk.userId, confirmedAt: payTime }),
      })
      .returning({ id: payment.id });
    if (!paid || isWaiting) continue;
    await db
      .insert(receipt)
      .values({ paymentId: paid.id, kind: "invoice", amountFen, title: name, createTime: payTime });
    if (state !== ENTRY_CODES.refund) continue;
    await db.insert(refund).values({
      paymentId: paid.id,
      entryId: id,
      amountFen,
      reason: "取消报名，按退费规则退费",
    });
  }
}
