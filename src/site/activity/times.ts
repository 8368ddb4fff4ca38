import { dayInWords } from "../../lib/text/dates.ts";

const WEEKDAYS = "日一二三四五六";

/** 周六, of a day as `yyyy-MM-dd`. */
export const weekday = (day: string): string =>
  `周${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ""}`;

const clock = (moment: string) => moment.slice(11, 16);

/** 2026年5月30日（周六）09:00—17:30; over several days both days. */
export function spanText(startAt: string, endAt: string): string {
  const [from, to] = [startAt.slice(0, 10), endAt.slice(0, 10)];
  const begins = `${dayInWords(from)}（${weekday(from)}）${clock(startAt)}`;
  if (from === to) return `${begins}—${clock(endAt)}`;
  const end = from.slice(0, 4) === to.slice(0, 4) ? dayInWords(to).slice(5) : dayInWords(to);
  return `${begins} 至 ${end}（${weekday(to)}）${clock(endAt)}`;
}

/** 2026年5月20日 18:00 */
export const momentText = (moment: string): string =>
  `${dayInWords(moment.slice(0, 10))} ${clock(moment)}`;
