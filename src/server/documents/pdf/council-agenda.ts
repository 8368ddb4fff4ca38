import type { FontShelf } from "./font-shelf.ts";
import { type MeetingSheet, meetingSheet } from "./meeting-sheet.ts";

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

const COLUMNS: MeetingSheet["columns"] = [
  ["序号", 0.05],
  ["申请编号", 0.115],
  ["名称", 0.19, "left"],
  ["类别", 0.115],
  ["申请级别", 0.105],
  ["简要情况", 0.26, "left"],
  ["审议意见", 0.165],
];

const TO_FILL_IN =
  "应到理事 ______ 人，实到 ______ 人，同意 ______ 票，反对 ______ 票，弃权 ______ 票。决议编号：______________________";

/** 理事会审议名单: a sheet with a column to write the opinion in. */
export const councilAgenda = (
  shelf: FontShelf,
  { body = "理事会", resolution, items, ...data }: CouncilAgenda,
): Promise<Buffer> =>
  meetingSheet(shelf, {
    ...data,
    title: `${body}审议名单`,
    columns: COLUMNS,
    rows: items.map(({ applyNo, name, kind, level, summary, result = "" }, at) => [
      `${at + 1}`,
      applyNo,
      name,
      kind,
      level,
      summary,
      result,
    ]),
    closing: [resolution ?? TO_FILL_IN],
  });
