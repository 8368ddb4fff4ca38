import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserKit, DESKTOP, PHONE, ready } from "./browser.ts";

const browser = browserKit();

/** The page as a slow phone has it for seconds: painted, its scripts still on the way; `arrive` lets them come. */
async function waiting(
  url: string,
  viewport = PHONE,
): Promise<{ page: Page; arrive: () => Promise<void> }> {
  const page = await browser.page({ viewport });
  let letThrough: () => void = () => undefined;
  const here = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await here;
    await route.continue();
  });
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("footer").first().waitFor({ state: "attached" });
  return {
    page,
    arrive: async () => {
      letThrough();
      await ready(page);
    },
  };
}

test("what was typed before the scripts came stays: search, log-in, registration", async () => {
  const home = await waiting("/", DESKTOP);
  const box = home.page.getByRole("combobox", { name: "全站搜索" });
  await box.fill("家庭教育");
  await home.arrive();
  await box.press("End");
  await home.page.keyboard.type("促进法");
  expect(await box.inputValue()).toBe("家庭教育促进法");
  await box.press("Enter");
  await home.page.waitForURL(/\/search\?q=/);

  const login = await waiting("/login");
  await login.page.getByLabel("用户名或手机号").fill("13800000000");
  await login.page.locator("input[name=password]").fill("Abcd-1234");
  await login.page.locator("input[name=rememberMe]").check();
  await login.arrive();
  await login.page.locator("input[name=captcha]").fill("1");
  expect(await login.page.getByLabel("用户名或手机号").inputValue()).toBe("13800000000");
  expect(await login.page.locator("input[name=password]").inputValue()).toBe("Abcd-1234");
  expect(await login.page.locator("input[name=rememberMe]").isChecked()).toBe(true);

  const register = await waiting("/register");
  await register.page.locator("input[name=phone]").fill("13900000000");
  await register.page.locator("input[name=nickName]").fill("春风");
  await register.page.locator("input[name=agree]").check();
  await register.arrive();
  await register.page.locator("input[name=password]").fill("Abcd-1234");
  expect(await register.page.locator("input[name=phone]").inputValue()).toBe("13900000000");
  expect(await register.page.locator("input[name=nickName]").inputValue()).toBe("春风");
  expect(await register.page.locator("input[name=agree]").isChecked()).toBe(true);
});

test("a button that waits for the scripts looks so, and the log-in works once they are there", async () => {
  const { page, arrive } = await waiting("/login");
  const button = page.locator(".form-submit");
  const look = () =>
    button.evaluate((element) => [
      (element as HTMLButtonElement).disabled,
      getComputedStyle(element).cursor,
      getComputedStyle(element, "::before").content,
    ]);
  // Its styles are there a moment after it.
  await expect.poll(look).toEqual([true, "progress", '""']);
  await arrive();
  expect(await button.isEnabled()).toBe(true);
  expect((await look())[2]).toBe("none");
});

test("elder mode switches, and is left, before the scripts come; it stays when they do", async () => {
  const { page, arrive } = await waiting("/");
  const size = () => page.evaluate(() => document.documentElement.dataset.elder ?? "");
  await page.locator("[data-elder-to='22']:visible").first().click();
  await expect.poll(() => size()).toBe("22");
  await page.getByRole("button", { name: "回到普通版" }).click();
  await expect.poll(() => size()).toBe("");
  await page.locator("[data-elder-to='22']:visible").first().click();
  await arrive();
  await expect.poll(() => size()).toBe("22");
  await page.getByRole("button", { name: "字大一些" }).click();
  await expect.poll(() => size()).toBe("26");
  await page.getByRole("button", { name: "回到普通版" }).click();
  await expect.poll(() => size()).toBe("");
});
