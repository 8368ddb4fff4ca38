import { dressArticle } from "../../lib/article/article-html.ts";
import type { Context } from "../../server/start/context.ts";
import { articleHref } from "../../site/addresses/category-href.ts";
import { mayRead, readArticle, withText } from "../article/reading/service.server.ts";
import { newestArticles } from "../article/service.server.ts";
import { settings } from "../system/config/service.server.ts";

export type Single = NonNullable<Awaited<ReturnType<typeof loadSingle>>>;

/** The one article of a 单页 category (the pinned or newest of several); undefined when empty. */
export async function loadSingle(context: Context, typeId: number, isData: boolean) {
  const [card] = await newestArticles(context.db, { typeIds: [typeId], limit: 1, topFirst: true });
  const found = card && (await readArticle(context.db, card.id));
  if (!found) return undefined;
  const isLocked = !mayRead(found.visible, undefined);
  const { html, contents } = isLocked ? { html: "", contents: [] } : dressArticle(found.content);
  const loaded = {
    id: found.id,
    articleName: found.articleName,
    createTime: found.createTime,
    summary: found.summary,
    source: found.source,
    visible: found.visible,
    isLocked,
    contents,
    address: context.origin + articleHref(found.id),
    siteName: (await settings(context)).get("site.name") ?? "",
    attachments: isLocked ? [] : found.attachments,
  };
  return withText(loaded, html, isData);
}
