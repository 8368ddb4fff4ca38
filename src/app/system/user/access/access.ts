/** A reach as GET /system/user/access/:userId sends it. */
type Reach = {
  key: string;
  isAll: boolean;
  withSelf: boolean;
  deptNames: string[];
  depts: number;
  people: number;
};

export type Role = {
  roleId: number;
  roleName: string;
  roleKey: string;
  status: string;
  dataScope: string;
  deptNames: string[];
  depts: number;
};

export type Right = {
  menuId: number;
  parentId: number;
  menuName: string;
  /** M directory, C page, F button. */
  menuType: string;
  icon: string;
  perms: string;
  state: "yes" | "roleOff" | "menuOff" | "none";
  roleIds: number[];
  /** Their menu leads to it. */
  isReached: boolean;
  /** Key of a reach where departments bound the permission. */
  scope: string | null;
};

/** The rights of one person, as far as the caller may know them. */
export type Access = {
  user: {
    userId: number;
    userName: string;
    nickName: string;
    deptName: string | null;
    isStaff: boolean;
    status: string;
    isLocked: boolean;
    admin: boolean;
  };
  secondFactor: { isDemanded: boolean; isOn: boolean };
  roles: Role[];
  menus: Right[];
  unseen: number;
  scopes: Reach[];
  sees: { people: number; depts: number };
};

/** Stands for a role on chips and in the list of roles: ① for the first one. */
export const roleMark = (index: number): string =>
  index < 20 ? String.fromCodePoint(0x2460 + index) : `(${index + 1})`;

export const marksOf = ({ roles }: Access, { roleIds }: Right): string =>
  roles.map(({ roleId }, index) => (roleIds.includes(roleId) ? roleMark(index) : "")).join("");

/** Why somebody may, or may not, in one sentence. */
export function reasonOf({ user, roles }: Access, { state, roleIds }: Right): string {
  if (user.admin) return "超级管理员拥有全部权限";
  if (!user.isStaff) return "会员账号不能使用管理后台";
  const names = roles
    .filter(({ roleId }) => roleIds.includes(roleId))
    .map(({ roleName }) => `「${roleName}」`)
    .join("");
  switch (state) {
    case "yes":
      return `由角色${names}授予`;
    case "roleOff":
      return `角色${names}已停用`;
    case "menuOff":
      return "菜单项已停用";
    default:
      return "没有任何角色授予";
  }
}

/** A permission without a way to it in the menu; undefined where there is one, or none is needed. */
export const hiddenNote = ({ menuType, state, isReached }: Right): string | undefined =>
  state === "yes" && menuType === "C" && !isReached
    ? "有权限，但菜单里没有：上级目录或页面没有授予，或已停用"
    : undefined;
