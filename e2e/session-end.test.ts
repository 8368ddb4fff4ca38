import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  captchaAnswer,
  DESKTOP,
  fitsWidth,
  openSession,
  PHONE,
  query,
  ready,
  smsCode,
} from "./browser.ts";
import { ADMIN_PASSWORD } from "./first-password.ts";
import { baseUrl } from "./site.ts";
import { staffPage } from "./staff.ts";

// A session ends while a member fills in a form of their own: what was typed is still there after they have
// logged in again, and goes where it was meant to go.
const browser = browserKit();

let made = 0;
type Member = { userId: number; userName: string; phone: string };

/** A member with the administrator's password. */
async function newMember(): Promise<Member> {
  const number = ++made;
  const member = { userName: `ended${number}`, phone: `1380007${String(1_000 + number)}` };
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, phonenumber, user_type, pwd_update_date, password)
     select $1, $2, $3, '01', now(), password from sys_user where user_id = 1 returning user_id`,
    [member.userName, `原名${number}`, member.phone],
  );
  return { ...member, userId: Number(row?.user_id) };
}

const nickNameOf = async ({ userId }: Member) =>
  (await query("select nick_name from sys_user where user_id = $1", [userId]))[0]?.nick_name;

const endSession = ({ userId }: Member) =>
  query("delete from session where user_id = $1", [userId]);

async function logIn(page: Page, { userId }: Member): Promise<void> {
  const value = await openSession(userId);
  await page.context().addCookies([{ name: "Admin-Token", value, url: baseUrl }]);
}

/** Their page, with a name typed that is not saved. */
async function typing(member: Member, viewport = DESKTOP): Promise<Page> {
  const page = await browser.page({ viewport });
  await logIn(page, member);
  await page.goto("/personal");
  await ready(page);
  await nickName(page).fill(NEW_NAME);
  return page;
}

const NEW_NAME = "新取的名字";
const nickName = (page: Page) => page.getByRole("textbox", { name: "昵称" });
const save = (page: Page) => page.getByRole("button", { name: "保存", exact: true }).click();
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "登录状态已过期" });
const bar = (page: Page) => page.getByRole("status").filter({ hasText: "登录状态已过期" });

async function solveCaptcha(page: Page, form: Locator): Promise<void> {
  await form.locator("form img:not([data-stale])").waitFor();
  const asked = page.waitForResponse(/captchaImage/);
  await form.getByRole("button", { name: "换一题" }).click();
  const { uuid } = (await (await asked).json()) as { uuid: string };
  await form
    .getByLabel(/^(图形)?验证码$/)
    .first()
    .fill(await captchaAnswer(uuid));
}

async function byPassword(page: Page, form: Locator, userName?: string): Promise<void> {
  if (userName) await form.getByLabel("用户名或手机号").fill(userName);
  await form.getByLabel("密码", { exact: true }).fill(ADMIN_PASSWORD);
  await solveCaptcha(page, form);
  await form.getByRole("button", { name: "登录", exact: true }).click();
}

let face: Buffer;
beforeAll(async () => {
  face = await sharp({
    create: { width: 300, height: 300, channels: 3, background: { r: 40, g: 90, b: 160 } },
  })
    .png()
    .toBuffer();
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: put off, then logged in again from the bar: the name is still there`, async () => {
    const member = await newMember();
    const page = await typing(member, viewport);
    await endSession(member);
    await save(page);
    const dialog = dialogOf(page);
    await dialog.getByLabel("密码", { exact: true }).and(page.locator(":focus")).waitFor();
    expect(await dialog.getByLabel("用户名或手机号").inputValue()).toBe(member.userName);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);

    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("登录状态已过期，还没有保存").waitFor();
    await bar(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/personal");
    expect(await nickName(page).inputValue()).toBe(NEW_NAME);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);

    await bar(page).getByRole("button", { name: "重新登录" }).press("Enter");
    await byPassword(page, dialog);
    await dialog.waitFor({ state: "hidden" });
    await bar(page).waitFor({ state: "hidden" });
    expect(await nickName(page).inputValue()).toBe(NEW_NAME);
    expect(await nickNameOf(member)).not.toBe(NEW_NAME);
    await save(page);
    await page.getByText("昵称已修改").waitFor();
    expect(await nickNameOf(member)).toBe(NEW_NAME);
  });
}

