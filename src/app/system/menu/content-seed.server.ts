import { CONTENT_ROWS } from "#src/lib/menu/content-rows.ts";
import type { MenuModule, RoleSeed } from "./put-in.server.ts";

/** Roles of product 4.10 that work at the desk, with what they may do there. */
const ROLES = [
  {
    roleName: "内容编辑",
    roleKey: "editor",
    roleSort: 10,
    dataScope: "3",
    remark: "撰写本部门的文章，提交审核",
    perms: /^content:(article:(list|query|add|edit)|file:(list|query|add|edit))$/,
  },
  {
    roleName: "内容审核",
    roleKey: "content_reviewer",
    roleSort: 11,
    dataScope: "1",
    remark: "审核、发布与维护网站内容",
    perms:
      /^content:(article|category|file|link|cooperation|banner|tile|chat|wording|committee|teacher|programme|forerunner):/,
  },
] as const satisfies readonly RoleSeed[];

/** 内容管理 with its roles. */
export const CONTENT_MENU: MenuModule = {
  mark: "site.contentDesk",
  rows: CONTENT_ROWS,
  roles: ROLES,
};
