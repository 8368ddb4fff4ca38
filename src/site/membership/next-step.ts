import { callApi } from "../session/http.ts";
import { loginHref } from "../session/login-guard.ts";

/** What one reads of one's membership, and where the button leads. */
export type Next = { title: string; label: string; href: string; text?: string };

const APPLY = "/Membership/apply";
const MINE = "/Membership/mine";

export const LOG_IN: Next = {
  title: "登录之后就可以开始填写",
  label: "登录后开始入会",
  href: loginHref(APPLY),
};
const BEGIN: Next = { title: "现在就可以开始填写", label: "开始入会", href: APPLY };
const MEMBER: Next = {
  title: "您已是学会会员",
  label: "我的会籍",
  href: MINE,
  text: "会员证、缴费记录和续会都在“我的会籍”。",
};
const RENEW: Next = {
  title: "您的会籍可以续期了",
  label: "去续会",
  href: MINE,
  text: "到期后 90 天内续会的，会籍连续计算，会员编号不变。",
};
const WAITS: Next = {
  title: "您的申请正在办理",
  label: "查看进度",
  href: MINE,
  text: "结果会以短信和站内消息告知您。",
};
const PAY: Next = {
  title: "审核已经通过，等待缴费",
  label: "去缴费",
  href: MINE,
  text: "收款账户、金额和参考码列在“我的会籍”，请在期限前转账并上传凭证。",
};

/** By the code of an open application's state (product 4.3). */
const NEXT: Readonly<Record<number, Next>> = {
  0: { title: "您的申请还没有填完", label: "继续填写", href: APPLY },
  1: WAITS,
  2: {
    title: "申请需要补充或修改",
    label: "去修改",
    href: APPLY,
    text: "需要修改的地方已在表中逐项标出。",
  },
  3: WAITS,
  4: PAY,
  5: WAITS,
  6: { ...PAY, title: "缴费凭证需要重新提交" },
};

/** What getInfo says of one's latest application and membership (product 4.3), as far as it matters here. */
type Own = {
  sign?: { state: number } | null;
  member?: { state: string; canRenew: boolean } | null;
};

/** Nothing where it cannot be said: the button then leads to the form, which says what is there already. */
async function readOwnState(): Promise<Own> {
  try {
    return (await callApi<{ data?: Own }>("GET", "/api/system/sign/getInfo")).data ?? {};
  } catch {
    return {};
  }
}

function nextOf({ sign, member }: Own): Next {
  const open = sign ? NEXT[sign.state] : undefined;
  if (open) return open;
  if (member?.canRenew) return RENEW;
  return member?.state === "valid" || member?.state === "grace" ? MEMBER : BEGIN;
}

/** The next step of who is logged in. */
export const readNext = async (): Promise<Next> => nextOf(await readOwnState());
