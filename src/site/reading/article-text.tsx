import { type ReactElement, type Ref, useEffect, useMemo, useState } from "react";
import { type DressedArticle, dressArticle } from "../../lib/article/article-html.ts";
import { LockIcon } from "../drawings/icons.tsx";
import { callApi, errorText } from "../session/http.ts";
import { readToken } from "../session/token.ts";
import "./article-head.css";
import "./article-text.css";
import "./article-around.css";
import "./article-widths.css";
import "./article-print.css";

interface ArticleTextProps {
  /** Undefined while hydrating: the server's markup stays as it is. */
  readonly html: string | undefined;
  readonly ref?: Ref<HTMLDivElement>;
}

/** React writes the markup again whenever it gets another object, so this is always the same one. */
const AS_SENT = { __html: "" };

/**
 * The text itself. A document carries it once, in the markup; React leaves what the server sent, so
 * the text need not come again as data (decision 4). Give it the article's id as key.
 */
export function ArticleText({ html, ref }: ArticleTextProps): ReactElement {
  const markup = useMemo(() => (html === undefined ? AS_SENT : { __html: html }), [html]);
  return (
    <div
      ref={ref}
      className="article-text"
      suppressHydrationWarning
      dangerouslySetInnerHTML={markup}
    />
  );
}

export type Opened = DressedArticle & {
  attachments: { name: string; url: string; bytes: number }[];
};

type Answer = { data: { content: string | null; attachments: Opened["attachments"] } };

/** What the visitor sees instead of a text that is not open to everyone. */
type Gate = "asking" | "login" | "member" | "failed";

interface LockedTextProps {
  readonly id: number;
  readonly visible: "public" | "login" | "member";
  /** Called with the text once the visitor's token has opened it. */
  readonly onOpen: (opened: Opened) => void;
}

/** Member-only text is never in the page: the browser asks for it with the visitor's token. */
export function LockedText({ id, visible, onOpen }: LockedTextProps): ReactElement {
  const [gate, setGate] = useState<Gate>("asking");
  const [problem, setProblem] = useState("");
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again
  useEffect(() => {
    if (!readToken()) {
      setGate("login");
      return;
    }
    const stop = new AbortController();
    setGate("asking");
    callApi<Answer>("GET", `/api/bll/article/${id}`, { signal: stop.signal }).then(
      ({ data }) => {
        if (data.content === null) setGate(readToken() ? "member" : "login");
        else onOpen({ ...dressArticle(data.content), attachments: data.attachments });
      },
      (error) => {
        if (stop.signal.aborted) return;
        setProblem(errorText(error));
        setGate("failed");
      },
    );
    return () => stop.abort();
  }, [id, tries]);
  const back = encodeURIComponent(`/article?articleId=${id}`);
  return (
    <div className="locked" aria-live="polite">
      <LockIcon size={28} />
      {gate === "asking" ? <p className="needs-js">正在打开全文…</p> : null}
      {gate === "login" ? (
        <>
          <h2>登录后阅读</h2>
          <p>
            {visible === "member"
              ? "本文面向会员开放，请先登录。"
              : "本文需要登录后阅读全文，注册和登录都免费。"}
          </p>
          <p className="locked-buttons">
            <a className="btn btn-primary" href={`/login?redirect=${back}`}>
              登录
            </a>
            <a className="btn btn-outline" href={`/register?redirect=${back}`}>
              注册
            </a>
          </p>
        </>
      ) : null}
      {gate === "member" ? (
        <>
          <h2>会员可读</h2>
          <p>本文面向会员开放。入会之后，用现在的账号就能阅读全文。</p>
        </>
      ) : null}
      {gate === "failed" ? (
        <>
          <h2>全文没有打开</h2>
          <p>{problem}</p>
          <button type="button" className="btn btn-primary" onClick={() => setTries(tries + 1)}>
            重新加载
          </button>
        </>
      ) : null}
      <noscript>
        <p>阅读全文需要登录，登录需要浏览器启用 JavaScript。</p>
      </noscript>
    </div>
  );
}
