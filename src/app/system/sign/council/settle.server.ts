import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Verdict } from "#src/lib/membership/council.ts";
import { councilItem } from "./table.server.ts";

/**
 * Writes down what became of the item with which an application waits on a sheet, where there is one. Call it
 * with the application locked: every step locks it before its item.
 */
export async function settleItem(
  tx: Db,
  signId: number,
  result: Verdict | "left",
  opinion = "",
): Promise<void> {
  await tx
    .update(councilItem)
    .set({ result, opinion, decidedAt: sql`now()` })
    .where(and(eq(councilItem.signId, signId), eq(councilItem.result, "")));
}
