/** schema.org breadcrumb of a page, the home page first. */
export function breadcrumbJsonLd(
  origin: string,
  items: readonly { readonly label: string; readonly href: string }[],
) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [{ label: "首页", href: "/" }, ...items].map(({ label, href }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: `${origin}${href}`,
    })),
  };
}
