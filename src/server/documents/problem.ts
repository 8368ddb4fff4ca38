import { AppError } from "../http/errors.ts";

/** What is wrong with a file that somebody sent: broken or of another kind, with a password, too much of it. */
export type Problem = "damaged" | "locked" | "large";

/** Thrown by what reads ZIP and XML; `detail` is for the log. */
export class DocumentProblem extends Error {
  readonly problem: Problem;
  readonly detail: string | undefined;
  constructor(problem: Problem, detail?: string) {
    super(`${problem}: ${detail ?? "no detail"}`);
    this.problem = problem;
    this.detail = detail;
  }
}

/** Runs a reading and says its problems in words for the person. @throws AppError with one of `words`. */
export function inWords<T>(words: Readonly<Record<Problem, string>>, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DocumentProblem)) throw error;
    const { problem, detail } = error;
    throw new AppError(words[problem], detail ? { detail } : {});
  }
}
