import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { checkMoney, fenOf, moneyShown, moneyText } from "#src/lib/text/money.ts";
import { isReason, REASON } from "#src/lib/text/reason.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import type { Confirming } from "../../system/sign/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { receivedFor } from "../service.server.ts";
import type { Line } from "./service.server.ts";
import { bankLine, bankMatch } from "./table.server.ts";
import type { MatchResult } from "./wire.ts";

const MAX_LINES = 50;
const MAX_PARTS = 50;

/** What of a line is for which application; yuan as a person writes them. */
export type Wanted = { lineId: number; parts: { signId: number; amount: string }[] };

/** Rows that several people may be at are locked in one order: two lists at once never wait for each other. */
async function lockAll(tx: Db, items: readonly Wanted[]): Promise<Map<number, Line>> {
  const lines = await tx
    .select()
    .from(bankLine)
    .where(
      inArray(
        bankLine.id,
        items.map(({ lineId }) => lineId),
      ),
    )
    .orderBy(bankLine.id)
    .for("update");
  const signIds = items.flatMap(({ parts }) => parts.map(({ signId }) => signId));
  if (signIds.length > 0) {
    await tx
      .select({ id: sign.id })
      .from(sign)
      .where(inArray(sign.id, signIds))
      .orderBy(sign.id)
      .for("update");
  }
  return new Map(lines.map((line) => [line.id, line]));
}

/**
 * Confirms the money of several lines, each by itself: one that is refused keeps none of the others back, and of a
 * line either all parts are confirmed or none. A single line that is refused is refused as a call.
 */
export async function confirmLines(
  db: Db,
  confirming: Confirming,
  items: readonly Wanted[],
): Promise<MatchResult[]> {
  if (items.length === 0) throw new AppError("请先选择流水");
  if (items.length > MAX_LINES) throw new AppError(`一次最多确认 ${MAX_LINES} 笔流水`);
  return db.transaction(async (tx) => {
    const lines = await lockAll(tx, items);
    const results: MatchResult[] = [];
    for (const item of items.toSorted((one, other) => one.lineId - other.lineId)) {
      try {
        const signs = await tx.transaction((inner) =>
          confirmLine(inner, confirming, lines.get(item.lineId), item),
        );
        results.push({ lineId: item.lineId, ok: true, msg: "", signs });
      } catch (error) {
        if (items.length === 1 || !(error instanceof AppError)) throw error;
        results.push({ lineId: item.lineId, ok: false, msg: error.message, signs: [] });
      }
    }
    return results;
  });
}

async function confirmLine(
  tx: Db,
  confirming: Confirming,
  line: Line | undefined,
  { parts }: Wanted,
): Promise<MatchResult["signs"]> {
  if (!line) throw new AppError(NOT_FOUND, { code: 404 });
  if (line.state === 1) throw new AppError("这笔流水已确认过，请刷新后查看");
  if (line.state === 2) throw new AppError("这笔流水已标记为不匹配，请先恢复");
  if (parts.length === 0) throw new AppError("请选择这笔流水对应的申请");
  if (parts.length > MAX_PARTS) throw new AppError(`一笔流水最多用于 ${MAX_PARTS} 份申请`);
  if (new Set(parts.map(({ signId }) => signId)).size < parts.length) {
    throw new AppError("同一份申请选择了两次");
  }
  const amounts = parts.map(({ amount }) => amount.trim());
  refuseFields(
    Object.fromEntries(
      amounts.map((amount, at) => [
        `amount.${parts[at]?.signId}`,
        amount === "" ? "请填写金额" : checkMoney(amount),
      ]),
    ),
  );
  const fens = amounts.map((amount) => fenOf(amount) ?? 0);
  const left = line.amountFen - line.usedFen;
  if (fens.reduce((sum, fen) => sum + fen, 0) > left) {
    throw new AppError(`合计不能超过这笔流水剩余的 ${moneyShown(left)} 元`);
  }
  const used = await tx.$count(bankMatch, eq(bankMatch.lineId, line.id));
  const signs: MatchResult["signs"] = [];
  for (const [at, { signId }] of parts.entries()) {
    const fen = fens[at] ?? 0;
    if (parts.length > 1) await refuseTooMuch(tx, signId, fen);
    const row = await confirming.confirm(signId, fen, { line, part: used + at + 1 });
    const rest = row.dueFen - (await receivedFor(tx, signId));
    const { applyNo, name, state } = row;
    signs.push({ signId, applyNo, name, state, leftAmount: moneyText(rest) });
  }
  return signs;
}

/** One transfer for one application may be too much, and is given back; parts of a transfer are chosen. */
async function refuseTooMuch(tx: Db, signId: number, fen: number): Promise<void> {
  const [row] = await tx
    .select({ dueFen: sign.dueFen, name: sign.name })
    .from(sign)
    .where(eq(sign.id, signId));
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  const rest = row.dueFen - (await receivedFor(tx, signId));
  if (rest > 0 && fen > rest) {
    const text = `「${row.name}」还应缴 ${moneyShown(rest)} 元，不能多于此数`;
    throw new AppError(text, { fields: { [`amount.${signId}`]: text } });
  }
}

/** Puts lines aside that are no dues: what is left of them waits for nobody. */
export async function putAside(
  tx: Db,
  account: Account,
  { ids, reason: given }: { ids: readonly number[]; reason: string },
): Promise<number> {
  const reason = given.trim();
  refuseFields({
    reason: isReason(reason) ? undefined : `请写明原因，${REASON.least} 到 ${REASON.most} 个字`,
  });
  return changeState(tx, account, ids, { from: 0, to: 2, reason });
}

/** Takes lines back that were put aside. */
export const takeBack = (tx: Db, account: Account, ids: readonly number[]): Promise<number> =>
  changeState(tx, account, ids, { from: 2, to: 0, reason: "" });

async function changeState(
  tx: Db,
  { userName }: Account,
  ids: readonly number[],
  { from, to, reason }: { from: number; to: number; reason: string },
): Promise<number> {
  if (ids.length === 0) throw new AppError("请先选择流水");
  const rows = await tx
    .update(bankLine)
    .set({ state: to, reason, updateBy: userName, updateTime: sql`now()` })
    .where(and(inArray(bankLine.id, [...ids]), eq(bankLine.state, from)))
    .returning({ id: bankLine.id });
  if (rows.length === 0) throw new AppError("所选流水已被他人处理，请刷新后查看");
  return rows.length;
}
