import { ENTRY_CODES, entryStateName } from "#src/lib/activity/entry-life.ts";

/** What people call each state, by its code. */
export const ENTRY_NAMES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.values(ENTRY_CODES).map((code) => [code, entryStateName(code)]),
);

export const SOURCES: Readonly<Record<string, string>> = {
  web: "网上报名",
  guest: "访客报名",
  desk: "工作人员录入",
  import: "名单导入",
};

/** The list as a file. */
export const SHEET = {
  name: "报名名单",
  columns: [
    ["活动", "title"],
    ["序号", "serial"],
    ["姓名", "name"],
    ["手机号", "phone"],
    ["单位", "unit"],
    ["职务", "post"],
    ["邮箱", "email"],
    ["状态", "state", ENTRY_NAMES],
    ["座位", "seatNo"],
    ["费用", "amount"],
    ["费用名称", "priceName"],
    ["来源", "source", SOURCES],
    ["报名人", "contactName"],
    ["备注", "remark"],
    ["报名时间", "createTime"],
    ["签到时间", "checkedInAt"],
    ["签到处", "checkedInDoor"],
    ["说明", "opinion"],
  ],
} as const;
