import { AppError } from "../http/errors.ts";

// Reads text files with separated fields, as banks write them: in GBK or a form of Unicode, with lines above
// the table, with `="0123"` around numbers that a spreadsheet program would shorten.

const MAX_COLUMNS = 50;
/** A quotation mark that nobody closed must not swallow the rest of the file. */
const MAX_QUOTED = 2_000;
const MAX_CELL = 1_000;
/** Lines by which the separator is found. */
const LOOKED_AT = 60;

const SEPARATORS = [",", ";", "\t"] as const;

/** A row of a table: its number as a person counts lines of the file, and its cells. */
export type TableRow = { number: number; cells: string[]; hasFormula?: true };

export type TextTable = { rows: TableRow[]; encoding: string; separator: string };

const NO_TEXT = "文件不是CSV文本，请选择从银行导出的CSV或xlsx文件";
const WEB_PAGE = "文件是网页格式，请在Excel中打开后另存为xlsx格式再导入";

const strange = (text: string): number => text.split("\uFFFD").length - 1;

/** The text of a file and its encoding. @throws AppError for what is no text. */
function decodeText(bytes: Buffer): { text: string; encoding: string } {
  const starts = (...marks: number[]) => marks.every((mark, at) => bytes[at] === mark);
  if (starts(0xff, 0xfe)) {
    return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "UTF-16" };
  }
  if (starts(0xfe, 0xff)) {
    return { text: new TextDecoder("utf-16be").decode(bytes), encoding: "UTF-16" };
  }
  if (bytes.includes(0)) throw new AppError(NO_TEXT);
  const unicode = new TextDecoder("utf-8").decode(bytes);
  const wrong = strange(unicode);
  if (wrong === 0) return { text: unicode, encoding: "UTF-8" };
  // One damaged character does not make a file of another encoding of it.
  const chinese = new TextDecoder("gb18030").decode(bytes);
  return strange(chinese) <= wrong
    ? { text: chinese, encoding: "GBK" }
    : { text: unicode, encoding: "UTF-8" };
}

/** The separator that most of the first lines have in common; a comma where none is seen. */
function separatorOf(text: string): string {
  const lines = text.split(/\r\n|\n|\r/, LOOKED_AT).map((line) => line.replace(/"[^"]*"/g, ""));
  const scores = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((n) => n > 1);
    return counts.length * 1_000 + Math.max(0, ...counts);
  });
  return SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ",";
}

/**
 * The rows of a text table that hold anything. A formula is marked, not worked out; `="0123"` is a text.
 * @throws AppError for what is no text, and for more than `maxRows` rows.
 */
export function readTextTable(bytes: Buffer, maxRows: number, tooMany: string): TextTable {
  const { text, encoding } = decodeText(bytes);
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text.slice(0, 200))) throw new AppError(WEB_PAGE);
  const separator = separatorOf(text);
  const rows: TableRow[] = [];
  for (const { number, cells } of recordsOf(text, separator)) {
    if (!cells.some((cell) => cell.trim())) continue;
    if (rows.length === maxRows) throw new AppError(tooMany);
    const hasFormula = cells.some(isFormula);
    rows.push({
      number,
      cells: cells.map((cell) => plainCell(cell).slice(0, MAX_CELL)),
      ...(hasFormula ? { hasFormula } : {}),
    });
  }
  return { rows, encoding, separator };
}

const AS_TEXT = /^\s*=\s*"([^"]*)"\s*$/;

/** What a spreadsheet program would work out; a number with its sign is none. */
const isFormula = (cell: string): cell is string =>
  /^\s*[=@]/.test(cell) ? !AS_TEXT.test(cell) : /^\s*[+-]\s*[A-Za-z(]/.test(cell);

const plainCell = (cell: string): string => (AS_TEXT.exec(cell)?.[1] ?? cell).trim();

/** Records with the number of the line in which each begins; a field in quotation marks may go on over lines. */
function* recordsOf(
  text: string,
  separator: string,
): Generator<{ number: number; cells: string[] }> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let number = 1;
  let begun = 1;
  let cells: string[] = [];
  while (at < text.length) {
    const { cell, end } = fieldAt(text, at, separator);
    if (cells.length < MAX_COLUMNS) cells.push(cell);
    number += cell.split("\n").length - 1;
    at = end;
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
    }
    yield { number: begun, cells };
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    number++;
    begun = number;
    cells = [];
  }
}

/** One field from its first character on, and where it ends: at a separator, a line's end or the text's. */
function fieldAt(text: string, at: number, separator: string): { cell: string; end: number } {
  if (text[at] === '"') {
    const quoted = quotedAt(text, at, separator);
    if (quoted) return quoted;
  }
  let end = at;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") {
    end++;
  }
  return { cell: text.slice(at, end), end };
}

/** undefined: nobody closed it, or something stands behind the closing mark: then it is a plain character. */
function quotedAt(
  text: string,
  at: number,
  separator: string,
): { cell: string; end: number } | undefined {
  let close = at + 1;
  for (;;) {
    close = text.indexOf('"', close);
    if (close < 0 || close - at > MAX_QUOTED) return undefined;
    if (text[close + 1] !== '"') break;
    close += 2;
  }
  const next = text[close + 1];
  if (next !== undefined && next !== separator && next !== "\n" && next !== "\r") return undefined;
  return { cell: text.slice(at + 1, close).replaceAll('""', '"'), end: close + 1 };
}
