import { formatDateTime } from "../text/dates.ts";

const HOURS = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a text is `21:00-08:00`: from and to, on the clock of Shanghai. */
export const isHours = (text: string): boolean => HOURS.test(text);

/** Whether a moment lies in the hours; a text that is none has no hours. */
export function isWithinHours(text: string, now: Date): boolean {
  const [, from, to] = HOURS.exec(text) ?? [];
  if (!from || !to) return false;
  const clock = formatDateTime(now).slice(11, 16);
  return from <= to ? clock >= from && clock < to : clock >= from || clock < to;
}
