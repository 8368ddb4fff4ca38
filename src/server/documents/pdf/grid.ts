import { type Align, INK, INK_2, PAPER, type Paper, style } from "./paper.ts";
import type { Line, TextStyle } from "./typeset.ts";

/** One cell of a row; `width` in points. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  /** A label: on a ground of its own, heard as the head of what follows. */
  readonly isHead?: boolean;
  readonly align?: Align;
  /** Long text begins at the top of its cell; short text stands in the middle of its height. */
  readonly isLong?: boolean;
  readonly style?: TextStyle;
  /** Lines at the bottom right, such as a place to sign; on the last page of a cell that is divided. */
  readonly foot?: readonly string[];
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Least height in points. */
  readonly least?: number;
}

/** How a grid stands on its pages. */
interface Place {
  readonly x: number;
  /** Where rows begin on the first page. */
  readonly top: number;
  /** Where they end on every page. */
  readonly bottom: number;
  /** Draws what stands above the rows of a further page; says where they begin. */
  readonly further: () => number;
  /** A row of heads, drawn at the top of the table and of what follows on a further page. */
  readonly heads?: Row;
}

const PAD = { x: 6, y: 5 };
export const GRID_LINE = "#8a8f98";
const TEXT = style("sans", 10);
const LABEL = style("sans", 10, { colour: INK_2, lead: 1.35 });
/** A row is moved to the next page whole when it is no higher than this, else it is divided. */
const MOST_MOVED = 190;
/** Fewer lines than these stand alone on no page. */
const FEWEST = 3;

interface SetCell {
  readonly cell: Cell;
  readonly style: TextStyle;
  readonly lines: readonly Line[];
}

/** A table of rows that flows over pages; no text is cut, a long one goes on overleaf. */
export class Grid {
  y: number;
  private readonly paper: Paper;
  private readonly place: Place;
  private readonly table: PDFKit.PDFStructureElement;

  constructor(paper: Paper, place: Place) {
    this.paper = paper;
    this.place = place;
    this.y = place.top;
    this.table = paper.group("Table");
    this.drawHeads();
  }

  row(row: Row): void {
    this.fit(
      row.cells.map((cell) => this.set(cell)),
      row.least ?? 0,
    );
  }

  /** Begins a page when less than `height` is left on this one; `goesOn`: rows follow there. */
  need(height: number, goesOn = true): void {
    if (this.y + height > this.place.bottom) this.nextPage(goesOn);
  }

  private nextPage(goesOn = true): void {
    this.paper.newPage();
    this.y = this.place.further();
    if (goesOn) this.drawHeads();
  }

  private drawHeads(): void {
    const { heads } = this.place;
    if (!heads) return;
    const cells = heads.cells.map((cell) => this.set(cell));
    this.draw(cells, this.high(cells, heads.least ?? 0));
  }

  /** Height that rows of `cells` would take. */
  heightOf(row: Row): number {
    return this.high(
      row.cells.map((cell) => this.set(cell)),
      row.least ?? 0,
    );
  }

  private set(cell: Cell): SetCell {
    const used = cell.style ?? (cell.isHead ? LABEL : TEXT);
    const lines = cell.text ? this.paper.type.lines(cell.text, used, cell.width - 2 * PAD.x) : [];
    return { cell, style: used, lines };
  }

  private high(cells: readonly SetCell[], least: number): number {
    const tallest = cells.map(({ cell, style: used, lines }) => {
      const foot = (cell.foot?.length ?? 0) * TEXT.size * 1.8;
      return this.paper.heightOf(lines.length, used) + foot + 2 * PAD.y;
    });
    return Math.max(least, ...tallest);
  }

  private fit(cells: readonly SetCell[], least: number): void {
    const height = this.high(cells, least);
    if (this.y + height <= this.place.bottom) {
      this.draw(cells, height);
      return;
    }
    const fitting = this.fittingLines(cells);
    const isMoved = height <= MOST_MOVED || fitting < FEWEST;
    if (isMoved) {
      this.need(height);
      if (this.y + height <= this.place.bottom) this.draw(cells, height);
      else this.divide(cells, this.fittingLines(cells));
      return;
    }
    this.divide(cells, fitting);
  }

  /** How many lines of every cell the rest of this page has room for. */
  private fittingLines(cells: readonly SetCell[]): number {
    const room = this.place.bottom - this.y - 2 * PAD.y;
    const highest = Math.max(...cells.map(({ style: used }) => this.paper.heightOf(1, used)));
    return Math.floor(room / highest);
  }

  /** Draws `count` lines of every cell here and the rest on the next page, its labels once more. */
  private divide(cells: readonly SetCell[], count: number): void {
    const here = cells.map((each) => ({
      ...each,
      cell: { ...each.cell, foot: [] },
      lines: each.lines.slice(0, count),
    }));
    this.draw(here, this.place.bottom - this.y);
    this.nextPage();
    const rest = cells.map((each) => {
      const { cell, lines } = each;
      if (!cell.isHead) return { ...each, lines: lines.slice(count) };
      return this.set({ ...cell, text: cell.text.replace(/(\n（续）)?$/, "\n（续）") });
    });
    this.fit(rest, 0);
  }

  private draw(cells: readonly SetCell[], height: number): void {
    const { paper, y } = this;
    const row = paper.group("TR", this.table);
    let x = this.place.x;
    for (const { cell, style: used, lines } of cells) {
      const at = x;
      paper.artifact(() => {
        if (cell.isHead) paper.doc.rect(at, y, cell.width, height).fill(PAPER);
        paper.doc.lineWidth(0.6).rect(at, y, cell.width, height).stroke(GRID_LINE);
      });
      const align = cell.align ?? (cell.isHead ? "center" : "left");
      const text = paper.heightOf(lines.length, used);
      const top = cell.isLong || cell.foot?.length ? y + PAD.y : y + (height - text) / 2;
      paper.tagged(
        cell.isHead ? "TH" : "TD",
        () => {
          paper.lines(lines, used, at + PAD.x, top, cell.width - 2 * PAD.x, align);
          cell.foot?.forEach((line, i, all) => {
            const up = (all.length - i) * TEXT.size * 1.8;
            paper.text(
              line,
              TEXT,
              at + PAD.x,
              y + height - PAD.y - up,
              cell.width - 2 * PAD.x - 10,
              "right",
            );
          });
        },
        row,
      );
      x += cell.width;
    }
    this.y = y + height;
  }
}

/** A row whose one cell names what the rows below it are about. */
export function sectionRow(text: string, width: number): Row {
  return {
    cells: [
      { text, width, isHead: true, align: "left", style: style("title", 10.5, { colour: INK }) },
    ],
    least: 24,
  };
}
