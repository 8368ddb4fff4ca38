import { type ReactElement, type Ref, useMemo } from "react";
import type { DressedArticle } from "../../lib/article/article-html.ts";

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

/** A locked text that the visitor's token has opened. */
export type Opened = DressedArticle & {
  attachments: { name: string; url: string; bytes: number }[];
  /** How long it takes to be read aloud. */
  minutes: number;
};
