/**
 * Addresses that staff may write into links, tiles, banners and redirects: a path of this site, or
 * http(s). Everything else (`javascript:`, `//host`, `data:`) leads who clicks where nobody looked.
 */

export const MAX_ADDRESS = 500;

/** Browsers drop controls and read `\` as `/`: `/\host` and `/<tab>/host` would leave the site. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused
const UNSAFE = /[\u0000-\u0020\u007f\\"<>]/;

/** `/path`, with its query, below this site. */
export const isSitePath = (value: string): boolean =>
  /^\/(?!\/)/.test(value) &&
  !UNSAFE.test(value) &&
  !new URL(value, "https://site.invalid").pathname.startsWith("//");

/** `https://trusted@elsewhere/` reads as one site and leads to another. The address is one. */
export function hasCredentials(value: string): boolean {
  const { username, password } = new URL(value);
  return username !== "" || password !== "";
}

/** An http or https address with a host and no name or password in it. */
export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(value) || UNSAFE.test(value) || !URL.canParse(value)) return false;
  return !hasCredentials(value) && new URL(value).hostname !== "";
}

/** The fault of an address that may be a path or http(s); undefined where it has none. */
export const addressProblem = (label: string, value: string): string | undefined =>
  isSitePath(value) || isWebAddress(value)
    ? undefined
    : `${label}应为 / 开头的站内路径，或 http(s):// 开头的地址`;

/** The same for an address that must lead to another site. */
export const webProblem = (label: string, value: string): string | undefined =>
  isWebAddress(value) ? undefined : `${label}应为 http(s):// 开头的完整地址`;

/** An address that addressProblem takes, for a header: percent-encoded but for ASCII. */
export function headerAddress(value: string): string {
  const base = "https://site.invalid";
  const { href } = new URL(value, base);
  return value.startsWith("/") ? href.slice(base.length) : href;
}
