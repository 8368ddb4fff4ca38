import { parseDateTime } from "./dates.ts";

const OFFSET_MS = 8 * 3_600_000;

/** specification 9. */
const DEFAULT_FORMAT = "{y}-{m}-{d} {h}:{i}:{s}";

const DAYS = "日一二三四五六";

/** A time in any form the wire knows; numbers of up to 10 digits are seconds (specification 9). */
function toDate(time: Date | number | string): Date | undefined {
  if (time instanceof Date) return Number.isNaN(time.getTime()) ? undefined : time;
  const text = String(time).trim();
  if (/^\d{1,16}$/.test(text)) {
    const value = Number(text);
    const date = new Date(text.length <= 10 ? value * 1000 : value);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }
  const plain = parseDateTime(text.replace(/\.\d+$/, "").replaceAll("/", "-"));
  if (plain) return plain;
  const parsed = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text)
    ? new Date(text)
    : undefined;
  return parsed && !Number.isNaN(parsed.getTime()) ? parsed : undefined;
}

/**
 * A time as text, Shanghai time. `format` names its parts with or without braces: y, m, d, h, i, s,
 * and a for the day of the week, each padded; the default is `y-m-d h:i:s`. Empty for no time at all.
 */
export function formatTime(
  time: Date | number | string | null | undefined,
  format = DEFAULT_FORMAT,
): string {
  if (time === null || time === undefined || time === "") return "";
  const date = toDate(time);
  if (!date) return "";
  const shifted = new Date(date.getTime() + OFFSET_MS);
  const pad = (value: number) => String(value).padStart(2, "0");
  const parts: Record<string, string> = {
    y: String(shifted.getUTCFullYear()).padStart(4, "0"),
    m: pad(shifted.getUTCMonth() + 1),
    d: pad(shifted.getUTCDate()),
    h: pad(shifted.getUTCHours()),
    i: pad(shifted.getUTCMinutes()),
    s: pad(shifted.getUTCSeconds()),
    a: DAYS[shifted.getUTCDay()] ?? "",
  };
  return format.replace(/\{([ymdhisa])\}|\b([ymdhisa])\b/g, (_all, braced, bare) => {
    return parts[braced ?? bare] ?? "";
  });
}
