import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { masked, nameFinder } from "#src/lib/declare/blind.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import {
  PANEL_CODES,
  panelStateName,
  REVIEW_CODES,
  reviewStateName,
} from "#src/lib/declare/panel-life.ts";
import { pointsText } from "#src/lib/declare/score-sheet.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { schemaOf } from "../../batch/service.server.ts";
import { declareBatch } from "../../batch/table.server.ts";
import { declareExpert } from "../../expert/table.server.ts";
import { declareItem } from "../../item/table.server.ts";
import { namedOf } from "../model/judges.server.ts";
import { planOf } from "../model/plan.server.ts";
import { declarePanel, declarePlan, declareReview } from "../table.server.ts";
import type { Duty, DutyWhole } from "../wire.ts";

const text = (date: Date | null): string | null => (date ? formatDateTime(date) : null);

const ofExpert = (userId: number) =>
  and(
    eq(declareExpert.userId, userId),
    eq(declareExpert.status, "0"),
    ne(declarePanel.state, PANEL_CODES.removed),
  );

/** What waits for an expert, and what they have done: a line for each batch, the newest first. */
export async function dutiesOf(db: Db, userId: number): Promise<Duty[]> {
  const rows = await db
    .select({ panel: declarePanel, batchName: declareBatch.batchName, dueAt: declarePlan.dueAt })
    .from(declarePanel)
    .innerJoin(declareExpert, eq(declareExpert.id, declarePanel.expertId))
    .innerJoin(declareBatch, eq(declareBatch.id, declarePanel.batchId))
    .leftJoin(declarePlan, eq(declarePlan.batchId, declarePanel.batchId))
    .where(ofExpert(userId))
    .orderBy(asc(declarePanel.state), asc(declarePanel.id));
  if (rows.length === 0) return [];
  const reviews = await db
    .select({
      panelId: declareReview.panelId,
      state: declareReview.state,
      itemState: declareItem.state,
    })
    .from(declareReview)
    .innerJoin(declareItem, eq(declareItem.id, declareReview.itemId))
    .where(
      inArray(
        declareReview.panelId,
        rows.map(({ panel }) => panel.id),
      ),
    );
  return rows.map(({ panel, batchName, dueAt }) => {
    const own = reviews.filter(({ panelId }) => panelId === panel.id);
    return {
      id: panel.id,
      batchName,
      state: panel.state,
      stateName: panelStateName(panel.state),
      dueAt: text(dueAt),
      open: own.filter(
        ({ state, itemState }) => state === REVIEW_CODES.open && itemState === DECLARE_CODES.expert,
      ).length,
      done: own.filter(({ state }) => state === REVIEW_CODES.done).length,
    };
  });
}

/**
 * A batch as its expert sees it; of the declarations nothing before the promise was given.
 * @throws AppError 404 for a batch that is not theirs, or that they were taken out of.
 */
export async function dutyOf(db: Db, panelId: number, userId: number): Promise<DutyWhole> {
  const duty = (await dutiesOf(db, userId)).find(({ id }) => id === panelId);
  const [row] = await db
    .select({ panel: declarePanel, batch: declareBatch })
    .from(declarePanel)
    .innerJoin(declareBatch, eq(declareBatch.id, declarePanel.batchId))
    .where(eq(declarePanel.id, panelId));
  if (!duty || !row) throw new AppError(NOT_FOUND, { code: 404 });
  const { panel, batch } = row;
  const plan = await planOf(db, batch);
  const hasPromised = panel.promiseVersion === plan.promiseVersion;
  const isAccepted = panel.state === PANEL_CODES.accepted;
  const whole = {
    ...duty,
    intro: batch.intro,
    isBlind: batch.isBlind,
    promise: plan.promise,
    promiseVersion: plan.promiseVersion,
    needsPromise: isAccepted && !hasPromised,
  };
  if (!isAccepted || !hasPromised) return { ...whole, items: [] };
  const rows = await db
    .select({ review: declareReview, item: declareItem })
    .from(declareReview)
    .innerJoin(declareItem, eq(declareItem.id, declareReview.itemId))
    .where(and(eq(declareReview.panelId, panelId), ne(declareReview.state, REVIEW_CODES.replaced)))
    .orderBy(asc(declareReview.state), asc(declareItem.itemNo), asc(declareReview.id));
  const items = await Promise.all(
    rows.map(async ({ review, item }) => ({
      id: review.id,
      itemNo: item.itemNo,
      title: await titleOf(db, item, batch.isBlind),
      category: item.category,
      state: review.state,
      stateName: reviewStateName(review.state),
      total: review.total === null ? "" : pointsText(review.total),
    })),
  );
  return { ...whole, items };
}

/** A title as an expert reads it. */
async function titleOf(
  db: Db,
  item: typeof declareItem.$inferSelect,
  isBlind: boolean,
): Promise<string> {
  if (!isBlind) return item.title;
  const { schema } = await schemaOf(db, item.schemaId);
  return masked(item.title, nameFinder(await namedOf(db, item, schema)));
}
