import type { AddressLabels } from "./address-labels.ts";
import type { FontShelf } from "./font-shelf.ts";
import { Grid } from "./grid.ts";
import { BLUE_DEEP, INK_2, mm, Paper, style } from "./paper.ts";
import { letterhead } from "./society.ts";

/** Letters that ask members for their dues: product 7.4. Amounts are texts: `300.00` and `叁佰元整`. */
export interface DuesLetters {
  readonly society: string;
  readonly account: string;
  readonly bank: string;
  readonly accountNo: string;
  readonly issuedOn: string;
  /** Where one renews and uploads the voucher. */
  readonly minePage: string;
  readonly phone: string;
  /** What staff say, in paragraphs. */
  readonly text: string;
  readonly letters: readonly {
    readonly to: AddressLabels["labels"][number];
    readonly isUnit: boolean;
    readonly name: string;
    readonly memberNo: string;
    readonly level: string;
    readonly validTo: string;
    readonly amount: string;
    readonly amountWords: string;
  }[];
}

type Letter = DuesLetters["letters"][number];

const SIDE = mm(20);
/** The window of an envelope DL for a sheet that is folded in three. */
const WINDOW = { x: mm(20), y: mm(46), width: mm(90), height: mm(40) };

/** One page of A4 for each member, with the address in the window of its envelope. */
export async function duesLetters(shelf: FontShelf, data: DuesLetters): Promise<Buffer> {
  const paper = new Paper(shelf, { title: "会费通知", author: data.society });
  for (const [at, letter] of data.letters.entries()) {
    if (at > 0) paper.newPage();
    drawLetter(paper, data, letter);
  }
  return paper.finish();
}

function drawLetter(paper: Paper, data: DuesLetters, letter: Letter): void {
  const width = paper.width - 2 * SIDE;
  letterhead(paper, data.society, SIDE, mm(15), width - 60);
  paper.artifact(() =>
    paper.doc
      .lineWidth(1)
      .moveTo(SIDE, mm(28))
      .lineTo(SIDE + width, mm(28))
      .stroke(BLUE_DEEP),
  );
  address(paper, letter);
  paper.tagged("H1", () =>
    paper.text("会费通知", style("title", 20, { spacing: 6 }), SIDE, mm(96), width, "center"),
  );
  const table = salutation(paper, data, letter, mm(110), width);
  closing(paper, data, facts(paper, data, letter, table, width) + 12, width);
}

function address(paper: Paper, { to }: Letter): void {
  const { x, width } = WINDOW;
  let { y } = WINDOW;
  const words = style("sans", 10.5, { lead: 1.4 });
  const name = `${to.name}${to.honorific ? ` ${to.honorific}` : ""}（收）`;
  const lines = [to.postcode ?? "", to.address, to.unit ?? "", name].filter(Boolean);
  paper.tagged("P", () => {
    for (const line of lines) {
      const { lines: set, style: used } = paper.type.fitted(line, words, width, {
        most: 2,
        least: 6,
      });
      y += paper.lines(set, used, x, y, width);
    }
  });
}

const BODY = style("sans", 11, { lead: 1.7 });

function salutation(
  paper: Paper,
  data: DuesLetters,
  letter: Letter,
  y: number,
  width: number,
): number {
  let at = y;
  const words = [
    letter.isUnit ? `${letter.name}：` : `尊敬的${letter.name}：`,
    ...data.text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => `　　${line}`),
  ];
  for (const line of words) {
    paper.tagged("P", () => {
      at += paper.text(line, BODY, SIDE, at, width);
    });
  }
  return at + 8;
}

function facts(paper: Paper, data: DuesLetters, letter: Letter, y: number, width: number): number {
  const grid = new Grid(paper, {
    x: SIDE,
    top: y,
    bottom: paper.height - mm(20),
    further: () => mm(20),
  });
  const label = 92;
  const strong = style("title", 12);
  const rows: readonly (readonly [string, string, boolean])[] = [
    ["会员编号", `${letter.memberNo}（${letter.level}）`, false],
    ["会籍有效期至", letter.validTo || "—", false],
    ["应缴会费", `￥${letter.amount}（人民币${letter.amountWords}）`, true],
    ["收款户名", data.account, false],
    ["开户银行", data.bank, false],
    ["银行账号", data.accountNo, true],
    ["转账附言", letter.memberNo, true],
  ];
  for (const [head, text, isStrong] of rows) {
    grid.row({
      cells: [
        { text: head, width: label, isHead: true },
        { text, width: width - label, ...(isStrong ? { style: strong } : {}) },
      ],
      least: 26,
    });
  }
  return grid.y;
}

function closing(paper: Paper, data: DuesLetters, y: number, width: number): void {
  const small = style("sans", 9.5, { colour: INK_2, lead: 1.7 });
  const lines = [
    `请登录 ${data.minePage} 办理续会并上传缴费凭证；转账时请在附言栏填写会员编号，以便核对到账。`,
    ...(data.phone ? [`如有疑问，请致电 ${data.phone}。`] : []),
  ];
  let at = y;
  paper.tagged("P", () => {
    for (const line of lines) at += paper.text(line, small, SIDE, at, width);
  });
  const missing = paper.missingNote();
  if (missing) {
    paper.tagged("P", () => {
      at += paper.text(missing, small, SIDE, at, width);
    });
  }
  paper.tagged("P", () => {
    at += paper.text(data.society, style("title", 11.5), SIDE, at + 14, width, "right") + 18;
    paper.text(data.issuedOn, style("serif", 11), SIDE, at, width, "right");
  });
}
