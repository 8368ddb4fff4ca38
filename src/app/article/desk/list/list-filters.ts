import type { Filter } from "#src/office/list/crud-types.ts";
import type { TreeNode } from "#src/office/tree/tree-select.tsx";
import { STATUS_CHOICES, VISIBLE_WORDS } from "../parts/state-mark.tsx";

/** Fields in sight; the others are folded. */
export const IN_ROW = 5;

/** The filter row of articles. */
export const filtersOf = (categories: readonly TreeNode[]): readonly Filter[] => [
  { kind: "text", name: "keyword", label: "关键词", hint: "标题、正文关键词" },
  { kind: "tree", name: "typeId", label: "栏目", nodes: categories },
  { kind: "choice", name: "status", label: "状态", options: STATUS_CHOICES },
  { kind: "person", name: "owner", label: "作者", words: { me: "我" } },
  { kind: "range", name: "Time", label: "发布时间" },
  { kind: "person", name: "source", label: "来源" },
  {
    kind: "choice",
    name: "visible",
    label: "可见范围",
    options: Object.entries(VISIBLE_WORDS).map(([value, label]) => ({ value, label })),
  },
  {
    kind: "choice",
    name: "hasCover",
    label: "封面",
    options: [{ value: "0", label: "缺封面" }],
  },
  { kind: "choice", name: "isTop", label: "置顶", options: [{ value: "1", label: "已置顶" }] },
];
