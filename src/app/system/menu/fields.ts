import { ORDER, REMARK, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

/** Kinds of rows, by type. */
export const MENU_TYPES: Readonly<Record<string, string>> = { M: "目录", C: "菜单", F: "按钮" };

/** Fields of a menu row: texts and bounds of wire 4.4 and 5. */
export const MENU = {
  /** 0 is the place above all rows. */
  parentId: { kind: "id", label: "上级菜单" },
  menuType: {
    kind: "choice",
    label: "菜单类型",
    values: ["M", "C", "F"],
    words: MENU_TYPES,
    isRequired: true,
  },
  menuName: {
    kind: "text",
    label: "菜单名称",
    max: 50,
    isRequired: true,
    rule: "同一上级下不能重复",
  },
  orderNum: { ...ORDER, isRequired: true },
  path: { kind: "text", label: "路由地址", max: 200, tooLong: "路由地址不能超过200个字符" },
  component: {
    kind: "text",
    label: "组件路径",
    max: 255,
    tooLong: "组件路径不能超过255个字符",
    pattern: /^[\w/-]*$/,
    wrong: "组件路径只能是字母、数字、横线和斜杠",
  },
  query: { kind: "text", label: "路由参数", max: 255 },
  routeName: { kind: "text", label: "路由名称", max: 50 },
  isFrame: {
    kind: "choice",
    label: "是否外链",
    values: ["0", "1"],
    words: { 0: "是", 1: "否" },
    rule: "外链在新窗口打开",
  },
  isCache: {
    kind: "choice",
    label: "是否缓存",
    values: ["0", "1"],
    words: { 0: "缓存", 1: "不缓存" },
    rule: "切换标签时保留页面",
  },
  visible: {
    kind: "choice",
    label: "显示状态",
    values: ["0", "1"],
    dict: "sys_show_hide",
    rule: "隐藏后不在侧栏，仍可打开",
  },
  status: { ...STATUS, label: "菜单状态", short: "状态" },
  perms: {
    kind: "text",
    label: "权限标识",
    max: 100,
    pattern: /^[\w:*, -]*$/,
    wrong: "权限标识格式不正确，例如 system:user:list",
  },
  icon: { kind: "text", label: "菜单图标", max: 100 },
  remark: REMARK,
} as const;

/** A row of GET /system/menu/list (wire 5, "Menu"). */
export type MenuRow = RowOf<typeof MENU, "menuId">;
