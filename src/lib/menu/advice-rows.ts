import type { MenuSeed } from "./menu-seed.ts";

/** 内容管理 of the content desk. */
const ABOVE_ADVICE = 2000;
const PAGE = 2611;

const button = <const P extends string>(
  menuId: number,
  menuName: string,
  perms: P,
): MenuSeed<P> => ({
  menuId,
  parentId: PAGE,
  orderNum: menuId - 2659,
  menuName,
  path: "",
  perms,
  menuType: "F",
});

/** 咨询管理, below 内容管理, with its buttons. */
export const ADVICE_ROWS = [
  {
    menuId: PAGE,
    parentId: ABOVE_ADVICE,
    orderNum: 17,
    menuName: "咨询管理",
    path: "advice",
    component: "advice/index",
    icon: "chat",
    perms: "content:advice:list",
    menuType: "C",
  },
  button(2660, "咨询查询", "content:advice:query"),
  button(2661, "咨询答复", "content:advice:answer"),
  button(2662, "咨询关闭", "content:advice:close"),
  button(2663, "咨询号码查看", "content:advice:reveal"),
] as const satisfies readonly MenuSeed[];

/** The permissions of the page and of its buttons. */
export type AdvicePermission = NonNullable<(typeof ADVICE_ROWS)[number]["perms"]>;
