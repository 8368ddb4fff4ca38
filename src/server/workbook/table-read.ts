import { AppError } from "../http/errors.ts";
import { readTextTable, type TableRow } from "./csv-read.ts";
import { readSheet } from "./excel-read.ts";

/** A foreign table as it stands in its file, headings and what is above them among the rows. */
export type ForeignTable = {
  rows: TableRow[];
  form: "xlsx" | "csv";
  /** UTF-8, GBK, UTF-16; of a workbook "". */
  encoding: string;
};

/** Inflated bytes of one part: 20,000 lines of a bank are some 15 MB. */
const MAX_PART = 32 * 1024 * 1024;

/**
 * The rows of a workbook's first sheet, or of a text file, told apart by their bytes. Rows with a formula are
 * marked.
 * @throws AppError for what is neither, and for more than `maxRows` rows.
 */
export function readForeignTable(bytes: Buffer, maxRows: number): ForeignTable {
  const tooMany = `一次最多导入${maxRows}行，请拆分成几个文件后再导入`;
  const isPacked = bytes.subarray(0, 2).toString("latin1") === "PK";
  if (isPacked || bytes.subarray(0, 4).equals(Buffer.from("d0cf11e0", "hex"))) {
    const sheet = readSheet(bytes, maxRows - 1, { maxPart: MAX_PART, marksFormulas: true });
    const rows = sheet.map(({ cells, ...row }) => ({
      ...row,
      // Holes of a sparse array would be skipped by what follows.
      cells: Array.from(cells, (cell) => (cell ?? "").trim()),
    }));
    return { rows, form: "xlsx", encoding: "" };
  }
  const { rows, encoding } = readTextTable(bytes, maxRows, tooMany);
  if (rows.length === 0) throw new AppError("文件中没有内容");
  return { rows, form: "csv", encoding };
}
