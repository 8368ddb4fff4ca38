/** What an expert gave a declaration, in points from 0 to 100; `lead`: the line of the sheet that weighs most. */
export type Mark = { itemId: number; expertId: number; total: number; lead: number };

export type Ranked = {
  itemId: number;
  /** How many experts gave points. */
  count: number;
  mean: number;
  /** The mean of the points as they count after normalising. */
  score: number;
  /** The highest less the lowest of the points that were given. */
  spread: number;
  lead: number;
  /** Equal ones share a place, and the next one is left out. 0: too few have judged it. */
  place: number;
};

/** From how many declarations on an expert's own mean and deviation say something. */
const LEAST_TO_NORMALISE = 3;
/** Experts whose points lie so far apart should be looked at. */
export const WIDE_SPREAD = 20;

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const deviationOf = (values: readonly number[], mean: number): number =>
  Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));

/** To hundredths, as they are shown and compared: what looks equal is equal. */
const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * The points as they count, in the order of the marks: of who is strict and of who is mild they mean the same. An
 * expert's points are measured by their own mean and deviation and laid on those of the whole batch, from 0
 * to 100. Of who judged fewer than three they stay as they are; of who gave all the same, all become the mean.
 */
export function normalised(marks: readonly Mark[]): number[] {
  const all = marks.map(({ total }) => total);
  const mean = meanOf(all);
  const deviation = deviationOf(all, mean);
  const own = new Map(
    [...Map.groupBy(marks, ({ expertId }) => expertId)].map(([expertId, theirs]) => {
      const totals = theirs.map(({ total }) => total);
      const middle = meanOf(totals);
      return [expertId, { count: totals.length, mean: middle, dev: deviationOf(totals, middle) }];
    }),
  );
  return marks.map(({ expertId, total }) => {
    const facts = own.get(expertId);
    if (!facts || facts.count < LEAST_TO_NORMALISE) return total;
    const away = facts.dev < 1e-9 ? 0 : ((total - facts.mean) / facts.dev) * deviation;
    return Math.min(100, Math.max(0, mean + away));
  });
}

/** Of two with the same score the higher plain mean goes first, then the one that experts agree on, then the lead. */
const compare = (a: Ranked, b: Ranked): number =>
  b.score - a.score || b.mean - a.mean || a.spread - b.spread || b.lead - a.lead;

/**
 * The declarations in their order: those with `least` marks or more have a place, the others follow without one.
 * The order of what comes in makes no difference.
 */
export function ranked(
  itemIds: readonly number[],
  marks: readonly Mark[],
  least: number,
): Ranked[] {
  // Sums of fractions depend on their order: they are made in one.
  const sorted = marks.toSorted((a, b) => a.itemId - b.itemId || a.expertId - b.expertId);
  const counted = normalised(sorted);
  const rows = itemIds.map((itemId): Ranked => {
    const at = sorted.flatMap((mark, index) => (mark.itemId === itemId ? [index] : []));
    const totals = at.map((index) => sorted[index]?.total ?? 0);
    return {
      itemId,
      count: at.length,
      mean: round(meanOf(totals)),
      score: round(meanOf(at.map((index) => counted[index] ?? 0))),
      spread: totals.length > 0 ? round(Math.max(...totals) - Math.min(...totals)) : 0,
      lead: round(meanOf(at.map((index) => sorted[index]?.lead ?? 0))),
      place: 0,
    };
  });
  const full = rows
    .filter(({ count }) => count >= least && count > 0)
    .toSorted((a, b) => compare(a, b) || a.itemId - b.itemId);
  let place = 0;
  const placed = full.map((row, index) => {
    const before = full[index - 1];
    if (!before || compare(before, row) !== 0) place = index + 1;
    return { ...row, place };
  });
  const others = rows.filter(({ count }) => count < least || count === 0);
  return [...placed, ...others.toSorted((a, b) => a.itemId - b.itemId)];
}
