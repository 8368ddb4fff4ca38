import type { FontShelf } from "./font-shelf.ts";
import { type Cell, Grid, type Row } from "./grid.ts";
import { INK_2, INK_3, mm, Paper, RULE, style } from "./paper.ts";
import { letterhead } from "./society.ts";

/** The applications that a meeting of the council decides on. Dates as a person reads them. */
export interface CouncilAgenda {
  readonly society: string;
  /** Who decides: 理事会 where nothing is said. */
  readonly body?: string;
  readonly meeting: string;
  readonly date: string;
  readonly place?: string;
  /** What the meeting has decided, in place of the lines to fill in. */
  readonly resolution?: string;
  readonly items: readonly {
    readonly applyNo: string;
    readonly name: string;
    /** 个人 or 单位, and what is asked for: 单位 · 新入会. */
    readonly kind: string;
    readonly level: string;
    readonly summary: string;
    /** Stands in the column of the opinion. */
    readonly result?: string;
  }[];
}

const SIDE = mm(15);
const FOOT = mm(15);
const titleOf = ({ body = "理事会" }: CouncilAgenda): string => `${body}审议名单`;
/** Shares of the width: number, application, name, kind, level, summary, opinion. */
const SHARES = [0.05, 0.115, 0.19, 0.115, 0.105, 0.26, 0.165];
const HEADS = ["序号", "申请编号", "名称", "类别", "申请级别", "简要情况", "审议意见"];

/** 理事会审议名单: A4 across, the heads of its columns on every page, a column to write the opinion in. */
export async function councilAgenda(shelf: FontShelf, data: CouncilAgenda): Promise<Buffer> {
  const paper = new Paper(shelf, {
    title: `${titleOf(data)} · ${data.meeting}`,
    author: data.society,
    isLandscape: true,
  });
  const width = paper.width - 2 * SIDE;
  const top = head(paper, data, width);
  const heads: Row = {
    cells: HEADS.map((text, i) => ({ text, width: width * (SHARES[i] ?? 0), isHead: true })),
    least: 26,
  };
  const bottom = paper.height - FOOT - 10;
  const grid = new Grid(paper, {
    x: SIDE,
    top,
    bottom,
    heads,
    further: () => further(paper, data, width),
  });
  data.items.forEach((item, i) => {
    const texts = [
      `${i + 1}`,
      item.applyNo,
      item.name,
      item.kind,
      item.level,
      item.summary,
      item.result ?? "",
    ];
    const cells = texts.map(
      (text, at): Cell => ({
        text,
        width: width * (SHARES[at] ?? 0),
        align: at === 2 || at === 5 ? "left" : "center",
        style: style("sans", at === 5 ? 9 : 9.5, { lead: 1.4 }),
      }),
    );
    grid.row({ cells, least: 34 });
  });
  closing(paper, grid, width, data.resolution);
  paper.pageNumbers(SIDE, FOOT);
  return paper.finish();
}

function head(paper: Paper, data: CouncilAgenda, width: number): number {
  const top = mm(13);
  letterhead(paper, data.society, SIDE, top, width / 2);
  paper.tagged("H1", () =>
    paper.text(titleOf(data), style("title", 22, { spacing: 4 }), SIDE, top + 30, width, "center"),
  );
  const words = [data.meeting, data.date, data.place, `共 ${data.items.length} 件`];
  const line = words.filter(Boolean).join("　·　");
  let high = 0;
  paper.tagged("P", () => {
    high = paper.text(line, style("sans", 10, { colour: INK_2 }), SIDE, top + 68, width, "center");
  });
  return top + 68 + high + 9;
}

function further(paper: Paper, data: CouncilAgenda, width: number): number {
  const top = mm(11);
  const small = style("sans", 8.5, { colour: INK_3 });
  paper.artifact(() => {
    const left = paper.type
      .lines(`${data.society} · ${titleOf(data)}（续）`, small, width * 0.5)
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
function closing(paper: Paper, grid: Grid, width: number, resolution?: string): void {
  const words = style("sans", 10, { lead: 2.3 });
  const missing = paper.missingNote();
  const lines = [
    resolution ??
      "应到理事 ______ 人，实到 ______ 人，同意 ______ 票，反对 ______ 票，弃权 ______ 票。决议编号：______________________",
    "主持人（签名）：__________________      记录人（签名）：__________________      日期：________ 年 ____ 月 ____ 日",
    ...(missing ? [missing] : []),
  ];
  grid.need(paper.heightOf(lines.length, words) + 12, false);
  let y = grid.y + 8;
  paper.tagged("P", () => {
    for (const line of lines) y += paper.text(line, words, SIDE, y, width);
  });
}
