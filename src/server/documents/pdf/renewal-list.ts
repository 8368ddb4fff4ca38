import type { FontShelf } from "./font-shelf.ts";
import { type Cell, Grid, type Row } from "./grid.ts";
import { INK_2, mm, Paper, style } from "./paper.ts";
import { letterhead } from "./society.ts";

/** Renewals that one payer pays for together. Amounts are texts: `300.00`; dates as a person reads them. */
export interface RenewalList {
  readonly society: string;
  readonly payer: string;
  readonly date: string;
  readonly account: string;
  readonly bank: string;
  readonly accountNo: string;
  readonly total: string;
  readonly items: readonly {
    readonly memberNo: string;
    readonly name: string;
    readonly level: string;
    readonly years: number;
    readonly amount: string;
    /** What the remark of a transfer for this one alone would say. */
    readonly reference: string;
    readonly state: string;
  }[];
}

const SIDE = mm(16);
const FOOT = mm(15);
const TITLE = "团体代缴会费清单";
/** Shares of the width: number, member, name, level, years, amount, reference, state. */
const SHARES = [0.06, 0.15, 0.23, 0.15, 0.07, 0.12, 0.11, 0.11];
const HEADS = ["序号", "会员编号", "名称", "级别", "年数", "金额（元）", "附言码", "状态"];

/** 团体代缴会费清单: A4, the heads of its columns on every page, the sum and where to pay below. */
export async function renewalList(shelf: FontShelf, data: RenewalList): Promise<Buffer> {
  const paper = new Paper(shelf, { title: `${TITLE} · ${data.payer}`, author: data.society });
  const width = paper.width - 2 * SIDE;
  letterhead(paper, data.society, SIDE, mm(13), width / 2);
  paper.tagged("H1", () =>
    paper.text(TITLE, style("title", 20, { spacing: 3 }), SIDE, mm(24), width, "center"),
  );
  const words = `付款单位：${data.payer}　·　${data.date}　·　共 ${data.items.length} 位会员`;
  let high = 0;
  paper.tagged("P", () => {
    high = paper.text(words, style("sans", 10, { colour: INK_2 }), SIDE, mm(36), width, "center");
  });
  const cells = (texts: readonly string[], isHead: boolean): Row => ({
    cells: texts.map(
      (text, at): Cell => ({
        text,
        width: width * (SHARES[at] ?? 0),
        align: at === 2 ? "left" : at === 5 ? "right" : "center",
        ...(isHead ? { isHead: true } : { style: style("sans", 9.5) }),
      }),
    ),
    least: isHead ? 24 : 22,
  });
  const grid = new Grid(paper, {
    x: SIDE,
    top: mm(36) + high + 9,
    bottom: paper.height - FOOT - 10,
    heads: cells(HEADS, true),
    further: () => mm(16),
  });
  data.items.forEach((item, i) => {
    const { memberNo, name, level, years, amount, reference, state } = item;
    grid.row(
      cells([`${i + 1}`, memberNo, name, level, `${years}`, amount, reference, state], false),
    );
  });
  closing(paper, grid, data, width);
  paper.pageNumbers(SIDE, FOOT);
  return paper.finish();
}

/** The sum, and where the money goes; it stays together. */
function closing(paper: Paper, grid: Grid, data: RenewalList, width: number): void {
  const sum = style("title", 12, { lead: 2 });
  const words = style("sans", 10, { lead: 1.9 });
  const missing = paper.missingNote();
  const lines = [
    `收款单位：${data.account}`,
    `开户银行：${data.bank}　　账号：${data.accountNo}`,
    "一笔转账支付全部会费时，请在附言中写明付款单位和“团体会费”，并把本清单交给学会财务；分别转账时，请各填附言码。",
    ...(missing ? [missing] : []),
  ];
  grid.need(paper.heightOf(lines.length + 3, words) + 12, false);
  let y = grid.y + 8;
  paper.tagged("P", () => {
    y += paper.text(`合计：${data.total} 元`, sum, SIDE, y, width, "right");
    for (const line of lines) y += paper.text(line, words, SIDE, y, width);
  });
}
