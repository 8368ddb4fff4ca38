import fs from "node:fs/promises";
import path from "node:path";
import { startThread } from "../documents/bounded-thread.ts";
import { diskProblem } from "../files/file-store.ts";
import { AppError } from "../http/errors.ts";
import { limiter } from "../jobs/limiter.ts";
import type { Env } from "../start/env.ts";
import { type Sheet, sheetWriter } from "./sheet-writing.ts";

/** What the thread is given at its start; rows come as messages, each is answered when it is written. */
export type WriteTask = { target: string; sheet: Sheet };
export type WriteOrder = { rows: unknown[][] } | { end: true };

/** Heap of one writing; it keeps some thousand rows at a time. */
const MEMORY_MB = 192;
const AT_ONCE = 2;
const MOST_WAITING = 10;

const BUSY = "正在处理其他导出，请稍后再试";

export type WriteWorkbook = (
  sheet: Sheet,
  rows: AsyncIterable<readonly Record<string, unknown>[]>,
  target: string,
) => Promise<void>;

/**
 * Writes workbooks in a thread, as their rows come: whatever the size, this process goes on serving and
 * holds a page of rows. Two at once, some more wait their turn. What is wrong with the rows ends it, and
 * leaves no file.
 * @throws AppError when too many wait, or the disk is full.
 */
export function workbookWriter(env: Pick<Env, "rootDir">): WriteWorkbook {
  // The server's bundle has one entry; src/ is there wherever src/main.ts runs.
  const file = path.join(env.rootDir, "src/server/workbook/excel-worker.ts");
  const turns = limiter(AT_ONCE);
  return async (sheet, rows, target) => {
    if (turns.busy >= AT_ONCE + MOST_WAITING) throw new AppError(BUSY);
    await turns.run(async () => {
      const pages = rows[Symbol.asyncIterator]();
      const first = await pages.next();
      const second = first.done ? first : await pages.next();
      // One page takes some milliseconds; a thread would need a quarter of a second to begin.
      if (second.done) return writeHere({ target, sheet }, first.done ? [] : first.value);
      const all = async function* () {
        yield first.value;
        yield second.value;
        yield* { [Symbol.asyncIterator]: () => pages };
      };
      await writeIn(file, { target, sheet }, all());
    });
  };
}

const valuesOf = ({ columns }: Sheet, page: readonly Record<string, unknown>[]): unknown[][] =>
  page.map((row) => columns.map(([, key]) => row[key]));

async function writeHere(
  { target, sheet }: WriteTask,
  page: readonly Record<string, unknown>[],
): Promise<void> {
  try {
    const writer = sheetWriter(target, sheet);
    writer.add(valuesOf(sheet, page));
    writer.end();
  } catch (error) {
    await fs.rm(target, { force: true });
    throw diskProblem(error);
  }
}

async function writeIn(
  file: string,
  task: WriteTask,
  rows: AsyncIterable<readonly Record<string, unknown>[]>,
): Promise<void> {
  const { worker, failed } = startThread(file, task, MEMORY_MB);
  const order = (what: WriteOrder) => {
    const written = new Promise<void>((resolve) => worker.once("message", () => resolve()));
    worker.postMessage(what);
    return Promise.race([written, failed]);
  };
  try {
    for await (const page of rows) {
      await order({ rows: valuesOf(task.sheet, page) });
    }
    await order({ end: true });
  } catch (error) {
    await fs.rm(task.target, { force: true });
    throw diskProblem(error);
  } finally {
    await worker.terminate();
  }
}
