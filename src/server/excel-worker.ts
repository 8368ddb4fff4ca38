import fs from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "./errors.ts";
import { readRecords } from "./excel-read.ts";
import type { ReadAnswer, ReadTask } from "./workbook-reader.ts";

// The thread that workbook-reader.ts starts for one workbook. Plain Node runs this file, from
// src/ also where the rest of the server is a bundle: what it imports must be types or files that
// need no build (explicit .ts, no aliases, no globs).

const { workbook, columns, maxRows } = workerData as ReadTask;

/** Texts for the person cross as such: an error's class would be lost on the way. */
async function answer(): Promise<ReadAnswer> {
  try {
    return { records: await readRecords(fs.readFileSync(workbook), columns, maxRows) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    throw error;
  }
}

parentPort?.postMessage(await answer());
