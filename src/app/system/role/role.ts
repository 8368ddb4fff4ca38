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
