import { setTimeout as delay } from "node:timers/promises";
import { isUnreachable } from "../../db/client.ts";
import { type Line, openClient } from "../../db/line.ts";
import { onPublishedHere, TAG_CHANNEL } from "./tags.ts";

type Listener = { drop(tags: string[]): void; clear(): void };

/**
 * Hears dropped tags of all processes. While the listening connection is away, what was stored may be
 * out of date: it is thrown away as soon as the connection is back, and until then it serves only
 * while the database itself cannot be reached, when nobody can have written.
 */
export type Invalidation = {
  /** Whether every drop is heard. */
  isLive(): boolean;
  /** Whether the database itself cannot be reached. Never together with isLive. */
  isAway(): boolean;
  /** Sequence of the last drop that concerns one of the tags; compare before and after a render. */
  lastDrop(tags: Iterable<string>): number;
  now(): number;
  subscribe(listener: Listener): void;
  close(): Promise<void>;
};

type Options = {
  /** Bytes that came from the database on other connections: while they grow, it is not away. */
  bytesRead?: () => number;
  /** Called when the database has fallen silent: who waits for it need not wait any longer. */
  onSilence?: () => void;
};

const RECONNECT_MS = 250;

/**
 * A connection can die without a word, behind a router that forgets it: it is asked every two seconds
 * and must answer within two. So a silent end is known after four seconds at most.
 */
const BEAT_MS = 2_000;
const ANSWER_MS = 2_000;

/** What the listening connection is asked every two seconds. */
export const STILL_LISTENING = `select 1 from pg_listening_channels() as channel where channel = '${TAG_CHANNEL}'`;

/** Opens the listening connection, and keeps it. @throws when it cannot be opened the first time. */
export async function listenForTags(
  databaseUrl: string,
  { bytesRead = () => 0, onSilence = () => undefined }: Options = {},
): Promise<Invalidation> {
  const listeners: Listener[] = [];
  const droppedAt = new Map<string, number>();
  let sequence = 0;
  let clearedAt = 0;
  let state: "live" | "deaf" | "away" = "deaf";
  const closing = new AbortController();

  const drop = (tags: string[]) => {
    sequence++;
    if (tags.includes("all")) {
      clearedAt = sequence;
      for (const listener of listeners) listener.clear();
      return;
    }
    for (const tag of tags) droppedAt.set(tag, sequence);
    // The map would grow with every article id ever written: past a bound, forget by clearing all.
    if (droppedAt.size > 10_000) {
      droppedAt.clear();
      clearedAt = sequence;
    }
    for (const listener of listeners) listener.drop(tags);
  };

  const open = async (): Promise<Line> => {
    const line = await openClient(databaseUrl, { name: "xuehui-listen", answerMs: ANSWER_MS });
    line.client.on("notification", (message) => drop((message.payload ?? "all").split(",")));
    try {
      await line.client.query(`listen ${TAG_CHANNEL}`);
    } catch (error) {
      void line.close();
      throw error;
    }
    // Tags dropped while the connection was away are unknown.
    drop(["all"]);
    state = "live";
    return line;
  };

  /** Resolves when the connection is of no use any more; true when it went without a word. */
  const listen = async ({ client }: Line): Promise<boolean> => {
    const ended = new AbortController();
    client.once("end", () => ended.abort());
    client.once("error", () => ended.abort());
    const stop = AbortSignal.any([ended.signal, closing.signal]);
    while (!stop.aborted) {
      await delay(BEAT_MS, undefined, { signal: stop }).catch(() => undefined);
      if (stop.aborted) break;
      const before = bytesRead();
      const beat = await client.query(STILL_LISTENING).then(
        ({ rowCount }) => (rowCount ? "heard" : "deaf"),
        () => "silent",
      );
      if (beat === "heard") continue;
      return beat === "silent" && !ended.signal.aborted && bytesRead() === before;
    }
    return false;
  };

  const keep = async (first: Line) => {
    let line: Line | undefined = first;
    while (!closing.signal.aborted) {
      if (line) {
        const isSilent = await listen(line);
        state = isSilent ? "away" : "deaf";
        void line.close();
        line = undefined;
        if (isSilent) onSilence();
      } else {
        await delay(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
      if (closing.signal.aborted) break;
      const before = bytesRead();
      line = await open().catch((error: unknown) => {
        state = isUnreachable(error) ? "away" : "deaf";
        if (state === "away" && bytesRead() === before) onSilence();
        return undefined;
      });
    }
    state = "deaf";
    await line?.close();
  };

  const kept = keep(await open());
  const stopHere = onPublishedHere(drop);
  return {
    isLive: () => state === "live",
    isAway: () => state === "away",
    now: () => sequence,
    lastDrop: (tags) => {
      let last = clearedAt;
      for (const tag of tags) last = Math.max(last, droppedAt.get(tag) ?? 0);
      return last;
    },
    subscribe: (listener) => void listeners.push(listener),
    close: async () => {
      closing.abort();
      stopHere();
      await kept;
    },
  };
}
