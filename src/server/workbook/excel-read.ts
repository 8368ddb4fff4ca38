import { DocumentProblem, inWords } from "../documents/problem.ts";
import { attributesOf, type XmlPiece, xmlPieces } from "../documents/xml-read.ts";
import { openZip, textPart, type Zip } from "../documents/zip-read.ts";
import { AppError } from "../http/errors.ts";

// Reads the first sheet of an .xlsx file in memory (security 19): no library of ours reads
// workbooks, and what an import needs of the format is little. Nothing is resolved, fetched or
// evaluated: a markup declaration, a formula or a part that inflates too far ends the reading. What
// people send is read in a thread of its own (workbook-reader.ts).

/** Inflated bytes of one part; thousands of rows take a tenth of it. */
const MAX_PART = 12 * 1024 * 1024;
/** Workbook, links, texts and one sheet. */
const PARTS = 4;
const MAX_ENTRIES = 1_000;
const MAX_COLUMNS = 50;

const NO_WORKBOOK = "文件不是有效的Excel工作簿，请使用下载的模板填写后再导入";
const OLD_FORMAT = "不支持旧版xls格式，请在Excel中另存为xlsx格式后再导入";
const TOO_LARGE = "工作簿的内容过多，请拆分成几个文件后再导入";

const WORDS = { damaged: NO_WORKBOOK, locked: NO_WORKBOOK, large: TOO_LARGE };

const refuse = (text: string) => new AppError(text);

type SheetRow = {
  /** As the spreadsheet numbers it, from 1. */
  number: number;
  cells: string[];
  hasFormula?: true;
};

type ReadOptions = {
  /** Inflated bytes of one part at most. */
  maxPart?: number;
  /** A row with a formula is marked; without, it ends the reading. */
  marksFormulas?: boolean;
};

type Book = { zip: Zip; maxPart: number };

/** The text of one part, as pieces; none when there is no part of that name. */
function piecesOf({ zip, maxPart }: Book, name: string): Iterable<XmlPiece> {
  const xml = textPart(zip, name, maxPart);
  // No spreadsheet program writes declarations, comments or CDATA; entities could be made by them.
  if (xml?.includes("<!")) throw new DocumentProblem("damaged", `a declaration in ${name}`);
  return xmlPieces(xml ?? "");
}

/** Without its prefix, which every producer chooses for itself. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Opening tags of that name, as values by their attributes' local names. */
function* tagsOf(book: Book, part: string, name: string): Generator<Map<string, string>> {
  for (const piece of piecesOf(book, part)) {
    if (piece.kind === "open" && localName(piece.name) === name) yield attributesIn(piece.given);
  }
}

const attributesIn = (given: string): Map<string, string> =>
  new Map(attributesOf(given).map(([name, value]) => [localName(name), value]));

/** Text of a cell; Excel writes control characters as `_x000D_`. */
const cellWords = (text: string): string =>
  text.replace(/_x([\dA-F]{4})_/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The name of the part that the workbook shows first. */
function firstSheet(book: Book): string {
  const [sheet] = tagsOf(book, "xl/workbook.xml", "sheet");
  const id = sheet?.get("id");
  for (const link of tagsOf(book, "xl/_rels/workbook.xml.rels", "Relationship")) {
    const target = link.get("Target");
    if (id === undefined || link.get("Id") !== id || !target) continue;
    const name = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    if (book.zip.names.includes(name)) return name;
  }
  throw new DocumentProblem("damaged", "no sheet");
}

/** Texts that cells refer to by number; pronunciations beside them are left out. */
function sharedTexts(book: Book): string[] {
  const texts: string[] = [];
  let inside = "";
  let isAside = false;
  for (const piece of piecesOf(book, "xl/sharedStrings.xml")) {
    if (piece.kind === "text") {
      if (inside === "t" && !isAside && texts.length > 0)
        texts[texts.length - 1] += cellWords(piece.text);
      continue;
    }
    const name = localName(piece.name);
    const isOpen = piece.kind === "open" && !piece.isEmpty;
    inside = isOpen ? name : "";
    if (name === "rPh") isAside = isOpen;
    else if (name === "si" && piece.kind === "open") texts.push("");
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
  if (type !== undefined && type !== "n") return cellWords(raw);
  // 1.38E10 is how a phone number may be kept.
  return raw.trim() !== "" && Number.isFinite(Number(raw)) ? String(Number(raw)) : raw.trim();
}

/**
 * Rows of the first sheet that hold anything, cells as the texts a person sees.
 * @throws AppError for what is no workbook, more than `maxRows` rows below the first, and any formula that is
 * not to be marked.
 */
export function readSheet(
  bytes: Buffer,
  maxRows: number,
  { maxPart = MAX_PART, marksFormulas = false }: ReadOptions = {},
): SheetRow[] {
  if (bytes.subarray(0, 4).equals(Buffer.from("d0cf11e0", "hex"))) throw refuse(OLD_FORMAT);
  return inWords(WORDS, () => {
    const zip = openZip(bytes, MAX_ENTRIES, PARTS * maxPart);
    return rowsOf({ zip, maxPart }, maxRows, marksFormulas);
  });
}

function rowsOf(book: Book, maxRows: number, marksFormulas: boolean): SheetRow[] {
  const sheet = firstSheet(book);
  const shared = sharedTexts(book);
  const rows: SheetRow[] = [];
  let row: SheetRow = { number: 0, cells: [] };
  let column = -1;
  let type: string | undefined;
  let inside = "";
  let isAside = false;
  const keep = () => {
    if (row.cells.some((cell) => cell?.trim())) rows.push(row);
    if (rows.length > maxRows + 1)
      throw refuse(`一次最多导入${maxRows}行，请拆分成几个文件后再导入`);
  };
  const put = (text: string) => {
    if (column < MAX_COLUMNS) row.cells[column] = (row.cells[column] ?? "") + text;
  };
  for (const piece of piecesOf(book, sheet)) {
    if (piece.kind === "text") {
      if (inside === "v") put(cellValue(type, piece.text, shared));
      else if (inside === "t" && !isAside) put(cellWords(piece.text));
      continue;
    }
    const name = localName(piece.name);
    const isOpen = piece.kind === "open" && !piece.isEmpty;
    inside = isOpen ? name : "";
    if (name === "rPh") isAside = isOpen;
    if (piece.kind === "close") continue;
    if (name === "row") {
      keep();
      const number = Number(attributesIn(piece.given).get("r")) || row.number + 1;
      row = { number, cells: [] };
      column = -1;
    } else if (name === "c") {
      const facts = attributesIn(piece.given);
      column = columnOf(facts.get("r")) ?? column + 1;
      type = facts.get("t");
    } else if (name === "f") {
      row.hasFormula = true;
      if (marksFormulas) continue;
      throw refuse(`第${row.number}行有公式，请改为文字或数字后再导入`);
    }
  }
  keep();
  return rows;
}

/**
 * The rows below the header, by the keys their headers stand for; an empty cell is "". Columns that
 * no header names are left out, the order is free.
 * @throws AppError when a header is missing, and as readSheet does.
 */
export function readRecords<Key extends string>(
  bytes: Buffer,
  columns: readonly (readonly [header: string, key: Key])[],
  maxRows: number,
): { number: number; values: Record<Key, string> }[] {
  const [head, ...rows] = readSheet(bytes, maxRows);
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
