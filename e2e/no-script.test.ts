import { expect, test } from "vitest";
import { browserKit, DESKTOP, PHONE } from "./browser.ts";

const browser = browserKit();

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: reading, menu, search and closing the notice work without JavaScript`, async () => {
    const page = await browser.page({ viewport, javaScriptEnabled: false });
    await page.goto("/");
    const notice = page.getByRole("complementary", { name: "公告" });
    await notice.locator("summary").click();
    await notice.getByText("期间服务暂停").waitFor({ state: "hidden" });

    if (viewport === PHONE) {
      await page.locator(".phone-menu > summary").click();
      await page.locator(".phone-menu summary", { hasText: "新闻动态" }).click();
      await page.locator(".phone-menu").getByRole("link", { name: "要闻" }).click();
    } else {
      const menu = page.getByRole("navigation", { name: "主菜单" });
      await menu.getByRole("link", { name: "新闻动态" }).hover();
      await menu.getByRole("link", { name: "要闻" }).click();
    }
    await page.getByRole("heading", { level: 1, name: "要闻" }).waitFor();
    await page.locator("main a[href^='/article?articleId=']").first().click();
    await page.waitForURL(/\/article\?articleId=/);
    expect(await page.locator("article p").count()).toBeGreaterThan(2);

    if (viewport === PHONE) await page.locator(".phone-search > summary").click();
    await page.locator("input[name=q]").first().fill("家庭");
    await page.locator("input[name=q]").first().press("Enter");
    await page.waitForURL(/\/search\?q=/);
    expect(await page.locator("main mark").count()).toBeGreaterThan(0);
  });
}

test("the log-in pages say that they need JavaScript", async () => {
  const page = await browser.page({ javaScriptEnabled: false });
  for (const path of ["/login", "/register", "/forgetPassword", "/personal"]) {
    await page.goto(path);
    await page
      .getByText(/需要(启用)?浏览器.*JavaScript|JavaScript/)
      .first()
      .waitFor();
  }
});
