import { Button, Modal } from "antd";
import { useState } from "react";
import { shortTime } from "#src/lib/short-time.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { Failure } from "#src/office/shell/card.tsx";
import type { ArticleFields } from "../model/fields.ts";
import { readArticle } from "../parts/calls.ts";
import { DifferenceView } from "../review/difference-view.tsx";
import type { Conflict } from "./use-saving.ts";

/** Somebody else saved the article meanwhile: what differs, and whose text goes on. Nothing is lost. */
export function ConflictDialog({
  articleId,
  conflict,
  mine,
  isBusy,
  onMine,
  onTheirs,
  onClose,
}: {
  articleId: number;
  conflict: Conflict;
  mine: ArticleFields;
  isBusy: boolean;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}) {
  const [isShown, setShown] = useState(false);
  const { data, error, refetch } = useOpened(
    ["article-conflict", articleId, conflict.version],
    () => readArticle(articleId),
  );
  const { savedBy, savedTime, version } = conflict;
  return (
    <Modal
      open
      width={isShown ? 860 : 560}
      title="这篇文章刚被别人保存过"
      onCancel={onClose}
      footer={[
        <Button key="look" disabled={isShown} onClick={() => setShown(true)}>
          先看差别
        </Button>,
        <Button key="theirs" disabled={isBusy} onClick={onTheirs}>
          用对方的
        </Button>,
        <Button key="mine" type="primary" loading={isBusy} onClick={onMine}>
          保留我的
        </Button>,
      ]}
    >
      <p>
        {savedBy} 在 {shortTime(savedTime)} 保存了第 {version}{" "}
        版。您写的内容还在编辑器里，没有丢失。
      </p>
      <ul className="ad-choices">
        <li>
          <b>保留我的</b>：以您的内容保存为新版本，对方的版本留在历史版本里。
        </li>
        <li>
          <b>用对方的</b>：载入对方的版本，您的内容留在本机，随时可以找回。
        </li>
      </ul>
      {isShown && error && <Failure error={error} onRetry={() => void refetch()} />}
      {isShown && data && (
        <DifferenceView before={data.fields} after={mine} beforeName={savedBy} afterName="我的" />
      )}
    </Modal>
  );
}
