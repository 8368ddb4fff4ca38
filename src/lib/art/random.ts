/** A source of numbers: every call gives the next one, 0 <= n < 1. */
export type Random = () => number;

/** A seeded source (mulberry32): the same seed gives the same numbers on every machine. */
export function random(seed: number): Random {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number between `low` and `high`. */
export function between(next: Random, low: number, high: number): number {
  return low + (high - low) * next();
}

/** One of `items`, which must not be empty. */
export function pick<T>(next: Random, items: readonly [T, ...T[]]): T {
  return items[Math.floor(next() * items.length)] ?? items[0];
}
