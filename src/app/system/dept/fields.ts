import { ORDER, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

/** Fields of a department: texts and bounds of wire 4.4 and 5. */
export const DEPT = {
  /** 0 is the place above all departments. */
  parentId: { kind: "id", label: "上级部门", isRequired: true },
  deptName: {
    kind: "text",
    label: "部门名称",
    max: 30,
    isRequired: true,
    rule: "同一上级下不能重复",
  },
  orderNum: { ...ORDER, isRequired: true, rule: "同一上级下从小到大排列" },
  leader: { kind: "text", label: "负责人", max: 20 },
  phone: { kind: "text", label: "联系电话", max: 11 },
  email: {
    kind: "text",
    label: "邮箱",
    max: 50,
    pattern: /^[^\s@<>"',]+@[^\s@<>"',.]+(\.[^\s@<>"',.]+)+$/,
    wrong: "邮箱格式不正确",
  },
  status: { ...STATUS, label: "部门状态", short: "状态", rule: "启用时，上级部门一并启用" },
} as const;

export type Dept = RowOf<typeof DEPT, "deptId"> & {
  /** Of the department above; only where one department was asked for. */
  parentName?: string | null;
};
