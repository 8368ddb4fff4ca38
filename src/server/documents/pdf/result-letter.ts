import type { FontShelf } from "./font-shelf.ts";
import { BLUE_DEEP, INK_2, mm, Paper, style } from "./paper.ts";
import { letterhead } from "./society.ts";

/** What a declaration came to, as a letter of one page. Dates as a person reads them. */
export interface ResultLetter {
  readonly society: string;
  /** 立项通知书 */
  readonly title: string;
  /** The number of the declaration. */
  readonly number: string;
  /** 林晓： */
  readonly salutation: string;
  readonly paragraphs: readonly string[];
  readonly issuedOn: string;
}

const SIDE = mm(24);
const BODY = style("serif", 13, { lead: 2 });

/** A letter of result: A4 upright, on the society's paper. */
export async function resultLetter(shelf: FontShelf, data: ResultLetter): Promise<Buffer> {
  const paper = new Paper(shelf, { title: `${data.title} · ${data.number}`, author: data.society });
  const width = paper.width - 2 * SIDE;
  letterhead(paper, data.society, SIDE, mm(18), width - 60);
  paper.artifact(() =>
    paper.doc
      .lineWidth(1)
      .moveTo(SIDE, mm(31))
      .lineTo(SIDE + width, mm(31))
      .stroke(BLUE_DEEP),
  );
  paper.tagged("H1", () =>
    paper.text(data.title, style("title", 26, { spacing: 6 }), SIDE, mm(44), width, "center"),
  );
  const small = style("sans", 10.5, { colour: INK_2 });
  paper.tagged("P", () =>
    paper.text(`申报编号：${data.number}`, small, SIDE, mm(60), width, "center"),
  );
  let y = mm(76);
  const lines = [data.salutation, ...data.paragraphs.map((text) => `　　${text}`)];
  const missing = paper.missingNote();
  for (const line of lines) {
    paper.tagged("P", () => {
      y += paper.text(line, BODY, SIDE, y, width) + 4;
    });
  }
  if (missing) {
    paper.tagged("P", () => {
      y += paper.text(missing, small, SIDE, y, width);
    });
  }
  paper.tagged("P", () => {
    y += paper.text(data.society, style("title", 13), SIDE, y + 40, width, "right") + 48;
    paper.text(data.issuedOn, style("serif", 12), SIDE, y, width, "right");
  });
  return paper.finish();
}
