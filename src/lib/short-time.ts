import { formatDateTime } from "./text/dates.ts";

const DAY_MS = 86_400_000;

/**
 * A contract's date-time for a list: 今天 08:30, 昨天 17:52, 09-10 11:20, and the year only where it
 * is another one. Both are Shanghai time.
 */
export function shortTime(text: string, now = new Date()): string {
  const day = text.slice(0, 10);
  const clock = text.slice(11, 16);
  if (day === formatDateTime(now).slice(0, 10)) return `今天 ${clock}`;
  if (day === formatDateTime(new Date(now.getTime() - DAY_MS)).slice(0, 10)) return `昨天 ${clock}`;
  if (day.slice(0, 4) === formatDateTime(now).slice(0, 4)) return `${day.slice(5)} ${clock}`;
  return day;
}
