/** States as the column has them: 草稿, 待审, 定时, 已发布, 已撤回, 回收站. */
export type ArticleState = "0" | "1" | "2" | "3" | "4" | "5";

/** What may be done with an article now, by this person: the server decides, the page shows. */
export type ArticleVerb =
  | "edit"
  | "submit"
  | "withdraw"
  | "approve"
  | "sendBack"
  | "publish"
  | "recall"
  | "discardCopy"
  | "pin"
  | "recycle"
  | "putBack"
  | "purge";

/** What the state machine looks at. */
export type Standing = {
  status: ArticleState;
  isApproved: boolean;
  /** 0 no copy, 1 being written, 2 in review, 3 passed. */
  copyState: 0 | 1 | 2 | 3;
};

export const STATE_NAMES: Readonly<Record<ArticleState, string>> = {
  "0": "草稿",
  "1": "待审",
  "2": "定时",
  "3": "已发布",
  "4": "已撤回",
  "5": "回收站",
};

/** The state machine: what can be done in a state, whoever does it. */
export function verbsOf({ status, isApproved, copyState }: Standing): ArticleVerb[] {
  switch (status) {
    case "0":
    case "4":
      return ["edit", "submit", "publish", "recycle"];
    case "1":
      return isApproved
        ? ["withdraw", "sendBack", "publish", "recycle"]
        : ["withdraw", "approve", "sendBack", "publish", "recycle"];
    case "2":
    case "3":
      return [...copyVerbs(status, copyState), "recall", "pin", "recycle"];
    case "5":
      return ["putBack", "purge"];
  }
}

/** What can be done with changes that are not public yet. A scheduled one can also be timed anew. */
function copyVerbs(status: "2" | "3", copyState: Standing["copyState"]): ArticleVerb[] {
  if (copyState === 0) return status === "2" ? ["edit", "publish"] : ["edit"];
  if (copyState === 1) return ["edit", "submit", "publish", "discardCopy"];
  if (copyState === 2) return ["withdraw", "approve", "sendBack", "publish"];
  return ["withdraw", "sendBack", "publish"];
}
