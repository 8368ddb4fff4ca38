import sharp from "sharp";
import { NO_SPACE } from "#src/server/files/file-store.ts";
import { AppError } from "#src/server/http/errors.ts";
import { limiter } from "#src/server/jobs/limiter.ts";

/** security 4.3: all frames of a moving picture together. */
export const MAX_PIXELS = 40_000_000;
const MAX_FRAMES = 500;
const AVATAR_SIDE = 512;
const SECONDS = 20;

const TOO_MANY_PIXELS = "图片的像素过多，请缩小到 4000 万像素以内再上传";
const TOO_MANY_FRAMES = `动图的画面过多，请减少到 ${MAX_FRAMES} 帧以内再上传`;
const UNREADABLE = "图片无法识别或已损坏，请换一张图片";

// Decoded pixels are large and never wanted twice.
sharp.cache(false);

/** Decoding takes memory: two pictures at a time in a process, the others wait on disk. */
export const drawing = limiter(2);

export type Size = { width: number; height: number };

/** Where a picture is cut, in pixels of the picture as it is seen. */
export type Cut = { x: number; y: number; width: number; height: number };

/**
 * Draws a picture again from one file into another, upright: no EXIF, no position, nothing behind the
 * pixels.
 * @throws AppError with the text for the person.
 */
export function redraw(
  source: string,
  target: string,
  extension: string,
  { isAvatar = false, cut }: { isAvatar?: boolean; cut?: Cut | undefined } = {},
): Promise<Size> {
  const isMoving = extension === "gif" && !isAvatar;
  return drawing.run(async () => {
    await checkSize(source);
    try {
      const picture = sharp(source, {
        limitInputPixels: MAX_PIXELS,
        failOn: "error",
        ...(isMoving ? { animated: true } : {}),
      }).timeout({ seconds: SECONDS });
      if (!isMoving) picture.autoOrient();
      if (cut) {
        const { x, y, width, height } = cut;
        picture.extract({ left: x, top: y, width, height });
      }
      if (isAvatar) {
        picture.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: "cover", withoutEnlargement: true });
      }
      if (extension === "png") picture.png({ compressionLevel: 8 });
      else if (extension === "gif") picture.gif();
      // Smaller tables of codes would cost four times the memory: the whole picture is kept for them.
      else picture.jpeg({ quality: 88, optimiseCoding: false });
      const { width, height, pageHeight } = await picture.toFile(target);
      return { width, height: pageHeight ?? height };
    } catch (error) {
      // The library passes the disk's words on, but not its code.
      const isFull = /no space left|disk quota/i.test(String(error));
      throw new AppError(isFull ? NO_SPACE : UNREADABLE, { detail: String(error) });
    }
  });
}

/** Reads the head of the file alone: a picture that is too large is never decoded. */
async function checkSize(source: string): Promise<void> {
  const facts = await sharp(source, { limitInputPixels: false, pages: -1 })
    .metadata()
    .catch((error: unknown) => {
      throw new AppError(UNREADABLE, { detail: String(error) });
    });
  const { width, height, pages = 1, pageHeight = height } = facts;
  if (pages > MAX_FRAMES) throw new AppError(TOO_MANY_FRAMES);
  if (width * pageHeight * pages > MAX_PIXELS) throw new AppError(TOO_MANY_PIXELS);
}
