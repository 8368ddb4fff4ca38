import { formatDay, parseDateTime } from "../../lib/text/dates.ts";
import type { Field } from "./fields.ts";
import { cleanHtml } from "./rich-text.ts";

// Fields beyond texts, whole numbers and choices (fields.ts): the kinds that generated slices need.

const missingText = (label: string, isRequired: boolean | undefined) =>
  isRequired ? `${label}不能为空` : undefined;

/**
 * A decimal number with at most `scale` places and `digits` before them, also negative; an emptied
 * one is null. Kept as its digits, so that money is never rounded.
 */
export function decimal(
  label: string,
  options: { digits: number; scale: number; isRequired?: boolean },
): Field<string | null> {
  const { digits, scale } = options;
  const pattern = new RegExp(`^-?\\d{1,${digits}}${scale > 0 ? `(\\.\\d{1,${scale}})?` : ""}$`);
  return {
    label,
    missing: missingText(label, options.isRequired),
    shape: { type: "string", pattern: pattern.source },
    read(value) {
      const plain = typeof value === "number" || typeof value === "string" ? String(value) : "x";
      if (plain.trim() === "") return { value: null };
      return pattern.test(plain.trim())
        ? { value: plain.trim() }
        : { error: `${label}应为数字，最多 ${digits} 位整数、${scale} 位小数` };
    },
  };
}

/** A moment as `yyyy-MM-dd`, with `HH:mm` or `HH:mm:ss` or without; an emptied one is null. */
export function moment(label: string, options: { isRequired?: boolean } = {}): Field<Date | null> {
  return {
    label,
    missing: missingText(label, options.isRequired),
    shape: { type: "string", description: "yyyy-MM-dd HH:mm:ss" },
    read(value) {
      if (typeof value === "string" && value.trim() === "") return { value: null };
      const date = typeof value === "string" ? parseDateTime(value) : undefined;
      return date ? { value: date } : { error: `${label}格式不正确，应为 yyyy-MM-dd HH:mm` };
    },
  };
}

/** A day as `yyyy-MM-dd`; an emptied one is null. */
export function day(label: string, options: { isRequired?: boolean } = {}): Field<string | null> {
  return {
    label,
    missing: missingText(label, options.isRequired),
    shape: { type: "string", format: "date" },
    read(value) {
      if (typeof value === "string" && value.trim() === "") return { value: null };
      const date = typeof value === "string" ? parseDateTime(value) : undefined;
      return date ? { value: formatDay(date) } : { error: `${label}应为真实的日期，如 2026-03-05` };
    },
  };
}

/** Formatted text of at most `max` characters of HTML, cleaned before it is kept (security 4.3). */
export function html(label: string, options: { max: number; isRequired?: boolean }): Field<string> {
  return {
    label,
    missing: missingText(label, options.isRequired),
    shape: { type: "string", maxLength: options.max },
    namesFiles: true,
    read(value) {
      if (typeof value !== "string") return { error: `${label}格式不正确` };
      // Cleaning may write a character as an entity, which is longer.
      const clean = value.length > options.max ? undefined : cleanHtml(value);
      if (clean === undefined || clean.length > options.max) {
        return { error: `${label}过长，请精简后再保存` };
      }
      return { value: clean };
    },
  };
}

/** The id of another row, or 0 for none. */
export function idOf(label: string, options: { isRequired?: boolean } = {}): Field<number> {
  return {
    label,
    missing: missingText(label, options.isRequired),
    shape: { type: "integer", minimum: 0 },
    read(value) {
      const number = typeof value === "string" ? Number(value.trim()) : value;
      return typeof number === "number" && Number.isSafeInteger(number) && number >= 0
        ? { value: number }
        : { error: `${label}不正确` };
    },
  };
}
