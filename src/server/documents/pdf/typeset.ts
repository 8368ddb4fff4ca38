import LineBreaker from "linebreak";
import { AppError } from "../../http/errors.ts";
import type { Face, FontShelf, NamedFont } from "./font-shelf.ts";

/** `size` in points; `lead` is the height of a line as a multiple of it; `spacing` in points between characters. */
export interface TextStyle {
  readonly face: Face;
  readonly size: number;
  readonly colour?: string;
  readonly lead?: number;
  readonly spacing?: number;
}

/** Characters beside each other that one font draws. */
interface Piece {
  readonly font: NamedFont;
  readonly text: string;
  readonly width: number;
}

/** One line of a text; widths in points. */
export interface Line {
  readonly pieces: readonly Piece[];
  readonly width: number;
}

/** What a printer puts where he lacks the type; it catches the eye, an empty box does not. */
const NO_TYPE = "〓";

/** Signs without a picture: controls, marks of direction, joiners, and the choice of a character's variant. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;

/** The text as it is set: one form of each character, line feeds alone as breaks, nothing unseen. */
function clean(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(/\t/g, "    ")
    .split("\n")
    .map((line) => line.replace(UNSEEN, ""))
    .join("\n");
}

/** `U+20BB7` for 𠮷. */
export function named(character: string): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  return `U+${code}`;
}

/** Sets text in lines with the fonts of `shelf`, and keeps in `missing` what none of them has. */
export class Typesetter {
  /** Characters that were asked for and that no font has. */
  readonly missing = new Set<string>();
  private readonly shelf: FontShelf;
  private readonly isStrict: boolean;

  /** `isStrict`: what is missing is refused; else 〓 stands for it. */
  constructor(shelf: FontShelf, isStrict: boolean) {
    this.shelf = shelf;
    this.isStrict = isStrict;
  }

  /**
   * `text` in lines of at most `width` points. Words stay whole where `byWords`: for a name or a heading.
   * @throws AppError, when strict, that names the characters no font has.
   */
  lines(text: string, style: TextStyle, width: number, byWords = false): Line[] {
    const cleaned = clean(text);
    this.checkGlyphs(cleaned, style.face);
    return cleaned.split("\n").flatMap((part) => this.paragraph(part, style, width, byWords));
  }

  /**
   * `text` in at most `most` lines: the size goes down from the style's to `least`, and the lines are of like
   * length. Beyond `least` it takes as many lines as it needs.
   */
  fitted(
    text: string,
    style: TextStyle,
    width: number,
    { most, least }: { most: number; least: number },
  ): { lines: Line[]; style: TextStyle } {
    for (let size = style.size; ; size = Math.max(least, size - 1)) {
      const sized = { ...style, size };
      const lines = this.lines(text, sized, width, true);
      if (lines.length > most && size > least) continue;
      return { lines: this.balanced(text, sized, width, lines), style: sized };
    }
  }

  /** The same number of lines, none much shorter than the others. */
  private balanced(text: string, style: TextStyle, width: number, lines: Line[]): Line[] {
    if (lines.length < 2) return lines;
    let best = lines;
    for (let narrow = width * 0.97; narrow > width / 2; narrow *= 0.97) {
      const tried = this.lines(text, style, narrow, true);
      if (tried.length > lines.length) break;
      best = tried;
    }
    return best;
  }

  /** Characters of `text` that no font has. */
  lost(text: string, face: Face): string[] {
    const characters = new Set(clean(text).replaceAll("\n", ""));
    return [...characters].filter((each) => !this.shelf.fontOf(face, each));
  }

  private checkGlyphs(text: string, face: Face): void {
    const lost = this.lost(text, face);
    for (const each of lost) this.missing.add(each);
    if (!this.isStrict || lost.length === 0) return;
    const list = lost.map((each) => `“${each}”（${named(each)}）`).join("、");
    throw new AppError(
      `字库中没有${list}，无法制作。请联系管理员在数据目录的 fonts 文件夹中添加含有该字的字体后再试`,
    );
  }

  private paragraph(text: string, style: TextStyle, width: number, byWords: boolean): Line[] {
    const lines: Line[] = [];
    let line = "";
    const end = () => {
      lines.push(this.line(line.trimEnd(), style));
      line = "";
    };
    for (const part of breakable(text, byWords)) {
      if (line && this.width((line + part).trimEnd(), style) > width) end();
      const added = line ? part : part.replace(/^ +/, lines.length > 0 ? "" : "$&");
      if (this.width(added.trimEnd(), style) <= width) line += added;
      else {
        // One long word, such as an address of the web: it ends where the line ends.
        for (const character of added) {
          if (line && this.width(line + character, style) > width) end();
          line += character;
        }
      }
    }
    end();
    return lines;
  }

  private width(text: string, style: TextStyle): number {
    let width = 0;
    for (const character of text) width += this.advance(character, style);
    return width - (width > 0 ? (style.spacing ?? 0) : 0);
  }

  private advance(character: string, { face, size, spacing = 0 }: TextStyle): number {
    const { font } = this.fontOf(face, character).font;
    const glyph = font.glyphForCodePoint(this.drawn(face, character).codePointAt(0) ?? 0);
    return (glyph.advanceWidth * size) / font.unitsPerEm + spacing;
  }

  private drawn(face: Face, character: string): string {
    return this.shelf.fontOf(face, character) ? character : NO_TYPE;
  }

  private fontOf(face: Face, character: string): { font: NamedFont; text: string } {
    const text = this.drawn(face, character);
    return { font: this.shelf.fontOf(face, text) ?? this.shelf.face(face), text };
  }

  private line(text: string, style: TextStyle): Line {
    const pieces: { font: NamedFont; text: string; width: number }[] = [];
    for (const character of text) {
      const { font, text: drawn } = this.fontOf(style.face, character);
      const width = this.advance(character, style);
      const last = pieces.at(-1);
      if (last?.font === font) {
        last.text += drawn;
        last.width += width;
      } else pieces.push({ font, text: drawn, width });
    }
    return { pieces, width: this.width(text, style) };
  }
}

const WORDS = new Intl.Segmenter("zh-CN", { granularity: "word" });

/** Parts of `text` between which a line may end; `byWords`: only where a Chinese word ends as well. */
function breakable(text: string, byWords: boolean): string[] {
  const ends = byWords
    ? new Set([...WORDS.segment(text)].map(({ index, segment }) => index + segment.length))
    : undefined;
  const parts: string[] = [];
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const { position } = next;
    if (ends && position < text.length && !ends.has(position)) continue;
    parts.push(text.slice(from, position));
    from = position;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
