import { Readable } from "node:stream";
import { strToU8, Zip, ZipPassThrough } from "fflate";
import { AppError } from "../../http/errors.ts";
import type { CertificateData } from "./certificate.ts";

/** Its name in the ZIP: the number, and the name without what no file system takes. */
function fileName({ memberNo, name }: CertificateData): string {
  return `${memberNo} ${name.replace(/[\p{Cc}\\/:*?"<>|]/gu, "_").slice(0, 60)}.pdf`;
}

async function* entries(
  draw: (data: CertificateData) => Promise<Uint8Array>,
  list: Iterable<CertificateData> | AsyncIterable<CertificateData>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const add = (name: string, bytes: Uint8Array) => {
    // PDF streams are deflated already.
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(bytes, true);
  };
  const refused: string[] = [];
  for await (const each of list) {
    try {
      add(fileName(each), await draw(each));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(`${each.memberNo} ${each.name}：${error.message}`);
    }
    yield* ready.splice(0);
  }
  if (refused.length > 0) add("未能制作.txt", strToU8(`\ufeff${refused.join("\r\n")}\r\n`));
  zip.end();
  yield* ready.splice(0);
}

/**
 * The certificates of `list` as a ZIP, drawn by `draw` one by one while they are read: a batch holds one in memory.
 * Those that are refused (a character that no font has) are named in 未能制作.txt, the others come all the same.
 */
export function certificateBatch(
  draw: (data: CertificateData) => Promise<Uint8Array>,
  list: Iterable<CertificateData> | AsyncIterable<CertificateData>,
): Readable {
  return Readable.from(entries(draw, list));
}
