import { iceCover } from "./ice.ts";
import { latticeCover } from "./lattice.ts";
import { svg } from "./mark.ts";
import { COLOURS, type Palette, type PaletteName } from "./palette.ts";
import { papercutCover } from "./papercut.ts";
import { type Random, random } from "./random.ts";
import { ringsCover } from "./rings.ts";
import { roofsCover } from "./roofs.ts";
import { treeCover } from "./tree.ts";

export { PALETTES, type PaletteName } from "./palette.ts";

/** The drawn motifs, in the order in which a list of categories takes them. */
export const MOTIFS = ["rings", "roofs", "lattice", "papercut", "ice", "tree"] as const;

export type Motif = (typeof MOTIFS)[number];

/** The drawing of a cover; `seed` is any whole number, best the id of the article. */
export interface Cover {
  readonly motif: Motif;
  readonly palette: PaletteName;
  readonly seed: number;
  /** View-box units; 384 × 192 unless told. */
  readonly width?: number;
  readonly height?: number;
}

type Draw = (width: number, height: number, colours: Palette, next: Random) => string;

const DRAW: Readonly<Record<Motif, Draw>> = {
  rings: ringsCover,
  roofs: roofsCover,
  lattice: latticeCover,
  papercut: papercutCover,
  ice: iceCover,
  tree: treeCover,
};

/** A cover as a whole SVG document, under 10,000 bytes; the same input gives the same text. */
export function coverSvg({ motif, palette, seed, width = 384, height = 192 }: Cover): string {
  const colours = COLOURS[palette];
  const ground = `<rect width="${width}" height="${height}" fill="${colours.bg}"/>`;
  return svg(width, height, ground, DRAW[motif](width, height, colours, random(seed)));
}
