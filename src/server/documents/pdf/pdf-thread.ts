import { parentPort } from "node:worker_threads";
import { AppError } from "../../http/errors.ts";
import { FontShelf } from "./font-shelf.ts";
import { drawn, type Order } from "./orders.ts";

// The thread of pdf-drawer.ts: it keeps the fonts open and draws one document after another.

/** A document, what a person is told in place of it, or the text of an error of ours. */
export type Answer =
  | { pdf: Uint8Array }
  | { refusal: string; detail: string | undefined }
  | { failure: string };

const shelves = new Map<string, FontShelf>();

function shelfOf(folder: string): FontShelf {
  let shelf = shelves.get(folder);
  if (!shelf) {
    shelf = new FontShelf(folder);
    shelves.set(folder, shelf);
  }
  return shelf;
}

async function answer({ kind, data, fonts }: Order): Promise<Answer> {
  try {
    return { pdf: await drawn(shelfOf(fonts), kind, data) };
  } catch (error) {
    if (!(error instanceof AppError)) {
      return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    const { message, detail } = error;
    return { refusal: message, detail: detail === undefined ? undefined : String(detail) };
  }
}

parentPort?.on("message", async (order: Order) => parentPort?.postMessage(await answer(order)));
