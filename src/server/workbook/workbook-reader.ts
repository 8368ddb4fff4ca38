import path from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../http/errors.ts";
import type { Env } from "../start/env.ts";

/** What the thread is given: a file of this machine, the columns that are wanted, the most rows below the header. */
export type ReadTask = {
  workbook: string;
  columns: readonly (readonly [header: string, key: string])[];
  maxRows: number;
};
export type ReadAnswer =
  | { records: { number: number; values: Record<string, string> }[] }
  | { refusal: string };

/** `memoryMb` is the heap of one reading; `milliseconds` its whole time, the start of the thread included. */
type Limits = { memoryMb: number; milliseconds: number; waiting: number };

/** An import of 5,000 rows needs a tenth of a second and some 30 MB. */
const LIMITS: Limits = { memoryMb: 192, milliseconds: 20_000, waiting: 8 };

const TOO_LARGE = "工作簿的内容过多，请拆分成几个文件后再导入";
const TOO_SLOW = "读取工作簿用时过长，请拆分成几个文件后再导入";
const BUSY = "正在处理其他导入，请稍后再试";

/** A record of the sheet: its row as the spreadsheet numbers it, its cells by the columns' keys. */
export type SheetRecord<Key extends string> = { number: number; values: Record<Key, string> };

export type ReadWorkbook = <Key extends string>(
  workbook: string,
  columns: readonly (readonly [header: string, key: Key])[],
  maxRows: number,
) => Promise<SheetRecord<Key>[]>;

/**
 * Reads workbooks that people send (security.md 19) in a thread with a heap and a time of its own:
 * whatever is in the file, this process goes on serving. One workbook at a time, `waiting` more wait
 * their turn. Where Node runs with `--permission`, the thread needs `--allow-worker`, and src/ must
 * be readable.
 * @throws AppError as readRecords does, for a workbook beyond the limits, and when too many wait.
 */
export function workbookReader(
  env: Pick<Env, "rootDir">,
  limits: Partial<Limits> = {},
): ReadWorkbook {
  const bounds = { ...LIMITS, ...limits };
  // The server's bundle has one entry; src/ is there wherever src/main.ts runs.
  const file = path.join(env.rootDir, "src/server/workbook/excel-worker.ts");
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  return async <Key extends string>(
    workbook: string,
    columns: readonly (readonly [header: string, key: Key])[],
    maxRows: number,
  ) => {
    if (open > bounds.waiting) throw new AppError(BUSY);
    open++;
    const task: ReadTask = { workbook, columns, maxRows };
    const reading = last.then(() => readIn(file, task, bounds));
    last = reading.catch(() => undefined);
    try {
      return (await reading) as SheetRecord<Key>[];
    } finally {
      open--;
    }
  };
}

function readIn(file: string, task: ReadTask, { memoryMb, milliseconds }: Limits) {
  const worker = new Worker(file, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    // Neither secrets nor flags of the process are the thread's.
    env: {},
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<SheetRecord<string>[]>((resolve, reject) => {
    timer = setTimeout(() => reject(new AppError(TOO_SLOW)), milliseconds);
    worker.once("message", (answer: ReadAnswer) => {
      if ("records" in answer) resolve(answer.records);
      else reject(new AppError(answer.refusal));
    });
    worker.once("error", (error: NodeJS.ErrnoException) => {
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isFull ? new AppError(TOO_LARGE, { detail: error.message }) : error);
    });
    worker.once("exit", (code) => reject(new Error(`the reader of workbooks ended with ${code}`)));
  }).finally(async () => {
    clearTimeout(timer);
    // The next one starts when this one's memory is free again.
    await worker.terminate();
  });
}
