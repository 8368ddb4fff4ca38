import { inflateRawSync } from "node:zlib";
import { AppError } from "#src/server/http/errors.ts";

// A .docx is a zip of XML parts and pictures. People send what they like: nothing is inflated before
// it is asked for, nothing further than its limit, and all parts together not beyond MAX_TOTAL.

const MAX_ENTRIES = 2_000;
const MAX_XML = 24 * 1024 * 1024;
const MAX_TOTAL = 96 * 1024 * 1024;

const BROKEN = "文件已损坏或不是 Word 文档，请在 Word 或 WPS 中另存为 docx 后再导入";
const OLD_FORMAT = "这是旧版 doc 或 wps 格式，请在 Word 或 WPS 中另存为 docx 后再导入";
const LOCKED = "文件有打开密码，请在 Word 或 WPS 中取消密码后再导入";
const MACROS = "文件含有宏，请在 Word 或 WPS 中另存为不含宏的 docx 后再导入";
export const TOO_MUCH = "文档的内容过多，请拆分成几个文件后再导入";

export const broken = (detail?: string): AppError => new AppError(BROKEN, detail ? { detail } : {});

type Entry = { method: number; flags: number; packed: number; head: number };

export type DocxParts = {
  names: readonly string[];
  /** The text of an XML part; undefined when there is none of that name. */
  xml: (name: string) => string | undefined;
  /** The bytes of any part up to `limit`; "large" when it holds more. */
  bytes: (name: string, limit: number) => Buffer | "large" | undefined;
};

/**
 * Opens a .docx. @throws AppError with the text for the person: a renamed .doc, a password, macros, a
 * damaged file, one that inflates too far.
 */
export function openDocx(file: Buffer): DocxParts {
  if (file.subarray(0, 4).equals(Buffer.from("d0cf11e0", "hex"))) {
    const isLocked = file.includes(Buffer.from("EncryptedPackage", "utf16le"));
    throw new AppError(isLocked ? LOCKED : OLD_FORMAT);
  }
  const entries = entriesOf(file);
  const names = [...entries.keys()];
  if (names.some((name) => /(^|\/)vba(Project|Data)\b/i.test(name))) throw new AppError(MACROS);
  let left = MAX_TOTAL;

  const bytes = (name: string, limit: number): Buffer | "large" | undefined => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    const { method, flags, packed, head } = entry;
    if ((flags & 1) === 1) throw new AppError(LOCKED);
    if (head + 30 > file.length || file.readUInt32LE(head) !== 0x04034b50) throw broken();
    const start = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28);
    const stored = file.subarray(start, start + packed);
    if (stored.length !== packed) throw broken();
    let plain = stored;
    if (method === 8) {
      try {
        // What the directory says of the size is the sender's word; this limit is ours.
        plain = inflateRawSync(stored, { maxOutputLength: Math.max(1, Math.min(limit, left)) });
      } catch (error) {
        if ((error as { code?: string }).code !== "ERR_BUFFER_TOO_LARGE") throw broken();
        if (limit > left) throw new AppError(TOO_MUCH);
        return "large";
      }
    } else if (method !== 0) throw broken();
    if (plain.length > limit) return "large";
    left -= plain.length;
    if (left <= 0) throw new AppError(TOO_MUCH);
    return plain;
  };

  const xml = (name: string): string | undefined => {
    const plain = bytes(name, MAX_XML);
    if (plain === undefined) return undefined;
    if (plain === "large") throw new AppError(TOO_MUCH);
    const isWide = plain.length > 1 && plain.readUInt16LE(0) === 0xfeff;
    try {
      return new TextDecoder(isWide ? "utf-16le" : "utf-8", { fatal: true }).decode(plain);
    } catch {
      throw broken();
    }
  };

  if (/macroEnabled/i.test(xml("[Content_Types].xml") ?? "")) throw new AppError(MACROS);
  return { names, xml, bytes };
}

/** The zip's parts by name, from its central directory. */
function entriesOf(zip: Buffer): Map<string, Entry> {
  const end = zip.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  if (end < 0 || end + 22 > zip.length) throw broken();
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES) throw new AppError(TOO_MUCH);
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw broken();
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    if (nameEnd > zip.length) throw broken();
    // Some programs write the names with the separators of Windows.
    const name = zip
      .toString("utf8", at + 46, nameEnd)
      .replaceAll("\\", "/")
      .replace(/^\//, "");
    entries.set(name, {
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      head: zip.readUInt32LE(at + 42),
    });
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
