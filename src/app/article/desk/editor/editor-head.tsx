import { ArrowLeftOutlined, CheckOutlined, HistoryOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { shortTime } from "#src/lib/short-time.ts";
import type { DeskArticle } from "../model/desk.ts";
import { StateMark } from "../parts/state-mark.tsx";
import type { Saving } from "./use-saving.ts";

/** 返回, where the article stands and how safe the words are, and what brings other texts in. */
export function EditorHead({
  article,
  saving,
  onLeave,
  onRevisions,
  children,
}: {
  article: DeskArticle | undefined;
  saving: Saving;
  onLeave: () => void;
  onRevisions: () => void;
  children: ReactNode;
}) {
  const title = article?.fields.articleName ?? "";
  return (
    <div className="ad-head">
      <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={onLeave}>
        返回
      </Button>
      <h1 className="o-hidden">{title ? `编辑文章「${title}」` : "写文章"}</h1>
      <StateMark
        status={saving.status ?? "0"}
        copyState={saving.copyState ?? 0}
        isReturned={article?.isReturned ?? false}
        isApproved={article?.isApproved ?? false}
        isExpired={article?.isExpired ?? false}
      />
      <span
        className="ad-saved o-note"
        role="status"
        data-tone={saving.problem || saving.conflict ? "red" : undefined}
      >
        <SaveState saving={saving} />
      </span>
      <span className="ad-head-tools">
        {children}
        <Button
          icon={<HistoryOutlined aria-hidden />}
          disabled={saving.id === undefined}
          onClick={onRevisions}
        >
          版本
        </Button>
      </span>
    </div>
  );
}

function SaveState({ saving }: { saving: Saving }) {
  const { isSaving, isDirty, problem, conflict, savedTime, version } = saving;
  if (conflict) return "有冲突，尚未保存";
  if (isSaving) return "正在保存…";
  if (problem) return `没有保存：${problem}（内容保留在本机）`;
  if (isDirty) return "有未保存的修改";
  if (!savedTime) return "尚未保存";
  return (
    <>
      <CheckOutlined aria-hidden /> 已保存 {shortTime(savedTime)}
      {version !== undefined && ` · 第 ${version} 版`}
    </>
  );
}
