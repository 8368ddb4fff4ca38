import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { create, type Font, type GlyphRun } from "fontkit";
import { AppError } from "../../http/errors.ts";

/** Faces of our documents: text, text of a certificate, headings. */
export type Face = "sans" | "serif" | "title";

const FILES: Readonly<Record<Face, string>> = {
  sans: "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
  serif: "@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf",
  title: "@expo-google-fonts/noto-serif-sc/700Bold/NotoSerifSC_700Bold.ttf",
};

/** Where a character is sought that its own face lacks, the likest first; then the fonts of the installation. */
const INSTEAD: Readonly<Record<Face, readonly Face[]>> = {
  sans: ["serif", "title"],
  serif: ["title", "sans"],
  title: ["serif", "sans"],
};

/** A font under the name that it has in a document. */
export interface NamedFont {
  readonly name: string;
  readonly font: Font;
}

function opened(file: string): Font {
  const opened = create(fs.readFileSync(file));
  const font = "fonts" in opened ? opened.fonts[0] : opened;
  if (!font) throw new Error(`${file} holds no font`);
  return plain(font);
}

/**
 * The font without its tables of shaping: each character is its glyph and as wide as that says. Chinese and
 * Latin need no more, lines are as wide as counted, and 60,000 pairs of glyphs are not read into memory.
 */
function plain(font: Font): Font {
  const layout = (text: string): GlyphRun => {
    const glyphs = Array.from(text, (each) => font.glyphForCodePoint(each.codePointAt(0) ?? 0));
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    return {
      glyphs,
      positions,
      // pdfkit scales the positions, and asks for the sum after that.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  return Object.create(font, { layout: { value: layout } });
}

/**
 * The fonts of this process: 10-15 MB each, opened when first needed and kept. `folder` may hold more
 * (.ttf, .otf, .ttc): GB 18030 names far more characters than any free font of 30,000 has, and a member's
 * name must be right.
 */
export class FontShelf {
  private readonly folder: string | undefined;
  private readonly faces = new Map<Face, NamedFont>();
  private more: { readonly readAt: number; readonly fonts: readonly NamedFont[] } | undefined;
  private readonly found = new Map<string, NamedFont>();

  constructor(folder?: string) {
    this.folder = folder;
  }

  face(face: Face): NamedFont {
    let known = this.faces.get(face);
    if (!known) {
      const file = createRequire(import.meta.url).resolve(FILES[face]);
      known = { name: face, font: opened(file) };
      this.faces.set(face, known);
    }
    return known;
  }

  /**
   * The font that has `character` (one code point), the face's own before others; undefined: none has.
   * @throws AppError for a file in the folder that is no font.
   */
  fontOf(face: Face, character: string): NamedFont | undefined {
    const key = face + character;
    const known = this.found.get(key);
    if (known) return known;
    const font = this.seek(face, character.codePointAt(0) ?? 0);
    if (font) this.found.set(key, font);
    return font;
  }

  private seek(face: Face, codePoint: number): NamedFont | undefined {
    const own = this.face(face);
    if (own.font.hasGlyphForCodePoint(codePoint)) return own;
    for (const other of INSTEAD[face]) {
      const font = this.face(other);
      if (font.font.hasGlyphForCodePoint(codePoint)) return font;
    }
    return this.moreFonts().find(({ font }) => font.hasGlyphForCodePoint(codePoint));
  }

  /** Read again when a file was laid in: who was refused for a character tries again at once. */
  private moreFonts(): readonly NamedFont[] {
    const { folder } = this;
    const changedAt = folder ? fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs : undefined;
    if (!folder || changedAt === undefined) return [];
    if (this.more?.readAt !== changedAt) {
      this.more = { readAt: changedAt, fonts: readFolder(folder, changedAt) };
    }
    return this.more.fonts;
  }
}

/** Names are those of one reading: what another font had under a name must not be drawn with it. */
function readFolder(folder: string, readAt: number): NamedFont[] {
  return fs
    .readdirSync(folder)
    .filter((file) => /\.(ttf|otf|ttc)$/i.test(file))
    .sort()
    .map((file) => {
      try {
        return { name: `${file} ${readAt}`, font: opened(path.join(folder, file)) };
      } catch (error) {
        throw new AppError(
          `数据目录的 fonts 文件夹中，${file} 不是可用的字体文件，请联系管理员更换`,
          { detail: String(error) },
        );
      }
    });
}
