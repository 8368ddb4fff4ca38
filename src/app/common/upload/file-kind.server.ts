import { fileTypeFromBuffer } from "file-type";

/** What may be stored under one extension: the MIME it is served as, and what its bytes must be. */
type Kind = { mime: string; sniffed: readonly string[]; isImage?: true };

const ZIP = "application/zip";
const OLE = "application/x-cfb";
const OFFICE = "application/vnd.openxmlformats-officedocument";

/** Extensions of wire-contract 1.8, in its order. SVG is never among them: it can hold scripts. */
const KINDS: Readonly<Record<string, Kind>> = {
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

export const CONTENT_EXTENSIONS: readonly string[] = Object.keys(KINDS);

/** Pictures of people (specification 5), with gif as wire-contract 1.8 has it. */
export const AVATAR_EXTENSIONS: readonly string[] = ["png", "jpg", "jpeg", "gif"];

export const kindOf = (extension: string): Kind | undefined =>
  Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined;

/** Whether the bytes are what the extension says; a text must be UTF-8 or GBK without NUL. */
export async function isTrueTo(extension: string, bytes: Buffer): Promise<boolean> {
  const kind = kindOf(extension);
  if (!kind) return false;
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (extension === "txt") return !found && isText(bytes);
  return found !== undefined && kind.sniffed.includes(found.mime);
}

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  return ["utf-8", "gb18030"].some((charset) => {
    try {
      new TextDecoder(charset, { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  });
}
