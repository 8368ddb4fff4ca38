const ACCOUNT_PAGES = /^\/(login|register|forgetPassword)(?:[/?#]|$)/;

/**
 * Where the `redirect` of a query leads after log-in: a path of this site, or undefined. `//host`,
 * `/\host` and control characters (browsers drop them: `/\t/host`) would leave the site, and so would
 * `/.//host` where someone undoes the dots.
 */
export function redirectTarget(search: string): string | undefined {
  const target = new URLSearchParams(search).get("redirect") ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  if (!/^\/(?!\/|\\)/.test(target) || /[\u0000-\u001f\u007f]/.test(target)) return undefined;
  const { pathname } = new URL(target, "https://site.invalid");
  return pathname.startsWith("//") || ACCOUNT_PAGES.test(pathname) ? undefined : target;
}

/** `path` with the `redirect` of the present query, so that it is not lost on the way. */
export function keepRedirect(path: string, search: string): string {
  const target = redirectTarget(search);
  return target ? `${path}?redirect=${encodeURIComponent(target)}` : path;
}
