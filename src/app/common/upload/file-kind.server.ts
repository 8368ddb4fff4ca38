import { createReadStream } from "node:fs";
import { fileTypeFromFile } from "file-type";
import type { CONTENT_TYPES } from "#src/lib/upload/upload-rules.ts";

/** One extension: the MIME it is served as, and those its bytes may be. */
export type Kind = { mime: string; sniffed: readonly string[]; isImage?: true };

const ZIP = "application/zip";
const OLE = "application/x-cfb";
const OFFICE = "application/vnd.openxmlformats-officedocument";

const KINDS: Readonly<Record<(typeof CONTENT_TYPES)[number], Kind>> = {
  bmp: { mime: "image/bmp", sniffed: ["image/bmp"] },
  gif: { mime: "image/gif", sniffed: ["image/gif"], isImage: true },
  jpg: { mime: "image/jpeg", sniffed: ["image/jpeg"], isImage: true },
  jpeg: { mime: "image/jpeg", sniffed: ["image/jpeg"], isImage: true },
  png: { mime: "image/png", sniffed: ["image/png", "image/apng"], isImage: true },
  doc: { mime: "application/msword", sniffed: [OLE] },
  docx: {
    mime: `${OFFICE}.wordprocessingml.document`,
    sniffed: [`${OFFICE}.wordprocessingml.document`],
  },
  xls: { mime: "application/vnd.ms-excel", sniffed: [OLE] },
  xlsx: { mime: `${OFFICE}.spreadsheetml.sheet`, sniffed: [`${OFFICE}.spreadsheetml.sheet`] },
  ppt: { mime: "application/vnd.ms-powerpoint", sniffed: [OLE] },
  pptx: {
    mime: `${OFFICE}.presentationml.presentation`,
    sniffed: [`${OFFICE}.presentationml.presentation`],
  },
  txt: { mime: "text/plain; charset=utf-8", sniffed: [] },
  rar: {
    mime: "application/vnd.rar",
    sniffed: ["application/x-rar-compressed", "application/vnd.rar"],
  },
  zip: { mime: ZIP, sniffed: [ZIP] },
  gz: { mime: "application/gzip", sniffed: ["application/gzip"] },
  bz2: { mime: "application/x-bzip2", sniffed: ["application/x-bzip2"] },
  mp4: { mime: "video/mp4", sniffed: ["video/mp4", "video/x-m4v"] },
  avi: { mime: "video/x-msvideo", sniffed: ["video/vnd.avi"] },
  rmvb: { mime: "application/vnd.rn-realmedia-vbr", sniffed: ["application/vnd.rn-realmedia"] },
  pdf: { mime: "application/pdf", sniffed: ["application/pdf"] },
};

export const kindOf = (extension: string): Kind | undefined =>
  Object.hasOwn(KINDS, extension) ? KINDS[extension as keyof typeof KINDS] : undefined;

/** A document whose macro part marks it: true to its name, and refused for the macros. */
const MACRO_ENABLED = /^application\/vnd\.ms-(word|excel|powerpoint)\..*macroenabled/i;

/** Whether the bytes are what the extension says; a text must be UTF-8 or GBK without NUL. */
export async function isTrueTo(extension: string, file: string): Promise<boolean> {
  const kind = kindOf(extension);
  if (!kind) return false;
  const found = await fileTypeFromFile(file).catch(() => undefined);
  if (extension === "txt") return !found && (await isText(file));
  if (found === undefined) return false;
  if (MACRO_ENABLED.test(found.mime)) return /^(doc|xls|ppt)x$/.test(extension);
  return kind.sniffed.includes(found.mime);
}

async function isText(file: string): Promise<boolean> {
  const decoders = ["utf-8", "gb18030"].map((charset) => new TextDecoder(charset, { fatal: true }));
  let open = decoders;
  const goOn = (step: (decoder: TextDecoder) => void) => {
    open = open.filter((decoder) => {
      try {
        step(decoder);
        return true;
      } catch {
        return false;
      }
    });
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (chunk.includes(0)) return false;
    goOn((decoder) => decoder.decode(chunk, { stream: true }));
    if (open.length === 0) return false;
  }
  goOn((decoder) => decoder.decode());
  return open.length > 0;
}
