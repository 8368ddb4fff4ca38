import { from, type LifeCycle, type StepFacts, staying } from "../flow/life-cycle.ts";

/** States of an activity as the column has them. */
export const ACTIVITY_CODES = {
  draft: 0,
  review: 1,
  published: 2,
  closed: 3,
  ended: 4,
  cancelled: 5,
} as const;

export type ActivityState = keyof typeof ACTIVITY_CODES;

/** Those that visitors see. */
export const SHOWN_STATES = [2, 3, 4, 5] as const;

const STATES = {
  draft: { name: "草稿" },
  review: { name: "待审" },
  published: { name: "已发布" },
  closed: { name: "停止报名" },
  ended: { name: "已结束", isEnd: true },
  cancelled: { name: "已取消", isEnd: true },
} as const satisfies Record<ActivityState, object>;

const EDIT = ["activity:activity:edit"] as const;
const PUBLISH = ["activity:activity:publish"] as const;
const SHOWN = ["published", "closed"] as const;

const STEPS = {
  save: {
    name: "修改",
    by: EDIT,
    moves: staying(["draft"]),
    refusals: { review: "活动正在审核，不能修改；请先撤回送审" },
    isQuiet: true,
    isHidden: true,
  },
  submit: { name: "提交审核", by: EDIT, moves: { draft: ["review"] } },
  withdraw: { name: "撤回送审", by: EDIT, moves: { review: ["draft"] } },
  sendBack: { name: "退回修改", by: PUBLISH, moves: { review: ["draft"] } },
  publish: { name: "发布", by: PUBLISH, moves: from(["draft", "review"], ["published"]) },
  amend: {
    name: "修改已发布的内容",
    by: PUBLISH,
    moves: staying(SHOWN),
    isHidden: true,
  },
  close: { name: "停止报名", by: PUBLISH, moves: { published: ["closed"] } },
  reopen: { name: "恢复报名", by: PUBLISH, moves: { closed: ["published"] } },
  cancel: {
    name: "取消活动",
    by: PUBLISH,
    moves: from(SHOWN, ["cancelled"]),
    refusals: { ended: "活动已经结束，不能取消" },
  },
  discard: { name: "删除草稿", by: ["activity:activity:remove"], moves: { draft: ["gone"] } },
  end: { name: "结束", by: ["clock"], moves: from(SHOWN, ["ended"]) },
} as const satisfies Record<string, StepFacts<ActivityState>>;

type ActivityStep = keyof typeof STEPS;

export type ActivityClock = "end";

export type ActivityVerb = Exclude<ActivityStep, ActivityClock>;

/** The life of an activity: product 4.7, decision 51. */
export const ACTIVITY_LIFE = {
  subject: "activity",
  noun: "活动",
  starts: ["draft"],
  states: STATES,
  steps: STEPS,
} as const satisfies LifeCycle<ActivityState, ActivityStep>;

export const activityStateOf = (code: number): ActivityState => {
  const found = (Object.entries(ACTIVITY_CODES) as [ActivityState, number][]).find(
    ([, each]) => each === code,
  );
  if (!found) throw new Error(`no state of an activity has the code ${code}`);
  return found[0];
};
