import type { ReactElement } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { EmptyState } from "../lists/empty-state.tsx";
import type { LinkItem } from "./site-facts.ts";

/** Where one may go on from a page that is not there. */
export function NotFoundContent({ links }: { readonly links: readonly LinkItem[] }): ReactElement {
  return (
    <main className="wrap error-page">
      <EmptyState
        as="h1"
        drawing="empty"
        title="没有找到这个页面"
        text="地址可能写错了，或者内容已经移走。可以在下面搜索，也可以从栏目里找。"
      />
      <form className="error-search" action="/search">
        <input
          className="input"
          type="search"
          name="q"
          aria-label="搜索全站"
          placeholder="输入关键词"
        />
        <button type="submit" className="btn btn-primary">
          搜索
        </button>
      </form>
      <nav className="error-links" aria-label="可以去看看">
        <a className="link" href="/">
          返回首页
        </a>
        {links.map(({ label, href }) => (
          <a key={label} className="link" href={href}>
            {label}
          </a>
        ))}
      </nav>
    </main>
  );
}

/** Something failed that the visitor cannot help; the answer's address is asked again. */
function FailedContent(): ReactElement {
  const { pathname, search } = useLocation();
  return (
    <main className="wrap error-page">
      <EmptyState
        as="h1"
        drawing="failed"
        title="页面没有加载出来"
        text="可能是网络不稳定，或者系统正在恢复。请稍等片刻再试一次。"
        action={
          <a className="btn btn-primary" href={pathname + search}>
            重新加载
          </a>
        }
      />
    </main>
  );
}

/** The page of a layout's ErrorBoundary, inside its frame. */
export function ErrorContent(props: {
  readonly error: unknown;
  readonly links: readonly LinkItem[];
}): ReactElement {
  const isMissing = isRouteErrorResponse(props.error) && props.error.status === 404;
  return (
    <>
      <title>{isMissing ? "没有找到这个页面" : "页面没有加载出来"}</title>
      <meta name="robots" content="noindex" />
      {isMissing ? <NotFoundContent links={props.links} /> : <FailedContent />}
    </>
  );
}
