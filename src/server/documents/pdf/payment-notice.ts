import type { FontShelf } from "./font-shelf.ts";
import { Grid } from "./grid.ts";
import { BLUE_DEEP, INK_2, mm, Paper, RULE_2, style } from "./paper.ts";
import { sealPicture } from "./pictures.ts";
import { letterhead } from "./society.ts";

/** What a notice to pay says (product 4.3 and 4.6). Amounts are texts: `300.00` and `叁佰元整`. */
export interface PaymentNotice {
  readonly society: string;
  readonly kind: "person" | "unit";
  readonly payer: string;
  readonly applyNo: string;
  /** What is paid: 2026年度个人会员会费. */
  readonly item: string;
  readonly amount: string;
  readonly amountWords: string;
  readonly account: string;
  readonly bank: string;
  readonly accountNo: string;
  /** What is written as the remark of the transfer. */
  readonly reference: string;
  readonly deadline: string;
  readonly issuedOn: string;
  /** Where one uploads the voucher. */
  readonly minePage: string;
  readonly phone?: string;
  readonly seal?: Uint8Array;
}

const SIDE = mm(24);

/** 缴费通知书, one page of A4: who pays how much, where to, by when, and what the remark must say. */
export async function paymentNotice(shelf: FontShelf, data: PaymentNotice): Promise<Buffer> {
  const paper = new Paper(shelf, {
    title: `缴费通知书 · ${data.payer} · ${data.applyNo}`,
    author: data.society,
  });
  const seal = data.seal && (await sealPicture(data.seal, mm(40)));
  const width = paper.width - 2 * SIDE;
  letterhead(paper, data.society, SIDE, mm(16), width - 60);
  paper.artifact(() =>
    paper.doc
      .lineWidth(1.2)
      .moveTo(SIDE, mm(28))
      .lineTo(SIDE + width, mm(28))
      .stroke(BLUE_DEEP),
  );
  paper.tagged("H1", () =>
    paper.text("缴费通知书", style("title", 24, { spacing: 8 }), SIDE, mm(37), width, "center"),
  );
  const number = `申请编号：${data.applyNo}`;
  paper.tagged("P", () =>
    paper.text(number, style("sans", 9.5, { colour: INK_2 }), SIDE, mm(52), width, "right"),
  );
  const tableTop = letter(paper, data, mm(62), width);
  const end = table(paper, data, tableTop, width);
  const notesEnd = notes(paper, data, end + 16, width);
  signature(paper, data, notesEnd + 26, seal);
  return paper.finish();
}

const BODY = style("sans", 11, { lead: 1.75 });

function letter(paper: Paper, data: PaymentNotice, y: number, width: number): number {
  const isUnit = data.kind === "unit";
  let at = y;
  const payer = isUnit ? `${data.payer}：` : `尊敬的${data.payer}：`;
  paper.tagged("P", () => {
    at += paper.text(payer, style("title", 12.5, { lead: 1.7 }), SIDE, at, width);
  });
  const who = isUnit ? "贵单位" : "您";
  const words = `　　${who}的申请（${data.applyNo}）已通过审核。请于${data.deadline}前缴纳${data.item}，具体如下：`;
  paper.tagged("P", () => {
    at += paper.text(words, BODY, SIDE, at + 2, width);
  });
  return at + 12;
}

function table(paper: Paper, data: PaymentNotice, y: number, width: number): number {
  const grid = new Grid(paper, {
    x: SIDE,
    top: y,
    bottom: paper.height - mm(60),
    further: () => mm(20),
  });
  const label = 92;
  const strong = style("title", 12.5);
  const rows: readonly (readonly [string, string, boolean])[] = [
    ["应缴金额", `￥${data.amount}`, true],
    ["金额（大写）", `人民币${data.amountWords}`, true],
    ["收款户名", data.account, false],
    ["开户银行", data.bank, false],
    ["银行账号", data.accountNo, true],
    ["转账附言", data.reference, true],
    ["缴费期限", data.deadline, false],
  ];
  for (const [head, text, isStrong] of rows) {
    grid.row({
      cells: [
        { text: head, width: label, isHead: true },
        { text, width: width - label, ...(isStrong ? { style: strong } : {}) },
      ],
      least: 32,
    });
  }
  return grid.y;
}

function notes(paper: Paper, data: PaymentNotice, y: number, width: number): number {
  const lines = [
    `1. 转账时请在附言（备注、用途）栏只填写“${data.reference}”，以便核对到账。`,
    `2. 请由${data.kind === "unit" ? "本单位账户" : "本人账户"}按应缴金额足额转账；由他人代付的，请在上传凭证时注明。`,
    `3. 转账后请登录 ${data.minePage} 上传缴费凭证，财务确认到账后即时生成电子会员证。`,
    `4. 逾期未缴费的，本次申请将自动关闭，可重新申请。${data.phone ? `如有疑问，请致电 ${data.phone}。` : ""}`,
  ];
  const small = style("sans", 9.5, { colour: INK_2, lead: 1.75 });
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
  return at;
}

function signature(paper: Paper, data: PaymentNotice, y: number, seal: Buffer | undefined): void {
  const width = 240;
  const x = paper.width - SIDE - width;
  const side = mm(40);
  const words = style("title", 12);
  const { lines, style: used } = paper.type.fitted(data.society, words, width, {
    most: 2,
    least: 10,
  });
  const high = paper.heightOf(lines.length, used);
  paper.tagged("P", () => {
    paper.lines(lines, used, x, y + 24, width, "center");
    paper.text(data.issuedOn, style("serif", 12), x, y + 28 + high, width, "center");
  });
  const [left, top] = [x + (width - side) / 2, y + 26 + high / 2 - side / 2 + 8];
  if (seal) {
    paper.figure(`${data.society}印章`, () =>
      paper.doc
        .opacity(0.9)
        .image(seal, left, top, { fit: [side, side], align: "center", valign: "center" })
        .opacity(1),
    );
    return;
  }
  paper.artifact(() =>
    paper.doc
      .lineWidth(0.7)
      .dash(3, { space: 3 })
      .circle(left + side / 2, top + side / 2, side / 2)
      .stroke(RULE_2),
  );
}
