import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { inArray } from "drizzle-orm";
import sharp from "sharp";
import { PICTURE_WIDTHS, SIZED_TYPES, WIDTH_FORMATS } from "#src/lib/upload/picture-widths.ts";
import type { FilePlace, StoredBytes } from "#src/server/files/file-store.ts";
import { withTemporary } from "#src/server/files/temporary-file.ts";
import { drawing, MAX_PIXELS } from "./picture.server.ts";
import { storedFile } from "./table.server.ts";

const WIDTH = /^(upload\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32})\.(480|960|1440)\.(webp|avif)$/;

/** More than wait here are shown the picture as it is stored. */
const MAX_WAITING = 40;

const SECONDS = 15;
const MIMES = { webp: "image/webp", avif: "image/avif" } as const;

/** Keys of a picture's widths, made or not. */
export const widthKeys = (key: string): string[] => {
  const base = /^(upload\/.*)\.(?:png|jpe?g)$/.exec(key)?.[1];
  if (!base) return [];
  return PICTURE_WIDTHS.flatMap((width) =>
    WIDTH_FORMATS.map((format) => `${base}.${width}.${format}`),
  );
};

/** A width being made, by its key: later callers wait for the same one. */
const making = new Map<string, Promise<void>>();

export type Shown = { mime: string; bytes: StoredBytes; isFinal: boolean };

/**
 * One of the widths of a picture below /profile, made when it is first asked for and kept beside it;
 * undefined for what is no width of a stored picture. Never larger than the picture itself.
 */
export async function findWidth(place: FilePlace, key: string): Promise<Shown | undefined> {
  const [, base, width, format] = WIDTH.exec(key) ?? [];
  if (!base) return undefined;
  const mime = MIMES[format as keyof typeof MIMES];
  const [row] = await place.db
    .select({ path: storedFile.path, mime: storedFile.mime })
    .from(storedFile)
    .where(
      inArray(
        storedFile.path,
        SIZED_TYPES.map((type) => `${base}.${type}`),
      ),
    );
  if (!row) return undefined;
  const there = await place.files.read(key);
  if (there) return { mime, bytes: there, isFinal: true };
  if (!making.has(key) && drawing.busy > MAX_WAITING) return asStored(place, row);
  const made =
    making.get(key) ?? make(place, row.path, key, Number(width)).finally(() => making.delete(key));
  making.set(key, made);
  await made;
  const bytes = await place.files.read(key);
  return bytes ? { mime, bytes, isFinal: true } : asStored(place, row);
}

async function asStored(
  place: FilePlace,
  { path, mime }: { path: string; mime: string },
): Promise<Shown | undefined> {
  const bytes = await place.files.read(path);
  return bytes && { mime, bytes, isFinal: false };
}

async function make(place: FilePlace, path: string, key: string, width: number): Promise<void> {
  await withTemporary(place.env.dataDir, async (nameFile) => {
    const [source, target] = [nameFile(), nameFile()];
    const stored = await place.files.read(path);
    if (!stored) return;
    await pipeline(stored.stream, createWriteStream(source, { flags: "wx", mode: 0o600 }));
    await drawing.run(async () => {
      const picture = sharp(source, { limitInputPixels: MAX_PIXELS })
        .timeout({ seconds: SECONDS })
        .resize({ width, withoutEnlargement: true });
      if (key.endsWith(".avif")) picture.avif({ quality: 52, effort: 3 });
      else picture.webp({ quality: 78, smartSubsample: true });
      await picture.toFile(target);
    });
    await place.files.put(key, target);
  });
}
