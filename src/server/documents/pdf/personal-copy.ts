import type { FontShelf } from "./font-shelf.ts";
import { Grid, type Row, sectionRow } from "./grid.ts";
import { INK_2, INK_3, mm, Paper, RULE, style } from "./paper.ts";
import { letterhead } from "./society.ts";

/** What the society knows of one person; labels and values as a person reads them. */
export interface PersonalCopy {
  readonly society: string;
  /** Whose it is: the user name. */
  readonly owner: string;
  readonly madeOn: string;
  readonly parts: readonly {
    readonly title: string;
    readonly records: readonly Readonly<Record<string, string>>[];
    /** Records that the JSON file has beyond these. */
    readonly further: number;
  }[];
}

const SIDE = mm(18);
const FOOT = mm(17);
const TITLE = "个人数据副本";
const LABEL = 120;
/** So few records are set with a row for each value, more with a row for each record. */
const FEW = 3;

/** 个人数据副本: A4, a heading for each part and below it all that is known. */
export async function personalCopy(shelf: FontShelf, data: PersonalCopy): Promise<Buffer> {
  const paper = new Paper(shelf, { title: `${TITLE} · ${data.owner}`, author: data.society });
  const width = paper.width - 2 * SIDE;
  const top = head(paper, data, width);
  const bottom = paper.height - FOOT - 10;
  const grid = new Grid(paper, {
    x: SIDE,
    top,
    bottom,
    further: () => further(paper, data, width),
  });
  for (const { title, records, further: more } of data.parts) {
    grid.need(80);
    const count = records.length + more;
    grid.row(sectionRow(count > 1 ? `${title}（${count} 条）` : title, width));
    if (records.length === 0) grid.row(whole("没有记录", width));
    for (const row of records.length <= FEW
      ? records.flatMap(values(width))
      : records.map(line(width)))
      grid.row(row);
    if (more > 0) grid.row(whole(`其余 ${more} 条见同一压缩包中的“个人数据.json”`, width));
  }
  const note = paper.missingNote();
  if (note) grid.row(whole(note, width));
  paper.pageNumbers(SIDE, FOOT);
  return paper.finish();
}

const SMALL = style("sans", 9, { lead: 1.45 });

/** A row for each value that there is; the first of a record stands apart from the one before. */
const values =
  (width: number) =>
  (record: Readonly<Record<string, string>>, at: number): Row[] => {
    const filled = Object.entries(record).filter(([, value]) => value !== "");
    const rows = filled.map(
      ([label, text]): Row => ({
        cells: [
          { text: label, width: LABEL, isHead: true },
          { text, width: width - LABEL },
        ],
      }),
    );
    return at === 0 ? rows : [whole(`第 ${at + 1} 条`, width), ...rows];
  };

/** A record as one row: its number, and what it says. */
const line =
  (width: number) =>
  (record: Readonly<Record<string, string>>, at: number): Row => {
    const words = Object.entries(record)
      .filter(([, value]) => value !== "")
      .map(([label, value]) => `${label}：${value}`);
    return {
      cells: [
        { text: String(at + 1), width: 34, isHead: true, style: SMALL },
        { text: words.join("　"), width: width - 34, style: SMALL },
      ],
    };
  };

const whole = (text: string, width: number): Row => ({
  cells: [{ text, width, style: style("sans", 9, { colour: INK_2 }) }],
});

function head(paper: Paper, data: PersonalCopy, width: number): number {
  const top = mm(14);
  letterhead(paper, data.society, SIDE, top, width - 60);
  paper.tagged("H1", () =>
    paper.text(TITLE, style("title", 21, { spacing: 3 }), SIDE, top + 42, width, "center"),
  );
  const small = style("sans", 9.5, { colour: INK_2 });
  paper.tagged("P", () => {
    paper.text(`用户名：${data.owner}`, small, SIDE, top + 82, width / 2);
    paper.text(`制作时间：${data.madeOn}`, small, SIDE, top + 82, width, "right");
  });
  return top + 102;
}

function further(paper: Paper, data: PersonalCopy, width: number): number {
  const top = mm(13);
  const small = style("sans", 8.5, { colour: INK_3 });
  paper.artifact(() => {
    paper.text(`${data.society} · ${TITLE}（续）`, small, SIDE, top, width * 0.7);
    paper.text(data.owner, small, SIDE, top, width, "right");
    paper.doc
      .lineWidth(0.6)
      .moveTo(SIDE, top + 17)
      .lineTo(SIDE + width, top + 17)
      .stroke(RULE);
  });
  return top + 26;
}
