/** Who outside of the society is given personal data, and what for (PIPL 23; product 7.2). */
export const RECIPIENTS: readonly { who: string; what: string; why: string }[] = [
  {
    who: "短信服务商",
    what: "手机号、短信内容",
    why: "发送验证码和办理进度的通知",
  },
  { who: "邮件服务商", what: "邮箱、邮件内容", why: "发送票据、会员证和通知" },
  {
    who: "开户银行",
    what: "付款人名称、金额、附言",
    why: "您转账时由银行处理，学会据此核对会费",
  },
  {
    who: "财政、税务部门",
    what: "票据抬头、税号、金额",
    why: "开具会费票据和发票，依法必须提供",
  },
  {
    who: "社会公众",
    what: "单位会员的名称、级别和地区；同意展示的个人会员的姓名、单位和级别",
    why: "公开的会员名录；会员证按编号查验",
  },
];
