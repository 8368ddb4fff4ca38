import { from, type LifeCycle, type StepFacts, staying, stepsIn } from "../flow/life-cycle.ts";

/** States as the wire has them (product 4.8). */
export const DECLARE_CODES = {
  draft: 0,
  unitCheck: 1,
  formCheck: 2,
  returned: 3,
  expert: 4,
  final: 5,
  publicity: 6,
  approved: 7,
  opening: 8,
  midterm: 9,
  closing: 10,
  completed: 11,
  declined: 12,
  terminated: 13,
  withdrawn: 14,
} as const;

export type DeclareState = keyof typeof DECLARE_CODES;

const STATES = {
  draft: { name: "草稿" },
  unitCheck: { name: "待单位审核" },
  formCheck: { name: "待形式审查" },
  returned: { name: "退回修改" },
  expert: { name: "专家评审" },
  final: { name: "待终审" },
  publicity: { name: "公示" },
  approved: { name: "立项", note: "或已获奖" },
  opening: { name: "开题" },
  midterm: { name: "中期" },
  closing: { name: "结题申请" },
  completed: { name: "结题", isEnd: true },
  declined: { name: "不予立项", isEnd: true },
  terminated: { name: "终止", note: "或撤项", isEnd: true },
  withdrawn: { name: "已撤回", isEnd: true },
} as const satisfies Record<DeclareState, object>;

const WRITABLE = ["draft", "returned"] as const;
const RUNNING = ["approved", "opening", "midterm", "closing"] as const;
const CHECK = ["declare:item:check"] as const;
const DECIDE = ["declare:item:decide"] as const;
const STAGE = ["declare:item:stage"] as const;

const STEPS = {
  save: {
    name: "保存",
    by: ["owner"],
    moves: staying(WRITABLE),
    isQuiet: true,
    isHidden: true,
  },
  submit: {
    name: "提交申报",
    by: ["owner"],
    // By way of the unit where it is a member and the batch asks for its check.
    moves: from(WRITABLE, ["unitCheck", "formCheck"]),
  },
  discard: { name: "删除草稿", by: ["owner"], moves: { draft: ["gone"] } },
  withdraw: {
    name: "撤回申报",
    by: ["owner"],
    moves: from(["unitCheck", "formCheck", "returned"], ["withdrawn"]),
    refusals: {
      expert: "申报已进入专家评审，不能自行撤回；确需撤回请联系学会秘书处",
      final: "申报已进入终审，不能自行撤回；确需撤回请联系学会秘书处",
    },
  },
  unitPass: { name: "单位同意推荐", by: ["unit"], moves: { unitCheck: ["formCheck"] } },
  unitReturn: { name: "单位退回修改", by: ["unit"], moves: { unitCheck: ["returned"] } },
  pass: { name: "形式审查通过", by: CHECK, moves: { formCheck: ["expert"] } },
  return: { name: "退回修改", by: CHECK, moves: { formCheck: ["returned"] } },
  reject: { name: "形式审查不通过", by: CHECK, moves: { formCheck: ["declined"] } },
  rank: { name: "评审汇总", by: DECIDE, moves: { expert: ["final"] } },
  publicise: { name: "终审通过，公示", by: DECIDE, moves: { final: ["publicity"] } },
  decline: { name: "终审不通过", by: DECIDE, moves: { final: ["declined"] } },
  establish: { name: "公示期满，立项或授奖", by: DECIDE, moves: { publicity: ["approved"] } },
  recall: {
    name: "撤下公示",
    by: DECIDE,
    // An objection was upheld: the committee looks at it once more.
    moves: { publicity: ["final"] },
  },
  open: { name: "登记开题", by: STAGE, moves: { approved: ["opening"] } },
  review: { name: "登记中期检查", by: STAGE, moves: { opening: ["midterm"] } },
  askClosing: { name: "申请结题", by: ["owner"], moves: { midterm: ["closing"] } },
  complete: { name: "准予结题", by: STAGE, moves: { closing: ["completed"] } },
  reviewAgain: { name: "结题材料退回", by: STAGE, moves: { closing: ["midterm"] } },
  terminate: { name: "终止或撤项", by: STAGE, moves: from(RUNNING, ["terminated"]) },
  endPublicity: {
    name: "公示期满",
    by: ["clock"],
    // It goes on where a holiday was entered meanwhile.
    moves: { publicity: ["approved", "publicity"] },
  },
  missDeadline: { name: "截止提醒", by: ["clock"], moves: staying(["draft"]) },
} as const satisfies Record<string, StepFacts<DeclareState>>;

export type DeclareStep = keyof typeof STEPS;

/** Steps that the clock alone takes. */
export type DeclareClock = "missDeadline" | "endPublicity";

/** Steps that people take. */
export type DeclareVerb = Exclude<DeclareStep, DeclareClock>;

/** The life of a declaration: product 4.8. */
export const DECLARE_LIFE = {
  subject: "declare",
  noun: "申报",
  starts: ["draft"],
  states: STATES,
  steps: STEPS,
} as const satisfies LifeCycle<DeclareState, DeclareStep>;

export const declareStateOf = (code: number): DeclareState => {
  const found = (Object.entries(DECLARE_CODES) as [DeclareState, number][]).find(
    ([, each]) => each === code,
  );
  if (!found) throw new Error(`no state of a declaration has the code ${code}`);
  return found[0];
};

export const declareStateName = (code: number): string => STATES[declareStateOf(code)].name;

/** The steps of people that have buttons in a state. */
export const declareStepsFrom = (code: number): DeclareVerb[] =>
  stepsIn<DeclareState, DeclareStep>(DECLARE_LIFE, declareStateOf(code)).filter(
    (step): step is DeclareVerb => step !== "missDeadline" && step !== "endPublicity",
  );

/** As the history calls a step; `create` is its beginning. */
export const nameOfDeclareStep = (action: string): string =>
  Object.hasOwn(STEPS, action)
    ? STEPS[action as DeclareStep].name
    : action === "create"
      ? "开始填写"
      : action;
