import { referencesIn } from "../membership/reference.ts";

/** Money that came in and is not used up. */
export type OpenLine = {
  id: number;
  /** What of it is left, in fen. */
  leftFen: number;
  payerName: string;
  remark: string;
  serial: string;
};

/** An application that waits for money. */
export type Payable = {
  signId: number;
  name: string;
  reference: string;
  /** Still to be paid, in fen. */
  leftFen: number;
  /** What the voucher that waits says; "" where there is none. */
  voucherPayer: string;
  voucherSerial: string;
};

/** sure: may be confirmed as it is; likely: one person looks; hand: somebody chooses; none: nothing was found. */
export type MatchKind = "sure" | "likely" | "hand" | "none";

export const MATCH_KINDS: Readonly<Record<MatchKind, string>> = {
  sure: "可直接确认",
  likely: "可能匹配",
  hand: "需人工核对",
  none: "未找到",
};

/** For which applications a line may be, the best first, and why. */
export type Proposal = { kind: MatchKind; signIds: number[]; why: string };

const MAX_CANDIDATES = 10;

/** Names as they are compared: banks write spaces and brackets of either width. */
const bareName = (name: string): string =>
  name
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{P}\p{Cf}]/gu, "");

function groupBy<T>(rows: readonly T[], keysOf: (row: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    for (const key of new Set(keysOf(row))) {
      if (key === "") continue;
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  return groups;
}

const idsOf = (rows: readonly Payable[]): number[] =>
  rows.slice(0, MAX_CANDIDATES).map(({ signId }) => signId);

/**
 * For each line the applications that it may be for (product 5): reference and amount, or the voucher's serial
 * and amount, are sure; name and amount with one candidate are likely; anything else is for a person. An application
 * that an earlier line pays is paid: a second one is for a person as well.
 */
export function propose(
  lines: readonly OpenLine[],
  payables: readonly Payable[],
): Map<number, Proposal> {
  const byReference = groupBy(payables, ({ reference }) => [reference]);
  const bySerial = groupBy(payables, ({ voucherSerial }) => [voucherSerial]);
  const byName = groupBy(payables, ({ name, voucherPayer }) => [
    bareName(name),
    bareName(voucherPayer),
  ]);
  const claimed = new Set<number>();
  const found = new Map<number, Proposal>();

  const named = (rows: readonly Payable[], line: OpenLine, what: string): Proposal => {
    const [one] = rows;
    if (!one) return { kind: "none", signIds: [], why: "" };
    const total = rows.reduce((sum, { leftFen }) => sum + leftFen, 0);
    const signIds = idsOf(rows);
    if (rows.some(({ signId }) => claimed.has(signId))) {
      return { kind: "hand", signIds, why: `${what}一致，但另有一笔流水` };
    }
    if (rows.length > 1) {
      const isWhole = total === line.leftFen && rows.length <= MAX_CANDIDATES;
      return isWhole
        ? { kind: "likely", signIds, why: `${rows.length} 份申请的${what}与合计金额一致` }
        : { kind: "hand", signIds, why: `有 ${rows.length} 份申请的${what}，合计金额不同` };
    }
    if (one.leftFen === line.leftFen) return { kind: "sure", signIds, why: `${what}与金额一致` };
    return {
      kind: "hand",
      signIds,
      why: `${what}一致，金额${line.leftFen < one.leftFen ? "不足" : "多出"}`,
    };
  };

  const byNames = (line: OpenLine): Proposal => {
    const rows = byName.get(bareName(line.payerName)) ?? [];
    if (rows.length === 0) return { kind: "none", signIds: [], why: "" };
    const same = rows.filter(({ leftFen }) => leftFen === line.leftFen);
    const free = same.filter(({ signId }) => !claimed.has(signId));
    const [one] = free;
    if (one && free.length === 1) {
      return { kind: "likely", signIds: [one.signId], why: "户名与金额一致" };
    }
    if (same.length > 0) {
      const why =
        free.length > 1
          ? `户名与金额一致的有 ${free.length} 份申请`
          : "户名与金额一致，但另有一笔流水";
      return { kind: "hand", signIds: idsOf(free.length > 0 ? free : same), why };
    }
    return { kind: "hand", signIds: idsOf(rows), why: "户名一致，金额不同" };
  };

  const keep = (line: OpenLine, proposal: Proposal) => {
    found.set(line.id, proposal);
    if (proposal.kind === "sure" || proposal.kind === "likely") {
      for (const signId of proposal.signIds) claimed.add(signId);
    }
  };

  // What is surer takes an application first, wherever it stands in the file.
  const rest = lines.filter((line) => {
    const references = referencesIn(line.remark);
    const rows = references.flatMap((each) => byReference.get(each) ?? []);
    const serials = line.serial ? (bySerial.get(line.serial) ?? []) : [];
    if (rows.length > 0) keep(line, named(rows, line, "附言码"));
    else if (serials.length > 0) keep(line, named(serials, line, "流水号"));
    else return true;
    return false;
  });
  for (const line of rest) {
    const proposal = byNames(line);
    const [reference] = referencesIn(line.remark);
    keep(
      line,
      proposal.kind === "none" && reference
        ? { ...proposal, why: `附言码 ${reference} 没有待缴的申请` }
        : proposal,
    );
  }
  return found;
}
