import { hasCredentials } from "../../lib/address/site-address.ts";

/** Characters that browsers drop inside an address before they look at its scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const HIDDEN = /[\u0000-\u001f\u007f\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/;

/**
 * Whether an address may be linked to: a path of this site, a place on the page, http(s) without a
 * name in it, mailto or tel. The same rule as the server's sanitiser, which has the last word.
 */
export function isSafeLink(href: string): boolean {
  if (HIDDEN.test(href) || href !== href.trim()) return false;
  if (/^(#|\/(?![/\\]))/.test(href)) return !href.includes("\\");
  if (/^(mailto|tel):[^<>"'\s]+$/i.test(href)) return true;
  return /^https?:\/\/[^/\\]/i.test(href) && URL.canParse(href) && !hasCredentials(href);
}

/** A typed address, completed; undefined when it is none. */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)) return `mailto:${text}`;
  if (/^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(text)) return linkOf(`https://${text}`);
  return isSafeLink(text) ? text : undefined;
}
