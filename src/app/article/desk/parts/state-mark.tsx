import type { ArticleState } from "../model/states.ts";

type Stateful = {
  status: ArticleState;
  isReturned: boolean;
  isApproved: boolean;
  isExpired: boolean;
  copyState?: 0 | 1 | 2 | 3;
};

/** `tone` colours dot and word by the attention that the state needs. */
export type StateWord = { word: string; tone: "green" | "blue" | "amber" | "red" | "grey" };

const WORDS: Record<ArticleState, StateWord> = {
  "0": { word: "草稿", tone: "grey" },
  "1": { word: "待审", tone: "amber" },
  "2": { word: "定时", tone: "blue" },
  "3": { word: "已发布", tone: "green" },
  "4": { word: "已撤回", tone: "grey" },
  "5": { word: "回收站", tone: "grey" },
};

/** The one word for where an article stands. */
export function stateOf({ status, isReturned, isApproved, isExpired }: Stateful): StateWord {
  if (status === "3" && isExpired) return { word: "已下线", tone: "grey" };
  if (isReturned && (status === "0" || status === "4")) return { word: "退回", tone: "red" };
  if (isApproved && (status === "0" || status === "1" || status === "4")) {
    return { word: "待发布", tone: "blue" };
  }
  return WORDS[status];
}

/** Of the changes beside a public article. */
const COPY_WORDS = ["", "改稿中", "改稿待审", "改稿待发布"] as const;

export function StateMark(props: Stateful) {
  const { word, tone } = stateOf(props);
  const copy = COPY_WORDS[props.copyState ?? 0];
  return (
    <span className="ad-state" data-tone={tone}>
      <i className="o-dot" aria-hidden="true" />
      {word}
      {copy && <small>{copy}</small>}
    </span>
  );
}

export const VISIBLE_WORDS = { public: "公开", login: "登录", member: "会员" } as const;

/** Values of the list's `status` filter: columns and the states between them. */
export const STATUS_CHOICES: readonly { value: string; label: string }[] = [
  { value: "0", label: "草稿" },
  { value: "returned", label: "退回" },
  { value: "1", label: "待审" },
  { value: "approved", label: "待发布" },
  { value: "2", label: "定时" },
  { value: "3", label: "已发布" },
  { value: "expired", label: "已下线" },
  { value: "4", label: "已撤回" },
  { value: "5", label: "回收站" },
];
