import type { FontShelf } from "./font-shelf.ts";
import { type Cell, Grid, type Row } from "./grid.ts";
import { INK_2, INK_3, mm, Paper, RULE, style } from "./paper.ts";
import { letterhead } from "./society.ts";

/** What a meeting decides on, as a table. Dates as a person reads them. */
export interface MeetingSheet {
  readonly society: string;
  /** 理事会审议名单, 评审委员会终审表. */
  readonly title: string;
  readonly meeting: string;
  readonly date: string;
  readonly place?: string;
  /** Head, share of the width, and where its text stands. */
  readonly columns: readonly (readonly [head: string, share: number, align?: "left"])[];
  readonly rows: readonly (readonly string[])[];
  /** Stands below the table, above the signatures. */
  readonly closing: readonly string[];
}

const SIDE = mm(15);
const FOOT = mm(15);
const SIGNATURES =
  "主持人（签名）：__________________      记录人（签名）：__________________      日期：________ 年 ____ 月 ____ 日";

/** A sheet for a meeting: A4 across, the heads of its columns on every page, room to write beside each row. */
export async function meetingSheet(shelf: FontShelf, data: MeetingSheet): Promise<Buffer> {
  const paper = new Paper(shelf, {
    title: `${data.title} · ${data.meeting}`,
    author: data.society,
    isLandscape: true,
  });
  const width = paper.width - 2 * SIDE;
  const top = head(paper, data, width);
  const heads: Row = {
    cells: data.columns.map(([text, share]) => ({ text, width: width * share, isHead: true })),
    least: 26,
  };
  const grid = new Grid(paper, {
    x: SIDE,
    top,
    bottom: paper.height - FOOT - 10,
    heads,
    further: () => further(paper, data, width),
  });
  for (const row of data.rows) {
    const cells = data.columns.map(
      ([, share, align], at): Cell => ({
        text: row[at] ?? "",
        width: width * share,
        align: align ?? "center",
        style: style("sans", share > 0.25 ? 9 : 9.5, { lead: 1.4 }),
      }),
    );
    grid.row({ cells, least: 34 });
  }
  closing(paper, grid, width, data.closing);
  paper.pageNumbers(SIDE, FOOT);
  return paper.finish();
}

function head(paper: Paper, data: MeetingSheet, width: number): number {
  const top = mm(13);
  letterhead(paper, data.society, SIDE, top, width / 2);
  paper.tagged("H1", () =>
    paper.text(data.title, style("title", 22, { spacing: 4 }), SIDE, top + 30, width, "center"),
  );
  const words = [data.meeting, data.date, data.place, `共 ${data.rows.length} 件`];
  const line = words.filter(Boolean).join("　·　");
  let high = 0;
  paper.tagged("P", () => {
    high = paper.text(line, style("sans", 10, { colour: INK_2 }), SIDE, top + 68, width, "center");
  });
  return top + 68 + high + 9;
}

function further(paper: Paper, data: MeetingSheet, width: number): number {
  const top = mm(11);
  const small = style("sans", 8.5, { colour: INK_3 });
  paper.artifact(() => {
    const left = paper.type
      .lines(`${data.society} · ${data.title}（续）`, small, width * 0.5)
      .slice(0, 1);
    const right = paper.type
      .lines(`${data.meeting} · ${data.date}`, small, width * 0.45)
      .slice(0, 1);
    paper.lines(left, small, SIDE, top, width * 0.5);
    paper.lines(right, small, SIDE, top, width, "right");
    paper.doc
      .lineWidth(0.6)
      .moveTo(SIDE, top + 16)
      .lineTo(SIDE + width, top + 16)
      .stroke(RULE);
  });
  return top + 24;
}

/** What is filled in at the meeting, or what it has decided; it stays together. */
function closing(paper: Paper, grid: Grid, width: number, said: readonly string[]): void {
  const words = style("sans", 10, { lead: 2.3 });
  const missing = paper.missingNote();
  const lines = [...said, SIGNATURES, ...(missing ? [missing] : [])];
  const count = lines.reduce((sum, line) => sum + paper.type.lines(line, words, width).length, 0);
  grid.need(paper.heightOf(count, words) + 12, false);
  let y = grid.y + 8;
  paper.tagged("P", () => {
    for (const line of lines) y += paper.text(line, words, SIDE, y, width);
  });
}
