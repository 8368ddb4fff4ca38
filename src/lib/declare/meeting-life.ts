import { type LifeCycle, type StepFacts, staying } from "../flow/life-cycle.ts";

export const MEETING_CODES = { preparing: 0, frozen: 1, resolved: 2 } as const;

export type MeetingState = keyof typeof MEETING_CODES;

const EDIT = ["declare:meeting:edit"] as const;
const RESOLVED = "会议已登记决议，不能再修改；需要再议的请另开一次会议";

const STEPS = {
  edit: {
    name: "修改会议",
    by: EDIT,
    moves: staying(["preparing", "frozen"]),
    refusals: { resolved: RESOLVED },
  },
  freeze: {
    name: "冻结排名",
    by: EDIT,
    // From here on no score of the batch changes.
    moves: { preparing: ["frozen"] },
  },
  reopen: {
    name: "解除冻结",
    by: EDIT,
    moves: { frozen: ["preparing"] },
    refusals: { resolved: RESOLVED },
  },
  vote: {
    name: "登记表决",
    by: EDIT,
    moves: staying(["frozen"]),
    refusals: { preparing: "请先冻结排名，再登记表决", resolved: RESOLVED },
    isQuiet: true,
    isHidden: true,
  },
  resolve: {
    name: "登记决议",
    by: ["declare:item:decide"],
    moves: { frozen: ["resolved"] },
    refusals: { preparing: "请先冻结排名并登记表决，再登记决议" },
  },
  remove: {
    name: "删除会议",
    by: EDIT,
    moves: { preparing: ["gone"] },
    refusals: { frozen: "排名已冻结，请先解除冻结再删除会议" },
  },
} as const satisfies Record<string, StepFacts<MeetingState>>;

export type MeetingVerb = keyof typeof STEPS;

/** A meeting of the committee that decides on the declarations of a batch. */
export const MEETING_LIFE = {
  subject: "declareMeeting",
  noun: "终审会议",
  starts: ["preparing"],
  states: {
    preparing: { name: "筹备中" },
    frozen: { name: "已冻结排名" },
    resolved: { name: "已登记决议", isEnd: true },
  },
  steps: STEPS,
} as const satisfies LifeCycle<MeetingState, MeetingVerb>;

export function meetingStateOf(code: number): MeetingState {
  for (const [state, each] of Object.entries(MEETING_CODES) as [MeetingState, number][]) {
    if (each === code) return state;
  }
  throw new Error(`no state of a meeting has the code ${code}`);
}

export const meetingStateName = (code: number): string =>
  MEETING_LIFE.states[meetingStateOf(code)].name;

/** What the committee says of a declaration. */
export const CASE_RESULTS = { pass: "通过", refuse: "不通过" } as const;

/** What is recorded of a vote; null where nothing was said yet. */
export type Votes = { agree: number | null; against: number | null; abstain: number | null };

/** Why votes cannot be so, by the field; `present`: how many members are there. */
export function voteProblem(votes: Votes, result: string, present: number): string | undefined {
  const { agree, against, abstain } = votes;
  const sum = (agree ?? 0) + (against ?? 0) + (abstain ?? 0);
  if (sum > present) return `票数合计 ${sum}，超过到会的 ${present} 人`;
  if (result === "") return undefined;
  if (agree === null || against === null || abstain === null) {
    return "请先填写同意、反对和弃权的票数";
  }
  const isMajority = agree * 2 > present;
  if (result === "pass" && !isMajority)
    return `同意 ${agree} 票，没有超过到会 ${present} 人的半数，不能通过`;
  return undefined;
}
