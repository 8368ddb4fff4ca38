import type { LifeCycle, StepFacts } from "../flow/life-cycle.ts";

export const CORRECTION_STATES = ["asked", "agreed", "refused", "withdrawn"] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];

const STATES = {
  asked: { name: "待办理" },
  agreed: { name: "已更正", isEnd: true },
  refused: { name: "未更正", isEnd: true },
  withdrawn: { name: "已撤回", isEnd: true },
} as const satisfies Record<CorrectionState, object>;

const DECIDE = ["member:correction:decide"] as const;
const DONE = "这项更正已经办理，请刷新后再看";

const STEPS = {
  agree: {
    name: "同意更正",
    by: DECIDE,
    moves: { asked: ["agreed"] },
    refusals: { agreed: DONE, refused: DONE },
  },
  refuse: {
    name: "不予更正",
    by: DECIDE,
    moves: { asked: ["refused"] },
    refusals: { agreed: DONE, refused: DONE },
  },
  withdraw: {
    name: "撤回",
    by: ["owner"],
    moves: { asked: ["withdrawn"] },
    refusals: { agreed: "您的资料已经更正，不能撤回", refused: "这项申请已经办理，不能撤回" },
  },
} as const satisfies Record<string, StepFacts<CorrectionState>>;

export type CorrectionVerb = keyof typeof STEPS;

/** The life of a member's request to have the register put right: product 7.2. */
export const CORRECTION_LIFE = {
  subject: "correction",
  noun: "更正申请",
  starts: ["asked"],
  states: STATES,
  steps: STEPS,
} as const satisfies LifeCycle<CorrectionState, CorrectionVerb>;

export const nameOfCorrectionState = (state: string): string =>
  Object.hasOwn(STATES, state) ? STATES[state as CorrectionState].name : state;

/** Files that prove what is asked for. */
export const PROOFS = { most: 3, person: "identity", unit: "licence" } as const;
