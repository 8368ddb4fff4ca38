import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import { DocumentProblem } from "#src/server/documents/problem.ts";
import {
  dataStart,
  findDirectory,
  HEAD_BYTES,
  readDirectory,
  TAIL_BYTES,
  unpack,
} from "#src/server/documents/zip-read.ts";

/** Of a document in a zip: with macros, without, or no whole zip at all. */
export type MacroFinding = "macros" | "none" | "damaged";

/** Looks for macros in Office documents; other files have none. */
export async function findMacros(extension: string, file: string): Promise<MacroFinding> {
  if (/^(doc|xls|ppt)x$/.test(extension)) return zipMacros(file);
  if (/^(doc|xls|ppt)$/.test(extension)) return (await oleMacros(file)) ? "macros" : "none";
  return "none";
}

/** A document of 5,000 parts has less. */
const MAX_DIRECTORY = 4 * 1024 * 1024;
const MAX_TYPES = 2 * 1024 * 1024;

const MACRO_PART = /vbaproject|vbadata|^xl\/macrosheets\//i;
const MACRO_TYPE = /macroenabled|vbaproject|vbadata|macrosheet/i;

/** A macro part may have any name, but not any type: Office goes by [Content_Types].xml. */
async function zipMacros(file: string): Promise<MacroFinding> {
  const handle = await fs.open(file, "r");
  try {
    const { size } = await handle.stat();
    const read = async (position: number, length: number) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      await handle.read(buffer, 0, buffer.length, position);
      return buffer;
    };
    const from = Math.max(0, size - TAIL_BYTES);
    const { start, end, count } = findDirectory(await read(from, size), from);
    if (end - start > MAX_DIRECTORY) return "damaged";
    const entries = readDirectory(await read(start, end - start), count);
    if (entries.some(({ name }) => MACRO_PART.test(name))) return "macros";
    const types = entries.find(({ name }) => name.toLowerCase() === "[content_types].xml");
    if (!types) return "damaged";
    const first = dataStart(types, await read(types.head, HEAD_BYTES));
    const stored = await read(first, Math.min(types.packed, MAX_TYPES));
    const text = unpack(types, stored, MAX_TYPES);
    if (text === "large") return "damaged";
    return MACRO_TYPE.test(textOf(text)) ? "macros" : "none";
  } catch (error) {
    if (error instanceof DocumentProblem) return "damaged";
    throw error;
  } finally {
    await handle.close();
  }
}

/** Whatever its encoding, and with numbered characters in place: the type may hide behind either. */
const textOf = (bytes: Buffer): string =>
  bytes
    .toString("latin1")
    .replaceAll("\0", "")
    .replace(/&#(x[\da-f]{1,6}|\d{1,7});/gi, (_all, code: string) => {
      const number = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code);
      return number > 0 && number < 0x110000 ? String.fromCodePoint(number) : "";
    });

/** Names of storages are UTF-16; both of them stand in the directory of whatever holds a project. */
const PROJECT = Buffer.from("_vba_project", "utf16le").toString("latin1");
/** A presentation keeps its project packed, but says that it has one: [MS-PPT] 2.4.10, VbaInfo. */
const SLIDES_PROJECT = Buffer.from("1f00ff031400000002000004 0c000000".replace(" ", ""), "hex")
  .toString("latin1")
  .toLowerCase();

async function oleMacros(file: string): Promise<boolean> {
  let rest = "";
  for await (const chunk of createReadStream(file, {
    highWaterMark: 256 * 1024,
  }) as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString("latin1").toLowerCase();
    if (text.includes(PROJECT) || text.includes(SLIDES_PROJECT)) return true;
    rest = text.slice(-64);
  }
  return false;
}
