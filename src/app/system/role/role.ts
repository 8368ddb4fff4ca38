/** A role as the API sends it. */
export type RoleRow = {
  roleId: number;
  roleName: string;
  roleKey: string;
  roleSort: number;
  /** 1 all, 2 chosen departments, 3 own, 4 own and below, 5 self. */
  dataScope: string;
  menuCheckStrictly: boolean;
  deptCheckStrictly: boolean;
  status: string;
  remark: string;
  admin: boolean;
  createTime: string;
};

/** Words of the data scopes, in their order. */
export const SCOPES: readonly (readonly [value: string, label: string, hint: string])[] = [
  ["1", "全部数据", "所有部门的用户、角色和部门"],
  ["2", "自定部门", "只有下面勾选的部门"],
  ["3", "本部门", "只有用户自己所在的部门"],
  ["4", "本部门及以下", "自己所在的部门和它的所有下级"],
  ["5", "仅本人", "只有用户自己的数据"],
];

export const scopeLabel = (value: string): string =>
  SCOPES.find(([each]) => each === value)?.[1] ?? value;
