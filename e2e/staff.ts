import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityProblems, baseUrl, type browserKit, openSession } from "./browser.ts";

/** The administrator of every installation. */
export const ADMIN = 1;

export type StaffOptions = BrowserContextOptions & { userId?: number };

type Kit = ReturnType<typeof browserKit>;

/** A page of the office as one of the staff sees it; `before` runs ahead of the page's own scripts. */
export async function staffPage(
  browser: Kit,
  to: string,
  { userId = ADMIN, ...options }: StaffOptions = {},
  before?: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await browser.page(options);
  const token = await openSession(userId);
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  await before?.(page);
  await page.goto(to);
  return page;
}

/** The same of a list page, once it shows its rows or says why there are none. */
export async function listPage(browser: Kit, to: string, options?: StaffOptions): Promise<Page> {
  const page = await staffPage(browser, to, options);
  await settled(page);
  return page;
}

/** A key pressed earlier would come before the list listens. */
export const settled = (page: Page): Promise<void> =>
  page
    .locator(".cr-table tr:not(.cr-bones) td, .cr-cards h2, .ck-tree td, .o-card-state")
    .first()
    .waitFor();

/** axe finds nothing on the page as it stands. */
export const clean = async (page: Page): Promise<void> =>
  expect(await accessibilityProblems(page)).toEqual([]);
