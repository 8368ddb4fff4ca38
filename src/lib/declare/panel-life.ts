import { from, type LifeCycle, type StepFacts, staying } from "../flow/life-cycle.ts";

export const PANEL_CODES = { invited: 0, accepted: 1, declined: 2, removed: 3 } as const;

export type PanelState = keyof typeof PANEL_CODES;

const INVITE = ["declare:panel:invite"] as const;

const STEPS = {
  accept: {
    name: "接受邀请",
    by: ["owner"],
    // Once more where the promise was written anew.
    moves: { ...from(["invited", "accepted"], ["accepted"]) },
  },
  decline: { name: "谢绝邀请", by: ["owner"], moves: { invited: ["declined"] } },
  invite: { name: "再次邀请", by: INVITE, moves: from(["declined", "removed"], ["invited"]) },
  remind: { name: "提醒", by: INVITE, moves: staying(["invited", "accepted"]) },
  remove: { name: "移出评审", by: INVITE, moves: from(["invited", "accepted"], ["removed"]) },
  nudge: { name: "到期提醒", by: ["clock"], moves: staying(["accepted"]) },
} as const satisfies Record<string, StepFacts<PanelState>>;

export type PanelStep = keyof typeof STEPS;
export type PanelClock = "nudge";
export type PanelVerb = Exclude<PanelStep, PanelClock>;

/** An expert in a batch, from the invitation on. */
export const PANEL_LIFE = {
  subject: "declarePanel",
  noun: "评审邀请",
  starts: ["invited"],
  states: {
    invited: { name: "待答复" },
    accepted: { name: "已接受" },
    declined: { name: "已谢绝" },
    removed: { name: "已移出" },
  },
  steps: STEPS,
} as const satisfies LifeCycle<PanelState, PanelStep>;

/** A state by its code, where `codes` has it. */
const stateOf = <S extends string>(codes: Readonly<Record<S, number>>, code: number): S => {
  for (const state in codes) if (codes[state] === code) return state;
  throw new Error(`no state has the code ${code}`);
};

export const panelStateOf = (code: number): PanelState => stateOf(PANEL_CODES, code);
export const panelStateName = (code: number): string => PANEL_LIFE.states[panelStateOf(code)].name;

export const REVIEW_CODES = { open: 0, done: 1, recused: 2, replaced: 3 } as const;

export type ReviewState = keyof typeof REVIEW_CODES;

const ASSIGN = ["declare:panel:assign"] as const;

const REVIEW_STEPS = {
  save: { name: "保存", by: ["owner"], moves: staying(["open"]), isQuiet: true, isHidden: true },
  submit: {
    name: "提交评分",
    by: ["owner"],
    moves: { open: ["done"] },
    refusals: { done: "评分已经提交，不能重复提交或修改" },
  },
  recuse: {
    name: "申请回避",
    by: ["owner"],
    moves: { open: ["recused"] },
    refusals: { done: "评分已经提交，不能再回避；确需回避请联系学会秘书处" },
  },
  replace: {
    name: "取消分配",
    by: ASSIGN,
    moves: { open: ["replaced"] },
    refusals: { done: "这位专家已经提交评分，不能取消分配" },
  },
  restore: { name: "重新分配", by: ASSIGN, moves: { replaced: ["open"] } },
} as const satisfies Record<string, StepFacts<ReviewState>>;

export type ReviewVerb = keyof typeof REVIEW_STEPS;

/** What one expert does with one declaration. */
export const REVIEW_LIFE = {
  subject: "declareReview",
  noun: "评审",
  starts: ["open"],
  states: {
    open: { name: "待评审" },
    done: { name: "已提交", isEnd: true },
    recused: { name: "已回避", isEnd: true },
    replaced: { name: "已取消" },
  },
  steps: REVIEW_STEPS,
} as const satisfies LifeCycle<ReviewState, ReviewVerb>;

export const reviewStateOf = (code: number): ReviewState => stateOf(REVIEW_CODES, code);
export const reviewStateName = (code: number): string =>
  REVIEW_LIFE.states[reviewStateOf(code)].name;
