import writeExcel, { type SheetData } from "write-excel-file/node";
import { formatDateTime } from "../lib/dates.ts";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Header, key of the row, and words for its values where they are codes (wire-contract 7). */
export type SheetColumn<Key extends string = string> = readonly [
  header: string,
  key: Key,
  labels?: Readonly<Record<string, string>>,
];

/** Longest text of a cell that Excel opens. */
const MAX_CELL = 32_767;

/** Characters XML cannot hold, and halves of pairs. */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text as a cell: what a spreadsheet could take for a formula gets a leading tab (security.md 19). */
export function cellText(text: string): string {
  const plain = text.replace(UNWRITABLE, "").slice(0, MAX_CELL - 1);
  return /^[=+\-@\t\r]/.test(plain) ? `\t${plain}` : plain;
}

function cellOf(value: unknown, labels: SheetColumn[2]) {
  if (value === null || value === undefined) return null;
  if (labels) return cellText(labels[String(value)] ?? String(value));
  if (typeof value === "number") return value;
  return cellText(value instanceof Date ? formatDateTime(value) : String(value));
}

/** One sheet with a bold header row, as the bytes of an .xlsx file. */
export async function toXlsx(
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly Record<string, unknown>[],
): Promise<Buffer> {
  const data: SheetData = [
    columns.map(([header]) => ({ value: header, fontWeight: "bold" as const })),
    ...rows.map((row) => columns.map(([, key, labels]) => cellOf(row[key], labels))),
  ];
  return writeExcel(data, {
    sheet: name,
    columns: columns.map(([header]) => ({ width: Math.max(14, header.length * 2 + 4) })),
    stickyRowsCount: 1,
  }).toBuffer();
}
