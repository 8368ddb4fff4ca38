/** Values of a pattern's parameters, by name. */
export type RouteParams = Record<string, string>;

const compiled = new Map<string, { expression: RegExp; names: string[] }>();

/** One segment of a pattern: `:name`, with `(\d+)` or `(.*)` and an optional `?`; or `*` at the end. */
const TOKEN = /:(\w+)(?:\((\\d\+|\.\*)\))?(\?)?|\*$/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Only digits and "anything" are understood as expressions of a parameter: a pattern may come from a
 * menu row, and an expression of somebody's own could take for ever.
 */
function compile(pattern: string) {
  const found = compiled.get(pattern);
  if (found) return found;
  const names: string[] = [];
  let source = "";
  let from = 0;
  for (const match of pattern.matchAll(TOKEN)) {
    let before = escaped(pattern.slice(from, match.index));
    const name = match[1] ?? "rest";
    const value = match[2] === "\\d+" ? "\\d+" : match[1] && match[2] !== ".*" ? "[^/]+" : ".*";
    names.push(name);
    if (match[3] && before.endsWith("/")) {
      before = before.slice(0, -1);
      source += `${before}(?:/(${value}))?`;
    } else source += `${before}(${value})`;
    from = match.index + match[0].length;
  }
  source += escaped(pattern.slice(from));
  const made = { expression: new RegExp(`^${source}/?$`), names };
  compiled.set(pattern, made);
  return made;
}

/**
 * The parameters of a path that fits the pattern (`/system/dict-data/index/:dictId(\d+)`), undefined
 * when it does not. The path is compared as a person reads it, escapes undone.
 */
export function matchPath(pattern: string, path: string): RouteParams | undefined {
  const { expression, names } = compile(pattern);
  const match = expression.exec(readablePath(path));
  if (!match) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ""]));
}

/** Undoes percent escapes; a path with broken ones stays as it is. */
export function readablePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** A route's absolute path below its parent's: a child that starts with a slash stands by itself. */
export function joinPath(parent: string, child: string): string {
  const whole = child.startsWith("/") ? child : `${parent}/${child}`;
  const clean = `/${whole}`.replace(/\/{2,}/g, "/");
  return clean.length > 1 ? clean.replace(/\/$/, "") : clean;
}

/**
 * True for what may become a link or route of a menu row: a web address or a path of this site.
 * Everything with another scheme (`javascript:`, `data:`) is refused.
 */
export function isSafePath(path: string): boolean {
  if (/^https?:\/\/[^\s]+$/i.test(path)) return true;
  return !/^[\s\p{Cc}]*[a-z][a-z\d+.-]*:/iu.test(path) && !/[\s\p{Cc}\\]/u.test(path);
}
