/** Widths, in pixels, in which a stored picture can be had beside its own. */
export const PICTURE_WIDTHS = [480, 960, 1440] as const;

/** The smaller one last: a browser passes over a type that it does not know. */
export const WIDTH_FORMATS = ["avif", "webp"] as const;

/** Extensions of stored pictures that have widths; a moving picture would stand still. */
export const SIZED_TYPES = ["png", "jpg", "jpeg"] as const;

const SIZED =
  /^((?:\/prod-api)?\/profile\/upload\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32})\.(?:png|jpe?g)$/;

export type PictureSource = { type: string; srcSet: string };

/**
 * What a `<picture>` offers beside the stored picture at `src`: none for pictures that have no widths.
 * `width`: of the stored picture where it is known, in pixels; nothing wider is offered. Where the
 * place has a size of its own (a cover), it need not be known.
 */
export function pictureSources(src: string, width?: number): PictureSource[] {
  const base = SIZED.exec(src)?.[1];
  if (!base) return [];
  const widths = PICTURE_WIDTHS.filter((each) => width === undefined || each < width);
  // A picture between two widths is offered whole as well.
  const whole = PICTURE_WIDTHS.find((each) => width !== undefined && each >= width);
  return WIDTH_FORMATS.map((format) => ({
    type: `image/${format}`,
    srcSet: [
      ...widths.map((each) => `${base}.${each}.${format} ${each}w`),
      ...(whole ? [`${base}.${whole}.${format} ${width}w`] : []),
    ].join(", "),
  }));
}
