/** A menu row that an installation begins with; `P`: the permission that it carries. */
export type MenuSeed<P extends string = string> = {
  menuId: number;
  parentId: number;
  orderNum: number;
  menuName: string;
  path: string;
  component?: string;
  perms?: P;
  icon?: string;
  /** Directory, page or button. */
  menuType: "M" | "C" | "F";
  /** "0": `path` leads outside. */
  isFrame?: "0";
};
