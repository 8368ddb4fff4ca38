import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { interceptStatements } from "../../test/statements.ts";

const it = await startApp();
const { token } = await it.as("admin");

// A process has ten connections. A call that takes many of them at once lets the others wait.

/** More statements than this are one that should be asked once. */
const MOST_STATEMENTS = 10;
const MOST_AT_ONCE = 4;

/**
 * The count of the call from which a statement comes: what runs by the clock beside it, or is written
 * after an earlier answer, is not its own.
 */
const counting = new AsyncLocalStorage<{ all: number; now: number; peak: number }>();
interceptStatements((call, run) => {
  const counted = counting.getStore();
  if (!counted) return run();
  counted.all++;
  counted.now++;
  counted.peak = Math.max(counted.peak, counted.now);
  const end = () => {
    counted.now--;
  };
  const last = call.at(-1);
  if (typeof last === "function") {
    call[call.length - 1] = (...told: unknown[]) => {
      end();
      last(...told);
    };
  }
  const result = run();
  if (typeof last !== "function" && result instanceof Promise) result.then(end, end);
  return result;
});

test("no call that reads takes many statements, or many connections at once", async () => {
  const greedy: string[] = [];
  const uncounted: string[] = [];
  const urls = it.app.routeTable
    .filter(
      ({ method, url, isEndless }) =>
        method === "GET" && url.startsWith("/prod-api/") && !isEndless,
    )
    .map(({ url }) => url.replace("/prod-api", ""))
    .filter((url) => !/[:*]/.test(url) && !/export/i.test(url));
  expect(urls.length).toBeGreaterThan(50);
  for (const url of urls) {
    // Kept values are read the first time only.
    await it.call("GET", url, { token });
    const counted = { all: 0, now: 0, peak: 0 };
    await counting.run(counted, () => it.call("GET", url, { token }));
    // Each call at least reads whose token it is.
    if (counted.all === 0) uncounted.push(url);
    if (counted.all > MOST_STATEMENTS || counted.peak > MOST_AT_ONCE) {
      greedy.push(`${url}: ${counted.all} statements, ${counted.peak} at once`);
    }
  }
  expect(greedy).toEqual([]);
  expect(uncounted).toEqual([]);
}, 120_000);
