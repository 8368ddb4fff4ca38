import { from, type LifeCycle, type StepFacts, staying, stepsIn } from "../flow/life-cycle.ts";

/** States as the wire has them (product 4.3); 11 is what a revoked confirmation leaves. */
export const STATE_CODES = {
  draft: 0,
  checking: 1,
  returned: 2,
  council: 3,
  waitPay: 4,
  payReview: 5,
  payFailed: 6,
  done: 7,
  rejected: 8,
  withdrawn: 9,
  closed: 10,
  voided: 11,
} as const;

export type SignState = keyof typeof STATE_CODES;

const STATES = {
  draft: { name: "草稿" },
  checking: { name: "待审核" },
  returned: { name: "退回修改" },
  council: { name: "待理事会审议" },
  waitPay: { name: "待缴费" },
  payReview: { name: "待财务确认" },
  payFailed: { name: "缴费驳回" },
  done: { name: "已完成", note: "已入会或已续会" },
  rejected: { name: "审核不通过", isEnd: true },
  withdrawn: { name: "已撤回", isEnd: true },
  closed: { name: "逾期关闭" },
  voided: { name: "已撤销", isEnd: true },
} as const satisfies Record<SignState, object>;

/** Somebody still has something to do: a person has one such application at most. */
export const OPEN_STATES = [
  "draft",
  "checking",
  "returned",
  "council",
  "waitPay",
  "payReview",
  "payFailed",
] as const satisfies readonly SignState[];

const CHECK = ["member:sign:check", "member:sign:checkOrg"] as const;
const CONFIRM = ["member:finance:confirm"] as const;
const UNPAID = ["waitPay", "payFailed"] as const;

const STEPS = {
  save: {
    name: "保存",
    by: ["owner"],
    // What was sent back stays so until it is handed in again: its reasons stay in sight.
    moves: staying(["draft", "returned"]),
    isQuiet: true,
    isHidden: true,
  },
  submit: {
    name: "提交申请",
    by: ["owner"],
    // Straight to the payment: a renewal whose level asks for no review.
    moves: { draft: ["checking", "waitPay", "done"], returned: ["checking", "waitPay", "done"] },
  },
  openRenewal: {
    name: "代办续会",
    by: ["member:renewal:batch"],
    // One payer renews a list of members: the draft is begun and handed in at once.
    moves: { draft: ["waitPay", "done"] },
    isHidden: true,
  },
  discard: { name: "删除草稿", by: ["owner"], moves: { draft: ["gone"] } },
  withdraw: {
    name: "撤回申请",
    by: ["owner"],
    moves: from(["checking", "returned", "council", "waitPay", "payFailed"], ["withdrawn"]),
    refusals: {
      payReview: "您已提交缴费凭证，请等待财务确认；需要撤回请联系会员部",
      done: "申请已办结，不能撤回；退会请联系会员部",
    },
  },
  pass: {
    name: "审核通过",
    by: CHECK,
    moves: { checking: ["council", "waitPay", "done"] },
  },
  return: { name: "退回修改", by: CHECK, moves: { checking: ["returned"] } },
  reject: { name: "审核不通过", by: CHECK, moves: { checking: ["rejected"] } },
  councilPass: {
    name: "审议通过",
    by: ["member:sign:council"],
    moves: { council: ["waitPay", "done"] },
  },
  councilReject: {
    name: "审议不通过",
    by: ["member:sign:council"],
    moves: { council: ["rejected"] },
  },
  pay: {
    name: "提交缴费凭证",
    by: ["owner"],
    moves: { ...from(UNPAID, ["payReview"]), payReview: ["payReview"] },
  },
  confirm: {
    name: "确认到账",
    by: CONFIRM,
    // Less than is due leaves the rest to be paid.
    moves: { ...from([...UNPAID, "payReview"], ["done", "waitPay"]) },
    refusals: { done: "这笔会费已经确认到账，请勿重复确认" },
  },
  fail: {
    name: "驳回凭证",
    by: CONFIRM,
    moves: { payReview: ["payFailed"] },
    refusals: { done: "这笔会费已经确认到账，不能驳回" },
  },
  rebranch: {
    name: "更正分支机构",
    by: CHECK,
    moves: staying(["checking", "returned", "council", "waitPay", "payReview", "payFailed"]),
  },
  adjust: {
    name: "款项调整",
    by: ["finance:refund:approve"],
    // What came in is more or less than was written down: the rest is paid then, or asked for.
    moves: {
      waitPay: ["waitPay", "done"],
      payFailed: ["payFailed", "done"],
      ...staying(["payReview", "done"]),
    },
    isHidden: true,
  },
  reopen: {
    name: "重新开放",
    by: ["member:sign:reopen"],
    moves: { closed: ["waitPay", "returned"] },
  },
  askRevoke: { name: "提请撤销", by: ["member:sign:revoke"], moves: { done: ["done"] } },
  revoke: { name: "撤销入会", by: ["member:sign:revoke"], moves: { done: ["voided"] } },
  remind: { name: "发送提醒", by: ["clock"], moves: staying(["returned", ...UNPAID]) },
  close: { name: "逾期关闭", by: ["clock"], moves: from(["returned", ...UNPAID], ["closed"]) },
} as const satisfies Record<string, StepFacts<SignState>>;

export type SignStep = keyof typeof STEPS;

/** Steps that the clock alone takes. */
export type SignClock = "remind" | "close";

/** Steps that people take. */
export type SignVerb = Exclude<SignStep, SignClock>;

/** The life of an application for membership: product 4.3, and decision 31 for what is added to it. */
export const SIGN_LIFE = {
  subject: "sign",
  noun: "申请",
  starts: ["draft"],
  states: STATES,
  steps: STEPS,
} as const satisfies LifeCycle<SignState, SignStep>;

export const stateOfCode = (code: number): SignState => {
  const found = (Object.entries(STATE_CODES) as [SignState, number][]).find(
    ([, each]) => each === code,
  );
  if (!found) throw new Error(`no state of an application has the code ${code}`);
  return found[0];
};

/** The steps of people that have buttons in a state, by the state's code. */
export const stepsFrom = (code: number): SignVerb[] =>
  stepsIn<SignState, SignStep>(SIGN_LIFE, stateOfCode(code)).filter(
    (step): step is SignVerb => step !== "remind" && step !== "close",
  );

/** As the history calls a step; `create` is its beginning. */
export const nameOfSignStep = (action: string): string =>
  Object.hasOwn(STEPS, action)
    ? STEPS[action as SignStep].name
    : action === "create"
      ? "创建草稿"
      : action;
