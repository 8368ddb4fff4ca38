import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  DESKTOP,
  fitsWidth,
  openSession,
  PHONE,
  query,
  ready,
} from "./browser.ts";
import { baseUrl } from "./site.ts";

const browser = browserKit();

async function newMember(): Promise<number> {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ('declarer' || floor(random() * 1e9), '申报人', '01', now()) returning user_id`,
  );
  return Number(row?.user_id);
}

/** Keeps the token as the log-in page does. */
async function logIn(page: Page, token: string): Promise<void> {
  const url = baseUrl;
  await page.context().addCookies([{ name: "Admin-Token", value: token, url }]);
}

/** Follows a link to the page, as one in an article's text would be followed. */
const followLink = (page: Page, href: string) =>
  page.evaluate((to) => {
    const link = document.createElement("a");
    link.href = to;
    document.querySelector("main")?.append(link);
    link.click();
    link.remove();
  }, href);

const toast = (page: Page) => page.getByRole("status").filter({ hasText: "请先登录" });

test("a navigation to /Declare is cancelled with 请先登录, and the message leads there", async () => {
  const page = await browser.page();
  await page.goto("/agreement?doc=privacy");
  await ready(page);
  for (const href of ["/Declare", "/Declare/taskList?id=3"]) {
    await followLink(page, href);
    await toast(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/agreement");
    const link = toast(page).getByRole("link", { name: "去登录" });
    expect(await link.getAttribute("href")).toBe(`/login?redirect=${encodeURIComponent(href)}`);
  }
  await followLink(page, "/Declare");
  await toast(page).getByRole("link", { name: "去登录" }).click();
  await page.waitForURL(/\/login\?redirect=%2FDeclare$/);
  expect(await toast(page).count()).toBe(0);
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: a cold load goes to the log-in with the message, then back`, async () => {
    const page = await browser.page({ viewport });
    await page.goto("/Declare");
    await page.waitForURL(/\/login\?redirect=%2FDeclare$/);
    await toast(page).waitFor();
    expect(await fitsWidth(page)).toBe(true);

    // Logged in, the log-in page leads on to where one wanted.
    await logIn(page, await openSession(await newMember()));
    await page.reload();
    await page.waitForURL("**/Declare");
    await page.getByRole("heading", { name: "正在受理的批次" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
  });
}

test("the way back to /Declare is shut after logging out, and when the session has ended", async () => {
  const page = await browser.page();
  const userId = await newMember();
  await logIn(page, await openSession(userId));
  await page.goto("/agreement?doc=privacy");
  await ready(page);
  await followLink(page, "/Declare");
  await page.getByRole("heading", { name: "正在受理的批次" }).waitFor();
  await followLink(page, "/personal");
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("link", { name: "登录", exact: true }).first().waitFor();
  await page.goBack();
  await toast(page).waitFor();
  // The address is put back a moment after the page has said no.
  await expect.poll(() => new URL(page.url()).pathname).not.toBe("/Declare");

  // A token whose session is gone gets past the first look, not past the server's answer.
  await logIn(page, await openSession(userId));
  await query("delete from session where user_id = $1", [userId]);
  await page.goto("/Declare");
  await page.waitForURL(/\/login\?redirect=%2FDeclare$/);
  await toast(page).waitFor();
});
