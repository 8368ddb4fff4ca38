import pg from "pg";
import { TAG_CHANNEL } from "./tags.ts";

type Listener = { drop(tags: string[]): void; clear(): void };

/**
 * Hears dropped tags of all processes. While the listening connection is away nothing may be served
 * from a cache (`isLive()` is false) and everything stored before is thrown away.
 */
export type Invalidation = {
  isLive(): boolean;
  /** Sequence of the last drop that concerns one of the tags; compare before and after a render. */
  lastDrop(tags: Iterable<string>): number;
  now(): number;
  subscribe(listener: Listener): void;
  close(): Promise<void>;
};

const RECONNECT_MS = 500;

export async function listenForTags(databaseUrl: string): Promise<Invalidation> {
  const listeners: Listener[] = [];
  const droppedAt = new Map<string, number>();
  let sequence = 0;
  let clearedAt = 0;
  let live = false;
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

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
  const lost = () => {
    live = false;
    if (closed) return;
    drop(["all"]);
    clearTimeout(timer);
    timer = setTimeout(() => void connect().catch(lost), RECONNECT_MS);
  };
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: "xuehui-listen",
    });
    let gone = false;
    const once = () => {
      if (gone) return;
      gone = true;
      fresh.end().catch(() => undefined);
      lost();
    };
    fresh.on("error", once);
    fresh.on("end", once);
    fresh.on("notification", (message) => drop((message.payload ?? "all").split(",")));
    try {
      await fresh.connect();
      await fresh.query(`listen ${TAG_CHANNEL}`);
    } catch (error) {
      gone = true;
      fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    // Whatever was written while we were deaf is unknown.
    drop(["all"]);
    live = true;
  };
  await connect();

  return {
    isLive: () => live,
    now: () => sequence,
    lastDrop: (tags) => {
      let last = clearedAt;
      for (const tag of tags) last = Math.max(last, droppedAt.get(tag) ?? 0);
      return last;
    },
    subscribe: (listener) => void listeners.push(listener),
    close: async () => {
      closed = true;
      live = false;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
