import { LINE, OPTIONAL, type Setting, SWITCH } from "./setting.ts";

/** What the society decides of membership and its dues: product 4.3 and 7.4. */
export const DUES_SETTINGS: readonly Setting[] = [
  {
    key: "member.payee",
    name: "会费-收款户名",
    group: "会员与会费",
    note: "显示在缴费通知中，会员向这个户名转账。",
    kind: LINE,
    initial: "全国家庭教育学会（演示站）",
  },
  {
    key: "member.payeeBank",
    name: "会费-开户行",
    group: "会员与会费",
    note: "显示在缴费通知中。",
    kind: LINE,
    initial: "演示银行北京海淀支行",
  },
  {
    key: "member.payeeAccount",
    name: "会费-收款账号",
    group: "会员与会费",
    note: "显示在缴费通知中。改动前请与财务核对，会员会向新账号转账。",
    kind: LINE,
    initial: "0200 0000 0000 0618",
  },
  {
    key: "member.rolloverFromMonth",
    name: "会籍-跨年起始月份",
    group: "会员与会费",
    note: "新会员从这个月起缴费的，会籍到次年年底；填 13 表示都到当年年底。",
    kind: { kind: "number", min: 7, max: 13, unit: "月" },
    initial: "10",
  },
  {
    key: "member.reviewerMayConfirm",
    name: "会费-允许初审人确认到账",
    group: "会员与会费",
    note: "一般由两人分别初审和确认到账。只有一位工作人员时才打开。",
    kind: SWITCH,
    initial: "false",
  },
  {
    key: "member.branches",
    name: "会员-分支机构所在部门",
    group: "会员与会费",
    note: "这个部门的下一级是分支机构：入会申请可以选择，其管理员只看本机构的会员。留空则不能选择。",
    kind: OPTIONAL,
    initial: "分支机构",
  },
  {
    key: "member.seal",
    name: "会员证-印章图片",
    group: "会员与会费",
    note: "印在电子会员证上的学会印章，透明背景的 png 图片；没有图片则不印。",
    kind: { kind: "picture", hint: "透明背景的 png 图片，没有时证书上不印" },
    initial: "",
  },
];
