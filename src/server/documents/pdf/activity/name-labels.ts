import type { FontShelf } from "../font-shelf.ts";
import { INK_2, INK_3, mm, Paper, style } from "../paper.ts";
import { eachOnSheet, fittedIn, fittedName, noteBelow, type Sheet } from "./sheet.ts";

/** 姓名标签 to stick on bags, tables and holders. */
export interface NameLabels {
  readonly society: string;
  readonly title: string;
  readonly people: readonly {
    readonly serial: number;
    readonly name: string;
    readonly unit: string;
    readonly seatNo: string;
  }[];
}

/** The sheets of 63.5 × 38.1 mm that are sold everywhere, three by seven. */
const SHEET: Sheet = {
  across: 3,
  down: 7,
  width: mm(63.5),
  height: mm(38.1),
  left: mm(7.25),
  top: mm(15.15),
  gapX: mm(2.5),
  gapY: 0,
};

/** Printers shift a sheet by a millimetre or two: what is printed keeps away from the edges. */
const PAD = { x: mm(5), y: mm(4) };

export async function nameLabels(shelf: FontShelf, data: NameLabels): Promise<Buffer> {
  const paper = new Paper(shelf, { title: `姓名标签 · ${data.title}`, author: data.society });
  eachOnSheet(paper, SHEET, data.people, (person, x, y) => draw(paper, person, x, y));
  noteBelow(paper);
  return paper.finish();
}

function draw(
  paper: Paper,
  { serial, name, unit, seatNo }: NameLabels["people"][number],
  left: number,
  top: number,
): void {
  const [x, width] = [left + PAD.x, SHEET.width - 2 * PAD.x];
  const bottom = top + SHEET.height - PAD.y;
  const small = style("sans", 7.5, { colour: INK_3, lead: 1.3 });
  const foot = [`No. ${serial}`, seatNo && `座位 ${seatNo}`].filter(Boolean).join("　");
  const footLines = paper.type.lines(foot, small, width);
  const footTop = bottom - paper.heightOf(footLines.length, small);
  const shown = fittedName(
    paper,
    name,
    style("title", 20, { lead: 1.2, spacing: name.length <= 3 ? 3 : 0 }),
    { width, small: 14, least: 8 },
  );
  const high = paper.heightOf(shown.lines.length, shown.style);
  const about = fittedIn(paper, unit, style("sans", 9.5, { colour: INK_2, lead: 1.25 }), {
    width,
    height: footTop - top - PAD.y - high - 6,
  });
  const aboutHigh = paper.heightOf(about.lines.length, about.style);
  // Name and unit stand in the middle of what the foot leaves.
  const y = top + PAD.y + Math.max(0, (footTop - top - PAD.y - high - aboutHigh - 3) / 2);
  paper.tagged("P", () => {
    paper.lines(shown.lines, shown.style, x, y, width, "center");
    paper.lines(about.lines, about.style, x, y + high + 3, width, "center");
    paper.lines(footLines, small, x, footTop, width, "center");
  });
}
