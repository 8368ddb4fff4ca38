/** A user as the list has it (wire 2.3). */
export type UserItem = {
  userId: number;
  userName: string;
  nickName: string;
  /** 00 staff, 01 individual, 02 unit. */
  userType: string;
  deptId: number | null;
  dept: { deptId: number; deptName: string } | null;
  phonenumber: string;
  email: string;
  sex: string;
  status: string;
  admin: boolean;
  loginDate: string | null;
  createTime: string;
  remark: string;
};

type RoleOption = {
  roleId: number;
  roleName: string;
  roleKey: string;
  status: string;
  createTime: string;
  /** The user has it. */
  flag: boolean;
  /** Its permissions are among the person's own. */
  grantable: boolean;
};

type PostOption = { postId: number; postName: string; status: string };

/** Data for the form of a user: GET /system/user/ or /{userId} (wire 3.4). */
export type UserForm = {
  roles: RoleOption[];
  posts: PostOption[];
  data?: UserItem;
  roleIds?: number[];
  postIds?: number[];
};

/** A row of POST /system/user/importPreview; sex and status are words. */
export type ImportRow = {
  number: number;
  userName: string;
  nickName: string;
  /** The number in the sheet, where no department in reach has it. */
  deptName: string;
  phonenumber: string;
  sex: string;
  status: string;
  action: "新增" | "更新" | "错误";
  problem: string | null;
};
