/** A role as GET /system/role/compare sends it. */
export type ComparedRole = {
  roleId: number;
  roleName: string;
  roleKey: string;
  status: string;
  dataScope: string;
  /** Of chosen departments, those that the caller may see; `depts` counts all. */
  deptNames: string[];
  depts: number;
  /** Who holds it, among the people that the caller may see. */
  users: number;
  /** The role has every right, also without menu rows. */
  admin: boolean;
};

export type ComparedMenu = {
  menuId: number;
  /** 0 on top. */
  level: number;
  parents: number[];
  menuName: string;
  /** M directory, C page, F button. */
  menuType: string;
  perms: string;
  status: string;
  /** Those of the compared roles that hold it. */
  roleIds: number[];
};

export type Comparison = { roles: ComparedRole[]; menus: ComparedMenu[]; unseen: number };

/** With more a screen shows no comparison any more; the server refuses it as well. */
export const MOST = 4;

export const isDifferent = ({ roleIds }: ComparedMenu, roles: readonly unknown[]): boolean =>
  roleIds.length > 0 && roleIds.length < roles.length;

/** Rows that not all of the roles hold, with the rows above them. */
export function differing({ menus, roles }: Comparison): ComparedMenu[] {
  const shown = new Set(
    menus
      .filter((row) => isDifferent(row, roles))
      .flatMap(({ menuId, parents }) => [menuId, ...parents]),
  );
  return menus.filter(({ menuId }) => shown.has(menuId));
}
