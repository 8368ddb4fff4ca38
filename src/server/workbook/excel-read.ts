import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { AppError } from "../http/errors.ts";

// Reads the first sheet of an .xlsx file in memory (security.md 19): no library of ours reads
// workbooks, and what an import needs of the format is little. Nothing is resolved, fetched or
// evaluated: a markup declaration, a formula or a part that inflates too far ends the reading. What
// people send is read in a thread of its own (workbook-reader.ts). A tag ends at the next `<` too:
// searched to its `>` alone, megabytes of tags without one would each be read to the end.

const inflate = promisify(inflateRaw);

/** Inflated bytes of one part; thousands of rows take a tenth of it. */
const MAX_PART = 12 * 1024 * 1024;
const MAX_ENTRIES = 1_000;
const MAX_COLUMNS = 50;

const NO_WORKBOOK = "文件不是有效的Excel工作簿，请使用下载的模板填写后再导入";
const OLD_FORMAT = "不支持旧版xls格式，请在Excel中另存为xlsx格式后再导入";
const TOO_LARGE = "工作簿的内容过多，请拆分成几个文件后再导入";

const refuse = (text = NO_WORKBOOK) => new AppError(text);

type SheetRow = {
  /** As the spreadsheet numbers it, from 1. */
  number: number;
  cells: string[];
};

type Part = { method: number; flags: number; packed: number; size: number; head: number };

/** Names of a zip's parts and where they are, from its central directory. */
function partsOf(zip: Buffer): Map<string, Part> {
  const end = zip.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  if (end < 0 || end + 22 > zip.length) throw refuse();
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES) throw refuse(TOO_LARGE);
  const parts = new Map<string, Part>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw refuse();
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    if (nameEnd > zip.length) throw refuse();
    parts.set(zip.toString("utf8", at + 46, nameEnd), {
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      head: zip.readUInt32LE(at + 42),
    });
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}

