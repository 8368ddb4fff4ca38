import { ORDER, REMARK, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

/** Names of classes: nothing that could leave an attribute (security 2). */
const classNames = <const L extends string>(label: L, rule: string) =>
  ({
    kind: "text",
    label,
    max: 100,
    pattern: /^[\w\- ]{0,100}$/,
    wrong: `${label}只能是字母、数字、横线和空格`,
    rule,
  }) as const;

/** Fields of a dictionary entry: texts and bounds of wire 4.4 and 5. */
export const ENTRY = {
  dictLabel: {
    kind: "text",
    label: "字典标签",
    max: 100,
    isRequired: true,
    rule: "显示给人看的文字",
  },
  dictValue: { kind: "text", label: "字典键值", max: 100, isRequired: true, rule: "存进数据的值" },
  dictType: { kind: "text", label: "字典类型", max: 100, isRequired: true },
  dictSort: { ...ORDER, label: "显示排序" },
  cssClass: classNames("样式属性", "字母、数字、横线和空格"),
  listClass: classNames("回显样式", "列表里文字前的圆点"),
  isDefault: {
    kind: "choice",
    label: "是否默认",
    values: ["Y", "N"],
    words: { Y: "是", N: "否" },
    dict: "sys_yes_no",
  },
  status: STATUS,
  remark: REMARK,
} as const;

export type Entry = RowOf<typeof ENTRY, "dictCode">;
