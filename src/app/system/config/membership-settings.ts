import { LONG, OPTIONAL, type Setting } from "./setting.ts";

/** What /Membership says beside the levels, which are kept in 会员级别 (product 4.4, 7.4). */
export const MEMBERSHIP_SETTINGS: readonly Setting[] = [
  {
    key: "membership.intro",
    name: "会员-谁可以入会",
    group: "会员服务",
    note: "“入会指南”标题下的一句话；栏目填有简介时用栏目的简介。",
    kind: OPTIONAL,
    initial: "凡拥护学会章程、从事或关心家庭教育的成年人和单位，均可申请入会。",
  },
  {
    key: "membership.prepare",
    name: "会员-申请前的准备",
    group: "会员服务",
    note: "“开始入会”按钮旁的一句话，说明要备好哪些材料。",
    kind: OPTIONAL,
    initial: "请准备：一寸照片、工作单位与职称信息；单位入会另备统一社会信用代码证书和盖章申请表。",
  },
  {
    key: "membership.feeNote",
    name: "会员-会费说明",
    group: "会员服务",
    note: "会费标准表下的说明；留空则不显示。",
    kind: { kind: "text", isLong: true, mayBeEmpty: true },
    initial:
      "每年 10 月至 12 月缴费的，会籍计至次年年底。会费不因退会退还。会费开具会费票据；培训与会议费用开具发票。",
  },
  {
    key: "membership.rights",
    name: "会员-会员权利",
    group: "会员服务",
    note: "每行一条，按章程填写，页面自动编号。",
    kind: LONG,
    initial: [
      "选举权、被选举权和表决权",
      "参加学会活动，享受会员价",
      "优先获得学术资料和会刊",
      "对学会工作提出批评、建议与监督",
      "入会自愿，退会自由",
    ].join("\n"),
  },
  {
    key: "membership.duties",
    name: "会员-会员义务",
    group: "会员服务",
    note: "每行一条，按章程填写，页面自动编号。",
    kind: LONG,
    initial: [
      "遵守章程，执行学会决议",
      "维护学会合法权益",
      "按规定缴纳会费",
      "完成学会交办的工作",
      "如实提供入会信息并及时更新",
    ].join("\n"),
  },
];
