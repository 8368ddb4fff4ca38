import { parseDateTime } from "../../lib/text/dates.ts";

/** One line of an import file, read and checked; texts are trimmed and free of control characters. */
export type ImportDocument = {
  /** Its own name in its files, "" for none: a mended line with the same one replaces its article. */
  key: string;
  title: string;
  category: string;
  date: Date | undefined;
  author: string;
  source: string;
  paragraphs: string[];
};

/** Why a line cannot be imported, for the person who runs the import. */
export class LineError extends Error {}

export const MAX_LINE_BYTES = 5 * 1024 * 1024;
const MAX_TITLE = 200;
const MAX_NAME = 50;
const MAX_LABEL = 100;

/**
 * Reads a line: UTF-8 JSON `{title, category, date, author, source, paragraphs}`, and `key` where the
 * document has one.
 * @throws LineError with a Chinese reason.
 */
export function parseDocument(bytes: Buffer): ImportDocument {
  const row = parseObject(bytes);
  return {
    key: optionalText(row, "key", "编号", MAX_LABEL),
    title: requiredText(row, "title", "标题", MAX_TITLE),
    category: requiredText(row, "category", "栏目", MAX_NAME),
    date: dateOf(row.date),
    author: optionalText(row, "author", "作者", MAX_LABEL),
    source: optionalText(row, "source", "来源", MAX_LABEL),
    paragraphs: paragraphsOf(row.paragraphs),
  };
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new LineError("不是 UTF-8 编码");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LineError("不是有效的 JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new LineError("应为一个 JSON 对象");
  }
  return value as Record<string, unknown>;
}

/** A joiner between two signs makes one of them: 👨‍👩‍👧 is three people and one family. */
const JOINED =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu;

/** Stands for a joiner while the invisible ones go; well-formed text has none of its own. */
const KEPT = "\ufdd0";

/** Without control and invisible characters, halves of surrogate pairs and outer spaces. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(KEPT, "")
    .replace(JOINED, KEPT)
    .replace(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060\ufeff\ufffd]+/gu, (found) =>
      /[\t\n\r\u2028\u2029]/.test(found) ? " " : "",
    )
    .replaceAll(KEPT, "\u200d")
    .trim();

function requiredText(
  row: Record<string, unknown>,
  key: string,
  name: string,
  max: number,
): string {
  const text = optionalText(row, key, name, max);
  if (!text) throw new LineError(`缺少${name}（${key}）`);
  return text;
}

function optionalText(
  row: Record<string, unknown>,
  key: string,
  name: string,
  max: number,
): string {
  const value = row[key];
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new LineError(`${name}（${key}）应为文字`);
  const text = clean(value);
  if ([...text].length > max) throw new LineError(`${name}（${key}）超过 ${max} 个字`);
  return text;
}

function dateOf(value: unknown): Date | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const isDay = typeof value === "string" && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value);
  const date = isDay ? parseDateTime(value) : undefined;
  if (!date) throw new LineError("日期（date）应为真实的日期，形如 2026-01-31");
  // It would count as imported and be shown to nobody, for years perhaps.
  if (date.getTime() > Date.now()) throw new LineError("日期（date）晚于今天，请核对年份");
  return date;
}

function paragraphsOf(value: unknown): string[] {
  if (value === undefined || value === null) throw new LineError("缺少正文（paragraphs）");
  if (!Array.isArray(value) || value.some((each) => typeof each !== "string")) {
    throw new LineError("正文（paragraphs）应为由文字组成的数组");
  }
  const paragraphs = (value as string[]).map(clean).filter(Boolean);
  if (paragraphs.length === 0) throw new LineError("正文（paragraphs）没有内容");
  return paragraphs;
}
