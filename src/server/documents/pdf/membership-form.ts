import type { FontShelf } from "./font-shelf.ts";
import { draft, FOOT, formGrid, formNote, SIDE, sectionHead, tableWidth } from "./form-frame.ts";
import { GRID_LINE } from "./grid.ts";
import { INK_3, Paper, style } from "./paper.ts";
import { type PersonForm, personPart } from "./person-form.ts";
import { photoPicture } from "./pictures.ts";
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

/** A place to write. */
const BLANK = "____________";
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
  const width = tableWidth(paper);
  const grid = formGrid(paper, {
    society: data.society,
    title,
    numberName: "申请编号",
    number: data.applyNo,
    facts: [
      `申请编号：${data.applyNo ?? BLANK}`,
      `申请类别：${data.purpose ?? BLANK}`,
      `填表日期：${data.filledOn ?? "      年    月    日"}`,
    ],
    gap: 20,
  });
  const parts =
    data.kind === "person"
      ? personPart(data.society, data, width, width - PHOTO_CELL)
      : unitPart(data.society, data, width);
  for (const [i, part] of parts.entries()) {
    sectionHead(paper, grid, part.title, part.rows);
    const from = grid.y;
    part.rows.forEach((row, at) => {
      grid.row(row);
      if (data.kind === "person" && i === 0 && at === 4) {
        photoCell(paper, from, grid.y - from, photo);
      }
    });
  }
  formNote(paper, grid);
  paper.pageNumbers(SIDE, FOOT);
  return paper.finish();
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
