import { regularEntity } from "#src/lib/fields/entity.ts";
import { ORDER, REMARK, STATUS } from "#src/lib/fields/facts.ts";
import { TYPE_NAMES } from "#src/lib/membership/fees.ts";

/**
 * 会员级别 with its dues: what one may apply for, what it costs a calendar year, what its review asks for
 * and what it gives (product 4.3, 7.4). /Membership shows those that are in use.
 */
export const ENTITY = regularEntity({
  noun: "会员级别",
  path: "/api/bll/member/level",
  permi: "member:level",
  name: "levelName",
  order: "orderNum",
  filters: ["levelName", "memberType", "status"],
  columns: [
    "levelName",
    "memberType",
    "annualFee",
    "renewalFee",
    "maxYears",
    "needsCouncil",
    "isOpen",
    "orderNum",
    "status",
  ],
  facts: {
    levelName: { kind: "text", label: "级别名称", max: 20, isRequired: true, isUnique: true },
    memberType: {
      kind: "choice",
      label: "类别",
      values: Object.keys(TYPE_NAMES),
      words: TYPE_NAMES,
    },
    annualFee: {
      kind: "money",
      label: "年费",
      isRequired: true,
      rule: "入会时每个自然年度，0 为免费",
    },
    renewalFee: { kind: "money", label: "续会年费", isRequired: true, rule: "续会时每个自然年度" },
    maxYears: { kind: "whole", label: "最多一次缴几年", short: "最多缴", min: 1, max: 5 },
    needsCouncil: { kind: "flag", label: "需理事会审议" },
    renewalNeedsReview: { kind: "flag", label: "续会需审核" },
    needsReferees: { kind: "flag", label: "需要推荐人" },
    needsStampedForm: { kind: "flag", label: "需要盖章申请表" },
    isOpen: { kind: "flag", label: "开放申请", rule: "关闭后不接受新申请，已有会员照常续会" },
    delegates: { kind: "whole", label: "会员代表人数", max: 99, rule: "个人填 0" },
    seats: {
      kind: "whole",
      label: "培训会员价席位",
      max: 9_999,
      rule: "个人填 1，即本人；0 为不享受",
    },
    journal: { kind: "text", label: "会刊", max: 30, rule: "如 纸质 2 套" },
    projects: { kind: "text", label: "课题申报", max: 30, rule: "如 每批 2 项" },
    audience: { kind: "text", label: "适用对象", max: 40, rule: "如 学校、社区、社会组织" },
    remark: REMARK,
    orderNum: ORDER,
    status: { ...STATUS, rule: "停用后不再显示，也不能选择" },
  },
});
