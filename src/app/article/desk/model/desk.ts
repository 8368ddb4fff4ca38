import type { WordingHit } from "#src/lib/article/wording-hits.ts";
import type { ArticleFields, Visible } from "./fields.ts";

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

export type DeskRow = {
  id: number;
  articleName: string;
  typeId: number | null;
  typeName: string;
  source: string;
  author: string;
  status: ArticleState;
  /** 退回. */
  isReturned: boolean;
  /** 待发布: review has passed it. */
  isApproved: boolean;
  /** Past its last hour: published, and shown to nobody. */
  isExpired: boolean;
  /** 0 none, 1 being written, 2 in review, 3 passed: changes that are not published yet. */
  copyState: 0 | 1 | 2 | 3;
  visible: Visible;
  /** 0: not pinned; else its place, the highest first. */
  top: number;
  topUntil: string | null;
  hasCover: boolean;
  attachmentCount: number;
  reads: number;
  /** null while it has none. */
  publishTime: string | null;
  expireTime: string | null;
  ownerName: string;
  deptName: string;
  submittedTime: string | null;
  updateTime: string;
  recycledTime: string | null;
  version: number;
  allowed: ArticleVerb[];
};

/** Numbers beside the ready-made filters of the list. */
export type DeskCounts = Record<
  | "all"
  | "review"
  | "approved"
  | "scheduled"
  | "mine"
  | "week"
  | "noCover"
  | "returned"
  | "recycled",
  number
>;

export type Editor = { userId: number; nickName: string; seenTime: string };

export type DeskArticle = {
  id: number;
  version: number;
  status: ArticleState;
  isReturned: boolean;
  isApproved: boolean;
  isExpired: boolean;
  copyState: 0 | 1 | 2 | 3;
  /** What is edited: the copy where there is one, else the article. */
  fields: ArticleFields;
  /** What visitors read now; null where that is nothing, or the same. */
  live: ArticleFields | null;
  top: number;
  topUntil: string | null;
  reads: number;
  ownerName: string;
  savedBy: string;
  savedTime: string;
  submittedTime: string | null;
  submittedByName: string;
  /** The last opinion of a reviewer. */
  opinion: string;
  allowed: ArticleVerb[];
};

export type Saved = {
  id: number;
  version: number;
  savedTime: string;
  status: ArticleState;
  copyState: 0 | 1 | 2 | 3;
};

export type RevisionRow = {
  id: number;
  version: number;
  kind: "autosave" | "save" | "submit" | "publish" | "restore" | "import" | "conflict";
  letters: number;
  createBy: string;
  createTime: string;
  /** The one visitors read. */
  isLive: boolean;
};

export type TimelineRow = {
  id: number;
  action: string;
  /** 提交审核, 审核通过 … */
  actionName: string;
  opinion: string;
  nickName: string;
  createTime: string;
};

/** What stands in the way of submitting or publishing. */
export type CheckReport = {
  /** Text by field: nothing goes while there is one. */
  missing: Partial<Record<keyof ArticleFields, string>>;
  hits: WordingHit[];
  /** 图片缺说明 and the like: worth a look, no hindrance. */
  remarks: string[];
};

/** How a refused publication names the words: `data` of the refusal. */
export type WordingRefusal = { hits: WordingHit[]; mayOverride: boolean };

export type BulkVerb =
  | "publish"
  | "recall"
  | "approve"
  | "move"
  | "pin"
  | "unpin"
  | "visible"
  | "recycle"
  | "putBack"
  | "purge";

export type BulkResult = {
  done: number;
  refused: { id: number; articleName: string; reason: string }[];
};
