import { and, asc, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { panelStateName, REVIEW_CODES, reviewStateName } from "#src/lib/declare/panel-life.ts";
import { pointsText } from "#src/lib/declare/score-sheet.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { clockOf } from "../../batch/service.server.ts";
import { declareBatch } from "../../batch/table.server.ts";
import { declareExpert } from "../../expert/table.server.ts";

import { declareItem } from "../../item/table.server.ts";
import { refusalOf } from "../acts/assign.server.ts";
import { judgedIn, seatedIn } from "../model/judges.server.ts";
import { planOf, requireBatch } from "../model/plan.server.ts";
import { declarePanel, declareReview } from "../table.server.ts";
import type { Choice, Invitee, PanelBatch, Progress } from "../wire.ts";

const text = (date: Date | null): string | null => (date ? formatDateTime(date) : null);
const { open, done, recused, replaced } = REVIEW_CODES;

/** Batches that have been published, the newest first, with how many declarations are with their experts. */
export async function panelBatches(db: Db): Promise<PanelBatch[]> {
  return db
    .select({
      id: declareBatch.id,
      batchName: declareBatch.batchName,
      waiting:
        sql<number>`(select count(*)::int from declare_item i where i.batch_id = ${declareBatch}.id
          and i.state = ${DECLARE_CODES.expert})`.mapWith(Number),
    })
    .from(declareBatch)
    .orderBy(desc(declareBatch.id))
    .limit(100);
}

/** Declarations of a batch with their experts: what is done, what is missing, who is late. */
export async function progressOf(db: Db, batchId: number): Promise<Progress> {
  const batch = await requireBatch(db, batchId);
  const plan = await planOf(db, batch);
  const panels = await db
    .select({ panel: declarePanel, expert: declareExpert })
    .from(declarePanel)
    .innerJoin(declareExpert, eq(declareExpert.id, declarePanel.expertId))
    .where(eq(declarePanel.batchId, batchId))
    .orderBy(asc(declarePanel.state), asc(declareExpert.name), asc(declarePanel.id));
  const reviews = await db
    .select({ review: declareReview, name: declareExpert.name })
    .from(declareReview)
    .innerJoin(declarePanel, eq(declarePanel.id, declareReview.panelId))
    .innerJoin(declareExpert, eq(declareExpert.id, declarePanel.expertId))
    .where(eq(declareReview.batchId, batchId))
    .orderBy(asc(declareReview.state), asc(declareReview.id));
  const items = await db
    .select()
    .from(declareItem)
    .where(and(eq(declareItem.batchId, batchId), eq(declareItem.state, DECLARE_CODES.expert)))
    .orderBy(asc(declareItem.itemNo), asc(declareItem.id));
  const count = (panelId: number, state: number) =>
    reviews.filter(({ review }) => review.panelId === panelId && review.state === state).length;
  const now = await clockOf(db);
  return {
    plan: {
      batchId,
      batchName: batch.batchName,
      reviewers: batch.reviewers,
      isBlind: batch.isBlind,
      dueAt: text(plan.dueAt),
      perExpert: plan.perExpert,
      sheet: plan.sheet,
      promise: plan.promise,
      promiseVersion: plan.promiseVersion,
      version: plan.version,
      isFixed: reviews.some(({ review }) => review.state === done),
    },
    isOverdue: plan.dueAt !== null && now > plan.dueAt,
    experts: panels.map(({ panel, expert }) => ({
      id: panel.id,
      expertId: expert.id,
      name: expert.name,
      unitName: expert.unitName,
      field: expert.field,
      state: panel.state,
      stateName: panelStateName(panel.state),
      reason: panel.reason,
      open: count(panel.id, open),
      done: count(panel.id, done),
      recused: count(panel.id, recused),
      remindedAt: text(panel.remindedAt),
    })),
    items: items.map((item) => {
      const seats = reviews.filter(
        ({ review }) => review.itemId === item.id && review.state !== replaced,
      );
      const has = seats.filter(({ review }) => review.state !== recused).length;
      return {
        id: item.id,
        itemNo: item.itemNo,
        title: item.title,
        category: item.category,
        unitName: item.unitName,
        state: item.state,
        done: seats.filter(({ review }) => review.state === done).length,
        missing: Math.max(0, batch.reviewers - has),
        seats: seats.map(({ review, name }) => ({
          id: review.id,
          panelId: review.panelId,
          name,
          state: review.state,
          stateName: reviewStateName(review.state),
          total: review.total === null ? "" : pointsText(review.total),
          reason: review.reason,
        })),
      };
    }),
  };
}

/** Experts of the batch for one declaration: who may judge it comes first, then why others may not. */
export async function choicesFor(db: Db, batchId: number, itemId: number): Promise<Choice[]> {
  const plan = await planOf(db, await requireBatch(db, batchId));
  const one = (await judgedIn(db, batchId)).find(({ item }) => item.id === itemId);
  if (!one) return [];
  const experts = await seatedIn(db, batchId);
  return experts
    .map((expert) => ({
      panelId: expert.panelId,
      name: expert.judge.name,
      unitName: expert.judge.unitName,
      field: expert.field,
      load: expert.load,
      refusal: refusalOf(expert, one, plan.perExpert),
    }))
    .toSorted((a, b) => Number(a.refusal !== "") - Number(b.refusal !== "") || a.load - b.load);
}

/** Experts of the list who are not on this batch, or have left it. */
export async function inviteesFor(db: Db, batchId: number): Promise<Invitee[]> {
  const there = db
    .select({ expertId: declarePanel.expertId })
    .from(declarePanel)
    .where(and(eq(declarePanel.batchId, batchId), inArray(declarePanel.state, [0, 1])));
  return db
    .select({
      expertId: declareExpert.id,
      name: declareExpert.name,
      unitName: declareExpert.unitName,
      field: declareExpert.field,
    })
    .from(declareExpert)
    .where(and(eq(declareExpert.status, "0"), notInArray(declareExpert.id, there)))
    .orderBy(asc(declareExpert.name), asc(declareExpert.id))
    .limit(500);
}
