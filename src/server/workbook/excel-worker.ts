import fs from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { answerTask } from "../documents/bounded-thread.ts";
import { readRecords } from "./excel-read.ts";
import { sheetWriter } from "./sheet-writing.ts";
import { readForeignTable } from "./table-read.ts";
import type { ReadTask, TableTask } from "./workbook-reader.ts";
import type { WriteOrder, WriteTask } from "./workbook-writer.ts";

// The thread of one workbook: to read (workbook-reader.ts) or to write (workbook-writer.ts).

function write({ target, sheet }: WriteTask): void {
  const writer = sheetWriter(target, sheet);
  parentPort?.on("message", (order: WriteOrder) => {
    if ("rows" in order) writer.add(order.rows);
    else writer.end();
    parentPort?.postMessage("written");
  });
}

const task = workerData as ReadTask | TableTask | WriteTask;
if ("target" in task) write(task);
else if ("table" in task) {
  answerTask(({ table, maxRows }: TableTask) => readForeignTable(fs.readFileSync(table), maxRows));
} else {
  answerTask(({ workbook, columns, maxRows }: ReadTask) =>
    readRecords(fs.readFileSync(workbook), columns, maxRows),
  );
}
