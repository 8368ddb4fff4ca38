import { isHolding, outside } from "../calls/request-transaction.ts";
import type { Invalidation } from "./invalidation.ts";
import { type Tag, valueTag } from "./tags.ts";

/** Small values kept per process by tags: menu, settings, counts. */
export type Memo = {
  /** Loads once per key until one of the tags is dropped, or `ttlMs` is over. */
  get<T>(key: string, tags: Tag[], load: () => Promise<T>, ttlMs?: number): Promise<T>;
};

/** Contents of a memo, for the monitor. */
export type KeptValues = {
  /** Hits and misses count since the process began. */
  size(): { entries: number; hits: number; misses: number };
  /** The kept keys, at most `most`; never the values. */
  list(most: number): KeptValue[];
};

/** One value as the monitor shows it. Times are milliseconds; `expires` null: until it is dropped. */
export type KeptValue = { key: string; tags: string[]; storedAt: number; expires: number | null };

type Entry = { tags: Tag[]; value: Promise<unknown>; storedAt: number; expires: number };

const MAX_ENTRIES = 5_000;

export function createMemo(invalidation: Invalidation): Memo & KeptValues {
  const entries = new Map<string, Entry>();
  let hits = 0;
  let misses = 0;
  invalidation.subscribe({
    clear: () => entries.clear(),
    drop: (tags) => {
      for (const [key, entry] of entries) {
        if (entry.tags.some((tag) => tags.includes(tag))) entries.delete(key);
      }
    },
  });
  return {
    get<T>(
      key: string,
      contentTags: Tag[],
      load: () => Promise<T>,
      ttlMs = Number.POSITIVE_INFINITY,
    ) {
      if (!invalidation.isLive()) return outside(load);
      const found = entries.get(key);
      if (found && found.expires > Date.now()) {
        hits++;
        return found.value as Promise<T>;
      }
      misses++;
      // Read inside of one call's transaction, so for that call alone: what it wrote is not everybody's
      // yet, and waiting for a second connection while holding one could wait for ever.
      if (isHolding()) return load();
      const began = invalidation.now();
      // A query of Drizzle runs anew each time somebody awaits it: kept is the promise of one run.
      const value = outside(load);
      const tags: Tag[] = [...contentTags, "values", valueTag(key)];
      const entry = { tags, value, storedAt: Date.now(), expires: Date.now() + ttlMs };
      entries.set(key, entry);
      if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? key);
      const forget = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      // A drop that arrived while the value was being read makes it doubtful.
      value.then(() => invalidation.lastDrop(tags) > began && forget(), forget);
      return value;
    },
    size: () => ({ entries: entries.size, hits, misses }),
    list: (most) =>
      [...entries].slice(-most).map(([key, { tags, storedAt, expires }]) => ({
        key,
        tags: tags.slice(0, -2),
        storedAt,
        expires: Number.isFinite(expires) ? expires : null,
      })),
  };
}
