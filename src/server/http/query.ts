const MAX_KEYS = 100;

/**
 * Query string parser: `params[beginTime]=…` becomes `{params:{beginTime}}`, one level deep; keys
 * past the hundredth and names of the prototype chain are dropped. Of a key given twice the last value
 * counts. An empty value counts as unsaid: lists send all their filters (`typeId=&…`). Source: security 2.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  let count = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    if (++count > MAX_KEYS) break;
    const nested = /^(\w{1,64})\[(\w{1,64})\]$/.exec(key);
    if (nested?.[1] && nested[2]) {
      const outer = nested[1];
      const inner = result[outer];
      const target = isPlain(inner) ? inner : Object.create(null);
      if (isSafe(outer) && isSafe(nested[2])) {
        target[nested[2]] = value;
        result[outer] = target;
      }
    } else if (value === "") delete result[key];
    else if (isSafe(key)) result[key] = value;
  }
  return result;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isSafe = (key: string) => !["__proto__", "constructor", "prototype"].includes(key);
