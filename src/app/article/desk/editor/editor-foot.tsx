import { Button } from "antd";
import { useCan } from "#src/office/account/can.tsx";
import { Key } from "#src/office/keys/keys.tsx";
import type { DeskArticle } from "../model/desk.ts";
import type { When } from "../parts/publish-dialog.tsx";

/** 存草稿, 预览, and the one next step: 送审 for writers, 发布 or 定时发布 for those who may publish. */
export function EditorFoot({
  article,
  when,
  isBusy,
  onSave,
  onPreview,
  onSubmit,
  onPublish,
}: {
  article: DeskArticle | undefined;
  when: When;
  isBusy: boolean;
  onSave: () => void;
  onPreview: () => void;
  onSubmit: () => void;
  onPublish: () => void;
}) {
  const can = useCan();
  const isPublic = article?.status === "3" || article?.status === "2";
  // Nothing to publish yet, but there will be as soon as something is changed.
  const mayPublish =
    article && !isPublic
      ? article.allowed.includes("publish")
      : can.permi(["content:article:publish"]);
  const publishWord = when === "at" ? "定时发布" : article?.status === "3" ? "发布修改" : "发布";
  return (
    <div className="ad-foot">
      <Button onClick={onSave}>
        {isPublic ? "保存" : "存草稿"} <Key>Ctrl S</Key>
      </Button>
      <Button onClick={onPreview}>预览</Button>
      {mayPublish ? (
        <Button type="primary" loading={isBusy} onClick={onPublish}>
          {publishWord}
        </Button>
      ) : (
        <Button type="primary" loading={isBusy} onClick={onSubmit}>
          送审
        </Button>
      )}
    </div>
  );
}
