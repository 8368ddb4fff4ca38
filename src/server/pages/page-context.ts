import { createContext, type RouterContextProvider } from "react-router";
import type { Tag } from "../cache/tags.ts";
import type { Context } from "../start/context.ts";

/** Word of the loaders of one page on caching it. */
export type PageFacts = {
  /** The page is dropped when one of these is. */
  tags: Set<Tag>;
  /** Time in ms after which it must be rendered again; loaders lower it, never raise it. */
  validUntil: number;
  /** Origins that may be framed (chat, video). */
  frameHosts: Set<string>;
  /** Its document may use the camera of the device. */
  usesCamera?: boolean;
  /** Request of client navigation: values that a document carries in its markup must be sent. */
  isData: boolean;
  /** Whom it is rendered for, for limits; a page that is cached must not ask. */
  address: string;
  /**
   * What the values of the query mean, as the loader read them. A cached page is kept only under values
   * that mean what they say: a number past the end, or of nothing, makes no page of its own.
   */
  meant: Record<string, string | number>;
  /** Of the society, for the page that is shown when nothing can be rendered. */
  society?: Society;
  /** Left by entry.server.tsx: an error of a loader that was no answer. */
  failure?: unknown;
  /** Left by entry.server.tsx; the nonce tells our own inline scripts and stays here. */
  document?: { html: string; nonce: string };
};

/** Whom to ask when the site does not answer. */
export type Society = { name: string; phone: string; hours: string };

export const pageContext = createContext<{ context: Context; page: PageFacts }>();

/** Loader helper: the context and the page's facts, tagged in one go. */
export function onPage(provider: Readonly<RouterContextProvider>, ...tags: Tag[]) {
  const { context, page } = provider.get(pageContext);
  for (const tag of tags) page.tags.add(tag);
  return { context, page, db: context.db };
}
