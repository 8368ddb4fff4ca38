import { MEMBER_ROWS } from "#src/lib/menu/member-rows.ts";
import type { MenuModule, RoleSeed } from "./put-in.server.ts";

/** Roles of product 4.10 that work on membership and its money. Who reviews confirms no payment. */
const ROLES = [
  {
    roleName: "会员审核",
    roleKey: "member_reviewer",
    roleSort: 20,
    dataScope: "1",
    remark: "初审入会申请，维护会员资料",
    perms:
      /^member:(sign:(list|query|check|checkOrg|reveal|reopen)|member:|certificate:|correction:|figures:|level:(list|query)|renewal:(list|remind|batch|notice))/,
  },
  {
    roleName: "理事会秘书",
    roleKey: "council_sec",
    roleSort: 21,
    dataScope: "1",
    remark: "准备理事会审议名单，登记决议",
    perms:
      /^member:(sign:(list|query|council)|council:|member:(list|query)|renewal:(list|lapse)|post:|figures:)/,
  },
  {
    roleName: "财务",
    roleKey: "finance",
    roleSort: 22,
    dataScope: "1",
    remark: "确认到账，办理退款",
    perms: /^(member:(finance:|sign:query|member:(list|query)|renewal:(list|batch))|finance:)/,
  },
  {
    roleName: "分支机构管理员",
    roleKey: "branch_admin",
    roleSort: 23,
    dataScope: "4",
    remark: "查看本分支机构的会员与申请",
    perms:
      /^member:((sign|member):(list|query)|certificate:(list|query)|correction:(list|query)|renewal:(list|remind|notice))/,
  },
] as const satisfies readonly RoleSeed[];

/** 会员管理 and 财务管理 with their roles. */
export const MEMBER_MENU: MenuModule = {
  mark: "site.memberDesk",
  rows: MEMBER_ROWS,
  roles: ROLES,
};
