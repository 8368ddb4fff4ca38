import { and, eq, ne } from "drizzle-orm";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { blindSchema, blindValues, masked, nameFinder } from "#src/lib/declare/blind.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { REVIEW_CODES, reviewStateName } from "#src/lib/declare/panel-life.ts";
import { filesIn } from "#src/lib/declare/read-values.ts";
import { type DeclareSchema, type DeclareValues, slotsOf } from "#src/lib/declare/schema.ts";
import { pointsText } from "#src/lib/declare/score-sheet.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { batchOf, schemaOf } from "../../batch/service.server.ts";
import { declareItem } from "../../item/table.server.ts";
import { ownReviews } from "../acts/review-flow.server.ts";
import { namedOf } from "../model/judges.server.ts";
import { planOf } from "../model/plan.server.ts";
import { declarePanel, declareReview } from "../table.server.ts";
import type { ReviewWhole } from "../wire.ts";

/**
 * What an expert may read of a declaration: in a blind batch neither names nor originals. All that leads to an expert
 * is made of this, and of nothing else.
 */
export type Material = {
  review: typeof declareReview.$inferSelect;
  itemNo: string;
  itemState: number;
  isBlind: boolean;
  title: string;
  category: string;
  schema: DeclareSchema;
  values: DeclareValues;
  /** Files that may be opened; in a blind batch none (decision 63). */
  files: { slot: string; index: number; path: string; name: string; bytes: number }[];
};

/** @throws AppError 404 for a review that is not theirs, 500 before the promise was given. */
export async function materialOf(
  { db }: Pick<Context, "db">,
  id: number,
  userId: number,
): Promise<Material> {
  const [row] = await db
    .select({ review: declareReview, item: declareItem, panel: declarePanel })
    .from(declareReview)
    .innerJoin(declareItem, eq(declareItem.id, declareReview.itemId))
    .innerJoin(declarePanel, eq(declarePanel.id, declareReview.panelId))
    .where(
      and(
        eq(declareReview.id, id),
        ownReviews(userId),
        ne(declareReview.state, REVIEW_CODES.replaced),
      ),
    );
  const batch = row && (await batchOf(db, row.review.batchId));
  if (!row || !batch) throw new AppError(NOT_FOUND, { code: 404 });
  const { review, item, panel } = row;
  const plan = await planOf(db, batch);
  if (panel.promiseVersion !== plan.promiseVersion) throw new AppError("请先阅读并确认保密承诺");
  // Who has withdrawn reads nothing more of it.
  if (review.state === REVIEW_CODES.recused) throw new AppError(NOT_FOUND, { code: 404 });
  const { schema } = await schemaOf(db, item.schemaId);
  const common = {
    review,
    itemNo: item.itemNo,
    itemState: item.state,
    isBlind: batch.isBlind,
    category: item.category,
  };
  if (batch.isBlind) {
    const finder = nameFinder(await namedOf(db, item, schema));
    return {
      ...common,
      title: masked(item.title, finder),
      schema: withoutSlots(blindSchema(schema)),
      values: blindValues(schema, item.values, finder),
      files: [],
    };
  }
  const files: Material["files"] = [];
  for (const { name: slot, label } of slotsOf(schema)) {
    for (const [index, path] of filesIn(item.values, slot).entries()) {
      const [file] = await db.select().from(storedFile).where(eq(storedFile.path, path));
      if (file?.purpose !== "declaration") continue;
      const extension = path.split(".").at(-1) ?? "";
      const number = index === 0 ? "" : ` ${index + 1}`;
      files.push({ slot, index, path, name: `${label}${number}.${extension}`, bytes: file.bytes });
    }
  }
  return { ...common, title: item.title, schema, values: withoutFiles(schema, item.values), files };
}

const withoutSlots = ({ sections }: DeclareSchema): DeclareSchema => ({
  sections: sections
    .map((section) => ({
      ...section,
      fields: section.fields.filter(({ kind }) => kind !== "files"),
    }))
    .filter(({ fields }) => fields.length > 0),
});

/** Keys of files are the store's. */
const withoutFiles = (schema: DeclareSchema, values: DeclareValues): DeclareValues => {
  const slots = new Set(slotsOf(schema).map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !slots.has(name)));
};

/** A declaration with what the expert has filled in. */
export async function reviewOf(
  context: Pick<Context, "db">,
  id: number,
  userId: number,
): Promise<ReviewWhole> {
  const { review, files, itemState, ...shown } = await materialOf(context, id, userId);
  const batch = await batchOf(context.db, review.batchId);
  if (!batch) throw new Error(`there is no batch ${review.batchId}`);
  const plan = await planOf(context.db, batch);
  return {
    ...shown,
    id: review.id,
    panelId: review.panelId,
    batchName: batch.batchName,
    dueAt: plan.dueAt ? formatDateTime(plan.dueAt) : null,
    state: review.state,
    stateName: reviewStateName(review.state),
    total: review.total === null ? "" : pointsText(review.total),
    version: review.version,
    isWritable: review.state === REVIEW_CODES.open && itemState === DECLARE_CODES.expert,
    files: files.map(({ path: _path, ...file }) => file),
    sheet: plan.sheet,
    scores: review.scores,
    comments: review.comments,
    comment: review.comment,
  };
}
