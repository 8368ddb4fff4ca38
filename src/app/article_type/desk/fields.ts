import { MAX_ADDRESS } from "#src/lib/address/site-address.ts";
import { MOTIFS, PALETTES } from "#src/lib/art/cover.ts";
import { ORDER, STATUS } from "#src/lib/fields/facts.ts";

/** Fields of a category beside its place in the tree, which has a reader of its own. */
export const CATEGORY = {
  bllName: {
    kind: "text",
    label: "栏目名称",
    max: 20,
    isRequired: true,
    rule: "同一上级下不能重复",
  },
  bllType: { kind: "choice", label: "类型", values: ["1", "2", "3", "4"] },
  bllValue: { kind: "text", label: "地址", max: MAX_ADDRESS },
  intro: { kind: "text", label: "简介", max: 100, rule: "显示在栏目标题下" },
  motif: { kind: "choice", label: "图案", values: MOTIFS, rule: "没有封面的文章用它" },
  palette: { kind: "choice", label: "配色", values: PALETTES },
  orderNum: { ...ORDER, rule: "同一上级下从小到大排列；新增时填 0 排在最后" },
  isInMenu: { kind: "flag", label: "菜单显示" },
  isOnHome: { kind: "flag", label: "首页显示" },
  access: {
    kind: "choice",
    label: "阅读权限",
    values: ["public", "login", "member"],
    rule: "对里面的文章和下级栏目有效；文章可以更严",
  },
  status: { ...STATUS, rule: "停用后，栏目和里面的文章都不再显示" },
} as const;
