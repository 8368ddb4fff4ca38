import { type PictureExtension, pictureExtension } from "#src/lib/upload/picture-kind.ts";
import type { DocxParts } from "./docx-zip.ts";

/** A picture of the document, to be stored under a name of its own. */
export type DocxPicture = { bytes: Uint8Array; extension: PictureExtension };

/** Why one does not come along; the text counts its like. */
export type PictureLoss = (count: number) => string;

const MAX_PICTURES = 100;
/** Editor image limit (specification 8). */
const MAX_PICTURE = 5 * 1024 * 1024;

const tooMany: PictureLoss = (count) =>
  `${count} 张图片超出一次最多 ${MAX_PICTURES} 张的限制，没有带入`;
const tooLarge: PictureLoss = (count) => `${count} 张图片超过 5 MB，没有带入，请压缩后再插入`;
const missing: PictureLoss = (count) => `${count} 张图片在文件中找不到，没有带入`;
const unknown: PictureLoss = (count) =>
  `${count} 张图片的格式不能在网页上显示，没有带入，请另存为 png 或 jpg 后再插入`;
const vector: PictureLoss = (count) =>
  `${count} 张 WMF 或 EMF 矢量图没有带入，请截图或另存为 png 后再插入`;

/** Takes pictures out of the file when the text comes to them; each once, however often it is shown. */
export function pictureShelf(parts: DocxParts) {
  const pictures: DocxPicture[] = [];
  const taken = new Map<string, number | PictureLoss>();

  const take = (name: string): number | PictureLoss => {
    if (/\.(wmf|emf)$/i.test(name)) return vector;
    if (pictures.length >= MAX_PICTURES) return tooMany;
    const bytes = parts.bytes(name, MAX_PICTURE);
    if (bytes === undefined || bytes.length === 0) return missing;
    if (bytes === "large") return tooLarge;
    const head = bytes.toString("hex", 0, 8);
    const format = pictureExtension(bytes);
    if (!format)
      return head.startsWith("d7cdc69a") || head.startsWith("01000000") ? vector : unknown;
    pictures.push({ bytes: new Uint8Array(bytes), extension: format });
    return pictures.length - 1;
  };

  return {
    pictures,
    /** The picture's number, or why it stays out. */
    take(name: string): number | PictureLoss {
      const before = taken.get(name);
      if (before !== undefined) return before;
      const found = take(name);
      taken.set(name, found);
      return found;
    },
  };
}

export type PictureShelf = ReturnType<typeof pictureShelf>;
