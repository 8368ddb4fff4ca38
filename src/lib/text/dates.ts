/** All texts are Asia/Shanghai, which has no daylight saving: a fixed offset is exact. */
const OFFSET_MS = 8 * 3_600_000;

const pad = (value: number, width = 2) => String(value).padStart(width, "0");

function parts(date: Date) {
  const shifted = new Date(date.getTime() + OFFSET_MS);
  return {
    y: pad(shifted.getUTCFullYear(), 4),
    m: pad(shifted.getUTCMonth() + 1),
    d: pad(shifted.getUTCDate()),
    h: pad(shifted.getUTCHours()),
    i: pad(shifted.getUTCMinutes()),
    s: pad(shifted.getUTCSeconds()),
  };
}

/** `yyyy-MM-dd HH:mm:ss`, the contract's date-time. */
export function formatDateTime(date: Date): string {
  const { y, m, d, h, i, s } = parts(date);
  return `${y}-${m}-${d} ${h}:${i}:${s}`;
}

/** `yyyy-MM-dd`. */
export const formatDay = (date: Date): string => formatDateTime(date).slice(0, 10);

/** Before 1901 Shanghai had its own mean time: PostgreSQL answers seconds in the zone, which no Date reads. */
const FIRST_YEAR = "1901";

/** Reads `yyyy-MM-dd[ HH:mm[:ss]]` as Shanghai time; undefined when it is not a real moment from 1901 on. */
export function parseDateTime(text: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim());
  if (!match || (match[1] ?? "") < FIRST_YEAR) return undefined;
  const [y, m, d, h, i, s] = match.slice(1).map((part) => Number(part ?? 0));
  const time = Date.UTC(y ?? 0, (m ?? 1) - 1, d, h, i, s) - OFFSET_MS;
  const date = new Date(time);
  const same = formatDateTime(date).startsWith(`${match[1]}-${match[2]}-${match[3]}`);
  return same && (h ?? 0) < 24 && (i ?? 0) < 60 && (s ?? 0) < 60 ? date : undefined;
}

/** 2026年1月5日, of a day as `yyyy-MM-dd`. */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${year}年${month}月${date}日`;
}
