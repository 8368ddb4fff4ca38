import { ORDER, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

export const LINK = {
  linkName: { kind: "text", label: "链接名称", max: 50, isRequired: true, rule: "不能重复" },
  linkUrl: { kind: "address", label: "链接地址", isRequired: true },
  orderNum: ORDER,
  status: { ...STATUS, rule: "停用后网站上不再显示" },
} as const;

export type Link = RowOf<typeof LINK, "id">;
