import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { vi } from "vitest";
import type { TestApp } from "./app.ts";
import { waiting } from "./waiting.ts";

// Two calls at once, in the order that hurts: every one of them has looked before any of them acts.

type Query = (...given: unknown[]) => unknown;

const textOf = (given: unknown[]): string => {
  const [config] = given as [string | { text?: string } | undefined];
  return (typeof config === "string" ? config : config?.text) ?? "";
};

/** Runs `act` while every statement of every connection goes through `pass`. */
async function watching<T>(
  pass: (text: string) => Promise<void> | undefined,
  act: () => Promise<T>,
): Promise<T> {
  const original = pg.Client.prototype.query as Query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const held = pass(textOf(given));
    if (!held) return original.apply(this, given) as never;
    const late = held.then(() => original.apply(this, given));
    // With a callback nobody takes the promise.
    return (typeof given.at(-1) === "function" ? void late : late) as never;
  });
  try {
    return await act();
  } finally {
    spy.mockRestore();
  }
}

/** The statements of `act`, each text once, in their order; those that open and end transactions aside. */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const texts = new Set<string>();
  await watching((text) => void texts.add(text), act);
  return [...texts].filter(
    (text) => !/^(begin|commit|rollback|set|savepoint|release)\b/i.test(text),
  );
}

const HOLD_MS = 10_000;

/**
 * Runs the calls at once and holds each at the first statement that `isHeld` picks, until every other
 * one has come there too, is over, or waits for a lock. Answers as Promise.allSettled does.
 * @throws where none of them comes to such a statement.
 */
export async function heldAt<T>(
  { db }: Pick<TestApp, "db">,
  isHeld: (text: string) => boolean,
  calls: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  let come = 0;
  let over = 0;
  let isOpen = false;
  const gate = Promise.withResolvers<void>();
  const pass = (text: string) => {
    if (isOpen || !isHeld(text)) return undefined;
    come++;
    return gate.promise;
  };
  return watching(pass, async () => {
    const running = calls.map((call) => call().finally(() => over++));
    const all = Promise.allSettled(running);
    const deadline = Date.now() + HOLD_MS;
    for (;;) {
      const there = come + over;
      if (there >= calls.length || there + (await waiting(db)) >= calls.length) break;
      if (Date.now() > deadline)
        throw new Error(`${there} of ${calls.length} came to the statement`);
      await delay(5);
    }
    isOpen = true;
    gate.resolve();
    const results = await all;
    if (come === 0) throw new Error("no call came to the statement");
    return results;
  });
}
