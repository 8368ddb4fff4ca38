import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import type { Account } from "#src/server/http/access.ts";
import { tellNews } from "../../news/service.server.ts";
import { leftOf } from "../service.server.ts";
import { type payment, receipt } from "../table.server.ts";

export type Receipt = typeof receipt.$inferSelect;

/** Changes a receipt in its person's name, or in the program's. */
export const put = (tx: Db, id: number, values: Partial<Receipt>, account?: Account) =>
  tx
    .update(receipt)
    .set({ ...values, updateBy: account?.userName ?? "system", updateTime: sql`now()` })
    .where(eq(receipt.id, id));

/** Those who issue receipts see at once how many wait. */
export const tellDesk = (tx: Db) => tellNews(tx, "inbox", ["finance:receipt:issue"]);

/**
 * After a refund or a correction was agreed to: one that is to be issued is made out for what is left, one
 * that was issued is asked for once more. The caller holds the payment's row.
 */
export async function afterRefund(tx: Db, paid: typeof payment.$inferSelect): Promise<void> {
  const [row] = await tx
    .select()
    .from(receipt)
    .where(and(eq(receipt.paymentId, paid.id), inArray(receipt.state, [0, 1, 2, 3])))
    .for("update");
  if (!row) return;
  const left = await leftOf(tx, paid);
  if (row.state === 0) {
    await put(tx, row.id, left > 0 ? { amountFen: left } : { state: 4, reason: "款项已全部退回" });
  } else {
    const shown = `缴费退款或更正后为 ${moneyShown(left)} 元，原票据须作废`;
    await put(tx, row.id, { state: 3, reason: shown });
  }
  await tellDesk(tx);
}