/** The text of one part; undefined when there is none of that name. */
async function textOf(
  zip: Buffer,
  parts: Map<string, Part>,
  name: string,
): Promise<string | undefined> {
  const part = parts.get(name);
  if (!part) return undefined;
  const { method, flags, packed, size, head } = part;
  const isEncrypted = (flags & 1) === 1;
  if (isEncrypted || head + 30 > zip.length || zip.readUInt32LE(head) !== 0x04034b50) {
    throw refuse();
  }
  if (size > MAX_PART) throw refuse(TOO_LARGE);
  const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
  const bytes = zip.subarray(start, start + packed);
  let plain = bytes;
  if (method === 8) {
    // What the directory says of the size is the sender's word; this limit is ours.
    plain = await inflate(bytes, { maxOutputLength: MAX_PART }).catch((error: unknown) => {
      const isBomb = (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
      throw refuse(isBomb ? TOO_LARGE : NO_WORKBOOK);
    });
  } else if (method !== 0) throw refuse();
  let xml: string;
  try {
    xml = new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    throw refuse();
  }
  // No spreadsheet program writes declarations, comments or CDATA; entities could be made by them.
  if (xml.includes("<!")) throw refuse();
  return xml;
}

const NAMED: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/** The text of XML; also of Excel's own `_x000D_`. */
const plainText = (xml: string): string =>
  xml
    .replace(/&(?:(\w{2,4})|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (all, name, ten, hex) => {
      if (name) return NAMED[String(name)] ?? all;
      const code = ten ? Number(ten) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    })
    .replace(/_x([\dA-F]{4})_/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean);

/** Where the first sheet of the workbook is. */
async function firstSheet(zip: Buffer, parts: Map<string, Part>): Promise<string> {
  const workbook = await textOf(zip, parts, "xl/workbook.xml");
  const links = await textOf(zip, parts, "xl/_rels/workbook.xml.rels");
  const sheet = /<(?:\w+:)?sheet\s([^<>]*)>/.exec(workbook ?? "")?.[1] ?? "";
  const id = attribute(sheet, "\\w+:id");
  for (const [, link = ""] of (links ?? "").matchAll(/<(?:\w+:)?Relationship\s([^<>]*)>/g)) {
    const target = attribute(link, "Target");
    if (id === undefined || attribute(link, "Id") !== id || !target) continue;
    const name = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    const xml = await textOf(zip, parts, name);
    if (xml !== undefined) return xml;
  }
  throw refuse();
}

/** Texts that cells refer to by number; pronunciations beside them are left out. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let isAside = false;
  for (const [, slash, name, text] of xml.matchAll(/<(\/?)(?:\w+:)?(si|t|rPh)\b[^<>]*>([^<]*)/g)) {
    if (name === "rPh") isAside = slash !== "/";
    else if (slash) continue;
    else if (name === "si") texts.push("");
    else if (!isAside && texts.length > 0) texts[texts.length - 1] += plainText(text ?? "");
  }
  return texts;
}

/** 0 for A, 27 for AB; undefined when the cell does not say. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? "")?.[1];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellValue(type: string | undefined, raw: string, shared: readonly string[]): string {
  if (type === "s") return shared[Number(raw)] ?? "";
  if (type === "b") return raw === "1" ? "TRUE" : "FALSE";
  if (type !== undefined && type !== "n") return plainText(raw);
  // 1.38E10 is how a phone number may be kept.
  return raw.trim() !== "" && Number.isFinite(Number(raw)) ? String(Number(raw)) : raw.trim();
}

/**
 * Rows of the first sheet that hold anything, cells as the texts a person sees.
 * @throws AppError for what is no workbook, more than `maxRows` rows below the first, and any formula.
 */
export async function readSheet(bytes: Buffer, maxRows: number): Promise<SheetRow[]> {
  if (bytes.subarray(0, 4).equals(Buffer.from("d0cf11e0", "hex"))) throw refuse(OLD_FORMAT);
  const parts = partsOf(bytes);
  const sheet = await firstSheet(bytes, parts);
  const shared = sharedTexts((await textOf(bytes, parts, "xl/sharedStrings.xml")) ?? "");
  const rows: SheetRow[] = [];
  let row: SheetRow = { number: 0, cells: [] };
  let column = -1;
  let type: string | undefined;
  let isAside = false;
  const keep = () => {
    if (row.cells.some((cell) => cell?.trim())) rows.push(row);
    if (rows.length > maxRows + 1)
      throw refuse(`一次最多导入${maxRows}行，请拆分成几个文件后再导入`);
  };
  const put = (text: string) => {
    if (column < MAX_COLUMNS) row.cells[column] = (row.cells[column] ?? "") + text;
  };
  for (const [, slash, name, attributes = "", text = ""] of sheet.matchAll(
    /<(\/?)(?:\w+:)?(row|c|v|f|t|rPh)(?=[\s/>])([^<>]*)>([^<]*)/g,
  )) {
    if (name === "rPh") isAside = slash !== "/";
    if (slash) continue;
    if (name === "row") {
      keep();
      row = { number: Number(attribute(attributes, "r")) || row.number + 1, cells: [] };
      column = -1;
    } else if (name === "c") {
      column = columnOf(attribute(attributes, "r")) ?? column + 1;
      type = attribute(attributes, "t");
    } else if (name === "f") {
      throw refuse(`第${row.number}行有公式，请改为文字或数字后再导入`);
    } else if (name === "v") put(cellValue(type, text, shared));
    else if (name === "t" && !isAside) put(plainText(text));
  }
  keep();
  return rows;
}

/**
 * The rows below the header, by the keys their headers stand for; an empty cell is "". Columns that
 * no header names are left out, the order is free.
 * @throws AppError when a header is missing, and as readSheet does.
 */
export async function readRecords<Key extends string>(
  bytes: Buffer,
  columns: readonly (readonly [header: string, key: Key])[],
  maxRows: number,
): Promise<{ number: number; values: Record<Key, string> }[]> {
  const [head, ...rows] = await readSheet(bytes, maxRows);
  // Holes of a sparse array would be skipped by what follows.
  const headers = Array.from(head?.cells ?? [], (cell) => (cell ?? "").trim());
  const missing = columns.filter(([header]) => !headers.includes(header));
  if (head && missing.length > 0) {
    const names = missing.map(([header]) => `“${header}”`).join("、");
    throw refuse(`工作表第一行缺少${names}列，请使用下载的模板`);
  }
  return rows.map(({ number, cells }) => ({
    number,
    values: Object.fromEntries(
      columns.map(([header, key]) => [key, (cells[headers.indexOf(header)] ?? "").trim()]),
    ) as Record<Key, string>,
  }));
}
