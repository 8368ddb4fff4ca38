import { Readable } from "node:stream";
import { strToU8, Zip, ZipPassThrough } from "fflate";
import { AppError } from "../../http/errors.ts";

/** One document of a ZIP: what it is called there, without its ending. */
export type Named<T> = { readonly name: string; readonly data: T };

/** So many come in one ZIP: a certificate takes some 80 ms, so that they are about seven minutes. */
export const MOST_PACKED = 5_000;

/** @throws AppError where there are more than one ZIP takes; `way`: how to get at them all the same. */
export function refuseMany(count: number, way: string): void {
  if (count > MOST_PACKED) throw new AppError(`一次最多打包 ${MOST_PACKED} 份，${way}`);
}

/** A name without what no file system takes. */
const fileName = (name: string): string => name.replace(/[\p{Cc}\\/:*?"<>|]/gu, "_").slice(0, 90);

async function* entries<T>(
  draw: (data: T) => Promise<Uint8Array>,
  list: Iterable<Named<T>> | AsyncIterable<Named<T>>,
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
  for await (const { name, data } of list) {
    try {
      add(`${fileName(name)}.pdf`, await draw(data));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(`${name}：${error.message}`);
    }
    yield* ready.splice(0);
  }
  if (refused.length > 0) add("未能制作.txt", strToU8(`\ufeff${refused.join("\r\n")}\r\n`));
  zip.end();
  yield* ready.splice(0);
}

/**
 * The documents of `list` as a ZIP, drawn by `draw` one by one while they are read: a batch holds one in memory.
 * Those that are refused (a character that no font has) are named in 未能制作.txt, the others come all the same.
 */
export function pdfBatch<T>(
  draw: (data: T) => Promise<Uint8Array>,
  list: Iterable<Named<T>> | AsyncIterable<Named<T>>,
): Readable {
  return Readable.from(entries(draw, list));
}
