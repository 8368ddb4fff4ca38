/** A term of membership: days as `yyyy-MM-dd`, both included. */
export type TermDays = { fromOn: string; toOn: string };

/** A first payment from this month on holds until the end of the next year, where no setting says otherwise. */
export const ROLLOVER_MONTH = 10;

/** Days after the end of a term in which a renewal goes on from it: product 4.5. */
export const GRACE_DAYS = 90;

/** Days before the end of a term, and after it, in which it can be renewed: product 4.3. */
export const RENEWAL_WINDOW = { before: 90, after: 365 };

const DAY_MS = 86_400_000;

/** The day so many days after another; fewer than none: before it. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/**
 * The term that a payment buys. Memberships are by calendar years; one that is renewed while the last
 * term or its grace holds goes on without a gap, and any other begins on the day of the payment.
 * @param paidOn the day in Shanghai on which the money was paid.
 * @param lastTo the end of the member's last term, where there is one.
 * @param rolloverMonth product 7.4; 13: never.
 */
export function termOf(
  paidOn: string,
  years: number,
  lastTo: string | undefined,
  rolloverMonth = ROLLOVER_MONTH,
): TermDays {
  if (lastTo !== undefined && daysBetween(lastTo, paidOn) <= GRACE_DAYS) {
    const fromOn = daysAfter(lastTo, 1);
    // A term that ended within a year (taken over from older books) is followed by the rest of it.
    return { fromOn, toOn: `${Number(fromOn.slice(0, 4)) + years - 1}-12-31` };
  }
  const isLate = Number(paidOn.slice(5, 7)) >= rolloverMonth;
  const year = Number(paidOn.slice(0, 4)) + (isLate ? 1 : 0);
  return { fromOn: paidOn, toOn: `${year + years - 1}-12-31` };
}

/** What a member is on a day: product 4.5. */
export type MemberState =
  | "valid"
  | "grace"
  | "lapsed"
  | "lapseList"
  | "suspended"
  | "resigned"
  | "expelled";

export const MEMBER_STATE_NAMES: Readonly<Record<MemberState, string>> = {
  valid: "有效",
  grace: "宽限期",
  lapsed: "已过期",
  lapseList: "待自动退会",
  suspended: "已中止",
  resigned: "已退会",
  expelled: "已除名",
};

/** A decision by people comes before what the terms say; a year after the end the council decides. */
export function memberStateOf(
  { manualState, validTo }: { manualState: string; validTo: string | null },
  today: string,
): MemberState {
  if (manualState === "suspended" || manualState === "resigned" || manualState === "expelled") {
    return manualState;
  }
  if (validTo === null) return "lapsed";
  const over = daysBetween(validTo, today);
  if (over <= 0) return "valid";
  if (over <= GRACE_DAYS) return "grace";
  return over <= 365 ? "lapsed" : "lapseList";
}

/** Whether somebody counts as a member: grace does (product 4.2). */
export const isMemberState = (state: MemberState): boolean =>
  state === "valid" || state === "grace";
