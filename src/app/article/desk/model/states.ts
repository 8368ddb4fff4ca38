import {
  from,
  type LifeCycle,
  type StepFacts,
  staying,
  stepsIn,
} from "#src/lib/flow/life-cycle.ts";

/** States as the column has them: 草稿, 待审, 定时, 已发布, 已撤回, 回收站. */
export type ArticleState = "0" | "1" | "2" | "3" | "4" | "5";

/** What tells the state: the column, and the changes that are kept beside a public or scheduled article. */
export type Standing = {
  status: ArticleState;
  isApproved: boolean;
  /** 0 no copy, 1 being written, 2 in review, 3 passed. */
  copyState: 0 | 1 | 2 | 3;
};

const STATES = {
  draft: { name: "草稿" },
  recalled: { name: "已撤回" },
  review: { name: "待审" },
  passed: { name: "待审", note: "审核已通过" },
  scheduled: { name: "定时" },
  scheduledChanged: { name: "定时", note: "另有修改" },
  scheduledReview: { name: "定时", note: "修改待审" },
  scheduledPassed: { name: "定时", note: "修改已通过" },
  public: { name: "已发布" },
  publicChanged: { name: "已发布", note: "另有修改" },
  publicReview: { name: "已发布", note: "修改待审" },
  publicPassed: { name: "已发布", note: "修改已通过" },
  bin: { name: "回收站" },
} as const;

export type ArticleStage = keyof typeof STATES;

/** The first is the article itself, the others by the state of the copy beside it. */
const SCHEDULED = ["scheduled", "scheduledChanged", "scheduledReview", "scheduledPassed"] as const;
const PUBLIC = ["public", "publicChanged", "publicReview", "publicPassed"] as const;
const WRITABLE = ["draft", "recalled", "scheduledChanged", "publicChanged"] as const;
const IN_REVIEW = [
  "review",
  "passed",
  "scheduledReview",
  "scheduledPassed",
  "publicReview",
  "publicPassed",
] as const;
const EVERYWHERE_BUT_IN_BIN = [
  "draft",
  "recalled",
  "review",
  "passed",
  ...SCHEDULED,
  ...PUBLIC,
] as const;

/** Out of review: back to where its text is written. */
const BACK = {
  ...from(["review", "passed"], ["draft"]),
  ...from(["scheduledReview", "scheduledPassed"], ["scheduledChanged"]),
  ...from(["publicReview", "publicPassed"], ["publicChanged"]),
};

/** A text is saved into the article itself while nobody sees it, else into a copy beside it. */
const SAVED = {
  ...staying(WRITABLE),
  scheduled: ["scheduledChanged"],
  public: ["publicChanged"],
} as const;

const WRITING = {
  ...Object.fromEntries(IN_REVIEW.map((state) => [state, "文章正在审核，不能修改；请先撤回送审"])),
  bin: "文章当前为“回收站”，不能修改",
};
const IN_BIN = { bin: "文章在回收站中，请先还原" };

const STEPS = {
  edit: {
    name: "修改",
    by: ["content:article:edit"],
    moves: SAVED,
    refusals: WRITING,
    isQuiet: true,
  },
  restore: {
    name: "恢复历史版本",
    by: ["content:article:edit"],
    moves: SAVED,
    refusals: WRITING,
    isHidden: true,
  },
  submit: {
    name: "提交审核",
    by: ["content:article:edit"],
    moves: {
      ...from(["draft", "recalled"], ["review"]),
      scheduledChanged: ["scheduledReview"],
      publicChanged: ["publicReview"],
    },
  },
  withdraw: { name: "撤回送审", by: ["content:article:edit"], moves: BACK },
  approve: {
    name: "审核通过",
    by: ["content:article:review"],
    // Further than passed: who may publish does both at once.
    moves: {
      review: ["passed", "scheduled", "public"],
      scheduledReview: ["scheduledPassed", "scheduled", "public"],
      publicReview: ["publicPassed", "public"],
    },
  },
  sendBack: { name: "退回修改", by: ["content:article:review"], moves: BACK },
  publish: {
    name: "发布",
    by: ["content:article:publish"],
    moves: {
      ...from(["draft", "recalled", "review", "passed", ...SCHEDULED], ["scheduled", "public"]),
      ...from(["publicChanged", "publicReview", "publicPassed"], ["public"]),
    },
  },
  discardCopy: {
    name: "放弃未发布的修改",
    by: ["content:article:edit"],
    moves: { scheduledChanged: ["scheduled"], publicChanged: ["public"] },
  },
  recall: {
    name: "撤回",
    by: ["content:article:publish"],
    moves: from([...SCHEDULED, ...PUBLIC], ["recalled"]),
  },
  pin: {
    name: "置顶",
    by: ["content:article:pin"],
    moves: staying([...SCHEDULED, ...PUBLIC]),
  },
  move: {
    name: "移动栏目",
    by: ["content:article:edit"],
    moves: staying(EVERYWHERE_BUT_IN_BIN),
    refusals: IN_BIN,
    isHidden: true,
  },
  visible: {
    name: "修改可见范围",
    by: ["content:article:edit"],
    moves: staying(EVERYWHERE_BUT_IN_BIN),
    refusals: IN_BIN,
    isHidden: true,
  },
  recycle: {
    name: "移入回收站",
    by: ["content:article:remove"],
    moves: from(EVERYWHERE_BUT_IN_BIN, ["bin"]),
  },
  putBack: {
    name: "还原",
    by: ["content:article:remove"],
    moves: { bin: ["draft", "recalled"] },
  },
  purge: {
    name: "彻底删除",
    by: ["content:article:remove", "clock"],
    moves: { bin: ["gone"] },
  },
  appear: {
    name: "到时发布",
    by: ["clock"],
    moves: {
      scheduled: ["public"],
      scheduledChanged: ["publicChanged"],
      scheduledReview: ["publicReview"],
      scheduledPassed: ["publicPassed"],
    },
  },
  pinExpired: {
    name: "置顶到期",
    by: ["clock"],
    moves: staying([...SCHEDULED, ...PUBLIC]),
  },
} as const satisfies Record<string, StepFacts<ArticleStage>>;

type ArticleStep = keyof typeof STEPS;

/** Steps of the clock; purging is one as well. */
export type ArticleClock = "appear" | "pinExpired" | "purge";

/** What may be done with an article now, by this person: the server decides, the page shows. */
export type ArticleVerb = Exclude<ArticleStep, "appear" | "pinExpired">;

export const ARTICLE_LIFE = {
  subject: "article",
  noun: "文章",
  starts: ["draft"],
  states: STATES,
  steps: STEPS,
} as const satisfies LifeCycle<ArticleStage, ArticleStep>;

export function stageOf({ status, isApproved, copyState }: Standing): ArticleStage {
  if (status === "1") return isApproved ? "passed" : "review";
  if (status === "2") return SCHEDULED[copyState];
  if (status === "3") return PUBLIC[copyState];
  return status === "5" ? "bin" : status === "4" ? "recalled" : "draft";
}

/** The steps that people can take with an article in this state, before rights and reach are asked. */
export const verbsOf = (standing: Standing): ArticleVerb[] =>
  stepsIn<ArticleStage, ArticleStep>(ARTICLE_LIFE, stageOf(standing)) as ArticleVerb[];

/** Entries of a history that are no steps, or the half of one. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  create: "新建",
  schedule: "定时发布",
  unpin: "取消置顶",
};

export const nameOfStep = (action: string): string =>
  Object.hasOwn(STEPS, action)
    ? STEPS[action as ArticleStep].name
    : (OTHER_NAMES[action] ?? action);
