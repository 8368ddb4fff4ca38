import { REMARK, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

/** Fields of a dictionary type: texts and bounds of wire 4.4 and 5. */
export const DICT_TYPE = {
  dictName: { kind: "text", label: "字典名称", max: 100, isRequired: true },
  dictType: {
    kind: "text",
    label: "字典类型",
    max: 100,
    isRequired: true,
    pattern: /^[a-z][a-z0-9_]*$/,
    wrong: "字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）",
    rule: "小写字母开头，字母、数字、下划线，不能重复",
  },
  status: STATUS,
  remark: REMARK,
} as const;

export type DictType = RowOf<typeof DICT_TYPE, "dictId">;
