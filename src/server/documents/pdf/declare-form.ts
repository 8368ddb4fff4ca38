import type { FontShelf } from "./font-shelf.ts";
import { draft, FOOT, formGrid, formNote, SIDE, sectionHead, tableWidth } from "./form-frame.ts";
import { columns, DATE_LINE, long, pairs, SIGN_LINE, signed } from "./form-part.ts";
import { type Row, sectionRow } from "./grid.ts";
import { Paper } from "./paper.ts";

/** One field of a declaration in words, or a table of it. */
export type DeclareFormField =
  | { readonly kind: "short" | "long"; readonly label: string; readonly text: string }
  | {
      readonly kind: "table";
      readonly label: string;
      readonly heads: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** 合计 9,200.50 元 */
      readonly sum: string;
    };

/** A declaration to be printed, signed and stamped; words as a person reads them. */
export interface DeclareForm {
  readonly society: string;
  /** 课题申报书 */
  readonly title: string;
  readonly batchName: string;
  /** ASCII: it is the bar code as well. */
  readonly itemNo: string;
  /** 草稿 stands across every page. */
  readonly isDraft: boolean;
  /** For an expert who must not know whose it is: nothing is there to be signed. */
  readonly isBlind?: boolean;
  readonly filledOn: string;
  readonly sections: readonly {
    readonly title: string;
    readonly fields: readonly DeclareFormField[];
  }[];
}

const NUMERALS = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"];

/** The printed declaration (product 4.8): a bar code on the first page, 草稿 across all of them until it is handed in. */
export async function declareForm(shelf: FontShelf, data: DeclareForm): Promise<Buffer> {
  const paper = new Paper(shelf, {
    title: `${data.title} · ${data.itemNo}`,
    author: data.society,
    ...(data.isDraft ? { ground: draft } : {}),
  });
  const width = tableWidth(paper);
  const grid = formGrid(paper, {
    society: data.society,
    title: data.title,
    numberName: "申报编号",
    number: data.itemNo,
    facts: [`申报编号：${data.itemNo}`, data.batchName, `填表日期：${data.filledOn}`],
    gap: 32,
  });
  data.sections.forEach(({ title, fields }, at) => {
    const rows = fields.flatMap((field) => rowsOf(field, width));
    sectionHead(paper, grid, `${NUMERALS[at] ?? at + 1}、${title}`, rows);
    for (const row of rows) grid.row(row);
  });
  if (!data.isBlind) signing(grid, width);
  formNote(paper, grid);
  paper.pageNumbers(SIDE, FOOT);
  return paper.finish();
}

function signing(grid: ReturnType<typeof formGrid>, width: number): void {
  grid.row(sectionRow("签字盖章", width));
  grid.row(
    signed(width, "负责人", "本人对申报书内容负责。", [`签名：${SIGN_LINE}`, DATE_LINE], 84),
  );
  grid.row(signed(width, "单位意见", "", ["（单位公章）", DATE_LINE], 110));
}

function rowsOf(field: DeclareFormField, width: number): Row[] {
  if (field.kind !== "table") {
    const { label, text } = field;
    return [field.kind === "long" ? long(width, label, text, 90) : pairs(width, [[label, text]])];
  }
  const shares = field.heads.map(() => 1 / field.heads.length);
  return [
    columns(width, [1], [field.label], true),
    columns(width, shares, field.heads, true),
    ...field.rows.map((row) => columns(width, shares, row)),
    ...(field.sum ? [columns(width, [1], [field.sum])] : []),
  ];
}
