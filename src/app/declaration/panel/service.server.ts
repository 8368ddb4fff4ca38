import { and, count, eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { REVIEW_CODES } from "#src/lib/declare/panel-life.ts";
import { takeDueSteps } from "#src/server/flow/flow.ts";
import { PANEL_FLOW } from "./acts/panel-flow.server.ts";
import { planOf, requireBatch } from "./model/plan.server.ts";
import { declareReview } from "./table.server.ts";

/** How many experts have handed in what they think of a declaration. */
export async function countReviews(db: Db, itemId: number): Promise<number> {
  const [row] = await db
    .select({ found: count() })
    .from(declareReview)
    .where(and(eq(declareReview.itemId, itemId), eq(declareReview.state, REVIEW_CODES.done)));
  return row?.found ?? 0;
}

/** Reminds experts whose time runs out, so many at most; how many were told. */
export const nudgeExperts = (db: Db, limit: number): Promise<number> =>
  takeDueSteps(PANEL_FLOW, db, "nudge", limit);

/** Gives a batch the usual plan of its kind. */
export async function beginPlan(db: Db, batchId: number): Promise<void> {
  await planOf(db, await requireBatch(db, batchId));
}
