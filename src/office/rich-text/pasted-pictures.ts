import { isOwnPicture } from "./to-html.ts";

/** The clipboard's data beside its HTML. */
export type Clip = { rtf: string; files: readonly File[] };

/** A picture to be uploaded, and the mark of the place it goes to. */
export type PastedPicture = { id: string; file: File };

let made = 0;

/**
 * Finds out which pictures of a pasted text can be had: those of this site stay, `data:` pictures and
 * those that the clipboard carries beside the text get a mark and come later, all others go.
 * @returns the pictures to upload, and the names of those that are not taken over.
 */
export function takePictures(
  body: HTMLElement,
  { rtf, files }: Clip,
): { coming: PastedPicture[]; lost: string[] } {
  const coming: PastedPicture[] = [];
  const lost: string[] = [];
  const pictures = [...body.querySelectorAll("img")];
  const local = pictures.filter((each) => /^file:/i.test(each.getAttribute("src") ?? ""));
  // Word names files of a machine that no page may read; the same pictures are in the RTF.
  const inRtf = local.length > 0 ? rtfPictures(rtf) : [];
  const beside = [inRtf, files].find((each) => each.length === local.length && each.length > 0);
  for (const picture of pictures) {
    const src = picture.getAttribute("src") ?? "";
    picture.removeAttribute("data-waiting");
    if (isOwnPicture(src)) continue;
    const file = /^data:/i.test(src) ? fileOfData(src) : beside?.[local.indexOf(picture)];
    if (!file) {
      lost.push(nameOf(src));
      const block = blockOf(picture);
      picture.remove();
      if (block) removeEmpty(block);
      continue;
    }
    const id = `waiting-${++made}`;
    picture.removeAttribute("src");
    picture.setAttribute("data-waiting", id);
    coming.push({ id, file });
  }
  for (const picture of body.querySelectorAll("img")) lift(picture);
  return { coming, lost };
}

const blockOf = (picture: Element) => picture.closest("p, h2, h3, h4");

/**
 * Takes a picture out of its paragraph, for it is a block of its own here. The words behind it keep
 * the paragraph's indent and alignment; a paragraph that held nothing else goes.
 */
function lift(picture: Element): void {
  const block = blockOf(picture);
  if (!block) return;
  const rest = block.cloneNode(false) as Element;
  const behind = picture.ownerDocument.createRange();
  behind.setStartAfter(picture);
  behind.setEnd(block, block.childNodes.length);
  rest.append(behind.extractContents());
  block.after(picture, rest);
  removeEmpty(block);
  removeEmpty(rest);
}

function removeEmpty(block: Element): void {
  const isEmpty = block.textContent?.trim() === "" && !block.querySelector("img, sup, hr");
  if (isEmpty) block.remove();
}

/** The last part of an address, as far as it says anything. */
const nameOf = (src: string): string => {
  const name = /^data:/i.test(src) ? "" : (src.split(/[?#]/)[0]?.split(/[\\/]/).at(-1) ?? "");
  return name.length > 30 ? `${name.slice(0, 30)}…` : name;
};

const TYPES: Readonly<Record<string, string>> = { png: "png", jpeg: "jpg", jpg: "jpg" };

function fileOfData(src: string): File | undefined {
  const [, subtype = "", data = ""] =
    /^data:image\/(png|jpe?g);base64,([\s\S]*)$/i.exec(src.trim()) ?? [];
  const extension = TYPES[subtype.toLowerCase()];
  if (!extension) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return pictureFile(bytes, extension);
  } catch {
    return undefined;
  }
}

const pictureFile = (bytes: Uint8Array<ArrayBuffer>, extension: string): File =>
  new File([bytes], `粘贴的图片.${extension}`, {
    type: extension === "png" ? "image/png" : "image/jpeg",
  });

/**
 * PNG and JPEG pictures of a rich text, in its order. Each is a group `{\pict … \pngblip … hex}`, with
 * groups of its own inside; what is beside it as a metafile is the same once more.
 */
export function rtfPictures(rtf: string): File[] {
  const found: File[] = [];
  for (let at = rtf.indexOf("\\pict"); at >= 0; at = rtf.indexOf("\\pict", at + 5)) {
    if (/[a-z]/i.test(rtf[at + 5] ?? "")) continue;
    const own = ownText(rtf, at);
    const kind = /\\(png|jpeg)blip/.exec(own.slice(0, 4_000))?.[1];
    if (!kind) continue;
    const hex = own.replace(/\\[a-z]+-?\d* ?/gi, "").replace(/\s/g, "");
    if (!/^(?:[\da-f]{2})+$/i.test(hex)) continue;
    const bytes = new Uint8Array(hex.length / 2);
    for (let index = 0; index < bytes.length; index++) {
      bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
    }
    found.push(pictureFile(bytes, kind === "png" ? "png" : "jpg"));
  }
  return found;
}

/** The text of the group that is open at a place, without the groups in it. */
function ownText(rtf: string, from: number): string {
  let text = "";
  let depth = 0;
  let at = from;
  const brace = /[{}]/g;
  for (;;) {
    brace.lastIndex = at;
    const next = brace.exec(rtf)?.index ?? rtf.length;
    // A group ends the number of the word before it.
    if (depth === 0) text += `${rtf.slice(at, next)} `;
    if (next >= rtf.length) return text;
    depth += rtf[next] === "{" ? 1 : -1;
    if (depth < 0) return text;
    at = next + 1;
  }
}
