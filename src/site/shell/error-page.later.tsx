import type { ReactElement } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import EmptyState from "../lists/empty-state.later.tsx";
import { NotFoundContent } from "./not-found.tsx";
import type { LinkItem } from "./site-facts.ts";

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
export default function ErrorContent(props: {
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
