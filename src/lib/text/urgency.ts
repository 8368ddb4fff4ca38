import { formatDateTime, parseDateTime } from "./dates.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Hours up to two days, days from there. */
const amount = (ms: number): string => {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / 60_000))} 分钟`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} 小时` : `${Math.floor(ms / DAY_MS)} 天`;
};

/**
 * How pressing something is that is due at `yyyy-MM-dd HH:mm:ss` of Shanghai: grey with more than a
 * day left, amber within one, red when it is late, with the time by which.
 */
export function urgencyOf(
  dueAt: string,
  now: Date,
): { text: string; tone: "grey" | "amber" | "red" } {
  const due = parseDateTime(dueAt);
  if (!due) return { text: "", tone: "grey" };
  const left = due.getTime() - now.getTime();
  if (left < 0) return { text: `超时 ${amount(-left)}`, tone: "red" };
  const isToday = dueAt.slice(0, 10) === formatDateTime(now).slice(0, 10);
  return { text: `剩 ${amount(left)}`, tone: isToday || left <= DAY_MS ? "amber" : "grey" };
}
