import { type Static, Type } from "typebox";
import { Nullable, numbers, OneOf, texts } from "#src/lib/wire.ts";

const KINDS = [
  "date",
  "time",
  "amount",
  "flag",
  "payer",
  "account",
  "remark",
  "note",
  "serial",
] as const;

const heading = Type.Optional(Type.String({ maxLength: 100 }));

/** lib/bank/columns.ts: headings by what they hold. */
export const MappingSchema = Type.Object({
  columns: Type.Object(
    Object.fromEntries(KINDS.map((kind) => [kind, heading])) as Record<
      (typeof KINDS)[number],
      typeof heading
    >,
  ),
  amountForm: OneOf(["credit", "signed", "flag"]),
  dateForm: OneOf(["ymd", "dmy", "mdy"]),
});

const Problem = Type.Object({ number: Type.Number(), problem: Type.String() });

/** What a file looks like before it is imported. */
export const Preview = Type.Object({
  /** UTF-8, GBK, UTF-16; "" of a workbook. */
  encoding: Type.String(),
  /** The line with the headings, as a person counts. */
  headLine: Type.Number(),
  headings: Type.Array(Type.String()),
  /** The first lines below the headings. */
  samples: Type.Array(Type.Array(Type.String())),
  mapping: MappingSchema,
  /** The bank whose mapping fits; "" for none that is known. */
  bankName: Type.String(),
  /** Who imported the same bytes before, and when; "" for nobody. */
  importedBefore: Type.String(),
  /** What an import would read with this mapping. */
  lines: Type.Number(),
  incoming: Type.Number(),
  out: Type.Number(),
  amount: Type.String(),
  problemCount: Type.Number(),
  problems: Type.Array(Problem),
});
export type Preview = Static<typeof Preview>;

/** What an import did with the lines of a file. */
export const Imported = Type.Object({
  /** null: no line was new, and nothing was kept. */
  statementId: Nullable(Type.Number()),
  ...numbers("lineCount", "addedCount", "repeatedCount", "outCount", "problemCount"),
  problems: Type.Array(Problem),
});
export type Imported = Static<typeof Imported>;

/** A statement in the list. */
export const StatementRow = Type.Object({
  ...numbers("id", "lineCount", "addedCount", "repeatedCount", "outCount", "problemCount"),
  /** Lines that wait, and those that are used or put aside. */
  ...numbers("openCount", "doneCount"),
  ...texts("bankName", "fileName", "amount", "importedBy", "createTime"),
  problems: Type.Array(Problem),
});
export type StatementRow = Static<typeof StatementRow>;

/** An application that may be meant by a line; amounts are yuan with two digits. */
export const Candidate = Type.Object({
  ...numbers("signId"),
  ...texts(
    "applyNo",
    "name",
    "memberType",
    "kind",
    "reference",
    "dueAmount",
    /** Still to be paid. */
    "leftAmount",
    /** What the voucher that waits says; "" where there is none. */
    "voucherPayer",
    "voucherAmount",
    "voucherSerial",
    /** Why this person may not confirm it; "" where they may. */
    "refusal",
  ),
});
export type Candidate = Static<typeof Candidate>;

/** A payment that a line confirmed. */
const Match = Type.Object({
  ...numbers("signId"),
  ...texts("applyNo", "name", "amount"),
});

/** A line with what is proposed for it, or what it was used for. */
export const LineRow = Type.Object({
  ...numbers("id", "statementId", "lineNo", "state"),
  ...texts(
    "bankName",
    "paidAt",
    "amount",
    /** Not used up. */
    "leftAmount",
    "payerName",
    "payerTail",
    "remark",
    "serial",
    /** Why it was put aside. */
    "reason",
    /** lib/bank/match.ts; "" of a line that is not open. */
    "kind",
    "why",
    /** Of the candidates together, less what is left of the line: below zero is too little. */
    "difference",
  ),
  candidates: Type.Array(Candidate),
  matches: Type.Array(Match),
});
export type LineRow = Static<typeof LineRow>;

/** Open lines by kind, and those that are done. */
export const LineCounts = Type.Object(
  numbers("sure", "likely", "hand", "none", "matched", "aside"),
);
export type LineCounts = Static<typeof LineCounts>;

/** What became of one line. */
export const MatchResult = Type.Object({
  ...numbers("lineId"),
  ok: Type.Boolean(),
  msg: Type.String(),
  /** Applications with what is still due; below zero more came in than was due. */
  signs: Type.Array(
    Type.Object({ ...numbers("signId", "state"), ...texts("applyNo", "name", "leftAmount") }),
  ),
});
export type MatchResult = Static<typeof MatchResult>;
