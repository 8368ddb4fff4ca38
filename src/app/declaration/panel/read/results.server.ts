import { and, asc, eq, gte, lte } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES, declareStateName } from "#src/lib/declare/declare-life.ts";
import { REVIEW_CODES } from "#src/lib/declare/panel-life.ts";
import { type Mark, ranked, WIDE_SPREAD } from "#src/lib/declare/ranking.ts";
import { type ScoreSheet, type Scores, tenthsOf } from "#src/lib/declare/score-sheet.ts";
import { declareItem } from "../../item/table.server.ts";
import { planOf, requireBatch } from "../model/plan.server.ts";
import { declareReview } from "../table.server.ts";
import type { PanelResults } from "../wire.ts";

/** Points of the line that weighs most, from 0 to 100. */
function leadOf({ criteria }: ScoreSheet, scores: Scores): number {
  const [first] = criteria.toSorted((a, b) => b.weight - a.weight);
  const tenths = first && tenthsOf(scores[first.name] ?? "", first.max);
  return first && tenths !== undefined ? (tenths * 10) / first.max : 0;
}

const points = (value: number) => value.toFixed(2);

/** The ranking of a batch: decision 62. Declarations that left the experts keep their places. */
export async function resultsOf(db: Db, batchId: number): Promise<PanelResults> {
  const batch = await requireBatch(db, batchId);
  const plan = await planOf(db, batch);
  const items = await db
    .select()
    .from(declareItem)
    .where(
      and(
        eq(declareItem.batchId, batchId),
        gte(declareItem.state, DECLARE_CODES.expert),
        lte(declareItem.state, DECLARE_CODES.declined),
      ),
    )
    .orderBy(asc(declareItem.itemNo), asc(declareItem.id));
  const reviews = await db
    .select({
      itemId: declareReview.itemId,
      panelId: declareReview.panelId,
      total: declareReview.total,
      scores: declareReview.scores,
    })
    .from(declareReview)
    .where(and(eq(declareReview.batchId, batchId), eq(declareReview.state, REVIEW_CODES.done)));
  const marks = reviews.map(
    ({ itemId, panelId, total, scores }): Mark => ({
      itemId,
      expertId: panelId,
      total: (total ?? 0) / 100,
      lead: leadOf(plan.sheet, scores),
    }),
  );
  // A declaration that was declined in the formal check has never been with experts.
  const judged = items.filter(
    ({ id, state }) =>
      state !== DECLARE_CODES.declined || marks.some(({ itemId }) => itemId === id),
  );
  const itemOf = new Map(judged.map((item) => [item.id, item]));
  const order = ranked([...itemOf.keys()], marks, batch.reviewers);
  return {
    reviewers: batch.reviewers,
    rows: order.flatMap((row) => {
      const item = itemOf.get(row.itemId);
      if (!item) return [];
      return [
        {
          id: item.id,
          place: row.place,
          itemNo: item.itemNo,
          title: item.title,
          category: item.category,
          unitName: item.unitName,
          state: item.state,
          stateName: declareStateName(item.state),
          version: item.version,
          count: row.count,
          score: row.count > 0 ? points(row.score) : "",
          mean: row.count > 0 ? points(row.mean) : "",
          spread: row.count > 0 ? points(row.spread) : "",
          isWide: row.spread >= WIDE_SPREAD,
          totals: marks
            .filter(({ itemId }) => itemId === item.id)
            .map(({ total }) => total)
            .toSorted((a, b) => b - a)
            .map(points),
        },
      ];
    }),
  };
}
