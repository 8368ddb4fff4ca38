import { eq, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { activityOrder } from "../../activity/table.server.ts";
import { sign } from "../../system/sign/table.server.ts";

// What a payment is for, in a statement that joins the application and the order to it: one of them is null.

/** The number of an application; of an order 活动 with its own. */
export const causeNo = sql<string>`coalesce(${sign.applyNo}, '活动' || ${activityOrder.id})`;

export const causeName = sql<string>`coalesce(${sign.name}, ${activityOrder.contactName}, '')`;

/** The account whose application or order it is; null for a guest. */
export const causeUser = sql<number | null>`coalesce(${sign.userId}, ${activityOrder.userId})`;

/** Whose payment it is, and how they are told what became of it. */
export type PayerTold = {
  userId: number | null;
  name: string;
  target: { userId?: number; phone?: string; link: string };
};

/** The owner of the application or of the order that a payment is for. */
export async function payerOf(
  tx: Db,
  { signId, orderId }: { signId: number | null; orderId: number | null },
): Promise<PayerTold | undefined> {
  if (signId !== null) {
    const [row] = await tx.select().from(sign).where(eq(sign.id, signId));
    if (!row) return undefined;
    const { userId, name } = row;
    return { userId, name, target: { userId, link: "/Membership/mine" } };
  }
  const [row] = await tx
    .select()
    .from(activityOrder)
    .where(eq(activityOrder.id, orderId ?? 0));
  if (!row) return undefined;
  const { userId, contactName: name, phone } = row;
  const target = { ...(userId === null ? {} : { userId }), ...(phone ? { phone } : {}) };
  return { userId, name, target: { ...target, link: "/personal/activities" } };
}
