/**
 * The one way an old address is written, so that it is found however it is asked for: path decoded,
 * without a slash at its end, the query's keys in order, no fragment. undefined: no path of a site.
 */
export function oldAddress(given: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused
  if (!/^\/(?![/\\])/.test(given) || /[\u0000-\u001f\u007f\\]/.test(given)) return undefined;
  if (!URL.canParse(given, "https://site.invalid")) return undefined;
  const { pathname, searchParams } = new URL(given, "https://site.invalid");
  searchParams.sort();
  const path = withoutEndSlashes(decoded(pathname));
  const query = [...searchParams]
    .map(([key, value]) => (value === "" ? key : `${key}=${value}`))
    .join("&");
  return query ? `${path}?${query}` : path;
}

/** Walks from the end backwards: a pattern would try each of ten thousand slashes as a beginning. */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

/** Old sites wrote their paths in GBK: a path that is no UTF-8 stays as it came. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
