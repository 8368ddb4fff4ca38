import type { LifeCycle, StepFacts } from "../flow/life-cycle.ts";

export const OBJECTION_CODES = { open: 0, upheld: 1, dismissed: 2, withdrawn: 3 } as const;

export type ObjectionState = keyof typeof OBJECTION_CODES;

const ANSWER = ["declare:objection:answer"] as const;

const STEPS = {
  uphold: {
    name: "异议成立",
    by: ANSWER,
    // What was shown goes back to the committee.
    moves: { open: ["upheld"] },
  },
  dismiss: { name: "异议不成立", by: ANSWER, moves: { open: ["dismissed"] } },
  withdraw: { name: "撤回异议", by: ["owner"], moves: { open: ["withdrawn"] } },
} as const satisfies Record<string, StepFacts<ObjectionState>>;

export type ObjectionVerb = keyof typeof STEPS;

/** What somebody objects to a declaration that is shown to the public. */
export const OBJECTION_LIFE = {
  subject: "declareObjection",
  noun: "异议",
  starts: ["open"],
  states: {
    open: { name: "待处理" },
    upheld: { name: "成立", isEnd: true },
    dismissed: { name: "不成立", isEnd: true },
    withdrawn: { name: "已撤回", isEnd: true },
  },
  steps: STEPS,
} as const satisfies LifeCycle<ObjectionState, ObjectionVerb>;

export function objectionStateOf(code: number): ObjectionState {
  for (const [state, each] of Object.entries(OBJECTION_CODES) as [ObjectionState, number][]) {
    if (each === code) return state;
  }
  throw new Error(`no state of an objection has the code ${code}`);
}

export const objectionStateName = (code: number): string =>
  OBJECTION_LIFE.states[objectionStateOf(code)].name;

/** Characters of what is objected and of its answer. */
export const OBJECTION = { least: 10, most: 1_000, contact: 60, name: 30 } as const;

const lengthOf = (text: string): number => Array.from(text).length;

/** What is wrong with an objection, by its fields; for the page and for the server. */
export function objectionProblems(given: {
  name: string;
  contact: string;
  reason: string;
}): Record<string, string | undefined> {
  const name = lengthOf(given.name.trim());
  const contact = given.contact.trim();
  const reason = lengthOf(given.reason.trim());
  const isPhone = /^[\d+][\d\-() 转]{4,}$/.test(contact);
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact);
  return {
    name:
      name === 0
        ? "请填写您的姓名或单位名称"
        : name > OBJECTION.name
          ? `姓名最多 ${OBJECTION.name} 个字`
          : undefined,
    contact:
      contact === ""
        ? "请填写联系方式，以便核实和答复"
        : (isPhone || isMail) && contact.length <= OBJECTION.contact
          ? undefined
          : "请填写正确的电话或电子邮箱",
    reason:
      reason < OBJECTION.least
        ? `请写明异议的理由和依据，至少 ${OBJECTION.least} 个字`
        : reason > OBJECTION.most
          ? `异议最多 ${OBJECTION.most} 个字，现在 ${reason} 个`
          : undefined,
  };
}
