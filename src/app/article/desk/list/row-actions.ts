import type { RowAction } from "#src/office/list/crud-types.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import type { DeskRow } from "../model/desk.ts";
import { editPath, reviewPath } from "../parts/calls.ts";
import type { useActs } from "./use-acts.tsx";

type Acts = Omit<ReturnType<typeof useActs>, "dialogs"> & {
  showRevisions: (row: DeskRow) => void;
};

/** This right shows the row; the server's `allowed` alone decides its actions. */
const SEEN = "content:article:list";

/**
 * Actions of a row, the most frequent of its state first; what destroys is last and red.
 */
export function actionsOf(row: DeskRow, acts: Acts): RowAction<DeskRow>[] {
  const may = new Set(row.allowed);
  const action = (
    key: string,
    label: string,
    run: (row: DeskRow) => void,
    isShown: boolean,
    isDanger = false,
  ): RowAction<DeskRow>[] =>
    isShown ? [{ key, label, permi: SEEN, run, ...(isDanger ? { isDanger } : {}) }] : [];
  const { id, status, isReturned } = row;
  const isPublic = status === "3" && !row.isExpired;
  const mayReview = may.has("approve") || may.has("sendBack");
  return [
    ...action("putBack", "恢复", (each) => acts.step("putBack", each), may.has("putBack")),
    ...action("edit", "编辑", () => openPath(editPath(id)), may.has("edit")),
    ...action("review", "审核", () => openPath(reviewPath(id)), mayReview),
    ...action("opinion", "看意见", () => openPath(reviewPath(id)), isReturned && may.has("edit")),
    ...action("publish", publishLabel(row), acts.publish, may.has("publish")),
    ...action("recall", "撤回", (each) => acts.step("recall", each), may.has("recall")),
    ...action("submit", "送审", acts.submit, may.has("submit")),
    ...action("withdraw", "取消送审", (each) => acts.step("withdraw", each), may.has("withdraw")),
    ...action("pin", "置顶", acts.pin, may.has("pin") && row.top === 0),
    ...action(
      "unpin",
      "取消置顶",
      (each) => acts.step("unpin", each),
      row.top > 0 && may.has("pin"),
    ),
    ...action("open", "在网站查看", () => window.open(`/article?articleId=${id}`), isPublic),
    ...action("look", "查看", () => openPath(reviewPath(id)), !mayReview && !isReturned),
    ...action("revisions", "历史版本", acts.showRevisions, status !== "5"),
    ...action(
      "discardCopy",
      "放弃改稿",
      (each) => acts.step("discardCopy", each),
      may.has("discardCopy"),
      true,
    ),
    ...action(
      "recycle",
      "移入回收站",
      (each) => acts.step("recycle", each),
      may.has("recycle"),
      true,
    ),
    ...action("purge", "彻底删除", (each) => acts.step("purge", each), may.has("purge"), true),
  ];
}

function publishLabel({ status, copyState }: DeskRow): string {
  if (status === "2" && copyState === 0) return "改时间";
  return status === "3" ? "发布改稿" : "发布";
}
