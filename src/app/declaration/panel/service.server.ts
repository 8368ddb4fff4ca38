import { and, count, eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { REVIEW_CODES } from "#src/lib/declare/panel-life.ts";
import { takeDueSteps } from "#src/server/flow/flow.ts";
import { PANEL_FLOW } from "./acts/panel-flow.server.ts";
import { holdPlan, planOf, requireBatch } from "./model/plan.server.ts";
import { resultsOf } from "./read/results.server.ts";
import { declareReview } from "./table.server.ts";
import type { PanelResults } from "./wire.ts";

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

/** The ranking of a batch as it is now: decision 62. */
export const rankingOf = (db: Db, batchId: number): Promise<PanelResults> => resultsOf(db, batchId);

/** Holds the scores of a batch as they are to the end of the transaction: who hands one in comes next. */
export async function holdScores(tx: Db, batchId: number): Promise<void> {
  await holdPlan(tx, await requireBatch(tx, batchId));
}
