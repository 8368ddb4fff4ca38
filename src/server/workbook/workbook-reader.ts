import path from "node:path";
import { type Limits, threadReader } from "../documents/bounded-thread.ts";
import type { Env } from "../start/env.ts";
import type { ForeignTable } from "./table-read.ts";

/** What the thread is given: a file of this machine, the columns that are wanted, the most rows below the header. */
export type ReadTask = {
  workbook: string;
  columns: readonly (readonly [header: string, key: string])[];
  maxRows: number;
};

/** A file whose columns are not known yet; rows above the table are among the most rows. */
export type TableTask = { table: string; maxRows: number };

/** An import of 5,000 rows needs a tenth of a second and some 30 MB. */
const LIMITS: Limits = { memoryMb: 192, milliseconds: 20_000, waiting: 8 };

const WORDS = {
  large: "工作簿的内容过多，请拆分成几个文件后再导入",
  slow: "读取工作簿用时过长，请拆分成几个文件后再导入",
  busy: "正在处理其他导入，请稍后再试",
};

/** A record of the sheet: its row as the spreadsheet numbers it, its cells by the columns' keys. */
export type SheetRecord<Key extends string> = { number: number; values: Record<Key, string> };

export type ReadWorkbook = <Key extends string>(
  workbook: string,
  columns: readonly (readonly [header: string, key: Key])[],
  maxRows: number,
) => Promise<SheetRecord<Key>[]>;

/**
 * Reads workbooks that people send, one at a time in a thread.
 * @throws AppError as readRecords does, for a workbook beyond the limits, and when too many wait.
 */
export function workbookReader(
  env: Pick<Env, "rootDir">,
  limits: Partial<Limits> = {},
): ReadWorkbook {
  // The server's bundle has one entry; src/ is there wherever src/main.ts runs.
  const file = path.join(env.rootDir, "src/server/workbook/excel-worker.ts");
  const bounds = { ...LIMITS, ...limits };
  const read = threadReader<ReadTask, SheetRecord<string>[]>(file, WORDS, bounds);
  return (workbook, columns, maxRows) => read({ workbook, columns, maxRows });
}

/** 20,000 lines of a workbook take a second and some 150 MB. */
const TABLE_LIMITS: Limits = { ...LIMITS, memoryMb: 384 };

/**
 * Reads tables that come from elsewhere (CSV in any of the usual encodings, or xlsx), one at a time in a thread.
 * @throws AppError as readForeignTable does, for a file beyond the limits, and when too many wait.
 */
export function tableReader(
  env: Pick<Env, "rootDir">,
  limits: Partial<Limits> = {},
): (table: string, maxRows: number) => Promise<ForeignTable> {
  const file = path.join(env.rootDir, "src/server/workbook/excel-worker.ts");
  const read = threadReader<TableTask, ForeignTable>(file, WORDS, { ...TABLE_LIMITS, ...limits });
  return (table, maxRows) => read({ table, maxRows });
}
