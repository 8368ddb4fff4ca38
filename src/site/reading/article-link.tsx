import type { ReactElement, ReactNode } from "react";
import { articleHref } from "../addresses/category-href.ts";
import { type RememberedArticle, rememberArticle } from "../session/session-store.ts";

interface ArticleLinkProps {
  readonly article: RememberedArticle;
  readonly children: ReactNode;
  readonly className?: string;
}

/**
 * Every link to an article: choosing it writes session storage (specification 3). A plain anchor,
 * which the shell turns into client navigation.
 */
export function ArticleLink({ article, children, className }: ArticleLinkProps): ReactElement {
  return (
    <a
      href={articleHref(article.id)}
      className={className}
      onClick={() => rememberArticle(article)}
    >
      {children}
    </a>
  );
}
