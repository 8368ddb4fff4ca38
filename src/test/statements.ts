import pg from "pg";
import { vi } from "vitest";
import { STILL_LISTENING } from "../server/cache/invalidation.ts";

/** A call of pg's `query` as it is made: a text or a configuration, its values, perhaps a callback. */
export type Call = unknown[];

/** Its text and values. */
export function statementOf([config, values]: Call): { text: string; values: readonly unknown[] } {
  const text =
    typeof config === "string" ? config : (config as { text?: string } | undefined)?.text;
  return { text: text ?? "", values: Array.isArray(values) ? values : [] };
}

/**
 * Hands every statement of every connection of this process to `through`, which runs it by `run` and
 * answers what pg answers; but for the question that the listening connection is asked by the clock. The
 * caller takes it back with `mockRestore()`.
 */
export function interceptStatements(through: (call: Call, run: () => unknown) => unknown) {
  const original = pg.Client.prototype.query as (...given: Call) => unknown;
  return vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: Call
  ) {
    const run = () => original.apply(this, given);
    return (statementOf(given).text === STILL_LISTENING ? run() : through(given, run)) as never;
  });
}
