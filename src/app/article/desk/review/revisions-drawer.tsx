import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Drawer, Radio } from "antd";
import { useState } from "react";
import { shortTime } from "#src/lib/short-time.ts";
import { report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import type { RevisionRow } from "../model/desk.ts";
import type { ArticleFields } from "../model/fields.ts";
import {
  act,
  DESK,
  readArticle,
  readRevision,
  readRevisions,
  tellArticles,
} from "../parts/calls.ts";
import { DifferenceView } from "./difference-view.tsx";

const KIND_WORDS: Readonly<Record<RevisionRow["kind"], string>> = {
  autosave: "自动保存",
  save: "保存",
  submit: "送审",
  publish: "发布",
  restore: "恢复",
  import: "导入",
  conflict: "冲突时保留",
};

/** 历史版本: every text an article ever had, what differs between two of them, and the way back. */
export function RevisionsDrawer({
  articleId,
  title,
  now,
  onRestored,
  onClose,
}: {
  articleId: number;
  title: string;
  /** The text in the editor; the saved one where nothing is being written. */
  now?: ArticleFields;
  onRestored?: () => void;
  onClose: () => void;
}) {
  const isMobile = useIsMobile();
  const [chosen, setChosen] = useState<number>();
  const [against, setAgainst] = useState<"before" | "now">("before");
  const list = useOpened([DESK, "revisions", articleId], () => readRevisions(articleId));
  const current = useOpened([DESK, "one", articleId], () => readArticle(articleId));
  const rows = list.data ?? [];
  const row = rows.find((each) => each.id === chosen) ?? rows[0];
  const older = row && rows[rows.indexOf(row) + 1];
  const one = useRevision(articleId, row?.id);
  const other = useRevision(articleId, against === "before" ? older?.id : undefined);
  const restoring = useMutation({
    mutationFn: (revisionId: number) =>
      act("restore", { id: articleId, version: current.data?.version, revisionId }),
    onSuccess: async () => {
      notify.success(`已恢复到第 ${row?.version} 版，原来的内容仍在历史版本里`);
      onRestored?.();
      await tellArticles();
      onClose();
    },
    onError: report,
  });
  const restore = async () => {
    if (!row) return;
    const isSure = await ask({
      title: `恢复到第 ${row.version} 版？`,
      text: "现在的内容会留在历史版本里；已发布的文章要再次发布后，网站上才会改变。",
      ok: "恢复",
    });
    if (isSure) restoring.mutate(row.id);
  };
  const nowFields = now ?? current.data?.fields;
  const mayRestore = current.data?.allowed.includes("edit") === true;
  const left = against === "before" ? other.data?.fields : one.data?.fields;
  const right = against === "before" ? one.data?.fields : nowFields;
  const failure = list.error ?? one.error ?? other.error;
  return (
    <Drawer
      open
      title={`历史版本「${title}」`}
      size={isMobile ? "100%" : 960}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
      footer={
        <div className="cr-foot">
          <span className="o-note">{row ? `第 ${row.version} 版 · ${row.letters} 字` : ""}</span>
          <Button onClick={onClose}>关闭</Button>
          {mayRestore && (
            <Button
              type="primary"
              disabled={!row}
              loading={restoring.isPending}
              onClick={() => void restore()}
            >
              恢复到这一版
            </Button>
          )}
        </div>
      }
    >
      {failure ? (
        <Failure error={failure} onRetry={() => void list.refetch()} />
      ) : (
        <div className="ad-revisions">
          <ol aria-label="版本">
            {rows.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  aria-pressed={each.id === row?.id}
                  onClick={() => setChosen(each.id)}
                >
                  <b>
                    第 {each.version} 版 {KIND_WORDS[each.kind]}
                    {each.isLive && <span className="ad-live">网站上</span>}
                  </b>
                  <small>
                    {each.createBy} · {shortTime(each.createTime)}
                  </small>
                </button>
              </li>
            ))}
            {list.data && rows.length === 0 && <li className="ad-lead">还没有保存过。</li>}
          </ol>
          <div className="ad-revision">
            <Radio.Group
              size="small"
              optionType="button"
              aria-label="和哪一版比较"
              value={against}
              options={[
                { value: "before", label: "与上一版比较" },
                { value: "now", label: "与现在比较" },
              ]}
              onChange={(event) => setAgainst(event.target.value as "before" | "now")}
            />
            {row && left && right && (
              <DifferenceView
                before={left}
                after={right}
                beforeName={`第 ${(against === "before" ? older : row)?.version} 版`}
                afterName={against === "before" ? `第 ${row.version} 版` : "现在"}
              />
            )}
            {row && against === "before" && !older && (
              <p className="ad-lead">这是最早的一版，没有更早的可以比较。</p>
            )}
          </div>
        </div>
      )}
    </Drawer>
  );
}

const useRevision = (articleId: number, revisionId: number | undefined) =>
  useQuery({
    queryKey: [DESK, "revision", revisionId],
    enabled: revisionId !== undefined,
    queryFn: () => readRevision(articleId, revisionId ?? 0),
    meta: { isQuiet: true },
  });
