import path from "node:path";
import { type Limits, threadReader } from "#src/server/documents/bounded-thread.ts";
import type { Env } from "#src/server/start/env.ts";
import type { ReadDocument } from "./docx-read.ts";
import type { WordTask } from "./word-thread.ts";

/** A report of 1,000 pages takes a second and some 140 MB; more elements than docx-xml takes are refused first. */
const LIMITS: Limits = { memoryMb: 256, milliseconds: 30_000, waiting: 4 };

const WORDS = {
  large: "文档的内容过多，请拆分成几个文件后再导入",
  slow: "读取文档用时过长，请拆分成几个文件后再导入",
  busy: "正在处理其他导入，请稍后再试",
};

/** `docx`: a file of this machine, read by the thread alone. */
export type ReadWord = (docx: string) => Promise<ReadDocument>;

/**
 * Reads Word documents, one at a time in a thread.
 * @throws AppError as readDocx does, for a document beyond the limits, and when too many wait.
 */
export function wordReader(env: Pick<Env, "rootDir">, limits: Partial<Limits> = {}): ReadWord {
  const file = path.join(env.rootDir, "src/app/article/desk/importWord/word-thread.ts");
  const read = threadReader<WordTask, ReadDocument>(file, WORDS, { ...LIMITS, ...limits });
  return (docx) => read({ docx });
}