test("logged in again by a message at once: the save goes on by itself", async () => {
  const member = await newMember();
  const page = await typing(member);
  await endSession(member);
  await save(page);
  const dialog = dialogOf(page);
  await dialog.getByRole("tab", { name: "短信登录" }).click();
  await dialog.getByLabel("手机号").fill(member.phone);
  await solveCaptcha(page, dialog);
  await dialog.getByRole("button", { name: "获取验证码" }).click();
  await dialog.getByText(/秒后重发/).waitFor();
  await dialog.getByLabel("短信验证码").fill(await smsCode(member.phone, "login"));
  await dialog.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByText("昵称已修改").waitFor();
  expect(await nickNameOf(member)).toBe(NEW_NAME);
  await dialog.waitFor({ state: "hidden" });
  expect(await nickName(page).inputValue()).toBe(NEW_NAME);
});

test("a chosen picture is kept too, and goes up after the log-in", async () => {
  const member = await newMember();
  const page = await typing(member);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: face });
  await endSession(member);
  await page.getByRole("button", { name: "使用这张图" }).click();
  await byPassword(page, dialogOf(page));
  await page.getByText("上传成功").waitFor();
  const [row] = await query("select avatar from sys_user where user_id = $1", [member.userId]);
  expect(row?.avatar).not.toBe("");
  // The other form of the page lost nothing by it.
  expect(await nickName(page).inputValue()).toBe(NEW_NAME);
});

test("whoever takes the header's way to the log-in page finds the name when they come back", async () => {
  const member = await newMember();
  const page = await typing(member);
  await endSession(member);
  await save(page);
  // With its picture: the next one that comes is that of the log-in page.
  await dialogOf(page).locator("form img").waitFor();
  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "hidden" });
  await nickName(page).fill("又改了的名字");
  await page.locator("header").getByRole("link", { name: "登录", exact: true }).click();
  await page.waitForURL(/\/login\?redirect=%2Fpersonal$/);
  await byPassword(page, page.locator("main"), member.userName);
  await page.waitForURL("**/personal");
  await expect.poll(() => nickName(page).inputValue()).toBe("又改了的名字");
  await save(page);
  await page.getByText("昵称已修改").waitFor();
  expect(await nickNameOf(member)).toBe("又改了的名字");
  // Once only: the next time the page shows the saved data.
  await query("update sys_user set nick_name = '别处改的名' where user_id = $1", [member.userId]);
  await page.reload();
  await expect.poll(() => nickName(page).inputValue()).toBe("别处改的名");
});

test("another person who logs in there gets a page of their own", async () => {
  const [member, other] = [await newMember(), await newMember()];
  const before = await nickNameOf(other);
  const page = await typing(member);
  await endSession(member);
  await save(page);
  await byPassword(page, dialogOf(page), other.userName);
  await expect.poll(() => nickName(page).inputValue()).toBe(before);
  await dialogOf(page).waitFor({ state: "hidden" });
  expect(await nickNameOf(other)).toBe(before);
  expect(await nickNameOf(member)).not.toBe(NEW_NAME);
});

test("logged out in another tab: the same; logged in there as somebody else: nothing is sent", async () => {
  const [member, other] = [await newMember(), await newMember()];
  const before = await nickNameOf(other);
  const page = await typing(member);
  await page.context().clearCookies();
  await save(page);
  await dialogOf(page).waitFor();
  await page.keyboard.press("Escape");
  await bar(page).waitFor();
  expect(await nickName(page).inputValue()).toBe(NEW_NAME);

  await logIn(page, other);
  await save(page);
  await page.getByText(`本浏览器已登录为“${before}”，刚才的修改没有保存`).waitFor();
  expect(await nickNameOf(other)).toBe(before);
  expect(await nickNameOf(member)).not.toBe(NEW_NAME);
});

test("logged in again in another tab: the save goes on without a question", async () => {
  const member = await newMember();
  const page = await typing(member);
  await endSession(member);
  await logIn(page, member);
  await save(page);
  await page.getByText("昵称已修改").waitFor();
  expect(await nickNameOf(member)).toBe(NEW_NAME);
});

test("a lock whose code cannot be read covers the work and costs none of it", async () => {
  const page = await staffPage(browser, "/user/profile");
  await page.getByLabel("昵称").fill("写了一半");
  await page.route(/\/assets\/lock-screen[\w-]*\.js/, (route) =>
    route.abort("internetdisconnected"),
  );
  await page.keyboard.press("Control+Alt+KeyL");
  const cover = page.getByRole("dialog", { name: "页面没有读到" });
  await cover.getByRole("button", { name: "重新载入" }).and(page.locator(":focus")).waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/unread-1440.png` });
  expect(await accessibilityProblems(page)).toEqual([]);
  // Nothing behind it is reached, and nothing of it is gone.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  expect(await cover.isVisible()).toBe(true);
  expect(await page.locator(".o-panel input").first().count()).toBe(1);
  expect(await page.getByLabel("昵称").evaluate((input) => (input as HTMLInputElement).value)).toBe(
    "写了一半",
  );
});
