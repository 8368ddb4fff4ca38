import { qrPath } from "../codes.ts";
import type { FontShelf } from "../font-shelf.ts";
import { BLUE_DEEP, INK_2, INK_3, mm, Paper, RULE_2, style } from "../paper.ts";
import { eachOnSheet, fittedIn, fittedName, noteBelow, type Sheet } from "./sheet.ts";

/** 胸牌 of those who take part in one activity. */
export interface Badges {
  readonly society: string;
  readonly title: string;
  /** Day and place. */
  readonly facts: string;
  readonly people: readonly {
    readonly serial: number;
    readonly name: string;
    readonly unit: string;
    readonly post: string;
    readonly seatNo: string;
    /** The code that the door reads; empty for none. */
    readonly code: string;
  }[];
}

/** Ten of 90 × 54 mm on A4, edge to edge, cut along the marks beside them. */
const SHEET: Sheet = {
  across: 2,
  down: 5,
  width: mm(90),
  height: mm(54),
  left: mm(15),
  top: mm(13.5),
  gapX: 0,
  gapY: 0,
};

const PAD = mm(5);
const BAND = mm(11);
const CODE = mm(21);

export async function badges(shelf: FontShelf, data: Badges): Promise<Buffer> {
  const paper = new Paper(shelf, {
    title: `胸牌 · ${data.title}`,
    author: data.society,
    ground: cropMarks,
  });
  eachOnSheet(paper, SHEET, data.people, (person, x, y) => draw(paper, data, person, x, y));
  noteBelow(paper);
  return paper.finish();
}

/** Short lines in the margins, and hair lines where the badges meet. */
function cropMarks(paper: Paper): void {
  const { across, down, width, height, left, top } = SHEET;
  const [right, bottom] = [left + across * width, top + down * height];
  const long = mm(6);
  paper.doc.lineWidth(0.4);
  for (let i = 0; i <= across; i++) {
    const x = left + i * width;
    paper.doc.moveTo(x, top - long - 3).lineTo(x, top - 3);
    paper.doc.moveTo(x, bottom + 3).lineTo(x, bottom + long + 3);
  }
  for (let i = 0; i <= down; i++) {
    const y = top + i * height;
    paper.doc.moveTo(left - long - 3, y).lineTo(left - 3, y);
    paper.doc.moveTo(right + 3, y).lineTo(right + long + 3, y);
  }
  paper.doc.stroke(INK_3);
  paper.doc.lineWidth(0.25);
  for (let i = 1; i < across; i++) {
    paper.doc.moveTo(left + i * width, top).lineTo(left + i * width, bottom);
  }
  for (let i = 1; i < down; i++) {
    paper.doc.moveTo(left, top + i * height).lineTo(right, top + i * height);
  }
  paper.doc.stroke(RULE_2);
}

function draw(
  paper: Paper,
  data: Badges,
  { serial, name, unit, post, seatNo, code }: Badges["people"][number],
  left: number,
  top: number,
): void {
  const [x, width] = [left + PAD, SHEET.width - 2 * PAD];
  paper.artifact(() => paper.doc.rect(left, top, SHEET.width, BAND).fill(BLUE_DEEP));
  const head = paper.type.fitted(
    data.title,
    style("title", 10.5, { colour: "#ffffff", lead: 1.2 }),
    width,
    { most: 2, least: 6.5 },
  );
  const headHigh = paper.heightOf(head.lines.length, head.style);
  const beside = code ? width - CODE - mm(3) : width;
  const bottom = top + SHEET.height - PAD;
  const shownName = fittedName(
    paper,
    name,
    style("title", 27, { lead: 1.15, spacing: name.length <= 3 ? 4 : 0 }),
    { width: beside, small: 17, least: 8 },
  );
  const small = style("sans", 7.5, { colour: INK_3, lead: 1.3 });
  const foot = [`No. ${serial}`, seatNo && `座位 ${seatNo}`].filter(Boolean).join("　");
  const footLines = paper.type.lines(foot, small, beside);
  const footTop = bottom - paper.heightOf(footLines.length, small);
  const nameTop = top + BAND + mm(4.5);
  const nameHigh = paper.heightOf(shownName.lines.length, shownName.style);
  const about = fittedIn(
    paper,
    [unit, post].filter(Boolean).join("\n"),
    style("sans", 10.5, { colour: INK_2, lead: 1.3 }),
    { width: beside, height: footTop - nameTop - nameHigh - 4 },
  );
  paper.tagged("P", () => {
    paper.lines(head.lines, head.style, x, top + (BAND - headHigh) / 2, width);
    paper.lines(shownName.lines, shownName.style, x, nameTop, beside);
    paper.lines(about.lines, about.style, x, nameTop + nameHigh + 2, beside);
    paper.lines(footLines, small, x, footTop, beside);
  });
  if (!code) return;
  const at = { x: left + SHEET.width - PAD - CODE, y: bottom - CODE };
  paper.figure(`${name}的签到码`, () => {
    paper.doc.save().translate(at.x, at.y).path(qrPath(code, CODE)).fill("#000000").restore();
  });
}
