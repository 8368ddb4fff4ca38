import { type ReactElement, useEffect, useState } from "react";
import { dressArticle } from "../../lib/article/article-html.ts";
import { plainText } from "../../lib/text/plain-text.ts";
import { spokenMinutes } from "../../lib/text/spoken-minutes.ts";
import { LockIcon } from "../drawings/icons.tsx";
import { callApi, errorText } from "../session/http.ts";
import { readToken } from "../session/token.ts";
import type { Opened } from "./article-text.tsx";

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
export default function LockedText({ id, visible, onOpen }: LockedTextProps): ReactElement {
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
        else
          onOpen({
            ...dressArticle(data.content),
            attachments: data.attachments,
            minutes: spokenMinutes(plainText(data.content)),
          });
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
