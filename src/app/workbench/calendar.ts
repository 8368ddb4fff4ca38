import { formatDateTime } from "../../lib/text/dates.ts";

const DAY_MS = 86_400_000;

/** Midnight of the day in Shanghai, as if it were UTC: days can then be counted. */
const dayOf = (date: Date): Date => new Date(`${formatDateTime(date).slice(0, 10)}T00:00:00Z`);

/** A greeting by the clock of Shanghai. */
export function greeting(now: Date): string {
  const hour = Number(formatDateTime(now).slice(11, 13));
  if (hour < 5) return "夜深了";
  if (hour < 11) return "上午好";
  if (hour < 13) return "中午好";
  return hour < 18 ? "下午好" : "晚上好";
}

/** `2025 年 9 月 12 日 星期五`, without the year where it is short of room. */
export function longDay(now: Date, hasYear: boolean): string {
  const day = dayOf(now);
  const year = hasYear ? `${day.getUTCFullYear()} 年 ` : "";
  const weekday = "日一二三四五六"[day.getUTCDay()];
  return `${year}${day.getUTCMonth() + 1} 月 ${day.getUTCDate()} 日 星期${weekday}`;
}

/** Number of the week by ISO 8601: the week of the year's first Thursday is the first. */
export function weekOfYear(now: Date): number {
  const day = dayOf(now);
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * DAY_MS);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return Math.floor((thursday.getTime() - first) / (7 * DAY_MS)) + 1;
}
