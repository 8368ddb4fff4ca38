import type { ReactElement } from "react";
import EmptyState from "../lists/empty-state.later.tsx";
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
