import { useState } from "react";
import { shortTime } from "#src/lib/short-time.ts";
import { sizeText } from "#src/lib/upload/upload-rules.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import { pathTo } from "#src/office/tree/tree-select.tsx";
import { addressOf } from "#src/office/upload/upload-file.ts";
import type { DeskArticle, TimelineRow } from "../model/desk.ts";
import { checkArticle, DESK, editPath } from "../parts/calls.ts";
import { useCategories } from "../parts/categories.ts";
import { VISIBLE_WORDS } from "../parts/state-mark.tsx";
import { DifferenceView } from "./difference-view.tsx";
import { RevisionsDrawer } from "./revisions-drawer.tsx";

/** What is known of the article, and what a check of its words and pictures found. */
export function ReviewFacts({ article }: { article: DeskArticle }) {
  const categories = useCategories();
  const { fields, live } = article;
  const rows: [string, string][] = [
    ["栏目", pathTo(categories, fields.typeId) || "未选择"],
    ["可见范围", VISIBLE_WORDS[fields.visible]],
    ["来源", fields.source || "—"],
    ["作者", fields.author || "—"],
    ["发布时间", fields.publishTime?.slice(0, 16) ?? "通过后发布"],
    ["下线时间", fields.expireTime?.slice(0, 16) ?? "不下线"],
    ["关键词", fields.keywords || "—"],
    ["撰写", article.ownerName || "—"],
  ];
  return (
    <div className="o-block-body ad-review-facts">
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div data-wide>
          <dt>摘要</dt>
          <dd>{fields.summary || "取正文开头"}</dd>
        </div>
      </dl>
      {fields.attachments.length > 0 && (
        <>
          <h3>附件</h3>
          <ul className="ad-files">
            {fields.attachments.map(({ name, url, bytes }) => (
              <li key={url}>
                <a className="o-link" href={addressOf(url)} target="_blank" rel="noopener">
                  {name}
                </a>{" "}
                <span className="o-note">{sizeText(bytes)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>核对</h3>
      <Checks article={article} />
      {live && (
        <>
          <h3>与网站上的差别</h3>
          <DifferenceView before={live} after={fields} beforeName="网站上" afterName="改稿" />
        </>
      )}
      {article.allowed.includes("edit") && (
        <p>
          <ShellLink className="o-link" to={editPath(article.id)}>
            编辑这篇文章
          </ShellLink>
        </p>
      )}
    </div>
  );
}

function Checks({ article }: { article: DeskArticle }) {
  const { data, error } = useOpened([DESK, "check", article.id, article.version], () =>
    checkArticle({ ...article.fields, id: article.id }),
  );
  if (error) return <p className="o-note">暂时不能核对用语，请稍后再试。</p>;
  if (!data) return <p className="o-note">正在核对…</p>;
  const lines = [
    ...Object.values(data.missing).map((text) => ({ tone: "red", text })),
    ...data.hits.map((hit) => ({
      tone: hit.level === "block" ? "red" : "amber",
      text: `${hit.label}有“${hit.word}”${hit.count} 处${hit.suggestion ? `，建议“${hit.suggestion}”` : ""}`,
    })),
    ...data.remarks.map((text) => ({ tone: "amber", text })),
  ];
  if (lines.length === 0) lines.push({ tone: "green", text: "用语、图片、必填项没有发现问题" });
  return (
    <ul className="ad-checks">
      {lines.map(({ tone, text }) => (
        <li key={text} className="ad-state" data-tone={tone}>
          <i className="o-dot" aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** The steps so far, the newest first, each with its opinion. */
export function ReviewHistory({
  article,
  steps,
}: {
  article: DeskArticle;
  steps: readonly TimelineRow[];
}) {
  const [isOpen, setOpen] = useState(false);
  const isWaiting = article.status === "1" || article.copyState === 2;
  return (
    <div className="o-block-body">
      <ol className="ad-steps">
        {isWaiting && (
          <li data-now>
            <b>{article.isApproved || article.copyState === 3 ? "等待发布" : "等待审核"}</b>
          </li>
        )}
        {steps.map((step) => (
          <li key={step.id} data-bad={step.action === "sendBack" || undefined}>
            <b>{step.actionName}</b>
            <span className="o-note">
              {step.nickName} · {shortTime(step.createTime)}
            </span>
            {step.opinion && <p>{step.opinion}</p>}
          </li>
        ))}
      </ol>
      <button type="button" className="o-link" onClick={() => setOpen(true)}>
        历史版本
      </button>
      {isOpen && (
        <RevisionsDrawer
          articleId={article.id}
          title={article.fields.articleName}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
