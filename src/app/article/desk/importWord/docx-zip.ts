import { openZip, textPart } from "#src/server/documents/zip-read.ts";
import { AppError } from "#src/server/http/errors.ts";

// A .docx is a zip of XML parts and pictures; all parts together are not read beyond MAX_TOTAL.

const MAX_ENTRIES = 2_000;
const MAX_XML = 24 * 1024 * 1024;
const MAX_TOTAL = 96 * 1024 * 1024;

const OLD_FORMAT = "这是旧版 doc 或 wps 格式，请在 Word 或 WPS 中另存为 docx 后再导入";
const MACROS = "文件含有宏，请在 Word 或 WPS 中另存为不含宏的 docx 后再导入";

/** What the person is told of a document that cannot be read. */
export const WORDS = {
  damaged: "文件已损坏或不是 Word 文档，请在 Word 或 WPS 中另存为 docx 后再导入",
  locked: "文件有打开密码，请在 Word 或 WPS 中取消密码后再导入",
  large: "文档的内容过多，请拆分成几个文件后再导入",
};

export type DocxParts = {
  /** The text of an XML part; undefined when there is none of that name. */
  xml: (name: string) => string | undefined;
  /** The bytes of any part up to `limit`; "large" when it holds more. */
  bytes: (name: string, limit: number) => Buffer | "large" | undefined;
};

/**
 * Opens a .docx. @throws AppError for a renamed .doc, a password or macros, DocumentProblem for a
 * damaged file and one that inflates too far.
 */
export function openDocx(file: Buffer): DocxParts {
  if (file.subarray(0, 4).equals(Buffer.from("d0cf11e0", "hex"))) {
    const isLocked = file.includes(Buffer.from("EncryptedPackage", "utf16le"));
    throw new AppError(isLocked ? WORDS.locked : OLD_FORMAT);
  }
  const zip = openZip(file, MAX_ENTRIES, MAX_TOTAL);
  const xml = (name: string) => textPart(zip, name, MAX_XML);
  if (
    zip.names.some((name) => /(^|\/)vba(Project|Data)\b/i.test(name)) ||
    /macroEnabled/i.test(xml("[Content_Types].xml") ?? "")
  ) {
    throw new AppError(MACROS);
  }
  return { xml, bytes: zip.bytes };
}
