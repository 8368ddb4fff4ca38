import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { AppError, CONFLICT } from "#src/server/http/errors.ts";
import { declareMeeting } from "./table.server.ts";

export type MeetingRow = typeof declareMeeting.$inferSelect;

export async function lockMeeting(
  tx: Db,
  id: number,
  condition: SQL | undefined,
): Promise<MeetingRow | undefined> {
  const [row] = await tx
    .select()
    .from(declareMeeting)
    .where(and(eq(declareMeeting.id, id), condition))
    .for("update");
  return row;
}

/** @throws AppError when the call was made for another version than the record has. */
export function checkVersion(row: { version: number }, version: unknown): void {
  if (version === undefined || version === null || version === "") return;
  if (Number(version) !== row.version) {
    throw new AppError(CONFLICT, { data: { version: row.version } });
  }
}

export async function putMeeting(
  tx: Db,
  id: number,
  values: Partial<Omit<typeof declareMeeting.$inferInsert, "version">>,
): Promise<MeetingRow> {
  const [row] = await tx
    .update(declareMeeting)
    .set({ ...values, version: sql`${declareMeeting.version} + 1`, updateTime: sql`now()` })
    .where(eq(declareMeeting.id, id))
    .returning();
  if (!row) throw new Error(`there is no meeting ${id}`);
  return row;
}
