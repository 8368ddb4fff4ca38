import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { MATCH_KINDS, type MatchKind, type Proposal, propose } from "#src/lib/bank/match.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { inputText, type ListInput, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import type { Confirming } from "../../system/sign/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { payment } from "../table.server.ts";
import { type PayableRow, payables } from "./payables.server.ts";
import { bankLine, bankMatch, bankProfile } from "./table.server.ts";
import type { LineCounts, LineRow } from "./wire.ts";

const OPEN = 0;
const MATCHED = 1;
const ASIDE = 2;

/** Open lines that are looked at together. Older ones come when these are done. */
const MAX_OPEN = 20_000;

const KINDS = Object.keys(MATCH_KINDS) as MatchKind[];

const isKind = (text: string): text is MatchKind => KINDS.some((kind) => kind === text);

type OpenRow = {
  id: number;
  leftFen: number;
  payerName: string;
  remark: string;
  serial: string;
  amountFen: number;
};

const statementIn = (input: ListInput): SQL | undefined => {
  const text = inputText(input, "statementId");
  if (text === "" || text === "0") return undefined;
  return /^\d{1,15}$/.test(text) ? eq(bankLine.statementId, Number(text)) : sql`false`;
};

/** The open lines of a statement, or of all, with what is proposed for each. */
async function proposals(db: Db, confirming: Confirming, input: ListInput) {
  const lines: OpenRow[] = await db
    .select({
      id: bankLine.id,
      leftFen: sql<number>`(${bankLine.amountFen} - ${bankLine.usedFen})::float8`,
      payerName: bankLine.payerName,
      remark: bankLine.remark,
      serial: sql<string>`coalesce(${bankLine.serial}, '')`,
      amountFen: bankLine.amountFen,
    })
    .from(bankLine)
    .where(and(eq(bankLine.state, OPEN), statementIn(input)))
    .orderBy(asc(bankLine.id))
    .limit(MAX_OPEN);
  const open = lines.length === 0 ? [] : await payables(db, confirming);
  return { lines, open, found: propose(lines, open) };
}

/** How many lines there are of each kind. */
export async function countLines(
  db: Db,
  confirming: Confirming,
  input: ListInput,
): Promise<LineCounts> {
  const { found } = await proposals(db, confirming, input);
  const counts: LineCounts = { sure: 0, likely: 0, hand: 0, none: 0, matched: 0, aside: 0 };
  for (const { kind } of found.values()) counts[kind]++;
  const rows = await db
    .select({ state: bankLine.state, count: sql<number>`count(*)::int` })
    .from(bankLine)
    .where(and(inArray(bankLine.state, [MATCHED, ASIDE]), statementIn(input)))
    .groupBy(bankLine.state);
  for (const { state, count } of rows) counts[state === MATCHED ? "matched" : "aside"] = count;
  return counts;
}

/** Whether a line has the words of a search: payer, remark, serial or amount. */
const hasWords = (line: OpenRow, words: string): boolean =>
  [line.payerName, line.remark, line.serial, moneyText(line.amountFen)].some((each) =>
    each.toUpperCase().includes(words),
  );

/** Lines of a statement: the open ones by how sure their proposals are, or those that are done. */
export async function listLines(
  db: Db,
  confirming: Confirming,
  input: ListInput,
): Promise<{ rows: LineRow[]; total: number }> {
  const { pageNum, pageSize } = pageOf(input);
  const kind = inputText(input, "kind");
  const words = inputText(input, "keyword").toUpperCase();
  if (kind === "matched" || kind === "aside") {
    return listDone(db, kind === "matched" ? MATCHED : ASIDE, input, words);
  }
  const { lines, open, found } = await proposals(db, confirming, input);
  const place = (id: number) => KINDS.indexOf(found.get(id)?.kind ?? "none");
  const wanted = lines
    .filter((line) => !isKind(kind) || found.get(line.id)?.kind === kind)
    .filter((line) => words === "" || hasWords(line, words))
    .toSorted((one, other) => place(one.id) - place(other.id) || one.id - other.id);
  const from = offsetOf(pageNum, pageSize, wanted.length);
  const ids = wanted.slice(from, from + pageSize).map(({ id }) => id);
  const bySign = new Map(open.map((row) => [row.signId, row]));
  const rows = await rowsOf(db, ids, found, bySign);
  return { rows, total: wanted.length };
}

async function listDone(db: Db, state: number, input: ListInput, words: string) {
  const { pageNum, pageSize } = pageOf(input);
  const condition = and(
    eq(bankLine.state, state),
    statementIn(input),
    words === ""
      ? undefined
      : sql`strpos(upper(concat_ws(' ', ${bankLine.payerName}, ${bankLine.remark}, ${bankLine.serial})), ${words}) > 0`,
  );
  const total = await db.$count(bankLine, condition);
  const ids = await db
    .select({ id: bankLine.id })
    .from(bankLine)
    .where(condition)
    .orderBy(sql`${bankLine.id} desc`)
    .limit(pageSize)
    .offset(offsetOf(pageNum, pageSize, total));
  const rows = await rowsOf(
    db,
    ids.map(({ id }) => id),
    new Map(),
    new Map(),
  );
  return { rows, total };
}

/** Lines by their ids, in that order. */
async function rowsOf(
  db: Db,
  ids: readonly number[],
  found: ReadonlyMap<number, Proposal>,
  bySign: ReadonlyMap<number, PayableRow>,
): Promise<LineRow[]> {
  if (ids.length === 0) return [];
  const lines = await db
    .select({ line: bankLine, bankName: bankProfile.bankName })
    .from(bankLine)
    .innerJoin(bankProfile, eq(bankProfile.id, bankLine.profileId))
    .where(inArray(bankLine.id, [...ids]));
  const matches = await db
    .select({
      lineId: bankMatch.lineId,
      fen: bankMatch.fen,
      signId: sign.id,
      applyNo: sign.applyNo,
      name: sign.name,
    })
    .from(bankMatch)
    .innerJoin(payment, eq(payment.id, bankMatch.paymentId))
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(inArray(bankMatch.lineId, [...ids]))
    .orderBy(asc(bankMatch.id));
  const byId = new Map(lines.map((row) => [row.line.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { line, bankName } = row;
    const proposal = found.get(id);
    const candidates = (proposal?.signIds ?? []).flatMap((signId) => bySign.get(signId) ?? []);
    const leftFen = line.amountFen - line.usedFen;
    const due = candidates.reduce((sum, each) => sum + each.leftFen, 0);
    return {
      id,
      statementId: line.statementId,
      lineNo: line.lineNo,
      state: line.state,
      bankName,
      paidAt: formatDateTime(line.paidAt),
      amount: moneyText(line.amountFen),
      leftAmount: moneyText(leftFen),
      payerName: line.payerName,
      payerTail: line.payerTail,
      remark: line.remark,
      serial: line.serial ?? "",
      reason: line.reason,
      kind: proposal?.kind ?? "",
      why: proposal?.why ?? "",
      difference: candidates.length > 0 ? moneyText(leftFen - due) : "",
      candidates: candidates.map(({ candidate }) => candidate),
      matches: matches
        .filter(({ lineId }) => lineId === id)
        .map(({ lineId: _line, fen, ...match }) => ({ ...match, amount: moneyText(fen) })),
    };
  });
}
