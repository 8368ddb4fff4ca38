import { both, type EventSpec } from "./event-spec.ts";

const REVIEW = { 姓名: "林晓", 批次: "2027 年度规划课题", 截止时间: "2026-12-20 17:00" };

/** What experts are told: events of events.ts. */
export const EXPERT_EVENTS = {
  expertInvited: {
    name: "邀请担任评审专家",
    when: "专家被邀请参加一个批次的评审之后",
    fields: { ...REVIEW },
    ...both(
      "邀请您参加评审",
      "诚邀您担任“{批次}”的评审专家，评审截止时间：{截止时间}。请到“项目申报”的“待我处理”阅读保密承诺并答复；不便参加时请说明原因，感谢您的支持。",
    ),
    sms: "诚邀您担任{批次}的评审专家，请登录学会网站“项目申报”答复。",
    on: ["sms"],
  },
  expertAssigned: {
    name: "有新的申报待评审",
    when: "申报分配给专家之后",
    fields: { ...REVIEW, 件数: "6" },
    ...both(
      "有申报等待您评审",
      "“{批次}”有 {件数} 件申报等待您评审，截止时间：{截止时间}。请到“项目申报”的“待我处理”查看；与申报人有利害关系的，请申请回避。",
    ),
    sms: "{批次}有{件数}件申报等待您评审，截止时间：{截止时间}，请登录学会网站“项目申报”。",
    on: ["sms"],
  },
  expertReminded: {
    name: "评审提醒",
    when: "评审截止前三天、前一天，或工作人员提醒时",
    fields: { ...REVIEW, 件数: "2" },
    ...both(
      "请抽空完成评审",
      "“{批次}”的评审截止时间：{截止时间}，您还有 {件数} 件没有提交。请到“项目申报”的“待我处理”继续，已填写的内容都已保存。",
    ),
    sms: "{批次}的评审截止时间：{截止时间}，您还有{件数}件没有提交，请登录学会网站“项目申报”。",
    on: ["sms"],
  },
  expertReleased: {
    name: "评审安排有调整",
    when: "专家被移出一个批次的评审之后",
    fields: { ...REVIEW },
    ...both(
      "评审安排有调整",
      "“{批次}”的评审安排有调整，您不再需要评审这一批次。感谢您对学会工作的支持。",
    ),
    sms: "{批次}的评审安排有调整，您不再需要评审这一批次，感谢支持。",
    on: [],
  },
} as const satisfies Readonly<Record<string, EventSpec>>;
