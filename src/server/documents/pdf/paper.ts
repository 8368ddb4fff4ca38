import PDFDocument from "pdfkit";
import type { Face, FontShelf } from "./font-shelf.ts";
import { drawSvg } from "./svg-drawing.ts";
import { type Line, named, type TextStyle, Typesetter } from "./typeset.ts";

/** The colours of the public site (src/site/shell/site.css). */
export const INK = "#1b2430";
export const INK_2 = "#465160";
export const INK_3 = "#5f6875";
export const BLUE = "#0a5fbf";
export const BLUE_DEEP = "#08488f";
export const PAPER = "#f7f4ee";
export const RULE = "#e4ded2";
export const RULE_2 = "#c9c1b1";
export const VERMILION = "#c23a22";

/** Millimetres in points. */
export const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

const A4 = [595.28, 841.89] as const;
const LEAD = 1.5;

export interface PaperOptions {
  /** The document's title, which readers show in place of the file's name. */
  readonly title: string;
  readonly author: string;
  readonly isLandscape?: boolean;
  /** Refuse what no font has; else 〓 stands for it and a note on the last page names it. */
  readonly isStrict?: boolean;
  /** Drawn on every page before what stands on it. */
  readonly ground?: (paper: Paper) => void;
}

export type Align = "left" | "center" | "right";

/**
 * A tagged PDF of A4 pages. Text goes in by `text`, so that every character has a font; lines, fills and
 * pictures go in by `artifact`, so that readers aloud pass them over. Lengths are points, y goes down.
 */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly type: Typesetter;
  readonly width: number;
  readonly height: number;
  private readonly root: PDFKit.PDFStructureElement;
  private readonly chunks: Buffer[] = [];
  private readonly ended: Promise<void>;

  constructor(shelf: FontShelf, options: PaperOptions) {
    const { title, author, isLandscape = false, isStrict = false, ground } = options;
    [this.width, this.height] = isLandscape ? [A4[1], A4[0]] : A4;
    this.type = new Typesetter(shelf, isStrict);
    this.doc = new PDFDocument({
      size: [...A4],
      layout: isLandscape ? "landscape" : "portrait",
      margin: 0,
      pdfVersion: "1.7",
      lang: "zh-CN",
      tagged: true,
      displayTitle: true,
      info: { Title: title, Author: author, Creator: "Xuehui", Producer: "Xuehui" },
      bufferPages: true,
      autoFirstPage: false,
      // No font of pdfkit's own: it has no Chinese.
      font: "",
    });
    this.ended = new Promise((resolve, reject) => {
      this.doc.on("data", (chunk: Buffer) => this.chunks.push(chunk));
      this.doc.once("end", resolve).once("error", reject);
    });
    if (ground) this.doc.on("pageAdded", () => this.artifact(() => ground(this)));
    this.doc.addPage();
    this.root = this.doc.struct("Document");
    this.doc.addStructure(this.root);
  }

  /** What is read aloud as one `type` (`H1`, `P`, `TD`); in `parent`, else in the document itself. */
  tagged(type: string, draw: () => void, parent = this.root): void {
    parent.add(this.doc.struct(type, {}, draw));
  }

  /** A `Table` or `TR` that others are put in. */
  group(type: string, parent = this.root): PDFKit.PDFStructureElement {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** A picture that says something: `alt` is read aloud. */
  figure(alt: string, draw: () => void): void {
    this.root.add(this.doc.struct("Figure", { alt }, draw));
  }

  /** Lines, fills, page numbers: what nobody needs to hear. Not inside of `tagged`. */
  artifact(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    this.doc.save();
    draw();
    this.doc.restore();
    this.doc.endMarkedContent();
  }

  /** One of the drawings of src/lib/art, its corner at `x`, `y`, `scale` points a unit. */
  drawing(picture: string, x: number, y: number, scale = 1): void {
    this.doc.save().translate(x, y).scale(scale);
    drawSvg(this.doc, picture);
    this.doc.restore();
  }

  /** Height of `count` lines. */
  heightOf(count: number, { size, lead = LEAD }: TextStyle): number {
    return count * size * lead;
  }

  /** Sets lines from `y` down between `x` and `x + width`; the height they take. */
  lines(
    lines: readonly Line[],
    style: TextStyle,
    x: number,
    y: number,
    width: number,
    align: Align = "left",
  ): number {
    const high = style.size * (style.lead ?? LEAD);
    lines.forEach((line, i) => {
      const rest = width - line.width;
      const from = x + (align === "left" ? 0 : align === "right" ? rest : rest / 2);
      // An em square stands from .12 below the base line to .88 above it.
      this.line(line, style, from, y + i * high + high / 2 + style.size * 0.38);
    });
    return lines.length * high;
  }

  /** `text` in as many lines as it needs; the height they take. */
  text(
    text: string,
    style: TextStyle,
    x: number,
    y: number,
    width: number,
    align: Align = "left",
  ): number {
    return this.lines(this.type.lines(text, style, width), style, x, y, width, align);
  }

  private line(line: Line, style: TextStyle, x: number, base: number): void {
    let at = x;
    for (const { font, text, width } of line.pieces) {
      this.doc.registerFont(font.name, font.font);
      this.doc
        .font(font.name)
        .fontSize(style.size)
        .fillColor(style.colour ?? INK);
      this.doc.text(text, at, base, {
        lineBreak: false,
        baseline: "alphabetic",
        characterSpacing: style.spacing ?? 0,
      });
      at += width;
    }
  }

  newPage(): void {
    this.doc.addPage();
  }

  /** Draws on each page that there is, `at` from 0 of `count`. */
  private onEachPage(draw: (at: number, count: number) => void): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let at = 0; at < count; at++) {
      this.doc.switchToPage(start + at);
      this.artifact(() => draw(at, count));
    }
  }

  /** 第 1 页 · 共 2 页 below a line, `foot` points above the end of each page. */
  pageNumbers(side: number, foot: number): void {
    const words = style("sans", 8.5, { colour: INK_3 });
    const y = this.height - foot;
    this.onEachPage((at, count) => {
      this.doc
        .lineWidth(0.6)
        .moveTo(side, y)
        .lineTo(this.width - side, y)
        .stroke(RULE_2);
      this.text(`第 ${at + 1} 页 · 共 ${count} 页`, words, 0, y + 4, this.width, "center");
    });
  }

  /** The sentence that says which characters 〓 stands for, or nothing. */
  missingNote(): string | undefined {
    if (this.type.missing.size === 0) return undefined;
    const list = [...this.type.missing].map(named).join("、");
    return `注：字库中没有编码为 ${list} 的字，以〓代替，请手写补正。`;
  }

  async finish(): Promise<Buffer> {
    this.doc.end();
    await this.ended;
    return Buffer.concat(this.chunks);
  }
}

/** A style of `face` at `size`. */
export function style(face: Face, size: number, more: Partial<TextStyle> = {}): TextStyle {
  return { face, size, ...more };
}
