import { ORDER, REMARK, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

/** Fields of a post: texts and bounds of wire 4.4 and 5. */
export const POST = {
  postCode: { kind: "text", label: "岗位编码", max: 64, isRequired: true, rule: "不能重复" },
  postName: { kind: "text", label: "岗位名称", max: 50, isRequired: true, rule: "不能重复" },
  postSort: { ...ORDER, isRequired: true },
  status: { ...STATUS, label: "岗位状态", short: "状态" },
  remark: REMARK,
} as const;

export type Post = RowOf<typeof POST, "postId">;
