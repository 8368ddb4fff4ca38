import { useState } from "react";
import EmptyState from "../../site/lists/empty-state.later.tsx";
import { ShareAndPrint } from "../../site/reading/article-actions.tsx";
import { ArticleText, type Opened } from "../../site/reading/article-text.tsx";
import { Attachments } from "../../site/reading/attachments.tsx";
import { Contents } from "../../site/reading/contents.tsx";
import LockedText from "../../site/reading/locked-text.later.tsx";
import { PrintedOrigin } from "../../site/reading/printed-origin.tsx";
import { useCountedReads } from "../../site/reading/reads.ts";
import type { Single } from "./single.server.ts";

/** A 单页 category shows its article in place (product 4.10). */
export default function SinglePage({ name, single }: { name: string; single: Single | undefined }) {
  if (!single) {
    return (
      <div className="wrap list-empty">
        <EmptyState
          drawing="none"
          title="这一页还没有内容"
          text="编辑部正在准备。先看看其他栏目的最新文章。"
          action={
            <a className="btn btn-outline" href="/">
              返回首页
            </a>
          }
        />
      </div>
    );
  }
  return <SingleArticle name={name} single={single} />;
}

function SingleArticle({ name, single }: { name: string; single: Single }) {
  const [opened, setOpened] = useState<Opened>();
  useCountedReads(single.id);
  const attachments = opened?.attachments ?? single.attachments;
  return (
    <div className="wrap single-page">
      <article aria-label={single.articleName}>
        {single.articleName === name ? null : (
          <h2 className="single-title">{single.articleName}</h2>
        )}
        {opened ? <ArticleText html={opened.html} /> : null}
        {single.isLocked && !opened ? (
          <LockedText id={single.id} visible={single.visible} onOpen={setOpened} />
        ) : null}
        {single.isLocked ? null : <ArticleText html={single.html} />}
        <Attachments items={attachments} />
        <footer className="article-end">
          <p>
            {single.source ? <span>来源：{single.source}</span> : null}
            <span>更新于 {single.createTime.slice(0, 10)}</span>
          </p>
          <ShareAndPrint title={single.articleName} />
        </footer>
        <PrintedOrigin
          articleId={single.id}
          siteName={single.siteName}
          source={single.source}
          createTime={single.createTime}
          address={single.address}
        />
      </article>
      <aside>
        <Contents entries={opened?.contents ?? single.contents} />
      </aside>
    </div>
  );
}
