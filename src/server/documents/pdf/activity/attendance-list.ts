import type { FontShelf } from "../font-shelf.ts";
import { type Cell, Grid, type Row } from "../grid.ts";
import { INK_2, INK_3, mm, Paper, RULE, style } from "../paper.ts";
import { letterhead } from "../society.ts";

/** 签到表: who has a place in an activity, with a column to sign in. */
export interface AttendanceList {
  readonly society: string;
  readonly title: string;
  /** When and where, as a person reads it. */
  readonly facts: string;
  readonly people: readonly {
    readonly serial: number;
    readonly name: string;
    readonly unit: string;
    readonly phoneEnd: string;
    readonly seatNo: string;
    /** 09:02 of who has come already. */
    readonly came: string;
  }[];
}

const SIDE = mm(15);
const FOOT = mm(15);
const TITLE = "签到表";
/** Shares of the width: serial, name, unit, end of the telephone, seat, signature. */
const SHARES = [0.07, 0.16, 0.28, 0.11, 0.18, 0.2];
const HEADS = ["序号", "姓名", "单位", "手机尾号", "座位", "签名"];

/** A4, the heads of the columns on every page; a line is high enough to sign in. */
export async function attendanceList(shelf: FontShelf, data: AttendanceList): Promise<Buffer> {
  const paper = new Paper(shelf, { title: `${TITLE} · ${data.title}`, author: data.society });
  const width = paper.width - 2 * SIDE;
  const cells = (texts: readonly string[], isHead: boolean): Row => ({
    cells: texts.map(
      (text, at): Cell => ({
        text,
        width: width * (SHARES[at] ?? 0),
        align: at === 2 ? "left" : "center",
        ...(isHead ? { isHead: true } : { style: cellStyle(at) }),
      }),
    ),
    least: isHead ? 24 : 30,
  });
  const grid = new Grid(paper, {
    x: SIDE,
    top: head(paper, data, width),
    bottom: paper.height - FOOT - 10,
    heads: cells(HEADS, true),
    further: () => further(paper, data, width),
  });
  for (const { serial, name, unit, phoneEnd, seatNo, came } of data.people) {
    const sign = came ? `已签到 ${came}` : "";
    grid.row(cells([`${serial}`, name, unit, phoneEnd, seatNo, sign], false));
  }
  const missing = paper.missingNote();
  if (missing) {
    const small = style("sans", 9, { colour: INK_2 });
    grid.need(40, false);
    paper.tagged("P", () => paper.text(missing, small, SIDE, grid.y + 8, width));
  }
  paper.pageNumbers(SIDE, FOOT);
  return paper.finish();
}

const cellStyle = (at: number) =>
  at === 1
    ? style("title", 11, { lead: 1.3 })
    : style("sans", 9, { lead: 1.3, ...(at === 5 ? { colour: INK_3 } : {}) });

function head(paper: Paper, data: AttendanceList, width: number): number {
  let y = mm(13);
  letterhead(paper, data.society, SIDE, y, width / 2);
  y += 30;
  paper.tagged("H1", () => {
    y += paper.text(TITLE, style("title", 22, { spacing: 6 }), SIDE, y, width, "center");
  });
  const { lines, style: used } = paper.type.fitted(
    data.title,
    style("title", 13, { lead: 1.4 }),
    width,
    { most: 2, least: 10 },
  );
  y += 2;
  paper.tagged("H2", () => {
    y += paper.lines(lines, used, SIDE, y, width, "center");
  });
  const facts = [data.facts, `共 ${data.people.length} 人`].filter(Boolean).join("　·　");
  paper.tagged("P", () => {
    y += paper.text(facts, style("sans", 10, { colour: INK_2 }), SIDE, y + 2, width, "center");
  });
  return y + 11;
}

function further(paper: Paper, data: AttendanceList, width: number): number {
  const top = mm(11);
  const small = style("sans", 8.5, { colour: INK_3 });
  paper.artifact(() => {
    const line = paper.type.lines(`${TITLE} · ${data.title}（续）`, small, width).slice(0, 1);
    paper.lines(line, small, SIDE, top, width);
    paper.doc
      .lineWidth(0.6)
      .moveTo(SIDE, top + 16)
      .lineTo(SIDE + width, top + 16)
      .stroke(RULE);
  });
  return top + 24;
}
