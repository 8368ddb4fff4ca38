import { type DeskPage, deskRows, FIVE, FOUR, type PermissionOf } from "./desk-rows.ts";
import type { MenuSeed } from "./menu-seed.ts";

const DIRECTORY = 2000;

/** The content desk: own rows from 2000 (wire 0). */
const PAGES = [
  [
    2001,
    "文章管理",
    "article",
    "article/desk/index",
    "documentation",
    "content:article",
    2020,
    [
      ["query", "文章查询"],
      ["add", "文章新增"],
      ["edit", "文章修改"],
      ["review", "文章审核"],
      ["publish", "文章发布"],
      ["pin", "文章置顶"],
      ["remove", "文章删除"],
    ],
  ],
  [
    2002,
    "栏目管理",
    "category",
    "article_type/desk/index",
    "tree",
    "content:category",
    2030,
    [...FOUR, ["merge", "合并"]],
  ],
  [2003, "图片与文件", "files", "common/files/desk/index", "icon", "content:file", 2040, FOUR],
  [2004, "友情链接", "links", "links/desk/index", "link", "content:link", 2050, FIVE],
  [
    2005,
    "合作单位",
    "cooperation",
    "system/cooperation/desk/index",
    "peoples",
    "content:cooperation",
    2060,
    FIVE,
  ],
  [2006, "首页横幅", "banner", "banner/desk/index", "layout", "content:banner", 2070, FIVE],
  [2007, "服务入口", "tile", "tile/desk/index", "tile", "content:tile", 2080, FIVE],
  [2008, "助手应答", "chat", "chat/desk/index", "chat", "content:chat", 2090, FIVE],
  [
    2009,
    "用语检查",
    "wording",
    "wording/desk/index",
    "safety",
    "content:wording",
    2100,
    [...FOUR, ["override", "放行"], ["export", "导出"]],
  ],
  [
    2010,
    "网站设置",
    "site",
    "system/config/desk/index",
    "system",
    "content:site",
    2110,
    [["edit", "修改"]],
  ],
  [
    2011,
    "旧址跳转",
    "redirects",
    "seo/redirects/desk/index",
    "swap",
    "content:redirect",
    2120,
    FIVE,
  ],
  [
    2012,
    "搜索引擎推送",
    "push",
    "seo/push/desk/index",
    "upload",
    "content:push",
    2130,
    [["run", "推送"]],
  ],
  [2013, "专业委员会", "committee", "committee/index", "post", "content:committee", 2140, FIVE],
  [2014, "师资专家", "teacher", "teacher/index", "peoples", "content:teacher", 2800, FIVE],
  [2015, "培训项目", "programme", "programme/index", "guide", "content:programme", 2810, FIVE],
  [2016, "先行示范", "forerunner", "forerunner/index", "tree", "content:forerunner", 2820, FIVE],
] as const satisfies readonly DeskPage[];

/** The permissions of these pages and of their buttons. */
export type ContentPermission = PermissionOf<(typeof PAGES)[number]>;

export const CONTENT_ROWS: readonly MenuSeed[] = deskRows(
  { menuId: DIRECTORY, menuName: "内容管理", path: "content", icon: "documentation" },
  PAGES,
);
