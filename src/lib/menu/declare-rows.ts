import { type DeskPage, deskRows, FIVE, type PermissionOf } from "./desk-rows.ts";
import type { MenuSeed } from "./menu-seed.ts";

// Declarations: product 4.8 names who does what.

const PAGES = [
  [
    2701,
    "批次管理",
    "batch",
    "declaration/batch/index",
    "date",
    "declare:batch",
    2720,
    [...FIVE, ["unlock", "个人延时"]],
  ],
  [
    2702,
    "申报受理",
    "item",
    "declaration/item/index",
    "form",
    "declare:item",
    2730,
    [
      ["query", "申报查询"],
      ["check", "形式审查"],
      ["decide", "评审与终审"],
      ["stage", "过程管理"],
      ["export", "申报导出"],
    ],
  ],
  [2703, "评审专家", "expert", "declaration/expert/index", "people", "declare:expert", 2740, FIVE],
  [
    2704,
    "专家评审",
    "panel",
    "declaration/panel/index",
    "star",
    "declare:panel",
    2750,
    [
      ["edit", "评审设置"],
      ["invite", "邀请与提醒专家"],
      ["assign", "分配与更换专家"],
      ["export", "评审结果导出"],
    ],
  ],
  [
    2705,
    "终审会议",
    "meeting",
    "declaration/meeting/index",
    "peoples",
    "declare:meeting",
    2760,
    [
      ["edit", "会议与表决登记"],
      ["export", "终审表导出"],
    ],
  ],
  [
    2706,
    "公示与异议",
    "objection",
    "declaration/objection/index",
    "message",
    "declare:objection",
    2770,
    [
      ["query", "异议查看"],
      ["answer", "异议处理"],
    ],
  ],
  [
    2708,
    "证书与通知",
    "certificate",
    "declaration/certificate/index",
    "documentation",
    "declare:certificate",
    2790,
    [
      ["add", "证书制发"],
      ["revoke", "证书撤销"],
      ["export", "证书与通知下载"],
    ],
  ],
  [
    2707,
    "节假日",
    "holiday",
    "declaration/holiday/index",
    "date-range",
    "declare:holiday",
    2780,
    FIVE,
  ],
] as const satisfies readonly DeskPage[];

/** The permissions of these pages and of their buttons. */
export type DeclarePermission = PermissionOf<(typeof PAGES)[number]>;

// `/declare` would be the public page: addresses of pages are found whatever their letters' case.
export const DECLARE_ROWS: readonly MenuSeed[] = deskRows(
  { menuId: 2700, menuName: "申报管理", path: "declaration", icon: "documentation" },
  PAGES,
);
