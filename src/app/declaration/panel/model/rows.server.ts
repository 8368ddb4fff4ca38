import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { AppError, CONFLICT } from "#src/server/http/errors.ts";
import { declarePanel, declareReview } from "../table.server.ts";

export type Panel = typeof declarePanel.$inferSelect;
export type Review = typeof declareReview.$inferSelect;

export async function lockPanel(tx: Db, id: number, condition: SQL | undefined) {
  const [row] = await tx
    .select()
    .from(declarePanel)
    .where(and(eq(declarePanel.id, id), condition))
    .for("update");
  return row;
}

export async function lockReview(tx: Db, id: number, condition: SQL | undefined) {
  const [row] = await tx
    .select()
    .from(declareReview)
    .where(and(eq(declareReview.id, id), condition))
    .for("update");
  return row;
}

/** @throws AppError when the call was made for another version than the record has. */
export async function checkVersion(row: { version: number }, version: unknown): Promise<void> {
  if (version === undefined || version === null || version === "") return;
  if (Number(version) !== row.version) {
    throw new AppError(CONFLICT, { data: { version: row.version } });
  }
}

export async function putPanel(
  tx: Db,
  id: number,
  values: Partial<Omit<typeof declarePanel.$inferInsert, "version">>,
): Promise<Panel> {
  const [row] = await tx
    .update(declarePanel)
    .set({ ...values, version: sql`${declarePanel.version} + 1`, updateTime: sql`now()` })
    .where(eq(declarePanel.id, id))
    .returning();
  if (!row) throw new Error(`there is no panel ${id}`);
  return row;
}

export async function putReview(
  tx: Db,
  id: number,
  values: Partial<Omit<typeof declareReview.$inferInsert, "version">>,
): Promise<Review> {
  const [row] = await tx
    .update(declareReview)
    .set({ ...values, version: sql`${declareReview.version} + 1`, updateTime: sql`now()` })
    .where(eq(declareReview.id, id))
    .returning();
  if (!row) throw new Error(`there is no review ${id}`);
  return row;
}
