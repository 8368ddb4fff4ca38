/** Pages of the public site that anybody may be led to; a test keeps them equal to the folders. */
export const PAGES = [
  "/",
  "/index",
  "/advisoryImg",
  "/advisoryImg/answer",
  "/article",
  "/areaxList",
  "/checkin",
  "/checkin/self",
  "/committee",
  "/leaders",
  "/search",
  "/teachersImg",
  "/trainingImg",
  "/forbidIndex",
  "/forerunner",
  "/indexEntrance",
  "/login",
  "/register",
  "/forgetPassword",
  "/personal",
  "/personal/activities",
  "/personal/advice",
  "/personal/files",
  "/personal/membership",
  "/personal/messages",
  "/personal/privacy",
  "/personal/receipts",
  "/personal/security",
  "/publicity",
  "/pxMessage",
  "/trainingEvent",
  "/trainingEventMessage",
  "/trainingEventMessage/sign",
  "/agreement",
  "/Declare",
  "/Declare/review",
  "/Membership",
  "/Membership/apply",
  "/Membership/directory",
  "/Membership/mine",
  "/verify",
] as const;

/** Pages that are to come (product 4.9): a category may name them, nothing leads there yet. */
export const COMING = ["/certificate"] as const;

/** Addresses beside the pages: feeds, files. */
const FILES = /^\/(rss\.xml|sitemap\.xml|profile\/.+|prod-api\/profile\/.+)$/;

const parse = (href: string): URL => new URL(href, "https://site.invalid");

/** Whether a path of this site leads to a page that there is, or shall be. */
export function isKnownPage(href: string): boolean {
  const { pathname } = parse(href);
  return [...PAGES, ...COMING].some((page) => page === pathname) || FILES.test(pathname);
}

/**
 * Whether an address leads somewhere now: another site, a file, a page that is built. A list page is
 * there where its category is; `hasCategory` says so.
 */
export function isPageThere(href: string, hasCategory: (id: number) => boolean): boolean {
  if (!href.startsWith("/")) return true;
  const { pathname, searchParams } = parse(href);
  if (pathname === "/areaxList") {
    return ["parentId", "tabIndex"].every((key) => hasCategory(Number(searchParams.get(key))));
  }
  return PAGES.some((page) => page === pathname) || FILES.test(pathname);
}
