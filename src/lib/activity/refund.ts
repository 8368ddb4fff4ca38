// What goes back of a place that is given up: decision 61.

const DAY_MS = 86_400_000;

/** Whole days before the beginning, and how much of the fee goes back from then on, in percent; the most days first. */
const RULE = [
  { days: 7, percent: 100 },
  { days: 3, percent: 50 },
] as const;

/** The rule as visitors read it before they sign up. */
export const REFUND_RULE =
  "活动开始 7 天前取消，全额退费；3 天前取消，退费一半；不足 3 天取消，不退费。学会取消活动的，全额退费。";

/** Fen that go back of what was paid for a place that its owner gives up at `now`; half a fen is the payer's. */
export function refundFen(paidFen: number, startAt: Date | null, now: Date): number {
  if (!startAt) return paidFen;
  const left = startAt.getTime() - now.getTime();
  const line = RULE.find(({ days }) => left >= days * DAY_MS);
  return line ? Math.ceil((paidFen * line.percent) / 100) : 0;
}
