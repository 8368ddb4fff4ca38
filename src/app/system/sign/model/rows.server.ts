import { randomBytes } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { nextNumber } from "#src/app/member/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { referenceOf } from "#src/lib/membership/reference.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { AppError, CONFLICT } from "#src/server/http/errors.ts";
import { sign } from "../table.server.ts";
import type { Sign } from "./rights.server.ts";

export async function lockSign(
  tx: Db,
  id: number,
  condition: SQL | undefined,
): Promise<Sign | undefined> {
  const [row] = await tx
    .select()
    .from(sign)
    .where(and(eq(sign.id, id), condition))
    .for("update");
  return row;
}

/** @throws AppError when the call was made for another version than the record has. */
export async function checkVersion(row: Sign, version: unknown): Promise<void> {
  if (version === undefined || version === null || version === "") return;
  if (Number(version) !== row.version)
    throw new AppError(CONFLICT, { data: { version: row.version } });
}

/** Writes values into a locked row. */
export async function put(
  tx: Db,
  id: number,
  values: Partial<Omit<typeof sign.$inferInsert, "version">>,
): Promise<Sign> {
  const [row] = await tx
    .update(sign)
    .set({ ...values, version: sql`${sign.version} + 1`, updateTime: sql`now()` })
    .where(eq(sign.id, id))
    .returning();
  if (!row) throw new Error(`there is no application ${id}`);
  return row;
}

/** `S2026110001`. */
export async function nextApplyNo(tx: Db): Promise<string> {
  const month = formatDay(new Date()).slice(0, 7).replace("-", "");
  const number = await nextNumber(tx, "apply", Number(month));
  return `S${month}${String(number).padStart(4, "0")}`;
}

/** A reference for a transfer that no application has. */
export async function freeReference(tx: Db): Promise<string> {
  for (;;) {
    const reference = referenceOf(randomBytes(6));
    const taken = await tx.$count(sign, eq(sign.reference, reference));
    if (taken === 0) return reference;
  }
}
