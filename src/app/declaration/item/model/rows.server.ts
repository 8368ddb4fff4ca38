import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { nextNumber } from "#src/app/member/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { AppError, CONFLICT } from "#src/server/http/errors.ts";
import { declareItem } from "../table.server.ts";
import { type Item, writerIds } from "./rights.server.ts";

export async function lockItem(
  tx: Db,
  id: number,
  condition: SQL | undefined,
): Promise<Item | undefined> {
  const [row] = await tx
    .select({ ...getTableColumns(declareItem), writerIds })
    .from(declareItem)
    .where(and(eq(declareItem.id, id), condition))
    .for("update");
  return row;
}

/** @throws AppError when the call was made for another version than the record has. */
export async function checkVersion(row: Item, version: unknown): Promise<void> {
  if (version === undefined || version === null || version === "") return;
  if (Number(version) !== row.version) {
    throw new AppError(CONFLICT, { data: { version: row.version } });
  }
}

/** Writes values into a locked row. */
export async function put(
  tx: Db,
  id: number,
  values: Partial<Omit<typeof declareItem.$inferInsert, "version">>,
): Promise<Item> {
  const [row] = await tx
    .update(declareItem)
    .set({ ...values, version: sql`${declareItem.version} + 1`, updateTime: sql`now()` })
    .where(eq(declareItem.id, id))
    .returning();
  if (!row) throw new Error(`there is no declaration ${id}`);
  return row;
}

/** `D202600001`. */
export async function nextItemNo(tx: Db): Promise<string> {
  const year = Number(formatDay(new Date()).slice(0, 4));
  const number = await nextNumber(tx, "declare", year);
  return `D${year}${String(number).padStart(5, "0")}`;
}
