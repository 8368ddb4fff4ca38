import { formatDay, parseDateTime } from "../text/dates.ts";

/** Days that are not as their weekday says: `yyyy-MM-dd` with whether one works. */
export type Calendar = ReadonlyMap<string, "holiday" | "work">;

const DAY_MS = 86_400_000;
/** Of a publicity: product 4.8. */
export const PUBLIC_DAYS = 5;

const startOf = (day: string): Date => {
  const date = parseDateTime(day);
  if (!date) throw new Error(`${day} is no day`);
  return date;
};

/** Whether one works on a day in China: what the calendar says, else Monday to Friday. */
export function isWorkingDay(day: string, calendar: Calendar): boolean {
  const said = calendar.get(day);
  if (said) return said === "work";
  return ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/**
 * The end of so many whole working days: midnight in Shanghai after the last of them. The day on which it begins
 * does not count, so what is shown in the evening loses nothing.
 */
export function endOfWorkingDays(from: Date, days: number, calendar: Calendar): Date {
  let start = startOf(formatDay(from));
  for (let left = days; left > 0; ) {
    start = new Date(start.getTime() + DAY_MS);
    if (isWorkingDay(formatDay(start), calendar)) left--;
  }
  return new Date(start.getTime() + DAY_MS);
}
