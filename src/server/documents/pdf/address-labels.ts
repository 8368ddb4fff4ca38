import type { FontShelf } from "./font-shelf.ts";
import { INK_2, mm, Paper, style } from "./paper.ts";
import { type Line, named, type TextStyle } from "./typeset.ts";

/** Whom a letter goes to. */
interface Addressee {
  readonly name: string;
  /** After the name: 老师, 女士; 收 follows in any case. */
  readonly honorific?: string;
  readonly unit?: string;
  readonly address: string;
  readonly postcode?: string;
}

export interface AddressLabels {
  readonly society: string;
  readonly labels: readonly Addressee[];
  /** Labels of the first sheet that are gone already, 0 to 23. */
  readonly used?: number;
}

const ACROSS = 3;
const DOWN = 8;
const PAD = { x: mm(5), y: mm(4) };

/** Labels of 70 × 37 mm, three by eight on A4. A long address is set smaller, never cut. */
export async function addressLabels(shelf: FontShelf, data: AddressLabels): Promise<Buffer> {
  const paper = new Paper(shelf, { title: "通信地址标签", author: data.society });
  const size = { width: paper.width / ACROSS, height: paper.height / DOWN };
  const used = Math.min(Math.max(data.used ?? 0, 0), ACROSS * DOWN - 1);
  const byHand: string[] = [];
  data.labels.forEach((label, i) => {
    const place = used + i;
    const on = place % (ACROSS * DOWN);
    if (on === 0 && place > 0) paper.newPage();
    const [column, row] = [on % ACROSS, Math.floor(on / ACROSS)];
    drawLabel(paper, label, column * size.width, row * size.height, size);
    const lost = paper.type.lost(Object.values(label).join(""), "sans");
    if (lost.length === 0) return;
    const page = Math.floor(place / (ACROSS * DOWN)) + 1;
    byHand.push(
      `第 ${page} 页第 ${row + 1} 行第 ${column + 1} 列（${label.name}）：${lost.map(named).join("、")}`,
    );
  });
  if (byHand.length > 0) handPage(paper, byHand);
  return paper.finish();
}

interface Parts {
  readonly style: TextStyle;
  readonly lines: readonly Line[];
  readonly gap: number;
}

/** Address and unit at the largest size at which both fit in `height`. */
function fitted(paper: Paper, label: Addressee, width: number, height: number): Parts[] {
  const whole = (text: string) => text.replace(/\s+/g, " ").trim();
  for (let size = 10; ; size -= 0.5) {
    const address = style("sans", size, { lead: size > 7 ? 1.4 : 1.2 });
    const unit = { ...address, size: Math.max(size - 0.5, 4) };
    const parts: Parts[] = [
      { style: address, lines: paper.type.lines(whole(label.address), address, width), gap: 2 },
      ...(label.unit
        ? [{ style: unit, lines: paper.type.lines(whole(label.unit), unit, width), gap: 2 }]
        : []),
    ];
    const high = parts.reduce(
      (sum, part) => sum + part.gap + paper.heightOf(part.lines.length, part.style),
      0,
    );
    if (high <= height || size <= 4) return parts;
  }
}

function drawLabel(
  paper: Paper,
  label: Addressee,
  left: number,
  top: number,
  size: { width: number; height: number },
): void {
  const [x, width] = [left + PAD.x, size.width - 2 * PAD.x];
  const bottom = top + size.height - PAD.y;
  let y = top + PAD.y;
  const code = style("sans", 10.5, { spacing: 4, lead: 1.3 });
  const words = `${label.name}${label.honorific ? ` ${label.honorific}` : ""}（收）`;
  const name = paper.type.fitted(words, style("title", 13, { lead: 1.3 }), width, {
    most: 1,
    least: 8,
  });
  const nameTop = bottom - paper.heightOf(name.lines.length, name.style);
  paper.tagged("P", () => {
    if (label.postcode) y += paper.text(label.postcode, code, x, y, width) + 1;
    for (const part of fitted(paper, label, width, nameTop - y)) {
      y += paper.lines(part.lines, part.style, x, y, width) + part.gap;
    }
    paper.lines(name.lines, name.style, x, nameTop, width);
  });
}

/** A page after the labels: which of them must be completed by hand. */
function handPage(paper: Paper, lines: readonly string[]): void {
  paper.newPage();
  const [x, width] = [mm(20), paper.width - mm(40)];
  let y = mm(20);
  paper.tagged("H1", () => {
    y += paper.text("请手写补正的标签", style("title", 15), x, y, width) + 6;
  });
  const words = style("sans", 9.5, { colour: INK_2, lead: 1.6 });
  for (const line of ["字库中没有以下编码的字，标签上以〓代替：", ...lines]) {
    if (y > paper.height - mm(25)) {
      paper.newPage();
      y = mm(20);
    }
    paper.tagged("P", () => {
      y += paper.text(line, words, x, y, width);
    });
  }
}
