import type { Invalidation } from "./invalidation.ts";
import type { Tag } from "./tags.ts";

/** Small values kept per process by tags: menu, settings, counts. */
export type Memo = {
  /** Loads once per key until one of the tags is dropped, or `ttlMs` is over. */
  get<T>(key: string, tags: Tag[], load: () => Promise<T>, ttlMs?: number): Promise<T>;
};

type Entry = { tags: Tag[]; value: Promise<unknown>; expires: number };

const MAX_ENTRIES = 5_000;

export function createMemo(invalidation: Invalidation): Memo {
  const entries = new Map<string, Entry>();
  invalidation.subscribe({
    clear: () => entries.clear(),
    drop: (tags) => {
      for (const [key, entry] of entries) {
        if (entry.tags.some((tag) => tags.includes(tag))) entries.delete(key);
      }
    },
  });
  return {
    get<T>(key: string, tags: Tag[], load: () => Promise<T>, ttlMs = Number.POSITIVE_INFINITY) {
      if (!invalidation.isLive()) return load();
      const found = entries.get(key);
      if (found && found.expires > Date.now()) return found.value as Promise<T>;
      const began = invalidation.now();
      const value = load();
      const entry = { tags, value, expires: Date.now() + ttlMs };
      entries.set(key, entry);
      if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? key);
      const forget = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      // A drop that arrived while the value was being read makes it doubtful.
      value.then(() => invalidation.lastDrop(tags) > began && forget(), forget);
      return value;
    },
  };
}
