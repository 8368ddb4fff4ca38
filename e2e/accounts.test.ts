import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  answerQuestion,
  browserKit,
  captchaField,
  DESKTOP,
  letTimePass,
  PHONE,
  ready,
  smsCode,
  solveCaptcha,
} from "./browser.ts";

const browser = browserKit();

/** Takes the captcha's question in words and answers it, as someone who cannot see would. */
async function answerInWords(page: Page): Promise<void> {
  await page.locator("form img:not([data-stale])").waitFor();
  const asked = page.waitForResponse(/captchaImage\?type=text/);
  await page.getByRole("button", { name: "显示文字题" }).click();
  const { text } = (await (await asked).json()) as { text: string };
  await page.getByText(text).waitFor();
  await captchaField(page).fill(answerQuestion(text));
}

let seed = 0;
const newPhone = () => `1390000${String(1_000 + ++seed).slice(-4)}`;
const PASSWORD = "Lantern-2026";

async function register(page: Page, phone: string, solve = solveCaptcha): Promise<void> {
  await page.getByLabel("手机号").fill(phone);
  await solve(page);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText(/秒后重发/).waitFor();
  await page.getByLabel("短信验证码").fill(await smsCode(phone, "register"));
  await page.getByLabel("设置密码").fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "注册" }).click();
}

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: register by phone, see oneself, log out, log in again`, async () => {
    const page = await browser.page({ viewport });
    const phone = newPhone();
    await page.goto("/register");
    await ready(page);
    await register(page, phone, viewport === DESKTOP ? answerInWords : solveCaptcha);
    await page.waitForURL("**/personal");
    await page
      .getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)
      .first()
      .waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.find((cookie) => cookie.name === "Admin-Token")?.value).toMatch(/^[\w-]{43}$/);

    await page.getByRole("textbox", { name: "昵称" }).fill("海边的家长");
    await page.getByRole("button", { name: "保存" }).click();
    await page.locator("header").getByText("海边的家长").waitFor();

    await page.getByRole("button", { name: "退出登录" }).click();
    await page.waitForURL((url) => url.pathname !== "/personal");
    expect((await page.context().cookies()).some((cookie) => cookie.name === "Admin-Token")).toBe(
      false,
    );

    // Where one came from is where one goes back to.
    await page.goto("/login?redirect=%2Fsearch%3Fq%3D%E5%AE%B6%E5%BA%AD");
    await ready(page);
    await page.getByLabel("用户名或手机号").fill(phone);
    await page.getByLabel("密码", { exact: true }).fill("wrong-Password-1");
    await solveCaptcha(page);
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await page.getByText("用户不存在/密码错误").waitFor();
    expect(await page.getByLabel("用户名或手机号").inputValue()).toBe(phone);
    await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
    await solveCaptcha(page);
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await page.waitForURL(/\/search\?q=/);
    await page.locator("header").getByText("海边的家长").first().waitFor({ state: "attached" });
  });
}

test("a forgotten password: code, new password, log in with it", async () => {
  const page = await browser.page();
  const phone = newPhone();
  await page.goto("/register");
  await ready(page);
  await register(page, phone);
  await page.waitForURL("**/personal");
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.waitForURL((url) => url.pathname !== "/personal");

  await letTimePass(phone);
  await page.goto("/forgetPassword");
  await ready(page);
  await page.getByLabel("手机号").fill(phone);
  await solveCaptcha(page);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText(/秒后重发/).waitFor();
  await page.getByLabel("短信验证码").fill(await smsCode(phone, "forget"));
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("新密码", { exact: true }).fill("Harbour-2027");
  await page.getByLabel("再输入一次").fill("Harbour-2027");
  await page.getByRole("button", { name: "重置密码" }).click();
  await page.getByRole("link", { name: "去登录" }).click();
  await page.waitForURL(/\/login/);
  await ready(page);
  await page.getByLabel("用户名或手机号").fill(phone);
  await page.getByLabel("密码", { exact: true }).fill("Harbour-2027");
  await solveCaptcha(page);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL("**/personal");
});

test("a stranger at the personal page is sent to log in, and errors sit on their field", async () => {
  const page = await browser.page();
  await page.goto("/personal");
  await page.waitForURL(/\/login\?redirect=(%2F|\/)personal/);
  await page.goto("/register");
  await ready(page);
  await page.getByLabel("手机号").fill("12345");
  await page.getByRole("button", { name: "注册" }).click();
  const field = page.getByLabel("手机号");
  await page.getByText("请输入正确的11位手机号码").waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.inputValue()).toBe("12345");
});
