import { parseDateTime } from "../text/dates.ts";
import type { TermDays } from "./terms.ts";

const YEAR = String.raw`(\d{4})年?`;
const DAY = String.raw`(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?`;
const TO = "(?:至|到|~|—|–|--?)";
const YEARS = new RegExp(`^${YEAR}(?:${TO}${YEAR})?$`);
const DAYS = new RegExp(`^${DAY}${TO}${DAY}$`);
const ONE_DAY = new RegExp(`^${DAY}$`);
/** Days that a spreadsheet counts from 1899-12-30: 1954 to 2119. */
const SERIAL = /^[2-7]\d{4}(?:\.0+)?$/;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const compact = (text: string) => text.normalize("NFKC").replace(/\s/g, "");

const dayOf = (year = "", month = "", day = ""): string | undefined => {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return parseDateTime(text) ? text : undefined;
};

/** A day as people write it, or as a spreadsheet counts it; a year alone is its first day. undefined: none of these. */
export function readDay(text: string): string | undefined {
  const given = compact(text);
  if (SERIAL.test(given)) {
    return new Date(SERIAL_ZERO + Number(given) * DAY_MS).toISOString().slice(0, 10);
  }
  const year = /^(\d{4})年?$/.exec(given)?.[1];
  if (year) return dayOf(year, "1", "1");
  const day = ONE_DAY.exec(given.replace(/(\d{4}-\d{2}-\d{2})[T0:.]+$/, "$1"));
  return day ? dayOf(day[1], day[2], day[3]) : undefined;
}

function readTerm(text: string): TermDays | undefined {
  const years = YEARS.exec(text);
  if (years) {
    const fromOn = dayOf(years[1], "1", "1");
    const toOn = dayOf(years[2] ?? years[1], "12", "31");
    return fromOn && toOn ? { fromOn, toOn } : undefined;
  }
  const days = DAYS.exec(text);
  if (!days) return undefined;
  const fromOn = dayOf(days[1], days[2], days[3]);
  const toOn = dayOf(days[4], days[5], days[6]);
  return fromOn && toOn ? { fromOn, toOn } : undefined;
}

/**
 * Terms as people write them in one cell, apart by semicolons or lines: `2024-2026；2027-01-01至2027-06-30`.
 * They come in the order of their days; a text tells what cannot be read, is in the wrong order, or meets another.
 */
export function readTerms(text: string): TermDays[] | string {
  const parts = text
    .normalize("NFKC")
    .split(/[;；、,\n]/)
    .map(compact)
    .filter(Boolean);
  const terms: TermDays[] = [];
  for (const part of parts) {
    const term = readTerm(part);
    if (!term) return `会籍期间“${part}”看不懂，应如 2026、2024-2026 或 2025-10-08至2026-12-31`;
    if (term.fromOn > term.toOn) return `会籍期间“${part}”的开始晚于结束`;
    terms.push(term);
  }
  terms.sort((a, b) => (a.fromOn < b.fromOn ? -1 : 1));
  for (const [index, term] of terms.entries()) {
    const before = terms[index - 1];
    if (before && before.toOn >= term.fromOn) {
      return `会籍期间重叠：${before.fromOn} 至 ${before.toOn} 与 ${term.fromOn} 至 ${term.toOn}`;
    }
  }
  return terms;
}
