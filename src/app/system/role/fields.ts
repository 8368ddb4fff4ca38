import { ORDER, REMARK, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

/** Fields of a role that a person writes: texts and bounds of wire 4.4 and 5. */
export const ROLE = {
  roleName: { kind: "text", label: "角色名称", max: 30, isRequired: true, isUnique: true },
  roleKey: {
    kind: "text",
    label: "权限字符",
    max: 100,
    isRequired: true,
    isUnique: true,
    // Settings list keys with commas between.
    pattern: /^[^\s,]+$/,
    wrong: "权限字符不能包含空格和逗号",
  },
  roleSort: { ...ORDER, isRequired: true },
  status: { ...STATUS, label: "角色状态", short: "状态", isRequired: true },
  menuCheckStrictly: { kind: "flag", label: "父子联动" },
  deptCheckStrictly: { kind: "flag", label: "父子联动" },
  remark: REMARK,
} as const;

/** A role as the API sends it. */
export type RoleRow = RowOf<typeof ROLE, "roleId"> & {
  /** 1 all, 2 chosen departments, 3 own, 4 own and below, 5 self. */
  dataScope: string;
  admin: boolean;
};
