import { barPath } from "./codes.ts";
import type { FontShelf } from "./font-shelf.ts";
import { GRID_LINE, Grid, sectionRow } from "./grid.ts";
import { INK_2, INK_3, mm, Paper, RULE, style } from "./paper.ts";
import { type PersonForm, personPart } from "./person-form.ts";
import { photoPicture } from "./pictures.ts";
import { letterhead } from "./society.ts";
import { type UnitForm, unitPart } from "./unit-form.ts";

/** What both forms have. Dates and words as a person reads them; what is missing stays a place to write. */
interface FormHead {
  readonly society: string;
  /** ASCII: it is the bar code as well. */
  readonly applyNo?: string;
  /** 草稿 stands across every page. */
  readonly isDraft?: boolean;
  /** 新入会, 续会, 变更级别, 重新入会. */
  readonly purpose?: string;
  readonly filledOn?: string;
}

export type MembershipForm =
  | ({ readonly kind: "person" } & FormHead & PersonForm)
  | ({ readonly kind: "unit" } & FormHead & UnitForm);

const TITLES = { person: "个人会员入会申请表", unit: "单位会员入会申请表" };

const SIDE = mm(18);
const FOOT = mm(17);
const PHOTO = { width: 91, height: 127 };
/** Width of the cell of the photograph, and of a table beside it. */
const PHOTO_CELL = PHOTO.width + 10;

/**
 * 个人会员入会申请表 or 单位会员入会申请表 (fields of product 4.3): A4, on as many pages as the texts need. With no
 * more than `kind` and `society` it is the empty form to download.
 */
export async function membershipForm(shelf: FontShelf, data: MembershipForm): Promise<Buffer> {
  const title = TITLES[data.kind];
  const name = data.kind === "person" ? data.realName : data.orgName;
  const paper = new Paper(shelf, {
    title: [title, name, data.applyNo].filter(Boolean).join(" · "),
    author: data.society,
    ...(data.isDraft ? { ground: draft } : {}),
  });
  const photo =
    data.kind === "person" && data.photo
      ? await photoPicture(data.photo, PHOTO.width, PHOTO.height)
      : undefined;
  const width = paper.width - 2 * SIDE;
  const top = head(paper, data, title);
  const bottom = paper.height - FOOT - 12;
  const further = () => furtherHead(paper, data, title);
  const grid = new Grid(paper, { x: SIDE, top, bottom, further });
  const parts =
    data.kind === "person"
      ? personPart(data.society, data, width, width - PHOTO_CELL)
      : unitPart(data.society, data, width);
  for (const [i, part] of parts.entries()) {
    const section = sectionRow(part.title, width);
    const [first] = part.rows;
    // A heading does not stand alone at the end of a page.
    grid.need(grid.heightOf(section) + Math.min(120, first ? grid.heightOf(first) : 0));
    grid.row(section);
    const from = grid.y;
    part.rows.forEach((row, at) => {
      grid.row(row);
      if (data.kind === "person" && i === 0 && at === 4) {
        photoCell(paper, from, grid.y - from, photo);
      }
    });
  }
  note(paper, grid);
  paper.pageNumbers(SIDE, FOOT);
  return paper.finish();
}

/** 草稿 across the page, so that no draft is signed and sent in. */
function draft(paper: Paper): void {
  const { doc, width, height } = paper;
  const mark = style("title", 150, { colour: "#f3e7e4", spacing: 60 });
  doc.rotate(-40, { origin: [width / 2, height / 2] });
  paper.text("草稿", mark, 0, height / 2 - 112, width, "center");
}

/** Draws what stands above the table of the first page; where the table begins. */
function head(paper: Paper, data: MembershipForm, title: string): number {
  const { doc, width } = paper;
  const top = mm(14);
  const bar = { width: 132, height: 24 };
  const right = width - SIDE - bar.width;
  paper.artifact(() => {
    if (data.applyNo) {
      doc
        .translate(right, top)
        .path(barPath(data.applyNo, bar.width, bar.height))
        .fill("#000000");
    }
  });
  letterhead(paper, data.society, SIDE, top, right - SIDE - 60);
  paper.tagged("H1", () =>
    paper.text(title, style("title", 21, { spacing: 3 }), 0, top + 42, width, "center"),
  );
  const small = style("sans", 9.5, { colour: INK_2 });
  const y = top + 82;
  const third = (width - 2 * SIDE) / 3;
  const blank = "____________";
  const words = [
    `申请编号：${data.applyNo ?? blank}`,
    `申请类别：${data.purpose ?? blank}`,
    `填表日期：${data.filledOn ?? "      年    月    日"}`,
  ];
  paper.tagged("P", () => {
    words.forEach((text, i) => {
      const align = (["left", "center", "right"] as const)[i] ?? "left";
      paper.text(text, small, SIDE + i * third, y, third, align);
    });
  });
  return y + 20;
}

function furtherHead(paper: Paper, data: MembershipForm, title: string): number {
  const { width } = paper;
  const small = style("sans", 8.5, { colour: INK_3 });
  const room = width - 2 * SIDE;
  const top = mm(13);
  paper.artifact(() => {
    paper.text(`${data.society} · ${title}（续）`, small, SIDE, top, room * 0.7);
    if (data.applyNo) paper.text(`申请编号 ${data.applyNo}`, small, SIDE, top, room, "right");
    paper.doc
      .lineWidth(0.6)
      .moveTo(SIDE, top + 17)
      .lineTo(width - SIDE, top + 17)
      .stroke(RULE);
  });
  return top + 26;
}

/** The cell at the right of the first five rows; says its size until there is a photograph. */
function photoCell(paper: Paper, y: number, height: number, photo: Buffer | undefined): void {
  const x = paper.width - SIDE - PHOTO_CELL;
  paper.artifact(() => {
    paper.doc.lineWidth(0.6).rect(x, y, PHOTO_CELL, height).stroke(GRID_LINE);
  });
  const words = style("sans", 9, { colour: INK_3 });
  const middle = y + height / 2;
  if (photo) {
    paper.figure("申请人照片", () =>
      paper.doc.image(photo, x + 5, middle - PHOTO.height / 2, PHOTO),
    );
  } else {
    paper.tagged("P", () =>
      paper.text("照片\n（近期免冠，一寸）", words, x, middle - 14, PHOTO_CELL, "center"),
    );
  }
}

/** Below the table: what 〓 stands for. */
function note(paper: Paper, grid: Grid): void {
  const text = paper.missingNote();
  if (!text) return;
  const words = style("sans", 9, { colour: INK_2 });
  const width = paper.width - 2 * SIDE;
  const lines = paper.type.lines(text, words, width);
  grid.need(paper.heightOf(lines.length, words) + 8, false);
  paper.tagged("P", () => paper.lines(lines, words, SIDE, grid.y + 6, width));
}
