import { barPath } from "./codes.ts";
import { Grid, type Row, sectionRow } from "./grid.ts";
import { INK_2, INK_3, mm, type Paper, RULE, style } from "./paper.ts";
import { letterhead } from "./society.ts";

// What the printed forms have around their fields: heads, bar code, 草稿, the note below.

/** Margin at both sides. */
export const SIDE = mm(18);
export const FOOT = mm(17);

/** Width of the table of a form. */
export const tableWidth = (paper: Paper): number => paper.width - 2 * SIDE;

/** The head of a form. */
export interface FormFrame {
  readonly society: string;
  readonly title: string;
  /** What the number is called: 申请编号. */
  readonly numberName: string;
  /** ASCII: it is the bar code as well. An empty form has none. */
  readonly number: string | undefined;
  /** One line below the title: left, in the middle, right. */
  readonly facts: readonly [string, string, string];
  /** Points between that line and the table. */
  readonly gap: number;
}

/** 草稿 across the page, so that no draft is signed and sent in. */
export function draft(paper: Paper): void {
  const { doc, width, height } = paper;
  const mark = style("title", 150, { colour: "#f3e7e4", spacing: 60 });
  doc.rotate(-40, { origin: [width / 2, height / 2] });
  paper.text("草稿", mark, 0, height / 2 - 112, width, "center");
}

/** Draws the head of the first page; the table below it, which draws that of each further one. */
export const formGrid = (paper: Paper, frame: FormFrame): Grid =>
  new Grid(paper, {
    x: SIDE,
    top: head(paper, frame),
    bottom: paper.height - FOOT - 12,
    further: () => furtherHead(paper, frame),
  });

/** The heading of a section; it does not stand alone at the end of a page. */
export function sectionHead(
  paper: Paper,
  grid: Grid,
  title: string,
  [first]: readonly Row[],
): void {
  const section = sectionRow(title, tableWidth(paper));
  grid.need(grid.heightOf(section) + Math.min(120, first ? grid.heightOf(first) : 0));
  grid.row(section);
}

/** Draws what stands above the table of the first page; where the table begins. */
function head(paper: Paper, frame: FormFrame): number {
  const { doc, width } = paper;
  const { number } = frame;
  const top = mm(14);
  const bar = { width: 132, height: 24 };
  const right = width - SIDE - bar.width;
  paper.artifact(() => {
    if (number) {
      doc
        .translate(right, top)
        .path(barPath(number, bar.width, bar.height))
        .fill("#000000");
    }
  });
  letterhead(paper, frame.society, SIDE, top, right - SIDE - 60);
  paper.tagged("H1", () =>
    paper.text(frame.title, style("title", 21, { spacing: 3 }), 0, top + 42, width, "center"),
  );
  const small = style("sans", 9.5, { colour: INK_2 });
  const y = top + 82;
  const third = tableWidth(paper) / 3;
  paper.tagged("P", () => {
    frame.facts.forEach((text, i) => {
      const align = (["left", "center", "right"] as const)[i] ?? "left";
      paper.text(text, small, SIDE + i * third, y, third, align);
    });
  });
  return y + frame.gap;
}

function furtherHead(paper: Paper, { society, title, numberName, number }: FormFrame): number {
  const small = style("sans", 8.5, { colour: INK_3 });
  const room = tableWidth(paper);
  const top = mm(13);
  paper.artifact(() => {
    paper.text(`${society} · ${title}（续）`, small, SIDE, top, room * 0.7);
    if (number) paper.text(`${numberName} ${number}`, small, SIDE, top, room, "right");
    paper.doc
      .lineWidth(0.6)
      .moveTo(SIDE, top + 17)
      .lineTo(paper.width - SIDE, top + 17)
      .stroke(RULE);
  });
  return top + 26;
}

/** Below the table: what 〓 stands for. */
export function formNote(paper: Paper, grid: Grid): void {
  const text = paper.missingNote();
  if (!text) return;
  const words = style("sans", 9, { colour: INK_2 });
  const width = tableWidth(paper);
  const lines = paper.type.lines(text, words, width);
  grid.need(paper.heightOf(lines.length, words) + 8, false);
  paper.tagged("P", () => paper.lines(lines, words, SIDE, grid.y + 6, width));
}
