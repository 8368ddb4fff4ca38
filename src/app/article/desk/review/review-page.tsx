import { ArrowLeftOutlined, DownOutlined, UpOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { shortTime } from "#src/lib/short-time.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { INBOX, type InboxRow } from "#src/office/header/inbox.ts";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { openInstead } from "#src/office/tabs/open-instead.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import type { DeskArticle, TimelineRow } from "../model/desk.ts";
import { DESK, makePreview, readArticle, readTimeline, reviewPath } from "../parts/calls.ts";
import { VisitorFrame } from "../parts/preview-drawer.tsx";
import { StateMark } from "../parts/state-mark.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { ReviewFacts, ReviewHistory } from "./review-facts.tsx";
import "./review.css";

const REVIEWS = "/content/article-review/";

/** One article as visitors would see it, its facts, its history, and the verdict. */
export default function ReviewPage({ articleId }: { articleId: number }) {
  const tab = useTab();
  const article = useQuery({
    queryKey: [DESK, "review", articleId],
    queryFn: () => readArticle(articleId),
    meta: { isQuiet: true },
  });
  const timeline = useQuery({
    queryKey: [DESK, "timeline", articleId],
    queryFn: () => readTimeline(articleId),
    meta: { isQuiet: true },
  });
  const { data, error, refetch } = article;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (data) tab.setTitle(data.fields.articleName || `未命名（${data.id}）`);
  }, [data]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return <Review article={data} steps={timeline.data ?? []} />;
}

/** Articles that wait for a review, the longest waiting first, as in the inbox. */
function useQueue(articleId: number) {
  const tab = useTab();
  const { data, refetch } = useQuery({
    queryKey: ["inbox", "reviews"],
    queryFn: () =>
      call<{ rows: InboxRow[] }>("GET", "/inbox/list", {
        query: { pageNum: 1, pageSize: 100 },
        isQuiet: true,
      }),
    meta: { isQuiet: true },
  });
  const ids = (data?.rows ?? []).filter(({ to }) => to.startsWith(REVIEWS)).map(({ id }) => id);
  const at = ids.indexOf(articleId);
  const go = (id: number | undefined) => {
    if (id === undefined) return;
    openInstead(tab.path, reviewPath(id));
  };
  return {
    at,
    count: ids.length,
    go: (by: 1 | -1) => go(ids[at + by]),
    /** The one after this, which is done; the first where it was the last. */
    goOn() {
      const next = ids[at + 1] ?? ids.find((id) => id !== articleId);
      void refetch();
      if (next !== undefined) return go(next);
      notify.success("待审的文章已全部处理");
      openInstead(tab.path, INBOX);
    },
  };
}

function Review({ article, steps }: { article: DeskArticle; steps: readonly TimelineRow[] }) {
  const tab = useTab();
  const isMobile = useIsMobile();
  const queue = useQueue(article.id);
  const [frame, setFrame] = useState<"wide" | "narrow">(isMobile ? "narrow" : "wide");
  // With a keyboard the frame is one stop, its button; a pointer that comes over it may scroll and click.
  const [isEntered, setEntered] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const seen = useRef<HTMLElement>(null);
  const enter = () => {
    flushSync(() => setEntered(true));
    seen.current?.querySelector("iframe")?.focus();
  };
  const { fields, allowed } = article;
  const preview = useQuery({
    queryKey: ["article-preview", article.id, article.version],
    queryFn: () => makePreview({ ...fields, id: article.id }),
    meta: { isQuiet: true },
    // A new link would make the frame load the preview again, and the reader would lose the place in it.
    staleTime: "static",
  });
  const mayAct = allowed.includes("approve") || allowed.includes("sendBack");
  useShortcuts([
    {
      keys: "J",
      label: "下一件",
      isSingle: true,
      matches: plainKey("j"),
      run: () => queue.go(1),
    },
    {
      keys: "K",
      label: "上一件",
      isSingle: true,
      matches: plainKey("k"),
      run: () => queue.go(-1),
    },
  ]);
  return (
    <div className="ad-review">
      <header className="ad-review-head">
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label="返回待办"
          onClick={() => openInstead(tab.path, INBOX)}
        />
        <div>
          <h1>{fields.articleName || "未命名"}</h1>
          <p className="o-note">
            {article.submittedTime
              ? `${article.submittedByName || "—"} · ${shortTime(article.submittedTime)} 送审`
              : `${article.ownerName} · ${shortTime(article.savedTime)} 保存`}
          </p>
        </div>
        <StateMark {...article} />
        {queue.at >= 0 && (
          <span className="ad-queue">
            {queue.at + 1} / {queue.count}
            <Button
              icon={<UpOutlined aria-hidden />}
              aria-label="上一件"
              disabled={queue.at === 0}
              onClick={() => queue.go(-1)}
            />
            <Button
              icon={<DownOutlined aria-hidden />}
              aria-label="下一件"
              disabled={queue.at === queue.count - 1}
              onClick={() => queue.go(1)}
            />
          </span>
        )}
      </header>
      <div className="ad-review-body">
        <section className="o-block" aria-labelledby="ad-facts">
          <div className="o-block-head">
            <h2 id="ad-facts">文章资料</h2>
          </div>
          <ReviewFacts article={article} />
        </section>
        <section
          ref={seen}
          className="o-block ad-seen"
          aria-labelledby="ad-seen"
          onPointerEnter={() => setPointed(true)}
          onPointerLeave={() => setPointed(false)}
        >
          <div className="o-block-head">
            <h2 id="ad-seen">访客看到的样子</h2>
            <span className="ad-frames">
              {!isMobile && preview.data && (
                <button type="button" className="o-link" onClick={enter}>
                  进入预览
                </button>
              )}
              {(["wide", "narrow"] as const).map((each) => (
                <button
                  key={each}
                  type="button"
                  className="o-link"
                  aria-pressed={frame === each}
                  onClick={() => setFrame(each)}
                >
                  {each === "wide" ? "电脑" : "手机"}
                </button>
              ))}
            </span>
          </div>
          {preview.error && (
            <Failure error={preview.error} onRetry={() => void preview.refetch()} />
          )}
          {preview.data && (
            <VisitorFrame
              address={preview.data.url}
              isNarrow={frame === "narrow"}
              isPassed={!isMobile && !isEntered && !isPointed}
              onLeave={() => setEntered(false)}
            />
          )}
        </section>
        <section className="o-block" aria-labelledby="ad-steps">
          <div className="o-block-head">
            <h2 id="ad-steps">办理过程</h2>
          </div>
          <ReviewHistory article={article} steps={steps} />
        </section>
      </div>
      {mayAct && <ReviewBar article={article} onDone={queue.goOn} />}
    </div>
  );
}
