import type { Channel, Words } from "./channels.ts";

export type EventSpec = {
  name: string;
  /** When it is sent, for the person who edits its texts. */
  when: string;
  /** Fields that its texts may name in braces, each with an example for the preview. */
  fields: Readonly<Record<string, string>>;
  site: Words;
  sms: string;
  mail: Words;
  /** Channels that are on until staff say otherwise; in-site is always. */
  on: readonly Exclude<Channel, "site">[];
  /** Reminders of one name share a limit of short messages for one subject (product 4.5). */
  reminder?: string;
};

const PERSON = { 姓名: "张晓明" };
const SIGN = { ...PERSON, 申请编号: "S202600128" };
const PAY = { ...SIGN, 应缴金额: "300.00", 缴费截止日: "2026-05-30", 附言码: "H7K2M9Q4" };
const MEMBER = { ...PERSON, 会员号: "P202600086" };
const TERM = { ...MEMBER, 会员级别: "个人会员", 有效期至: "2026-12-31" };

/** A text of the site that is good for a letter as well. */
const both = (title: string, text: string) => ({
  site: { title, text },
  mail: { title, text: `{姓名}，您好！\n\n${text}` },
});

/**
 * The events that people are told of, with the texts they begin with. Channels: product 4.3, 4.5 and
 * 4.10 (in-site always; short messages where something was decided, is to be paid or runs out; mail for
 * receipts and certificates).
 */
