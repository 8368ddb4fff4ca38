import fs from "node:fs";
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { formatDateTime } from "../../lib/text/dates.ts";
import { escapeText } from "../../lib/text/plain-text.ts";

// An .xlsx file written as its rows come: nothing of it is kept but the part that is being packed. Runs
// in the thread of excel-worker.ts, so what is imported here must need no build.

/** Says of a column that its values are decimal texts of yuan: a number with two places in the cell. */
export const MONEY = "money";

/** Header, key of the row, and words for its values where they are codes (wire 7). */
export type SheetColumn<Key extends string = string> = readonly [
  header: string,
  key: Key,
  labels?: Readonly<Record<string, string>> | typeof MONEY,
];

export type Sheet = { name: string; columns: readonly SheetColumn[] };

/** Longest text of a cell that Excel opens. */
const MAX_CELL = 32_767;

/** Characters XML cannot hold, and halves of pairs. */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text as a cell: what a spreadsheet could take for a formula gets a leading tab (security 19). */
export function cellText(text: string): string {
  const plain = text.replace(UNWRITABLE, "").slice(0, MAX_CELL - 1);
  return /^[=+\-@\t\r]/.test(plain) ? `\t${plain}` : plain;
}

/** A value as it stands in a cell; null for an empty one. */
export function cellOf(value: unknown, labels: SheetColumn[2]): string | number | null {
  if (value === null || value === undefined) return null;
  if (labels === MONEY) return Number(value);
  if (labels) return cellText(labels[String(value)] ?? String(value));
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return cellText(value instanceof Date ? formatDateTime(value) : String(value));
}

/** Width of a column by its header. */
export const columnWidth = (header: string): number => Math.max(14, header.length * 2 + 4);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** A sheet's name holds 31 characters and none of these. */
const sheetName = (name: string) => escapeText(name.replace(/[\\/?*[\]:]/g, "").slice(0, 31));

/** Everything of the file but the rows. */
const parts = ({ name }: Sheet): Record<string, string> => ({
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is the bold one of the header, 2 that of money: format 4 is "#,##0.00".
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/><xf numFmtId="4" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`,
});

const LETTERS = 26;
/** A, B … Z, AA … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % LETTERS));
  return index < LETTERS ? letter : columnName(Math.floor(index / LETTERS) - 1) + letter;
}

/** Writes one workbook to a file of this machine. Call `add` in order, then `end`. */
export function sheetWriter(file: string, sheet: Sheet) {
  const { columns } = sheet;
  const handle = fs.openSync(file, "wx", 0o600);
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure ??= error;
    else if (!failure) fs.writeSync(handle, chunk);
  });
  for (const [path, text] of Object.entries(parts(sheet))) {
    const part = new ZipPassThrough(path);
    zip.add(part);
    part.push(strToU8(XML + text), true);
  }
  const body = new ZipDeflate("xl/worksheets/sheet1.xml", { level: 3 });
  zip.add(body);
  const names = columns.map((_column, index) => columnName(index));
  let number = 0;
  const write = (text: string, isLast = false) => {
    body.push(strToU8(text), isLast);
    if (failure) throw failure;
  };
  const line = (cells: readonly (string | number | null)[], styleOf: (index: number) => string) => {
    number++;
    let text = `<row r="${number}">`;
    for (const [index, cell] of cells.entries()) {
      if (cell === null || cell === "") continue;
      const place = `r="${names[index]}${number}"${styleOf(index)}`;
      text +=
        typeof cell === "number"
          ? `<c ${place}><v>${cell}</v></c>`
          : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
    }
    return `${text}</row>`;
  };
  const widths = columns
    .map(([header], index) => {
      const at = index + 1;
      return `<col min="${at}" max="${at}" width="${columnWidth(header)}" customWidth="1"/>`;
    })
    .join("");
  const header = line(
    columns.map(([text]) => cellText(text)),
    () => ' s="1"',
  );
  const money = columns.map(([, , labels]) => (labels === MONEY ? ' s="2"' : ""));
  const styleOf = (index: number) => money[index] ?? "";
  write(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${header}`,
  );
  return {
    /** Values by the columns' order, as they are in the rows. */
    add(rows: readonly (readonly unknown[])[]): void {
      write(
        rows
          .map((row) =>
            line(
              columns.map(([, , labels], index) => cellOf(row[index], labels)),
              styleOf,
            ),
          )
          .join(""),
      );
    },
    end(): void {
      write("</sheetData></worksheet>", true);
      zip.end();
      fs.closeSync(handle);
      if (failure) throw failure;
    },
  };
}
