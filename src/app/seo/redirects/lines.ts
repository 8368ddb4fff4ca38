import { addressProblem, MAX_ADDRESS } from "#src/lib/address/site-address.ts";
import { isPageThere, PAGES } from "#src/site/addresses/site-pages.ts";
import { oldAddress } from "./old-address.ts";

/** The most redirects that one import takes. */
export const MAX_LINES = 2_000;

export type RedirectLine = { line: number; fromPath: string; toPath: string };
export type BadLine = { line: number; text: string; reason: string };

/** Addresses with a page of their own: the page is shown, never the redirect. */
const ALWAYS_ANSWERED = /^\/(health|assets|art|profile)([/?]|$)/;
/** Calls are told by this in any letter case (server/http/errors.ts). */
const CALL = /^\/prod-api([/?]|$)/i;
/** Pages beside PAGES to which no redirect leads: previews and error pages. */
const OTHER_PAGES = ["/article/preview", "/404", "/401"];

const SYSTEM_OWN = "这类地址由系统使用，不能跳转";
const PAGE_IN_USE = "这是网站正在使用的页面，跳转不会生效";

/** The fault of an old address; undefined where it has none. */
export function fromProblem(address: string | undefined): string | undefined {
  if (address === undefined) return "旧地址应为 / 开头的本站路径，例如 /news/show.asp?id=12";
  if ([...address].length > MAX_ADDRESS) return `旧地址长度不能超过${MAX_ADDRESS}个字符`;
  if (ALWAYS_ANSWERED.test(address) || CALL.test(address)) return SYSTEM_OWN;
  // One article and one list may be gone: the pages themselves never are.
  if (/^\/(article|areaxList)\?/.test(address)) return undefined;
  const isPage = isPageThere(address, () => false) || isPagePath(address.replace(/\?.*$/s, ""));
  return isPage ? PAGE_IN_USE : undefined;
}

/** The pages' addresses hold in any letter case. */
const isPagePath = (path: string): boolean =>
  [...PAGES, ...OTHER_PAGES].some((page) => page.toLowerCase() === path.toLowerCase());

/** Lines `旧 新`, with blanks, a tab or a comma between; empty ones and # are none. */
export function readRedirectLines(text: string): { good: RedirectLine[]; bad: BadLine[] } {
  const good: RedirectLine[] = [];
  const bad: BadLine[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const plain = raw.trim();
    if (plain === "" || plain.startsWith("#")) continue;
    const line = index + 1;
    const [from = "", toPath = "", ...rest] = plain.split(/\s*[,，]\s*|\s+/);
    const fromPath = oldAddress(pathOf(from));
    const reason =
      toPath === "" || rest.length > 0
        ? "每行应为两个地址：旧地址、空格、新地址"
        : (fromProblem(fromPath) ??
          addressProblem("新地址", toPath) ??
          (toPath.length > MAX_ADDRESS ? "新地址太长" : undefined) ??
          (oldAddress(toPath) === fromPath ? "新旧地址相同" : undefined) ??
          (seen.has(fromPath ?? "") ? "与前面的一行重复" : undefined));
    if (reason || fromPath === undefined) {
      bad.push({ line, text: plain.slice(0, 80), reason: reason ?? "" });
      continue;
    }
    seen.add(fromPath);
    good.push({ line, fromPath, toPath });
  }
  return { good, bad };
}

/** Lists of an old site have whole addresses: the path alone counts. */
export function pathOf(address: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return pathname + search;
}
