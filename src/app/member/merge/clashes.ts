import { daysAfter, type TermDays } from "#src/lib/membership/terms.ts";

/** Two terms of two members that share days. */
export type Clash<T extends TermDays> = { kept: T; other: T };

/** Terms of one member that meet terms of the other. */
export const clashesOf = <T extends TermDays>(
  kept: readonly T[],
  other: readonly T[],
): Clash<T>[] =>
  other.flatMap((each) =>
    kept
      .filter(({ fromOn, toOn }) => each.fromOn <= toOn && fromOn <= each.toOn)
      .map((its) => ({ kept: its, other: each })),
  );

/**
 * What is left of a term beside others, which stand: its first part that meets none of them; undefined where
 * they cover all of it.
 */
export function leftOf(term: TermDays, others: readonly TermDays[]): TermDays | undefined {
  const { toOn } = term;
  let { fromOn } = term;
  const inOrder = [...others].sort((a, b) => (a.fromOn < b.fromOn ? -1 : 1));
  for (const each of inOrder) {
    if (each.toOn < fromOn || each.fromOn > toOn) continue;
    if (each.fromOn > fromOn) return { fromOn, toOn: daysAfter(each.fromOn, -1) };
    fromOn = daysAfter(each.toOn, 1);
  }
  return fromOn <= toOn ? { fromOn, toOn } : undefined;
}
