import { ORDER, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

export const COOPERATION = {
  linkName: { kind: "text", label: "单位名称", max: 50, isRequired: true, rule: "建议 8 个字以内" },
  linkUrl: { kind: "address", label: "单位网址" },
  logo: {
    kind: "picture",
    label: "标志",
    also: /^mark:[a-z]{1,20}$/,
    rule: "图片，或下面的线条图案；可以没有",
  },
  orderNum: ORDER,
  status: { ...STATUS, rule: "停用后网站上不再显示" },
} as const;

export type Cooperation = RowOf<typeof COOPERATION, "id">;
