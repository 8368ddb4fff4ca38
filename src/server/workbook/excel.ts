import writeExcel, { type SheetData } from "write-excel-file/node";
import { cellOf, columnWidth, MONEY, type SheetColumn } from "./sheet-writing.ts";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

type SmallSheet = {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly Record<string, unknown>[];
  /** Empty rows below, in which a spreadsheet takes what is typed as text: it keeps fifteen digits of a number. */
  textRows?: number;
};

/** Small sheets, each with a bold header row, as the bytes of one .xlsx file. Large ones: workbook-writer.ts. */
export async function toXlsxBook(sheets: readonly SmallSheet[]): Promise<Buffer> {
  return writeExcel(
    sheets.map(({ name, columns, rows, textRows = 0 }) => ({
      sheet: name,
      data: dataOf(columns, rows, textRows),
      columns: columns.map(([header]) => ({ width: columnWidth(header) })),
      stickyRowsCount: 1,
    })),
  ).toBuffer();
}

function dataOf(
  columns: readonly SheetColumn[],
  rows: readonly Record<string, unknown>[],
  textRows: number,
): SheetData {
  return [
    columns.map(([header]) => ({ value: header, fontWeight: "bold" as const })),
    ...rows.map((row) =>
      columns.map(([, key, labels]) => {
        const value = cellOf(row[key], labels);
        return labels === MONEY && typeof value === "number"
          ? { value, format: "#,##0.00" }
          : value;
      }),
    ),
    ...Array.from({ length: textRows }, () =>
      columns.map(() => ({ value: "", type: String, format: "@" })),
    ),
  ];
}

/** One small sheet: as toXlsxBook has it. */
export const toXlsx = (
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly Record<string, unknown>[],
): Promise<Buffer> => toXlsxBook([{ name, columns, rows }]);
