// As much of these libraries as is used here; both come without types.

declare module "fontkit" {
  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    layout(text: string): GlyphRun;
  }
  interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    readonly codePoints: readonly number[];
  }
  export interface GlyphRun {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly {
      xAdvance: number;
      yAdvance: number;
      xOffset: number;
      yOffset: number;
    }[];
    /** The sum of the positions as they are now. */
    readonly advanceWidth: number;
  }
  /** A font, or a collection (.ttc) of them. */
  export function create(bytes: Uint8Array): Font | { readonly fonts: readonly Font[] };
}

declare module "linebreak" {
  /** Places where a line may (or, after a line feed, must) end, by Unicode's UAX 14. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required?: boolean } | null;
  }
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** An open font: pdfkit takes it as it is, and several documents share what it has read. */
    registerFont(name: string, font: import("fontkit").Font): this;
  }
}
