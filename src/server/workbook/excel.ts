import writeExcel, { type SheetData } from "write-excel-file/node";
import { cellOf, columnWidth, MONEY, type SheetColumn } from "./sheet-writing.ts";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** One small sheet with a bold header row, as the bytes of an .xlsx file. Large ones: workbook-writer.ts. */
export async function toXlsx(
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly Record<string, unknown>[],
): Promise<Buffer> {
  const data: SheetData = [
    columns.map(([header]) => ({ value: header, fontWeight: "bold" as const })),
    ...rows.map((row) =>
      columns.map(([, key, labels]) => {
        const value = cellOf(row[key], labels);
        return labels === MONEY && typeof value === "number"
          ? { value, format: "#,##0.00" }
          : value;
      }),
    ),
  ];
  return writeExcel(data, {
    sheet: name,
    columns: columns.map(([header]) => ({ width: columnWidth(header) })),
    stickyRowsCount: 1,
  }).toBuffer();
}
