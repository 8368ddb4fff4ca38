import { escapeText } from "../../lib/text/plain-text.ts";
import type { Context } from "../../server/start/context.ts";
import { articleHref, listHref } from "../../site/addresses/category-href.ts";
import { type ArticleCard, newestArticles, nextChange } from "../article/service.server.ts";
import { categoryTree, findCategory, withDescendants } from "../article_type/service.server.ts";
import { settings } from "../system/config/service.server.ts";

const ITEMS = 30;

/** The newest articles of the site or of one category; undefined for an unknown category. */
export async function feed(context: Context, typeId?: number): Promise<string | undefined> {
  const { db, memo, origin } = context;
  const node = typeId === undefined ? undefined : findCategory(await categoryTree(context), typeId);
  if (typeId !== undefined && !node) return undefined;
  const until = await nextChange(context);
  return memo.get(`feed:${typeId ?? ""}:${until}`, ["content", "menu", "site"], async () => {
    const cards = await newestArticles(db, {
      limit: ITEMS,
      ...(node ? { typeIds: withDescendants(node) } : {}),
    });
    const values = await settings(context);
    const name = values.get("site.name") ?? "";
    const page = node ? listHref(node.parentId || node.id, node.id) : "/";
    const self = node ? `/rss.xml?typeId=${node.id}` : "/rss.xml";
    return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xml(node ? `${node.bllName} - ${name}` : name)}</title>
<link>${xml(origin + page)}</link>
<atom:link href="${xml(origin + self)}" rel="self" type="application/rss+xml"/>
<description>${xml(node?.intro || (values.get("site.description") ?? ""))}</description>
<language>zh-CN</language>
${cards.map((card) => item(origin, card)).join("\n")}
</channel></rss>
`;
  });
}

function item(origin: string, card: ArticleCard): string {
  const address = xml(origin + articleHref(card.id));
  const moment = new Date(`${card.createTime.replace(" ", "T")}+08:00`).toUTCString();
  return `<item><title>${xml(card.articleName)}</title><link>${address}</link><guid isPermaLink="true">${address}</guid><pubDate>${moment}</pubDate><category>${xml(card.typeName)}</category><description>${xml(card.summary)}</description></item>`;
}

/** Text for XML: escaped, without the characters that XML 1.0 does not know. */
const xml = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
  escapeText(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ""));
