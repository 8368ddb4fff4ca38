import { DictTag } from "#src/office/form/dict.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";

/** Someone who holds a role, or could. */
export type Person = {
  userId: number;
  userName: string;
  nickName: string;
  deptName: string | null;
  /** Masked. */
  phonenumber: string;
  status: string;
  createTime: string;
};

export const PATH = "/system/role/authUser";

export const FILTERS: Filter[] = [
  { kind: "text", name: "userName", label: "登录名称" },
  { kind: "text", name: "phonenumber", label: "手机号码" },
];

export const ENTITY: Entity<Person> = {
  noun: "用户",
  path: PATH,
  permi: "system:role",
  id: "userId",
  name: "userName",
};

/** What a drawer has room for. */
export const FEW_COLUMNS: Column<Person>[] = [
  { key: "userName", title: "登录名称" },
  { key: "nickName", title: "用户昵称" },
  { key: "deptName", title: "部门" },
  { key: "phonenumber", title: "手机号码", width: 140 },
];

export const COLUMNS: Column<Person>[] = [
  ...FEW_COLUMNS,
  {
    key: "status",
    title: "状态",
    width: 100,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "createTime", title: "创建时间", width: 180 },
];
