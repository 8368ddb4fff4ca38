import type { MenuSeed } from "./menu-seed.ts";

/** A page of the back office with its buttons, as a directory of ours lists it. */
export type DeskPage = readonly [
  menuId: number,
  menuName: string,
  path: string,
  component: string,
  icon: string,
  /** First two parts of its permissions. */
  area: string,
  /** Buttons: verb and name, ids counting up from `first`. A verb with colons is a whole permission. */
  first: number,
  buttons: readonly (readonly [verb: string, name: string])[],
];

export const FOUR = [
  ["query", "查询"],
  ["add", "新增"],
  ["edit", "修改"],
  ["remove", "删除"],
] as const;
export const FIVE = [...FOUR, ["export", "导出"]] as const;

type PermissionIn<Area extends string, Verb extends string> = Verb extends `${string}:${string}`
  ? Verb
  : `${Area}:${Verb}`;

/** The permissions of pages and of their buttons. */
export type PermissionOf<P extends DeskPage> = P extends DeskPage
  ? PermissionIn<P[5], "list" | P[7][number][0]>
  : never;

type Directory = Pick<MenuSeed, "menuId" | "menuName" | "path"> & { icon: string };

/** The rows of a directory: itself, its pages in the order of the list, and their buttons. */
export const deskRows = (directory: Directory, pages: readonly DeskPage[]): readonly MenuSeed[] => [
  { ...directory, parentId: 0, orderNum: 0, menuType: "M" },
  ...pages.flatMap(
    ([menuId, menuName, path, component, icon, area, first, buttons], index): MenuSeed[] => [
      {
        menuId,
        parentId: directory.menuId,
        orderNum: index + 1,
        menuName,
        path,
        component,
        icon,
        menuType: "C",
        perms: `${area}:list`,
      },
      ...buttons.map(([verb, name], place) => ({
        menuId: first + place,
        parentId: menuId,
        orderNum: place + 1,
        menuName: name.length > 2 ? name : `${menuName.replace(/管理$/, "")}${name}`,
        path: "",
        menuType: "F" as const,
        perms: verb.includes(":") ? verb : `${area}:${verb}`,
      })),
    ],
  ),
];
