import type { MetaDescriptor } from "react-router";

interface PageMeta {
  readonly title: string;
  readonly description?: string | undefined;
  /** Canonical path with its query, from "/" on. */
  readonly path: string;
  readonly siteName: string;
  /** Origin of absolute addresses, without a trailing slash. */
  readonly origin: string;
  /** The site's own name comes first, and alone where the page is shared: 首页 says nothing there. */
  readonly isSite?: boolean;
  /** Path of the picture that stands for the page; a drawing becomes the card of it. */
  readonly image?: string | undefined;
  readonly type?: "website" | "article";
  readonly jsonLd?: Record<string, unknown> | undefined;
}

/** Longer descriptions are cut by search engines. */
const DESCRIPTION_LENGTH = 120;

/** Stands for a page without a picture of its own. */
const CARD = "/art/cover/tree-blue-5.svg";

/** Cards of links are drawn from raster pictures alone, 1200 by 630 pixels large. */
export const cardOf = (picture: string): string =>
  picture.replace(/^\/art\/cover\/([\w-]+)\.svg$/, "/art/card/$1.png");

/** Title `{page} - {site}`, description, canonical link, Open Graph and JSON-LD of a page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const names = [page.title, page.siteName].filter(Boolean);
  const title = (page.isSite ? names.reverse() : names).join(" - ");
  const url = `${page.origin}${page.path}`;
  const description = shorten(page.description ?? "");
  const card = cardOf(page.image || CARD);
  const isDrawn = card.startsWith("/art/card/");
  const image = URL.canParse(card, page.origin) ? new URL(card, page.origin).href : undefined;
  const properties: [string, string | undefined][] = [
    ["og:type", page.type ?? "website"],
    ["og:site_name", page.siteName],
    ["og:locale", "zh_CN"],
    ["og:title", (page.isSite ? "" : page.title) || page.siteName],
    ["og:description", description],
    ["og:url", url],
    ["og:image", image],
    ["og:image:width", isDrawn ? "1200" : undefined],
    ["og:image:height", isDrawn ? "630" : undefined],
  ];
  return [
    { title },
    ...(description ? [{ name: "description", content: description }] : []),
    { tagName: "link", rel: "canonical", href: url },
    ...properties.flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    ...(page.jsonLd
      ? [
          {
            "script:ld+json": { "@context": "https://schema.org", ...page.jsonLd },
          } as MetaDescriptor,
        ]
      : []),
  ];
}

function shorten(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length > DESCRIPTION_LENGTH ? `${plain.slice(0, DESCRIPTION_LENGTH - 1)}…` : plain;
}

type Match = { loaderData?: unknown } | undefined;

/** The site's facts for a page's `meta`, from the `matches` it is given (the layouts load it). */
export function siteOf(matches: readonly Match[]): { siteName: string; origin: string } {
  for (const match of matches) {
    const site = (match?.loaderData as { site?: { name?: string; origin?: string } } | undefined)
      ?.site;
    if (site?.name !== undefined) return { siteName: site.name, origin: site.origin ?? "" };
  }
  return { siteName: "", origin: "" };
}
