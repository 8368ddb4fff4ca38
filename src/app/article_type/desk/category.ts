import type { Access } from "../access/service.server.ts";

/** Wire shape of a category at the desk. */
export type DeskCategory = {
  id: number;
  parentId: number;
  bllName: string;
  bllType: CategoryType;
  bllValue: string;
  intro: string;
  motif: string;
  palette: string;
  orderNum: number;
  isInMenu: boolean;
  isOnHome: boolean;
  access: Access;
  /** Who may read it: the strictest of its own word and those above it. */
  asksFor: Access;
  status: string;
  /** Articles directly in it, in every state. */
  articles: number;
  createTime: string;
};

export type CategoryType = "1" | "2" | "3" | "4";

export const TYPES: readonly (readonly [type: CategoryType, name: string, rule: string])[] = [
  ["1", "栏目", "文章列表，可以有下级"],
  ["4", "单页", "只显示一篇文章，如学会章程"],
  ["2", "站内路径", "打开本站的另一个页面"],
  ["3", "外链", "在新窗口打开其他网站"],
];

export const typeName = (type: string): string =>
  TYPES.find(([each]) => each === type)?.[1] ?? type;

export const ACCESS_NAMES: Readonly<Record<Access, string>> = {
  public: "所有人",
  login: "登录用户",
  member: "会员",
};

/** Levels from the top; a menu of more cannot be shown on a phone. */
export const MAX_DEPTH = 4;

/** Types 1 and 4 hold articles, the others lead away. */
export const holdsArticles = (type: string): boolean => type === "1" || type === "4";

const LEVELS = Object.keys(ACCESS_NAMES) as Access[];

/**
 * What moving a category below another one (undefined: the top) changes for its readers, as a sentence;
 * undefined where nothing does. `access`: its own word, where that is about to change as well.
 */
export function accessChange(
  row: Pick<DeskCategory, "access" | "asksFor">,
  above: Pick<DeskCategory, "asksFor"> | undefined,
  access: Access = row.access,
): string | undefined {
  const rank = Math.max(LEVELS.indexOf(access), LEVELS.indexOf(above?.asksFor ?? "public"));
  const next = LEVELS[rank] ?? "public";
  return next === row.asksFor
    ? undefined
    : `阅读权限将由“${ACCESS_NAMES[row.asksFor]}”变为“${ACCESS_NAMES[next]}”，下级栏目和里面的文章一起变，单独设置得更严的不变。`;
}
