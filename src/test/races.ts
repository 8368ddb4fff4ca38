import { setTimeout as delay } from "node:timers/promises";
import type { TestApp } from "./app.ts";
import { interceptStatements, statementOf } from "./statements.ts";
import { waiting } from "./waiting.ts";

// Two calls at once, in the order that hurts: every one of them has looked before any of them acts.

/** Runs `act` while every statement of every connection goes through `pass`. */
async function watching<T>(
  pass: (text: string) => Promise<void> | undefined,
  act: () => Promise<T>,
): Promise<T> {
  const spy = interceptStatements((call, run) => {
    const held = pass(statementOf(call).text);
    if (!held) return run();
    const late = held.then(run);
    // With a callback nobody takes the promise.
    return typeof call.at(-1) === "function" ? undefined : late;
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
  const passed = new Set<string>();
  const pass = (text: string) => {
    passed.add(text);
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
    if (come === 0) {
      throw new Error(`no call came to the statement; these came: ${[...passed].join(" | ")}`);
    }
    return results;
  });
}
