import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityProblems, type browserKit, openSession, query } from "./browser.ts";
import { baseUrl } from "./site.ts";

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
    .locator(".cr-table tr:not(.cr-bones) td, .cr-cards h2, .ck-tree td, .o-card-state, .ge-card")
    .first()
    .waitFor();

/**
 * Waits until a drawer or dialog has the keyboard: its opening is over, and takes the focus from nothing
 * that is pressed in it. Before, that would close a list again.
 */
export const atHand = (page: Page): Promise<void> =>
  page.locator(":is(.ant-drawer, .ant-modal-wrap):is(:focus, :has(:focus))").last().waitFor();

/** G and another key, as fast as a person: the second does not wait until the page has dealt with the first. */
export const goBy = (page: Page, key: string): Promise<unknown> =>
  Promise.all([page.keyboard.press("g"), page.keyboard.press(key)]);

/** A staff member whose only role holds these permissions, and the directory their pages are in. */
export async function staffMember(
  userName: string,
  directory: number,
  permissions: readonly string[],
): Promise<number> {
  const [user] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, $1, '00', now()) returning user_id`,
    [userName],
  );
  const [role] = await query(
    "insert into sys_role (role_name, role_key) values ($1, $1) returning role_id",
    [userName],
  );
  await query("insert into sys_user_role (user_id, role_id) values ($1, $2)", [
    user?.user_id,
    role?.role_id,
  ]);
  await query(
    `insert into sys_role_menu (role_id, menu_id)
     select $1, menu_id from sys_menu where perms = any($2) or menu_id = $3`,
    [role?.role_id, permissions, directory],
  );
  return Number(user?.user_id);
}

/** axe finds nothing on the page as it stands. */
export const clean = async (page: Page): Promise<void> =>
  expect(await accessibilityProblems(page)).toEqual([]);

/** Chooses an option of the open list, wherever in it the rows of other journeys have put it. */
export async function pickOption(page: Page, text: string): Promise<void> {
  const option = page.locator(".ant-select-dropdown:visible .ant-select-item-option", {
    hasText: text,
  });
  const list = page.locator(".ant-select-dropdown:visible .rc-virtual-list-holder");
  await expect
    .poll(async () => {
      if (await option.isVisible()) return true;
      await list.evaluate((element) => {
        const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
        element.scrollTop = isAtEnd ? 0 : element.scrollTop + element.clientHeight / 2;
      });
      return false;
    })
    .toBe(true);
  await option.click();
}
