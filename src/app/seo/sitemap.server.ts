import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { and, asc, gt, gte, sql } from "drizzle-orm";
import { dayText } from "../../db/shanghai.ts";
import { escapeText } from "../../lib/text/plain-text.ts";
import type { Context } from "../../server/start/context.ts";
import { articleHref, categoryHref } from "../../site/addresses/category-href.ts";
import { isPageThere } from "../../site/addresses/site-pages.ts";
import { isPublished, nextChange } from "../article/service.server.ts";
import { article } from "../article/table.server.ts";
import { categoryTree, flatten } from "../article_type/service.server.ts";

const pack = promisify(gzip);

/** A file may have 50,000 addresses (sitemaps.org); the first one also has home and categories. */
const ARTICLES_PER_FILE = 49_000;
const BATCH = 5_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** How many sitemap files there are, one at least. */
export async function sitemapCount(context: Context): Promise<number> {
  const { db, memo } = context;
  const load = async () =>
    Math.max(1, Math.ceil((await db.$count(article, isPublished)) / ARTICLES_PER_FILE));
  return memo.get(`sitemap-count:${await nextChange(context)}`, ["content"], load);
}

export async function sitemapIndex(context: Context): Promise<string> {
  const count = await sitemapCount(context);
  const entries = Array.from(
    { length: count },
    (_, index) => `<sitemap><loc>${context.origin}/sitemap-${index + 1}.xml</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join("\n")}\n</sitemapindex>\n`;
}

/** File `page` (from 1) gzipped: kept like that, a full one is 300 kB instead of 6 MB. */
export async function sitemapFile(context: Context, page: number): Promise<Buffer> {
  // An article that appears or goes by the clock drops no tag: its hour is part of the key.
  const key = `sitemap:${page}:${await nextChange(context)}`;
  return context.memo.get(key, ["content", "menu"], async () => {
    const parts = [`${HEAD}<urlset ${NAMESPACE}>\n`];
    if (page === 1) parts.push(await sitePages(context));
    for await (const part of articleBatches(context, page)) parts.push(part);
    parts.push("</urlset>\n");
    return pack(parts.join(""));
  });
}

const entry = (address: string, day?: string) =>
  `<url><loc>${escapeText(address)}</loc>${day ? `<lastmod>${day}</lastmod>` : ""}</url>\n`;

/** Home and every category that has a page of its own, or leads to one that there is. */
async function sitePages(context: Context): Promise<string> {
  const nodes = flatten(await categoryTree(context)).filter(
    ({ isInMenu, bllType, bllValue }) =>
      isInMenu &&
      (bllType === "2" ? isPageThere(bllValue, () => false) : bllType !== "3") &&
      (bllType !== "2" || bllValue.startsWith("/")),
  );
  const paths = ["/", ...nodes.map((node) => categoryHref(node, node.children[0]))];
  return [...new Set(paths)].map((path) => entry(context.origin + path)).join("");
}

/** By id, in batches: the memory needed does not grow with the archive. */
async function* articleBatches({ db, origin }: Context, page: number): AsyncGenerator<string> {
  const [first] = await db
    .select({ id: article.id })
    .from(article)
    .where(isPublished)
    .orderBy(asc(article.id))
    .offset((page - 1) * ARTICLES_PER_FILE)
    .limit(1);
  let left = first ? ARTICLES_PER_FILE : 0;
  let from = first ? gte(article.id, first.id) : undefined;
  while (left > 0) {
    const rows = await db
      .select({
        id: article.id,
        day: dayText(sql`coalesce(${article.updateTime}, ${article.publishTime})`),
      })
      .from(article)
      .where(and(from, isPublished))
      .orderBy(asc(article.id))
      .limit(Math.min(BATCH, left));
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id, day }) => entry(origin + articleHref(id), day)).join("");
    left -= rows.length;
    from = gt(article.id, last.id);
  }
}
