import { setTimeout as delay } from "node:timers/promises";

const STREAM = "/prod-api/news/stream";
/** A browser waits about so long before it comes back. */
const COME_BACK_MS = 500;

/** Counts of the streams of news that one person's browsers hold open. */
export type Streams = {
  /** How often one was opened, and said its first line. */
  opened: number;
  /** How often one came to its end as an answer does. */
  ended: number;
  /** Refused, broken in the middle, or ended without a word. */
  failed: number;
  stop(): Promise<void>;
};

/** Holds `count` streams open, and opens each again when it ends. */
export function holdStreams(origin: string, token: string, count: number): Streams {
  const leaving = new AbortController();
  const { signal } = leaving;
  const seen: Streams = { opened: 0, ended: 0, failed: 0, stop: async () => undefined };
  const listen = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(origin + STREAM, { headers, signal });
    const isStream = answer.headers.get("content-type") === "text/event-stream";
    if (!isStream || !answer.body) throw new Error(`answered ${answer.status}`);
    let isOpen = false;
    for await (const _ of answer.body) {
      if (!isOpen) seen.opened++;
      isOpen = true;
    }
    if (!isOpen) throw new Error("no word");
    seen.ended++;
  };
  const holding = Array.from({ length: count }, async () => {
    while (!signal.aborted) {
      await listen().catch(() => {
        if (!signal.aborted) seen.failed++;
      });
      await delay(COME_BACK_MS, undefined, { signal }).catch(() => undefined);
    }
  });
  seen.stop = async () => {
    leaving.abort();
    await Promise.all(holding);
  };
  return seen;
}
