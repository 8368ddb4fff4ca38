import { inflateRawSync } from "node:zlib";
import { DocumentProblem } from "./problem.ts";

// ZIP as Office files are made of it (APPNOTE 4.3). What people send is not trusted: nothing is
// inflated before it is asked for, and nothing further than the caller's limit, whatever the file says
// of its sizes. The large form of the format (ZIP64) is for documents that nobody sends.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const HEAD = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
export const HEAD_BYTES = 30;
/** The end of a file that has the record of its directory: a comment of 65,535 bytes may follow. */
export const TAIL_BYTES = END_BYTES + 65_535;

export type ZipEntry = {
  name: string;
  flags: number;
  method: number;
  packed: number;
  /** Where the entry's own head begins. */
  head: number;
};

/** Where the directory lies: from `start` up to `end`, with at least `count` entries. */
export type ZipDirectory = { start: number; end: number; count: number };

/** Finds the directory from the file's last bytes, of which the first stands at `offset`. */
export function findDirectory(tail: Buffer, offset: number): ZipDirectory {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    const found = {
      start: tail.readUInt32LE(at + 16),
      end: offset + at,
      count: tail.readUInt16LE(at + 10),
    };
    if (found.start <= found.end) return found;
    break;
  }
  throw new DocumentProblem("damaged", "no directory of a zip");
}

/** All entries of a directory, also those beyond the number that the file names. */
export function readDirectory(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY) {
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    if (nameEnd > directory.length) break;
    entries.push({
      name: directory.toString("utf8", at + ENTRY_BYTES, nameEnd),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      head: directory.readUInt32LE(at + 42),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  if (entries.length === 0 || entries.length < count) {
    throw new DocumentProblem("damaged", "the directory of a zip ends early");
  }
  return entries;
}

/** Where an entry's bytes begin: its own head counts name and extra field again. */
export function dataStart({ head }: ZipEntry, bytes: Buffer): number {
  if (bytes.length < HEAD_BYTES || bytes.readUInt32LE(0) !== HEAD) {
    throw new DocumentProblem("damaged", "an entry of a zip has no head");
  }
  return head + HEAD_BYTES + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
}

/** An entry's bytes as they were packed; "large" for more than `limit`. */
export function unpack({ flags, method }: ZipEntry, stored: Buffer, limit: number) {
  if ((flags & 1) === 1) throw new DocumentProblem("locked");
  if (method !== 0 && method !== 8) throw new DocumentProblem("damaged", `zip method ${method}`);
  if (method === 0) return stored.length > limit ? "large" : stored;
  try {
    return inflateRawSync(stored, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") return "large";
    throw new DocumentProblem("damaged", String(error));
  }
}

export type Zip = {
  names: readonly string[];
  /** The bytes of a part; "large" for more than `limit`, undefined when there is none of that name. */
  bytes: (name: string, limit: number) => Buffer | "large" | undefined;
};

/**
 * Opens a ZIP in memory. `maxTotal` bounds all parts together.
 * @throws DocumentProblem for what is no ZIP, and for more than `maxEntries`.
 */
export function openZip(zip: Buffer, maxEntries: number, maxTotal: number): Zip {
  const from = Math.max(0, zip.length - TAIL_BYTES);
  const { start, end, count } = findDirectory(zip.subarray(from), from);
  if (count > maxEntries) throw new DocumentProblem("large", `${count} entries`);
  // Some programs write the names with the separators of Windows.
  const entries = new Map(
    readDirectory(zip.subarray(start, end), count).map((entry) => [
      entry.name.replaceAll("\\", "/").replace(/^\//, ""),
      entry,
    ]),
  );
  if (entries.size > maxEntries) throw new DocumentProblem("large", `${entries.size} entries`);
  let left = maxTotal;
  return {
    names: [...entries.keys()],
    bytes(name, limit) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const first = dataStart(entry, zip.subarray(entry.head, entry.head + HEAD_BYTES));
      const stored = zip.subarray(first, first + entry.packed);
      if (stored.length !== entry.packed) throw new DocumentProblem("damaged", "a part ends early");
      const plain = unpack(entry, stored, Math.min(limit, left));
      if (plain === "large" && limit <= left) return "large";
      if (plain === "large" || plain.length >= left) throw new DocumentProblem("large", "in all");
      left -= plain.length;
      return plain;
    },
  };
}

/** The text of a part, UTF-8 or with the mark of UTF-16; undefined when there is none of that name. */
export function textPart(zip: Zip, name: string, limit: number): string | undefined {
  const plain = zip.bytes(name, limit);
  if (plain === undefined) return undefined;
  if (plain === "large") throw new DocumentProblem("large", name);
  const isWide = plain.length > 1 && plain.readUInt16LE(0) === 0xfeff;
  try {
    return new TextDecoder(isWide ? "utf-16le" : "utf-8", { fatal: true }).decode(plain);
  } catch {
    throw new DocumentProblem("damaged", `the characters of ${name}`);
  }
}
