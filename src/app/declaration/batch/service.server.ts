import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { STANDARD_SCHEMAS } from "#src/lib/declare/standard.ts";
import { isDeclareKind } from "#src/lib/declare/words.ts";
import { declareBatch, declareSchema, declareUnlock } from "./table.server.ts";

export type Batch = typeof declareBatch.$inferSelect;
export type SchemaVersion = typeof declareSchema.$inferSelect;

export async function batchOf(db: Db, id: number): Promise<Batch | undefined> {
  const [row] = await db.select().from(declareBatch).where(eq(declareBatch.id, id));
  return row;
}

/** Holds a batch's row until the transaction ends. */
export async function lockBatch(
  tx: Db,
  id: number,
  strength: "share" | "no key update",
): Promise<void> {
  await tx
    .select({ id: declareBatch.id })
    .from(declareBatch)
    .where(eq(declareBatch.id, id))
    .for(strength);
}

/** The newest version of a batch's form. */
export async function newestSchema(db: Db, batchId: number): Promise<SchemaVersion | undefined> {
  const [row] = await db
    .select()
    .from(declareSchema)
    .where(eq(declareSchema.batchId, batchId))
    .orderBy(desc(declareSchema.versionNo))
    .limit(1);
  return row;
}

export async function schemaOf(db: Db, id: number): Promise<SchemaVersion> {
  const [row] = await db.select().from(declareSchema).where(eq(declareSchema.id, id));
  if (!row) throw new Error(`there is no form ${id}`);
  return row;
}

/** Gives a batch that has none the standard form of its kind. */
export async function beginSchema(tx: Db, { id, kind }: Batch): Promise<SchemaVersion> {
  const found = await newestSchema(tx, id);
  if (found) return found;
  if (!isDeclareKind(kind)) throw new Error(`no declaration is a ${kind}`);
  const [row] = await tx
    .insert(declareSchema)
    .values({ batchId: id, versionNo: 1, schema: STANDARD_SCHEMAS[kind], createBy: "system" })
    .returning();
  if (!row) throw new Error("a form was not written");
  return row;
}

/** Until when a batch takes what this person hands in: its own end, or a later one that staff gave them. */
export async function closingFor(
  db: Db,
  { id, closeAt }: Pick<Batch, "id" | "closeAt">,
  userId: number,
): Promise<Date | null> {
  const [row] = await db
    .select({ untilAt: declareUnlock.untilAt })
    .from(declareUnlock)
    .where(and(eq(declareUnlock.batchId, id), eq(declareUnlock.userId, userId)));
  return row && (!closeAt || row.untilAt > closeAt) ? row.untilAt : closeAt;
}

/** The database's clock: of several machines each has its own. */
export async function clockOf(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
  );
  return new Date(Number(rows[0]?.now));
}
