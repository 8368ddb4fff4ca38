import { AUDIENCES, MODES, TYPES } from "#src/lib/activity/words.ts";
import { OVERRIDE_FIELD } from "../wording/fields.ts";

/** The plain fields of an activity (product 4.7); its lists are read by model/parts.server.ts. */
export const FACTS = {
  title: { kind: "text", label: "活动名称", max: 80, isRequired: true },
  type: { kind: "choice", label: "类型", values: Object.keys(TYPES), words: TYPES },
  cover: { kind: "picture", label: "封面", rule: "横幅，可以没有" },
  summary: { kind: "text", label: "简介", max: 200, isRequired: true, rule: "一两句话" },
  content: { kind: "html", label: "活动内容", max: 60_000 },
  mode: { kind: "choice", label: "方式", values: Object.keys(MODES), words: MODES },
  city: { kind: "text", label: "城市", max: 20, rule: "如：澄江市，用于筛选" },
  place: { kind: "text", label: "地点", max: 100, rule: "场馆与会议室" },
  address: { kind: "text", label: "详细地址", max: 200 },
  mapLink: { kind: "address", label: "地图链接", isWeb: true },
  onlineUrl: {
    kind: "address",
    label: "线上地址",
    isWeb: true,
    rule: "只有报名成功的人能看到",
  },
  startAt: { kind: "moment", label: "开始时间" },
  endAt: { kind: "moment", label: "结束时间" },
  signStartAt: { kind: "moment", label: "报名开始" },
  signEndAt: { kind: "moment", label: "报名截止" },
  capacity: { kind: "whole", label: "名额", max: 100_000, rule: "0 为不限" },
  perUserMax: { kind: "whole", label: "每人最多报名", min: 1, max: 50, rule: "含本人" },
  audience: {
    kind: "choice",
    label: "报名对象",
    values: Object.keys(AUDIENCES),
    words: AUDIENCES,
    rule: "只面向 18 周岁以上的成年人",
  },
  needReview: { kind: "flag", label: "报名需要审核" },
  needPay: { kind: "flag", label: "需要缴费" },
  hours: { kind: "whole", label: "学时", max: 500 },
  contact: { kind: "text", label: "联系方式", max: 100, rule: "咨询人与电话" },
  overrideReason: OVERRIDE_FIELD,
} as const;
