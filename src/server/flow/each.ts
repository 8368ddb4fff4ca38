import { AppError } from "../http/errors.ts";
import type { Given } from "./flow.ts";

/** What became of one of them: its state after the step, or why it was refused. */
export interface EachResult {
  id: number;
  ok: boolean;
  msg: string;
  state: number | null;
}

const MAX = 100;

/**
 * One step with each of several, each in a transaction of its own: one that is refused keeps none of the
 * others back. A single one that is refused is refused as a call.
 *
 * @param named the noun and its measure word: 申请, 份.
 * @throws AppError where none or more than 100 are named.
 */
export async function takeEach(
  named: { readonly noun: string; readonly measure: string },
  ids: readonly number[],
  given: Given,
  step: (id: number, given: Given) => Promise<{ state: number }>,
): Promise<EachResult[]> {
  if (ids.length === 0) throw new AppError(`请先选择${named.noun}`);
  if (ids.length > MAX) throw new AppError(`一次最多处理 ${MAX} ${named.measure}${named.noun}`);
  const results: EachResult[] = [];
  // In one order, so that two lists at once never wait for each other.
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    try {
      // The version of one says nothing of the others.
      const { state } = await step(id, ids.length === 1 ? given : { ...given, version: undefined });
      results.push({ id, ok: true, msg: "", state });
    } catch (error) {
      if (ids.length === 1 || !(error instanceof AppError)) throw error;
      results.push({ id, ok: false, msg: error.message, state: null });
    }
  }
  return results;
}
