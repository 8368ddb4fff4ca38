import path from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "#src/server/http/errors.ts";
import type { Env } from "#src/server/start/env.ts";
import type { ReadDocument } from "./docx-read.ts";
import type { WordAnswer, WordTask } from "./word-thread.ts";

/** `memoryMb` is the heap of one reading; `milliseconds` its whole time, the start of the thread included. */
type Limits = { memoryMb: number; milliseconds: number; waiting: number };

/** A report of 1,000 pages takes a second and some 140 MB; more elements than docx-xml takes are refused first. */
const LIMITS: Limits = { memoryMb: 256, milliseconds: 30_000, waiting: 4 };

const TOO_MUCH = "文档的内容过多，请拆分成几个文件后再导入";
const TOO_SLOW = "读取文档用时过长，请拆分成几个文件后再导入";
const BUSY = "正在处理其他导入，请稍后再试";

/** `docx`: a file of this machine, read by the thread alone. */
export type ReadWord = (docx: string) => Promise<ReadDocument>;

/**
 * Reads Word documents in a thread with a heap and a time of its own: whatever is in the file, this
 * process goes on serving. One document at a time, `waiting` more wait their turn.
 * @throws AppError as readDocx does, for a document beyond the limits, and when too many wait.
 */
export function wordReader(env: Pick<Env, "rootDir">, limits: Partial<Limits> = {}): ReadWord {
  const bounds = { ...LIMITS, ...limits };
  const file = path.join(env.rootDir, "src/app/article/desk/importWord/word-thread.ts");
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  return async (docx) => {
    if (open > bounds.waiting) throw new AppError(BUSY);
    open++;
    const task: WordTask = { docx };
    const reading = last.then(() => readIn(file, task, bounds));
    last = reading.catch(() => undefined);
    try {
      return await reading;
    } finally {
      open--;
    }
  };
}

function readIn(file: string, task: WordTask, { memoryMb, milliseconds }: Limits) {
  const worker = new Worker(file, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    // Neither secrets nor flags of the process are the thread's.
    env: {},
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<ReadDocument>((resolve, reject) => {
    timer = setTimeout(() => reject(new AppError(TOO_SLOW)), milliseconds);
    worker.once("message", (answer: WordAnswer) => {
      if ("document" in answer) resolve(answer.document);
      else reject(new AppError(answer.refusal, answer.detail ? { detail: answer.detail } : {}));
    });
    worker.once("error", (error: NodeJS.ErrnoException) => {
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isFull ? new AppError(TOO_MUCH, { detail: error.message }) : error);
    });
    worker.once("exit", (code) => reject(new Error(`the reader of documents ended with ${code}`)));
  }).finally(async () => {
    clearTimeout(timer);
    await worker.terminate();
  });
}
