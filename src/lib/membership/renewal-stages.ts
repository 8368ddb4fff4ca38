import { daysAfter, GRACE_DAYS, RENEWAL_WINDOW } from "./terms.ts";

/** Days that are left of a term, both ends included; negative: that have gone since its end. */
type Days = { from?: number; to: number };

/** What the page 到期与续会 sorts members into, the next to end first (product 4.5). */
export const RENEWAL_STAGES = {
  d7: { name: "7 天内到期", from: 0, to: 7 },
  d30: { name: "30 天内到期", from: 8, to: 30 },
  d60: { name: "60 天内到期", from: 31, to: 60 },
  grace: { name: "宽限期", from: -GRACE_DAYS, to: -1 },
  lapsed: { name: "已过期", from: -RENEWAL_WINDOW.after, to: -GRACE_DAYS - 1 },
  lapseList: { name: "自动退会名单", to: -RENEWAL_WINDOW.after - 1 },
} as const satisfies Record<string, Days & { name: string }>;

export type RenewalStage = keyof typeof RENEWAL_STAGES;

export const isRenewalStage = (text: string): text is RenewalStage =>
  Object.hasOwn(RENEWAL_STAGES, text);

/** The days on which the terms of a stage end, `yyyy-MM-dd`; no `from`: any day up to `to`. */
export function endsOf(
  stage: RenewalStage,
  today: string,
): { from: string | undefined; to: string } {
  const { from, to }: Days = RENEWAL_STAGES[stage];
  return {
    from: from === undefined ? undefined : daysAfter(today, from),
    to: daysAfter(today, to),
  };
}

/** The stage of a term with so many days left; undefined for one that ends later. */
export const stageOf = (left: number): RenewalStage | undefined =>
  (Object.keys(RENEWAL_STAGES) as RenewalStage[]).find((stage) => {
    const { from = Number.NEGATIVE_INFINITY, to }: Days = RENEWAL_STAGES[stage];
    return left >= from && left <= to;
  });
