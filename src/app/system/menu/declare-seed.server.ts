import { DECLARE_ROWS } from "#src/lib/menu/declare-rows.ts";
import type { MenuModule, RoleSeed } from "./put-in.server.ts";

/** The role of product 4.10 that works on declarations. */
const ROLES = [
  {
    roleName: "申报管理",
    roleKey: "declare_mgr",
    roleSort: 25,
    dataScope: "1",
    remark: "发布申报批次，受理申报，登记评审与终审结果",
    perms: /^declare:/,
  },
  {
    roleName: "评审专家",
    roleKey: "expert",
    roleSort: 26,
    dataScope: "5",
    remark: "列入评审专家名单的账号；只在网站上评审分配给本人的申报",
    // It opens nothing in the office: what an expert may see follows from the panels they are on.
    perms: /^(?!)$/,
  },
] as const satisfies readonly RoleSeed[];

/** 申报管理 with its roles. */
export const DECLARE_MENU: MenuModule = {
  mark: "site.declareDesk",
  rows: DECLARE_ROWS,
  roles: ROLES,
};
