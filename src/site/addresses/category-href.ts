type Linked = { id: number; parentId: number; bllType: string; bllValue: string };

/**
 * Where a category leads (specification 2, "Public header and menu"; product 4.10). Type 1 and 4:
 * its list page, with its first child (else itself) as tab; a child: its parent's page with itself
 * as tab. Types 2 and 3: the configured value, which must be a path or an http(s) address.
 */
export function categoryHref(node: Linked, firstChild?: Linked): string {
  if (node.bllType === "2" || node.bllType === "3") return safeHref(node.bllValue);
  if (node.parentId !== 0) return listHref(node.parentId, node.id);
  const tab =
    firstChild && firstChild.bllType !== "2" && firstChild.bllType !== "3" ? firstChild : node;
  return listHref(node.id, tab.id);
}

export const listHref = (parentId: number, tabIndex: number): string =>
  `/areaxList?parentId=${parentId}&tabIndex=${tabIndex}`;

export const articleHref = (id: number): string => `/article?articleId=${id}`;

/** Configured addresses may be typed by hand: anything but a path or http(s) leads home. */
export function safeHref(value: string): string {
  if (/^\/(?!\/)/.test(value)) return value;
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? value : "/";
}

/** Address of the results for what was typed. */
export const searchHref = (text: string): string => `/search?q=${encodeURIComponent(text)}`;
