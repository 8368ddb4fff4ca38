import { parentPort, Worker, workerData } from "node:worker_threads";
import { AppError } from "../http/errors.ts";
import { limiter } from "../jobs/limiter.ts";

/** `memoryMb` is the heap of one reading; `milliseconds` its whole time, the start of the thread included. */
export type Limits = { memoryMb: number; milliseconds: number; waiting: number };

/** What the person is told of a file that needs too much memory or time, and when too many wait. */
type Words = { large: string; slow: string; busy: string };

type Answer<Result> = { result: Result } | { refusal: string; detail: string | undefined };

/**
 * A thread with a heap of its own. Plain Node runs `file`, from src/ also where the rest of the server
 * is a bundle: what it imports must need no build (explicit .ts, no globs). `failed` rejects when the
 * thread ends. Where Node runs with `--permission`, it needs `--allow-worker`.
 */
export function startThread(file: string, task: unknown, memoryMb: number) {
  const worker = new Worker(file, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    // Neither secrets nor flags of the process are the thread's.
    env: {},
    execArgv: [],
  });
  const failed = new Promise<never>((_resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread of ${file} ended with ${code}`)));
  });
  failed.catch(() => undefined);
  return { worker, failed };
}

/**
 * Reads what people send (security 19) in a thread with a heap and a time of its own: whatever is in
 * the file, this process goes on serving. One at a time, `waiting` more wait their turn.
 * @throws AppError with what the thread refused by, or with one of `words`.
 */
export function threadReader<Task, Result>(file: string, words: Words, limits: Limits) {
  const turns = limiter(1);
  return (task: Task): Promise<Result> => {
    if (turns.busy > limits.waiting) return Promise.reject(new AppError(words.busy));
    return turns.run(() => readIn<Result>(file, task, words, limits));
  };
}

async function readIn<Result>(file: string, task: unknown, words: Words, limits: Limits) {
  const { worker, failed } = startThread(file, task, limits.memoryMb);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError(words.slow)), limits.milliseconds);
  });
  const answered = new Promise<Answer<Result>>((resolve) => worker.once("message", resolve));
  try {
    const answer = await Promise.race([answered, failed, late]);
    if ("result" in answer) return answer.result;
    throw new AppError(answer.refusal, answer.detail ? { detail: answer.detail } : {});
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === "ERR_WORKER_OUT_OF_MEMORY"
      ? new AppError(words.large, { detail: message })
      : error;
  } finally {
    clearTimeout(timer);
    // The next one starts when this one's memory is free again.
    await worker.terminate();
  }
}

/** In the thread: answers its one task. Texts for the person cross as such: a class would be lost. */
export function answerTask<Task, Result>(read: (task: Task) => Result): void {
  const send = (answer: Answer<Result>) => parentPort?.postMessage(answer);
  try {
    send({ result: read(workerData as Task) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, detail } = error;
    send({ refusal: message, detail: detail === undefined ? undefined : String(detail) });
  }
}
