import { both, type EventSpec } from "./event-spec.ts";

const OBJECTION = { 姓名: "张晓明", 申报编号: "D202600021", 题目: "祖辈参与家庭教育的支持研究" };

/** What people who object to a declaration are told: events of events.ts. */
export const OBJECTION_EVENTS = {
  objectionReceived: {
    name: "异议已收到",
    when: "对公示提出异议之后",
    fields: { ...OBJECTION },
    ...both(
      "异议已收到",
      "您对《{题目}》（{申报编号}）提出的异议已经收到。学会会核实并把处理结果通知您；您的姓名和联系方式不会公开。",
    ),
    sms: "您对{申报编号}提出的异议已经收到，处理结果会通知您。",
    on: [],
  },
  objectionAnswered: {
    name: "异议处理结果",
    when: "学会处理异议之后",
    fields: { ...OBJECTION, 处理结果: "不成立", 答复: "经核实，材料与原件一致。" },
    ...both(
      "异议处理结果",
      "您对《{题目}》（{申报编号}）提出的异议已经核实，处理结果：{处理结果}。答复：{答复}",
    ),
    sms: "您对{申报编号}提出的异议已经处理，请登录学会网站查看站内消息。",
    on: ["sms"],
  },
} as const satisfies Record<string, EventSpec>;