export const EVENTS = {
  signSubmitted: {
    name: "入会申请已提交",
    when: "申请人提交入会申请之后",
    fields: SIGN,
    ...both(
      "入会申请已提交",
      "您的入会申请（{申请编号}）已经提交，预计 3 个工作日内完成审核。审核结果会在这里通知您，您也可以随时到“我的会籍”查看进度。",
    ),
    sms: "您的入会申请{申请编号}已提交，预计3个工作日内完成审核。",
    on: [],
  },
  signReturned: {
    name: "入会申请退回修改",
    when: "审核人把申请退回给申请人之后",
    fields: { ...SIGN, 退回原因: "单位全称与营业执照不一致" },
    ...both(
      "入会申请需要修改",
      "您的入会申请（{申请编号}）需要修改后再提交：{退回原因}。您填写的内容都已保留，请到“我的会籍”修改后重新提交。",
    ),
    sms: "您的入会申请{申请编号}需要修改：{退回原因}。请登录学会网站修改后重新提交。",
    on: ["sms"],
  },
  signRejected: {
    name: "入会申请未通过",
    when: "审核人或理事会不予通过之后",
    fields: { ...SIGN, 原因: "所填专业经历与入会条件不符", 可再次申请日期: "2026-04-30" },
    ...both(
      "入会申请未通过",
      "很遗憾，您的入会申请（{申请编号}）未获通过：{原因}。您可以在 {可再次申请日期} 之后再次申请；如有疑问，欢迎与学会秘书处联系。",
    ),
    sms: "很遗憾，您的入会申请{申请编号}未获通过：{原因}。如有疑问请与学会秘书处联系。",
    on: ["sms"],
  },
  signCouncil: {
    name: "入会申请待理事会审议",
    when: "初审通过、按级别须由理事会审议时",
    fields: SIGN,
    ...both(
      "入会申请已通过初审",
      "您的入会申请（{申请编号}）已通过初审，将提交理事会审议。审议通过后会通知您缴纳会费。",
    ),
    sms: "您的入会申请{申请编号}已通过初审，将提交理事会审议。",
    on: [],
  },
  signRebranched: {
    name: "申请的分支机构已更正",
    when: "审核人更正申请所属的分支机构之后",
    fields: { ...SIGN, 分支机构: "学前教育分会", 原因: "所填专业属于学前教育" },
    ...both(
      "申请的分支机构已更正",
      "您的申请（{申请编号}）已转到{分支机构}办理：{原因}。您不用重新填写，其他内容没有变化；如有疑问，欢迎与学会秘书处联系。",
    ),
    sms: "您的申请{申请编号}已转到{分支机构}办理，其他内容没有变化，不用重新填写。",
    on: [],
  },
  signWaitPay: {
    name: "审核通过，待缴费",
    when: "申请通过审核或理事会审议、需要缴费时",
    fields: PAY,
    ...both(
      "审核通过，请缴纳会费",
      "恭喜！您的申请（{申请编号}）已通过审核。请在 {缴费截止日} 前缴纳会费 {应缴金额} 元，转账时请在附言中填写 {附言码}，并到“我的会籍”上传缴费凭证。",
    ),
    sms: "您的申请{申请编号}已通过审核，请在{缴费截止日}前缴纳会费{应缴金额}元，转账附言请填{附言码}。",
    on: ["sms"],
  },
  voucherReceived: {
    name: "缴费凭证已收到",
    when: "申请人上传缴费凭证之后",
    fields: { ...SIGN, 缴费金额: "300.00" },
    ...both(
      "缴费凭证已收到",
      "您为申请（{申请编号}）提交的缴费凭证（{缴费金额} 元）已收到，财务人员核对到账后会通知您。",
    ),
    sms: "您为申请{申请编号}提交的缴费凭证已收到，核对到账后会通知您。",
    on: [],
  },
  payFailed: {
    name: "缴费驳回",
    when: "财务人员核对缴费、未能确认之后",
    fields: { ...SIGN, 驳回原因: "凭证图片无法看清，请重新上传" },
    ...both(
      "缴费未能确认",
      "您为申请（{申请编号}）提交的缴费暂未能确认：{驳回原因}。请到“我的会籍”核对后重新提交凭证；如已到账，请与学会财务联系。",
    ),
    sms: "您为申请{申请编号}提交的缴费未能确认：{驳回原因}。请登录学会网站重新提交凭证。",
    on: ["sms"],
  },
  memberJoined: {
    name: "已入会",
    when: "确认到账、成为会员之后",
    fields: TERM,
    ...both(
      "欢迎加入学会",
      "欢迎您成为学会的{会员级别}！您的会员号是 {会员号}，会籍有效期至 {有效期至}。电子会员证已经生成，可到“我的会籍”查看和下载。",
    ),
    sms: "欢迎您成为学会的{会员级别}！会员号{会员号}，有效期至{有效期至}，电子会员证请登录学会网站下载。",
    on: ["sms", "mail"],
  },
  memberRenewed: {
    name: "已续会",
    when: "确认续会费到账之后",
    fields: TERM,
    ...both(
      "续会成功",
      "感谢您继续支持学会！您的会籍（{会员号}，{会员级别}）有效期已延至 {有效期至}，新的电子会员证可到“我的会籍”下载。",
    ),
    sms: "续会成功！您的会籍{会员号}有效期已延至{有效期至}，感谢您继续支持学会。",
    on: ["sms", "mail"],
  },
  payReminder: {
    name: "缴费提醒",
    when: "待缴费的第 7、30、53 天",
    fields: PAY,
    ...both(
      "请缴纳会费",
      "您的申请（{申请编号}）已通过审核，还没有收到会费 {应缴金额} 元。请在 {缴费截止日} 前缴纳，转账附言请填写 {附言码}；逾期申请将自动关闭。如已缴费，请到“我的会籍”上传凭证。",
    ),
    sms: "您的申请{申请编号}尚未缴费，请在{缴费截止日}前缴纳{应缴金额}元，附言{附言码}，逾期将关闭。已缴请上传凭证。",
    on: ["sms"],
    reminder: "pay",
  },
  renewalByPayer: {
    name: "单位代缴续会会费",
    when: "付款单位为一批会员一并续会、待缴费时",
    fields: { ...PAY, 付款单位: "云川师范大学" },
    ...both(
      "已为您发起续会",
      "{付款单位} 正在为您统一缴纳续会会费 {应缴金额} 元（申请 {申请编号}），您无需自行转账。会费到账后会通知您；如有疑问，请与付款单位或学会秘书处联系。",
    ),
    sms: "{付款单位}正在为您统一缴纳续会会费{应缴金额}元（申请{申请编号}），您无需自行转账。",
    on: [],
  },
  signClosed: {
    name: "申请逾期关闭",
    when: "退回修改或待缴费满 60 天之后",
    fields: SIGN,
    ...both(
      "申请已逾期关闭",
      "您的申请（{申请编号}）超过 60 天没有继续办理，已自动关闭。如仍希望入会，欢迎重新申请；如已缴费，请与学会秘书处联系，我们会为您恢复。",
    ),
    sms: "您的申请{申请编号}超过60天没有继续办理，已自动关闭。如已缴费请与学会秘书处联系。",
    on: ["sms"],
  },
  duesNotice: {
    name: "会费通知",
    when: "会员部门向所选会员发送会费通知时",
    fields: {
      ...TERM,
      应缴金额: "300.00",
      通知内容: "新一年度的会费已开始收缴，请您按时缴纳。",
    },
    ...both(
      "会费通知",
      "{通知内容}\n\n您是学会的{会员级别}（{会员号}），会籍有效期至 {有效期至}，续会应缴会费 {应缴金额} 元。请到“我的会籍”办理续会。",
    ),
    sms: "您的会籍{会员号}有效期至{有效期至}，续会应缴会费{应缴金额}元，请登录学会网站办理续会。",
    on: ["sms", "mail"],
    reminder: "dues",
  },
  termExpiring: {
    name: "会籍即将到期",
    when: "会籍到期前 60、30、7 天",
    fields: { ...MEMBER, 有效期至: "2026-12-31", 剩余天数: "30" },
    ...both(
      "会籍即将到期",
      "您的会籍（{会员号}）将于 {有效期至} 到期，还有 {剩余天数} 天。请到“我的会籍”办理续会，会员服务不会中断。",
    ),
    sms: "您的会籍{会员号}将于{有效期至}到期，请登录学会网站办理续会。",
    on: ["sms"],
    reminder: "term",
  },
  termExpired: {
    name: "会籍已到期",
    when: "会籍到期后 1、30、90 天",
    fields: { ...MEMBER, 有效期至: "2025-12-31", 已过天数: "30" },
    ...both(
      "会籍已经到期",
      "您的会籍（{会员号}）已于 {有效期至} 到期，至今 {已过天数} 天。到期后 90 天内为宽限期，请尽快到“我的会籍”办理续会。",
    ),
    sms: "您的会籍{会员号}已于{有效期至}到期，请登录学会网站办理续会。",
    on: ["sms"],
    reminder: "term",
  },
  memberLapsed: {
    name: "自动退会",
    when: "理事会决定连续一年未缴会费的会员自动退会之后",
    fields: { ...MEMBER, 有效期至: "2024-12-31", 决议号: "会理〔2026〕3号" },
    ...both(
      "会籍已终止",
      "您的会籍（{会员号}）已于 {有效期至} 到期，此后一年未缴纳会费。按照章程，理事会已决定按自动退会办理（决议 {决议号}）。会员号为您保留，欢迎随时重新申请入会；如有疑问，请与学会秘书处联系。",
    ),
    sms: "您的会籍{会员号}到期后一年未缴会费，理事会已按自动退会办理。欢迎随时重新申请入会。",
    on: ["sms"],
  },
  receiptIssued: {
    name: "票据已开具",
    when: "财务人员开具票据之后",
    fields: { ...PERSON, 票据号码: "2600001280", 金额: "300.00" },
    ...both(
      "票据已开具",
      "您的票据（号码 {票据号码}，金额 {金额} 元）已经开具，可到“我的会籍”查看和下载。",
    ),
    sms: "您的票据{票据号码}（{金额}元）已开具，请登录学会网站下载。",
    on: ["mail"],
  },
  receiptKept: {
    name: "票据不予重开",
    when: "财务人员没有同意重开票据之后",
    fields: { ...PERSON, 票据号码: "2600001280", 原因: "抬头与缴费人一致，无须重开" },
    ...both(
      "票据无须重开",
      "您申请重开的票据（号码 {票据号码}）没有重开：{原因}。原票据继续有效，如有疑问，请与学会财务联系。",
    ),
    sms: "您申请重开的票据{票据号码}没有重开：{原因}。原票据继续有效。",
    on: [],
  },
  certificateRevoked: {
    name: "会员证已撤销",
    when: "撤销一份电子会员证之后",
    fields: { ...MEMBER, 原因: "会员信息变更，已另发新证" },
    ...both(
      "会员证已撤销",
      "您的电子会员证（会员号 {会员号}）已撤销：{原因}。已下载的旧证件不再有效，请勿继续使用；如有疑问，请与学会秘书处联系。",
    ),
    sms: "您的电子会员证（会员号{会员号}）已撤销：{原因}。",
    on: ["mail"],
  },
  refundDone: {
    name: "退款已办理",
    when: "退款经两人办理完成之后",
    fields: { ...PERSON, 退款金额: "300.00", 退款原因: "重复缴费" },
    ...both(
      "退款已办理",
      "您的退款 {退款金额} 元（{退款原因}）已经办理，将退回原缴费账户，到账时间以银行为准。",
    ),
    sms: "您的退款{退款金额}元（{退款原因}）已办理，将退回原缴费账户，到账时间以银行为准。",
    on: ["sms"],
  },
  phoneChanged: {
    name: "手机号已更换",
    when: "账号的手机号更换之后，短信发往原手机号",
    fields: { ...PERSON, 新手机号: "139****0001" },
    ...both(
      "手机号已更换",
      "您账号的手机号已更换为 {新手机号}，其他设备上的登录已经退出。如非本人操作，请立即修改密码并与学会联系。",
    ),
    sms: "您账号的手机号已更换为{新手机号}。如非本人操作，请立即与学会联系。",
    on: ["sms"],
  },
  dataReady: {
    name: "个人数据可以下载",
    when: "本人要求的个人数据副本制作好之后",
    fields: { ...PERSON, 保留天数: "7" },
    ...both(
      "您的个人数据可以下载了",
      "您要求导出的个人数据已经准备好，{保留天数} 天内可在个人中心的“隐私”里下载。如非本人操作，请立即修改密码并与学会联系。",
    ),
    sms: "您要求导出的个人数据已准备好，请登录学会网站的个人中心下载。如非本人操作，请修改密码。",
    on: [],
  },
  closureAsked: {
    name: "账号将注销",
    when: "本人申请注销账号之后",
    fields: { ...PERSON, 注销日期: "2026-05-30" },
    ...both(
      "您的账号将注销",
      "您已申请注销账号，将于 {注销日期} 完成。在此之前登录网站，可以在个人中心的“隐私”里撤销。如非本人操作，请立即撤销并修改密码。",
    ),
    sms: "您已申请注销账号，将于{注销日期}完成，此前登录网站可以撤销。如非本人操作，请立即登录撤销并修改密码。",
    on: ["sms"],
  },
  closureDone: {
    name: "账号已注销",
    when: "账号注销完成之后，短信发往注销前的手机号",
    fields: { ...PERSON, 注销日期: "2026-05-30" },
    ...both("账号已注销", "您的账号已于 {注销日期} 注销，感谢您对学会的支持。"),
    sms: "您的账号已于{注销日期}注销，个人信息已删除。感谢您对学会的支持。",
    on: ["sms"],
  },
  emailChanged: {
    name: "邮箱已绑定",
    when: "账号的邮箱绑定或更换之后，邮件发往原邮箱",
    fields: { ...PERSON, 新邮箱: "z***@example.org" },
    ...both(
      "邮箱已绑定",
      "您账号的邮箱已绑定为 {新邮箱}。如非本人操作，请立即修改密码并与学会联系。",
    ),
    sms: "您账号的邮箱已绑定为{新邮箱}。如非本人操作，请立即与学会联系。",
    on: ["mail"],
  },
} as const satisfies Readonly<Record<string, EventSpec>>;

export type EventName = keyof typeof EVENTS;

/** What a call of an event gives: a text for each of its fields. */
export type FieldsOf<E extends EventName> = Readonly<
  Record<keyof (typeof EVENTS)[E]["fields"], string>
>;

export const isEvent = (name: string): name is EventName => Object.hasOwn(EVENTS, name);

/** The event as any event is read. */
export const specOf = (event: EventName): EventSpec => EVENTS[event];
