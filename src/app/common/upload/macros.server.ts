import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import { inflateRawSync } from "node:zlib";

/** Of a document in a zip: with macros, without, or no whole zip at all. */
export type MacroFinding = "macros" | "none" | "damaged";

/** Looks for macros in Office documents; other files have none. */
export async function findMacros(extension: string, file: string): Promise<MacroFinding> {
  if (/^(doc|xls|ppt)x$/.test(extension)) return zipMacros(file);
  if (/^(doc|xls|ppt)$/.test(extension)) return (await oleMacros(file)) ? "macros" : "none";
  return "none";
}

/** Record signatures and bounds of APPNOTE 4.3. */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
/** A document of 5,000 parts has less. */
const MAX_DIRECTORY = 4 * 1024 * 1024;
const MAX_TYPES = 2 * 1024 * 1024;

const MACRO_PART = /vbaproject|vbadata|^xl\/macrosheets\//i;
const MACRO_TYPE = /macroenabled|vbaproject|vbadata|macrosheet/i;

type Entry = { name: string; method: number; packed: number; start: number };

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
    const tail = await read(Math.max(0, size - END_BYTES - MAX_COMMENT), size);
    const entries = await readEntries(tail, read);
    if (!entries) return "damaged";
    if (entries.some(({ name }) => MACRO_PART.test(name))) return "macros";
    const types = entries.find(({ name }) => name.toLowerCase() === "[content_types].xml");
    if (!types) return "damaged";
    // 30 bytes, then the name and the extra field as the entry itself counts them.
    const head = await read(types.start, 30);
    if (head.length < 30) return "damaged";
    const offset = 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    const packed = await read(types.start + offset, Math.min(types.packed, MAX_TYPES));
    const text = textOf(
      types.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: MAX_TYPES }),
    );
    return MACRO_TYPE.test(text) ? "macros" : "none";
  } catch (error) {
    const { code } = error as { code?: string };
    if (code && !/^(Z_|ERR_)/.test(code)) throw error;
    return "damaged";
  } finally {
    await handle.close();
  }
}

/** Where the directory is told of, counted from the end of what was read. */
function directoryOf(tail: Buffer): { at: number } | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END) return { at };
  }
  return undefined;
}

async function readEntries(
  tail: Buffer,
  read: (position: number, length: number) => Promise<Buffer>,
): Promise<Entry[] | undefined> {
  const end = directoryOf(tail);
  if (!end) return undefined;
  const length = tail.readUInt32LE(end.at + 12);
  // The large form of the format (all ones) is for documents that nobody sends.
  if (length > MAX_DIRECTORY) return undefined;
  const directory = await read(tail.readUInt32LE(end.at + 16), length);
  const entries: Entry[] = [];
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY) {
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.subarray(at + 46, at + 46 + nameLength).toString("utf8"),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      start: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries.length > 0 ? entries : undefined;
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
