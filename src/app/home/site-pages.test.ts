import fs from "node:fs";
import { expect, test } from "vitest";
import { COMING, isKnownPage, isPageThere, PAGES } from "../../site/addresses/site-pages.ts";
import { PAGE_MOUNTS } from "../mounts.ts";

const appDir = new URL("..", import.meta.url).pathname;
const folders = fs
  .readdirSync(appDir, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith("/page.tsx"))
  .map((name) => name.slice(0, -"/page.tsx".length));

/** No link leads to an error page. */
const SAD = ["/404", "/401"];

test("the pages are those whose folders are there, and the ones to come are not", () => {
  const mounted = PAGE_MOUNTS.map(([, folder]) => folder);
  const urls = [
    ...PAGE_MOUNTS.map(([url]) => url),
    ...folders.filter((folder) => !mounted.includes(folder)).map((folder) => `/${folder}`),
  ].filter((url) => !SAD.includes(url));
  // The preview of an article is reached by its key alone.
  const open = urls.filter((url) => !url.includes("preview"));
  expect([...PAGES].sort()).toEqual(open.sort());
  expect(COMING.filter((page) => urls.includes(page))).toEqual([]);
});

test("an address that leads somewhere now, or will", () => {
  const has = (id: number) => id === 1;
  expect(isPageThere("https://a.example.org/", has)).toBe(true);
  expect(isPageThere("/search?q=x", has)).toBe(true);
  expect(isPageThere("/areaxList?parentId=1&tabIndex=1", has)).toBe(true);
  expect(isPageThere("/areaxList?parentId=1&tabIndex=2", has)).toBe(false);
  expect(isPageThere("/certificate", has)).toBe(false);
  expect(isKnownPage("/Membership?tab=directory")).toBe(true);
  expect(isKnownPage("/nowhere")).toBe(false);
});
