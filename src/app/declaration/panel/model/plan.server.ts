import { eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { STANDARD_SHEETS } from "#src/lib/declare/score-sheet.ts";
import { isDeclareKind } from "#src/lib/declare/words.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { type Batch, batchOf } from "../../batch/service.server.ts";
import { declarePlan } from "../table.server.ts";

export type PlanRow = typeof declarePlan.$inferSelect;

/** What experts promise where staff have not written it in other words. */
const PROMISE =
  "我承诺：对评审材料、评审意见、评审结果和专家名单严格保密，不复制、不传播、不用于评审以外的用途；不与申报人或其单位就评审进行联系；与申报人有利害关系时主动回避；独立、客观、公正地评审。";

/** @throws AppError 404 */
export async function requireBatch(db: Db, id: number): Promise<Batch> {
  const batch = await batchOf(db, id);
  if (!batch) throw new AppError(NOT_FOUND, { code: 404 });
  return batch;
}

const select = (db: Db, batchId: number) =>
  db.select().from(declarePlan).where(eq(declarePlan.batchId, batchId));

/** How a batch is judged; it gets the usual plan of its kind when somebody first asks. */
export async function planOf(db: Db, batch: Batch): Promise<PlanRow> {
  const [found] = await select(db, batch.id);
  if (found) return found;
  if (!isDeclareKind(batch.kind)) throw new Error(`no declaration is a ${batch.kind}`);
  await db
    .insert(declarePlan)
    .values({ batchId: batch.id, sheet: STANDARD_SHEETS[batch.kind], promise: PROMISE })
    .onConflictDoNothing();
  return planOf(db, batch);
}

/** The same, held as it is: whoever edits it waits, whoever reads it does not. */
export async function keepPlan(tx: Db, batch: Batch): Promise<PlanRow> {
  await planOf(tx, batch);
  const [row] = await select(tx, batch.id).for("share");
  if (!row) throw new Error(`there is no plan of batch ${batch.id}`);
  return row;
}

/** The same, held to the end of the transaction: whoever assigns, invites or edits in this batch comes next. */
export async function holdPlan(tx: Db, batch: Batch): Promise<PlanRow> {
  await planOf(tx, batch);
  const [row] = await select(tx, batch.id).for("update");
  if (!row) throw new Error(`there is no plan of batch ${batch.id}`);
  return row;
}
