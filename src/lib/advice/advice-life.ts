import { from, type LifeCycle, type StepFacts } from "../flow/life-cycle.ts";

export const ADVICE_STATES = ["new", "taken", "answered", "closed"] as const;
export type AdviceState = (typeof ADVICE_STATES)[number];

const STATES = {
  new: { name: "待受理" },
  taken: { name: "处理中" },
  answered: { name: "已答复" },
  closed: { name: "已关闭", isEnd: true },
} as const satisfies Record<AdviceState, object>;

const ANSWER = ["content:advice:answer"] as const;

const STEPS = {
  take: {
    name: "受理",
    by: ANSWER,
    moves: { new: ["taken"] },
    refusals: { taken: "这条咨询已由其他同事受理，请刷新后再看" },
  },
  answer: {
    name: "答复",
    by: ANSWER,
    // An answer that was sent may be put right: the person is told once more.
    moves: from(["taken", "answered"], ["answered"]),
    refusals: { new: "请先受理，再答复" },
  },
  handOn: { name: "转办", by: ANSWER, moves: from(["new", "taken"], ["taken"]) },
  putBack: { name: "退回待受理", by: ANSWER, moves: { taken: ["new"] } },
  close: {
    name: "关闭",
    by: ["content:advice:close"],
    moves: from(["new", "taken", "answered"], ["closed"]),
  },
  withdraw: {
    name: "撤回",
    by: ["owner"],
    moves: { new: ["closed"] },
    refusals: { taken: "老师正在处理您的咨询，不能撤回；如需补充请致电学会" },
  },
  settle: { name: "到期办结", by: ["clock"], moves: { answered: ["closed"] } },
} as const satisfies Record<string, StepFacts<AdviceState>>;

export type AdviceStep = keyof typeof STEPS;
/** Steps that the clock alone takes. */
export type AdviceClock = "settle";
/** Steps that people take. */
export type AdviceVerb = Exclude<AdviceStep, AdviceClock>;

/** The life of a request for advice: product 4.9. */
export const ADVICE_LIFE = {
  subject: "advice",
  noun: "咨询",
  starts: ["new"],
  states: STATES,
  steps: STEPS,
} as const satisfies LifeCycle<AdviceState, AdviceStep>;

export const nameOfAdviceState = (state: string): string =>
  Object.hasOwn(STATES, state) ? STATES[state as AdviceState].name : state;

/** As the history calls a step; `create` is its beginning. */
export const nameOfAdviceStep = (action: string): string =>
  Object.hasOwn(STEPS, action)
    ? STEPS[action as AdviceStep].name
    : action === "create"
      ? "提交咨询"
      : action;
