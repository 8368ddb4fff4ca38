import { ORDER, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

export const REPLY = {
  question: {
    kind: "text",
    label: "问题",
    max: 60,
    isRequired: true,
    rule: "前 4 个问题显示为按钮",
  },
  keywords: {
    kind: "text",
    label: "关键词",
    max: 200,
    rule: "用逗号分开；来问的话里含得最多的应答先说",
  },
  answer: { kind: "text", label: "回答", max: 500, isRequired: true },
  linkUrl: { kind: "address", label: "相关链接" },
  orderNum: ORDER,
  status: { ...STATUS, rule: "停用后小助手不再这样回答" },
} as const;

export type Reply = RowOf<typeof REPLY, "id">;
