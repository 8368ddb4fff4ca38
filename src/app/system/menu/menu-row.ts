/** A row of GET /system/menu/list (wire 5, "Menu"). */
export type MenuRow = {
  menuId: number;
  menuName: string;
  parentId: number;
  orderNum: number;
  path: string;
  component: string;
  query: string;
  routeName: string;
  /** 0 external link, 1 not. */
  isFrame: string;
  /** 0 kept alive, 1 not. */
  isCache: string;
  menuType: string;
  visible: string;
  status: string;
  perms: string;
  icon: string;
  createTime: string;
};

/** Kinds of rows, by type. */
export const MENU_TYPES: Readonly<Record<string, string>> = { M: "目录", C: "菜单", F: "按钮" };
