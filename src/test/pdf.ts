import { inflateSync } from "node:zlib";

/** One run of text on a page: its words, and where they begin in points from the top left corner. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Name of the font without the mark of its subset. */
  readonly font: string;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly items: readonly PdfText[];
  /** All runs in the order in which they were drawn, each on a line of its own. */
  readonly text: string;
  /** What the page is drawn by, as it stands in the file. */
  readonly drawing: string;
}

type Matrix = readonly [number, number, number, number, number, number];
const STILL: Matrix = [1, 0, 0, 1, 0, 0];

function times(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}

function matrix(values: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values;
  return [a, b, c, d, e, f];
}

/** What a reader copies: glyph codes to characters, by the font's ToUnicode table. */
function characters(table: string): Map<number, string> {
  const map = new Map<number, string>();
  for (const [, from = "", list = ""] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, units = ""], i) => {
      const codes = units
        .trim()
        .split(/\s+/)
        .map((unit) => Number.parseInt(unit, 16));
      map.set(Number.parseInt(from, 16) + i, String.fromCharCode(...codes));
    });
  }
  return map;
}

/** Reads the documents that we write: objects one after another, streams deflated, fonts by their ToUnicode. */
class PdfFile {
  private readonly objects = new Map<string, string>();
  private readonly streams = new Map<string, Buffer>();

  constructor(file: Buffer) {
    const text = file.toString("latin1");
    for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
      const [, id = "", body = ""] = match;
      const at = body.indexOf("\nstream\n");
      this.objects.set(id, at < 0 ? body : body.slice(0, at));
      if (at < 0) continue;
      const bytes = Buffer.from(body.slice(at + 8, body.lastIndexOf("\nendstream")), "latin1");
      const isDeflated = body.slice(0, at).includes("/FlateDecode");
      this.streams.set(id, isDeflated ? inflateSync(bytes) : bytes);
    }
  }

  pages(): PdfPage[] {
    const root = this.single(/\/Type \/Pages\b/);
    const kids = /\/Kids \[([^\]]*)\]/.exec(root)?.[1] ?? "";
    return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id = ""]) => this.page(this.object(id)));
  }

  /** The object that `pattern` finds. */
  single(pattern: RegExp): string {
    const found = [...this.objects.values()].find((body) => pattern.test(body));
    if (found === undefined) throw new Error(`no object has ${pattern}`);
    return found;
  }

  all(pattern: RegExp): string[] {
    return [...this.objects.values()].filter((body) => pattern.test(body));
  }

  private object(id: string): string {
    return this.objects.get(id) ?? "";
  }

  private referred(body: string, key: string): string {
    return new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1] ?? "";
  }

  private page(body: string): PdfPage {
    const box = /\/MediaBox \[([^\]]*)\]/.exec(body)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
    const [, , width = 0, height = 0] = box;
    const resources = this.object(this.referred(body, "Resources"));
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id = ""]) => {
        const font = this.object(id);
        const table = this.streams.get(this.referred(font, "ToUnicode"))?.toString("latin1") ?? "";
        const base = /\/BaseFont \/(?:\w+\+)?(\S+)/.exec(font)?.[1] ?? "";
        return [name, { base, map: characters(table) }] as const;
      }),
    );
    const content = this.streams.get(this.referred(body, "Contents"))?.toString("latin1") ?? "";
    const items = [...texts(content, height, fonts)];
    const text = items.map((item) => item.text).join("\n");
    return { width, height, items, text, drawing: content };
  }
}

type Fonts = ReadonlyMap<string, { base: string; map: ReadonlyMap<number, string> }>;

function* texts(content: string, height: number, fonts: Fonts): Generator<PdfText> {
  const outer: Matrix[] = [];
  let moved = STILL;
  let place = STILL;
  let [font, size, text] = ["", 0, ""];
  for (const line of content.split("\n")) {
    const values = line.split(" ").map(Number);
    if (line === "q") outer.push(moved);
    else if (line === "Q") moved = outer.pop() ?? STILL;
    else if (line.endsWith(" cm")) moved = times(matrix(values), moved);
    else if (line === "BT") text = "";
    else if (line.endsWith(" Tm")) {
      if (!text) place = times(matrix(values), moved);
    } else if (line.endsWith(" Tf")) {
      font = line.slice(1, line.indexOf(" "));
      size = values[1] ?? 0;
    } else if (line.endsWith(" TJ")) {
      for (const [, glyphs = ""] of line.matchAll(/<(\w+)>/g)) {
        for (const [glyph] of glyphs.matchAll(/.{4}/g)) {
          text += fonts.get(font)?.map.get(Number.parseInt(glyph, 16)) ?? "\ufffd";
        }
      }
    } else if (line === "ET" && text) {
      const scale = Math.hypot(place[0], place[1]);
      const name = fonts.get(font)?.base ?? "";
      yield { text, x: place[4], y: height - place[5], size: size * scale, font: name };
    }
  }
}

/** The pages of one of our documents, with their texts as a reader would copy them. */
export function readPdf(file: Buffer): PdfPage[] {
  return new PdfFile(file).pages();
}

/** Bodies of the objects of `file` that `pattern` finds, such as those of its structure. */
export function pdfObjects(file: Buffer, pattern: RegExp): string[] {
  return new PdfFile(file).all(pattern);
}
