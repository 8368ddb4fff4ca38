import path from "node:path";
import { expect, test, vi } from "vitest";
import { browserKit, DESKTOP, fitsWidth, openSession, PHONE, query } from "./browser.ts";
import { ADMIN_PASSWORD } from "./first-password.ts";
import { baseUrl } from "./site.ts";
import { clean, staffPage } from "./staff.ts";

// Staff and their own account: the first password, and the page 个人中心.
const browser = browserKit();

async function person(userName: string): Promise<number> {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, $1, '00', now()) returning user_id`,
    [userName],
  );
  return Number(row?.user_id);
}

test("a first password is changed before anything else is to be had", async () => {
  const userId = await person("newcomer");
  // The new account has the administrator's password, and nobody has changed it yet.
  await query(
    `update sys_user set pwd_update_date = null,
       password = (select password from sys_user where user_id = 1) where user_id = $1`,
    [userId],
  );
  const token = await openSession(userId);
  const opened = async (viewport: typeof DESKTOP) => {
    const page = await browser.page({ viewport });
    await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
    await page.goto("/workbench");
    return page;
  };
  for (const viewport of [DESKTOP, PHONE]) {
    const page = await opened(viewport);
    await page.getByRole("heading", { name: "请先修改初始密码" }).waitFor();
    expect(await page.locator(".o-shell").count()).toBe(0);
    expect(await fitsWidth(page)).toBe(true);
    await clean(page);
  }
  const page = await opened(DESKTOP);
  // With the keyboard alone.
  await page.getByLabel("初始密码", { exact: true }).waitFor();
  await vi.waitFor(async () =>
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("oldPassword"),
  );
  await page.keyboard.type("wrong");
  await page.getByLabel("新密码", { exact: true }).fill("weak");
  await page.getByText("密码须为10-32位", { exact: false }).nth(1).waitFor();
  await page.getByLabel("新密码", { exact: true }).fill("Harbour-2028-x");
  await page.getByLabel("再输一次新密码").fill("Harbour-2028-x");
  await page.keyboard.press("Enter");
  await page.getByText("修改密码失败，旧密码错误").waitFor();
  expect(await page.getByLabel("新密码", { exact: true }).inputValue()).toBe("Harbour-2028-x");
  await page.getByLabel("初始密码", { exact: true }).fill(ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await page.locator(".o-shell").waitFor();
  await page.reload();
  await page.locator(".o-shell").waitFor();
});

test("个人中心: nickname, picture, password and devices", async () => {
  const userId = await person("fang");
  await openSession(userId);
  const page = await staffPage(browser, "/user/profile", { userId });
  await page.getByLabel("昵称").fill("一");
  await page.getByRole("button", { name: "保存资料" }).click();
  await page.getByText("昵称长度为2-20个字符").waitFor();
  await page.getByLabel("昵称").fill("方老师");
  await page.getByRole("button", { name: "保存资料" }).click();
  await page.locator(".o-person-name", { hasText: "方老师" }).waitFor();

  const picture = path.join(import.meta.dirname, "../public/favicon.svg");
  await page.locator("input[type=file]").setInputFiles(picture);
  await page.getByText("文件格式不正确, 请上传png/jpg/jpeg格式文件!").waitFor();
  const png = await page.screenshot();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: png });
  await page.getByRole("img", { name: /头像裁剪区/ }).press("ArrowRight");
  await clean(page);
  await page.getByRole("button", { name: "上传头像" }).click();
  await page.locator(".o-person img.o-avatar").waitFor();

  await page.getByLabel("旧密码").fill("wrong-Password-1");
  await page.getByLabel(/^新密码/).fill("Another-Lantern-26");
  await page.getByLabel("确认密码").fill("Another-Lantern-27");
  await page.getByRole("button", { name: "修改密码" }).click();
  await page.getByText("两次输入的密码不一致").waitFor();
  await page.getByLabel("确认密码").fill("Another-Lantern-26");
  await page.getByRole("button", { name: "修改密码" }).click();
  await page.getByText("修改密码失败，旧密码错误").waitFor();
  expect(await page.getByLabel(/^新密码/).inputValue()).toBe("Another-Lantern-26");

  await page.getByRole("heading", { name: "登录设备（2）" }).waitFor();
  await page.getByRole("button", { name: "退出该设备" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "退出该设备" }).click();
  await page.getByRole("heading", { name: "登录设备（1）" }).waitFor();
  await clean(page);
});
