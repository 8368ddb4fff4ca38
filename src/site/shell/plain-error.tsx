import type { ReactElement } from "react";
import { useLocation } from "react-router";

/** A failure on a log-in page: words and a way on, no drawing, for these pages must stay light. */
export function PlainError(): ReactElement {
  const { pathname, search } = useLocation();
  return (
    <main className="wrap empty-state">
      <title>页面没有加载出来</title>
      <meta name="robots" content="noindex" />
      <h1>页面没有加载出来</h1>
      <p>可能是网络不稳定，或者系统正在恢复。请稍等片刻再试一次。</p>
      <a className="btn btn-primary mt-6" href={pathname + search}>
        重新加载
      </a>
    </main>
  );
}
