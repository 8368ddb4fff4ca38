import type { MetaDescriptor } from "react-router";

interface PageMeta {
  readonly title: string;
  readonly description?: string | undefined;
  /** Canonical path with its query, from "/" on. */
  readonly path: string;
  readonly siteName: string;
  /** Origin of absolute addresses, without a trailing slash. */
  readonly origin: string;
  /** Path or address of the sharing picture. */
  readonly image?: string | undefined;
  readonly type?: "website" | "article";
  readonly jsonLd?: Record<string, unknown> | undefined;
}

/** Longer descriptions are cut by search engines. */
const DESCRIPTION_LENGTH = 120;

/** Title `{page} - {site}`, description, canonical link, Open Graph and JSON-LD of a page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const title = page.title ? `${page.title} - ${page.siteName}` : page.siteName;
  const url = `${page.origin}${page.path}`;
  const description = shorten(page.description ?? "");
  const image = page.image ? new URL(page.image, page.origin).href : undefined;
  const properties: [string, string | undefined][] = [
    ["og:type", page.type ?? "website"],
    ["og:site_name", page.siteName],
    ["og:locale", "zh_CN"],
    ["og:title", page.title || page.siteName],
    ["og:description", description],
    ["og:url", url],
    ["og:image", image],
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

/** What a page's `meta` needs of the site, from the `matches` it is given (the layouts load it). */
export function siteOf(matches: readonly Match[]): { siteName: string; origin: string } {
  for (const match of matches) {
    const site = (match?.loaderData as { site?: { name?: string; origin?: string } } | undefined)
      ?.site;
    if (site?.name !== undefined) return { siteName: site.name, origin: site.origin ?? "" };
  }
  return { siteName: "", origin: "" };
}
