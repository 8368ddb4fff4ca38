import fs from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "../http/errors.ts";
import { readRecords } from "./excel-read.ts";
import { sheetWriter } from "./sheet-writing.ts";
import type { ReadAnswer, ReadTask } from "./workbook-reader.ts";
import type { WriteOrder, WriteTask } from "./workbook-writer.ts";

// The thread that workbook-reader.ts starts for one workbook to read, and workbook-writer.ts for one to
// write. Plain Node runs this file, from src/ also where the rest of the server is a bundle: what it
// imports must be types or files that need no build (explicit .ts, no aliases, no globs).

const task = workerData as ReadTask | WriteTask;

/** Texts for the person cross as such: an error's class would be lost on the way. */
async function read({ workbook, columns, maxRows }: ReadTask): Promise<ReadAnswer> {
  try {
    return { records: await readRecords(fs.readFileSync(workbook), columns, maxRows) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    throw error;
  }
}

function write({ target, sheet }: WriteTask): void {
  const writer = sheetWriter(target, sheet);
  parentPort?.on("message", (order: WriteOrder) => {
    if ("rows" in order) writer.add(order.rows);
    else writer.end();
    parentPort?.postMessage("written");
  });
}

if ("workbook" in task) parentPort?.postMessage(await read(task));
else write(task);
