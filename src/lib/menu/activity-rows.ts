import { type DeskPage, deskRows, FIVE, type PermissionOf } from "./desk-rows.ts";
import type { MenuSeed } from "./menu-seed.ts";

// Activities and those who take part: product 4.7.

const ACTIVITY_PAGES = [
  [
    2601,
    "活动管理",
    "activity",
    "activity/desk/index",
    "date",
    "activity:activity",
    2620,
    [...FIVE, ["publish", "活动发布"]],
  ],
  [
    2602,
    "报名管理",
    "entry",
    "activity/entry/index",
    "people",
    "activity:entry",
    2640,
    [
      ["add", "报名录入"],
      ["edit", "报名修改"],
      ["check", "报名审核"],
      ["checkIn", "现场签到"],
      ["export", "报名导出"],
    ],
  ],
] as const satisfies readonly DeskPage[];

/** The permissions of these pages and of their buttons. */
export type ActivityPermission = PermissionOf<(typeof ACTIVITY_PAGES)[number]>;

/** 活动培训 with its pages. */
export const ACTIVITY_ROWS: readonly MenuSeed[] = deskRows(
  { menuId: 2600, menuName: "活动培训", path: "activities", icon: "date" },
  ACTIVITY_PAGES,
);

/** The role of product 4.10 that works on activities. */
export const ACTIVITY_ROLE = {
  roleName: "活动管理",
  roleKey: "event_mgr",
  roleSort: 24,
  dataScope: "1",
  remark: "策划和发布活动，办理报名与签到",
  perms: /^activity:/,
} as const;
