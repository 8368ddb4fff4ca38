import fs from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "#src/server/http/errors.ts";
import { type ReadDocument, readDocx } from "./docx-read.ts";

// The thread that word-reader.server.ts starts for one document. Plain Node runs this file, from src/
// also where the rest of the server is a bundle: what it imports must need no build (explicit .ts, no
// aliases, no globs).

export type WordTask = { docx: string };
export type WordAnswer =
  | { document: ReadDocument }
  | { refusal: string; detail: string | undefined };

/** Texts for the person cross as such: an error's class would be lost on the way. */
function answer(): WordAnswer {
  const { docx } = workerData as WordTask;
  try {
    return { document: readDocx(fs.readFileSync(docx)) };
  } catch (error) {
    if (error instanceof AppError)
      return {
        refusal: error.message,
        detail: error.detail === undefined ? undefined : String(error.detail),
      };
    throw error;
  }
}

parentPort?.postMessage(answer());
