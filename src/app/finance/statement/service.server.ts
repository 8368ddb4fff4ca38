import type { Db } from "#src/db/client.ts";
import { causesOf } from "#src/lib/causes.ts";
import { AppError } from "#src/server/http/errors.ts";
import { type bankLine, bankMatch } from "./table.server.ts";

export type Line = typeof bankLine.$inferSelect;

const USED_UP = "这笔流水已用完，或剩余金额不足，请刷新后查看";

/** Which part of a bank's line confirms a payment. */
export type LinePart = { line: Line; part: number };

/**
 * Notes that a confirmed payment came in with a line.
 * @throws AppError where less of the line is left: the database counts.
 */
export async function takeFromLine(
  tx: Db,
  match: { lineId: number; paymentId: number; fen: number; userName: string },
): Promise<void> {
  const { userName, ...values } = match;
  try {
    await tx.transaction((inner) =>
      inner.insert(bankMatch).values({ ...values, createBy: userName }),
    );
  } catch (error) {
    const constraints = causesOf(error).map(
      (cause) => (cause as { constraint?: string }).constraint,
    );
    if (constraints.includes("bank_line_used")) throw new AppError(USED_UP);
    throw error;
  }
}
