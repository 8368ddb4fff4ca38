import { expect, test } from "vitest";
import { browserKit, DESKTOP, PHONE, ready } from "./browser.ts";

const browser = browserKit();

test("search by keyboard alone: suggestions, arrows, Enter, the article", async () => {
  const page = await browser.page();
  await page.goto("/");
  await ready(page);
  const box = page.getByRole("combobox", { name: "全站搜索" });
  expect(await box.getAttribute("placeholder")).toBe("全站搜索");
  // Reached with Tab, as someone without a mouse would.
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab");
    if (await box.evaluate((input) => input === document.activeElement)) break;
  }
  await page.keyboard.type("倾听");
  const options = page.getByRole("option");
  await options.first().waitFor();
  await expect.poll(() => options.first().innerText()).toMatch(/倾听[\s\S]*\d{4}-\d\d-\d\d$/);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => options.first().getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Escape");
  await expect.poll(() => box.getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => options.first().getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/article\?articleId=\d+/);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("articlId"))).toMatch(/^\d+$/);
});

test("an empty text asks nothing", async () => {
  const page = await browser.page();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("listPreview")) asked.push(request.url());
  });
  await page.goto("/");
  await ready(page);
  const box = page.getByRole("combobox", { name: "全站搜索" });
  await box.fill("   ");
  await box.press("Enter");
  await box.fill("家庭");
  await page.getByRole("option").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(asked.every((url) => url.includes(encodeURIComponent("家庭")))).toBe(true);
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: results with marked words, a filter, and no result`, async () => {
    const page = await browser.page({ viewport });
    await page.goto(`/search?q=${encodeURIComponent("家庭")}`);
    await ready(page);
    expect(await page.locator("main mark").first().innerText()).toContain("家庭");
    await page.goto(`/search?q=${encodeURIComponent("學習")}`);
    expect(await page.locator("main mark").first().innerText()).toContain("学习");
    await page.goto(`/search?q=${encodeURIComponent("猢狲鸀")}`);
    await page
      .getByText(/没有找到/)
      .first()
      .waitFor();
  });
}

test("hostile queries are harmless", async () => {
  const page = await browser.page();
  for (const query of [
    "%",
    "_",
    "'",
    "\"';--",
    "<script>alert(1)</script>",
    "\\",
    "&|!()",
    "家".repeat(2_000),
    "",
  ]) {
    const answer = await page.request.get(`/search?q=${encodeURIComponent(query)}`);
    expect(answer.status(), query.slice(0, 20)).toBe(200);
    expect(await answer.text()).not.toContain("<script>alert(1)");
  }
  await page.goto(`/search?q=${encodeURIComponent("<img src=x onerror=alert(1)>家庭")}`);
  await ready(page);
});
