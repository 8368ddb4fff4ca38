import path from "node:path";
import { AppError } from "../../http/errors.ts";
import { limiter } from "../../jobs/limiter.ts";
import type { Env } from "../../start/env.ts";
import { startThread } from "../bounded-thread.ts";
import type { Order, OrderKind, Orders } from "./orders.ts";
import type { Answer } from "./pdf-thread.ts";

/**
 * A certificate takes 50 to 80 ms of the processor, 300 the first time; a form of four pages 150. `idle`
 * milliseconds after the last document the thread ends and gives the fonts' memory back.
 */
const LIMITS = { memoryMb: 384, milliseconds: 20_000, waiting: 40, idle: 60_000 };

const WORDS = {
  slow: "制作文件用时过长，请稍后再试",
  busy: "正在制作的文件较多，请稍后再试",
};

type Thread = ReturnType<typeof startThread>;

/**
 * Draws PDF documents away from the requests: one at a time in a thread that keeps its fonts open, so that
 * this process goes on serving meanwhile. Some 130 MB while it works, none when it has been idle.
 */
export class PdfDrawer {
  private readonly file: string;
  private readonly fonts: string;
  private readonly limits: typeof LIMITS;
  private readonly turns = limiter(1);
  private thread: Thread | undefined;
  private resting: NodeJS.Timeout | undefined;

  constructor(
    { rootDir, dataDir }: Pick<Env, "rootDir" | "dataDir">,
    limits: Partial<typeof LIMITS> = {},
  ) {
    this.file = path.join(rootDir, "src/server/documents/pdf/pdf-thread.ts");
    this.fonts = path.join(dataDir, "fonts");
    this.limits = { ...LIMITS, ...limits };
  }

  /**
   * The document of `kind` as a PDF.
   * @throws AppError with what the drawing refuses by (a name that no font can write, a broken picture), when
   * it takes too long and when too many wait.
   */
  draw<Kind extends OrderKind>(kind: Kind, data: Orders[Kind]): Promise<Buffer> {
    if (this.turns.busy > this.limits.waiting) {
      return Promise.reject(new AppError(WORDS.busy));
    }
    return this.turns.run(() => this.drawIn({ kind, data, fonts: this.fonts }));
  }

  private async drawIn(order: Order): Promise<Buffer> {
    clearTimeout(this.resting);
    const { worker, failed } = this.started();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new AppError(WORDS.slow)), this.limits.milliseconds);
    });
    const answered = new Promise<Answer>((resolve) => worker.once("message", resolve));
    try {
      worker.ref();
      worker.postMessage(order);
      const answer = await Promise.race([answered, failed, late]);
      if ("pdf" in answer) return Buffer.from(answer.pdf);
      if ("failure" in answer) throw new Error(answer.failure);
      throw new AppError(answer.refusal, answer.detail ? { detail: answer.detail } : {});
    } catch (error) {
      // What was late may still be at work, and what failed is gone: the next one gets a new thread.
      if (!(error instanceof AppError) || error.message === WORDS.slow) await this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.removeAllListeners("message");
      // A thread that rests keeps no program alive.
      worker.unref();
      this.resting = setTimeout(() => void this.end(), this.limits.idle).unref();
    }
  }

  private started(): Thread {
    if (this.thread) return this.thread;
    const thread = startThread(this.file, undefined, this.limits.memoryMb);
    thread.worker.once("exit", () => {
      if (this.thread === thread) this.thread = undefined;
    });
    this.thread = thread;
    return thread;
  }

  /** Whether no thread holds memory. */
  get isAtRest(): boolean {
    return this.thread === undefined;
  }

  /** Ends the thread; the next document starts another one. */
  async end(): Promise<void> {
    clearTimeout(this.resting);
    const { thread } = this;
    this.thread = undefined;
    await thread?.worker.terminate();
  }
}

const drawers = new WeakMap<object, PdfDrawer>();

/** The drawer of this process for an installation: whoever draws shares its thread. */
export function pdfDrawer(env: Pick<Env, "rootDir" | "dataDir">): PdfDrawer {
  const known = drawers.get(env) ?? new PdfDrawer(env);
  drawers.set(env, known);
  return known;
}
