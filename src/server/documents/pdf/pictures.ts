import sharp from "sharp";
import { AppError } from "../../http/errors.ts";

/** Dots an inch that a printer of an office makes use of. */
const DOTS = 300;
/** A picture of a camera; beyond it is a trap that unfolds to gigabytes. */
const MOST_PIXELS = 60_000_000;

/**
 * The seal as a PNG for `side` points, its ground clear. Few colours do: a seal is one red, and the grain of a
 * scanned one would make every certificate larger than all else in it. They are written out as pixels all the
 * same, for pdfkit reads palettes of less than 8 bits wrongly.
 */
export async function sealPicture(seal: Uint8Array, side: number): Promise<Buffer> {
  const pixels = Math.round((side / 72) * DOTS);
  try {
    const few = await sharp(seal, { limitInputPixels: MOST_PIXELS })
      .resize(pixels, pixels, { fit: "inside", withoutEnlargement: true })
      .png({ palette: true, colours: 16, dither: 0, effort: 1 })
      .toBuffer();
    return await sharp(few)
      .ensureAlpha()
      .toColourspace("srgb")
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch (error) {
    throw new AppError("印章图片无法读取，请在系统设置中重新上传 PNG 图片", {
      detail: String(error),
    });
  }
}

/** A photograph cut to `width` × `height` points around its middle, upright, as a JPEG on white. */
export function photoPicture(photo: Uint8Array, width: number, height: number): Promise<Buffer> {
  const pixels = (points: number) => Math.round((points / 72) * DOTS);
  return sharp(photo, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize(pixels(width), pixels(height), { fit: "cover" })
    .flatten({ background: "#fff" })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch((error: unknown) => {
      throw new AppError("照片无法读取，请重新上传", { detail: String(error) });
    });
}
