import { formatDay } from "../text/dates.ts";

const DAY_MS = 86_400_000;

/** Days of work that staff have for a review, the council's paper and a payment: product 4.3. */
const STAFF_DAYS = 3;

/** Saturday or Sunday in Shanghai; holidays are not known here. */
const isWeekend = (date: Date): boolean =>
  [0, 6].includes(new Date(`${formatDay(date)}T00:00:00Z`).getUTCDay());

/** The same time of day so many Mondays to Fridays later; what begins on a weekend begins with Monday. */
export function addWorkingDays(from: Date, days: number): Date {
  let date = from;
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + DAY_MS);
    if (!isWeekend(date)) left--;
  }
  return date;
}

/** Until when staff should have dealt with what waits for them since then. */
export const staffDue = (since: Date): Date => addWorkingDays(since, STAFF_DAYS);
