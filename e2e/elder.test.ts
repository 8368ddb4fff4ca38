import { expect, test } from "vitest";
import { accessibilityProblems, browserKit, DESKTOP, fitsWidth, PHONE, ready } from "./browser.ts";

const browser = browserKit();

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: elder mode is larger, calmer, remembered, and left again`, async () => {
    const page = await browser.page({ viewport });
    await page.goto("/");
    await ready(page);
    await page.getByRole("button", { name: "长辈版" }).first().click();
    // The smallest type a reader meets on the page.
    const size = () =>
      page.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll("main a, main p, main li")]
            .filter((element) => element.checkVisibility() && element.textContent?.trim())
            .map((element) => {
              // The mode enlarges by zoom, which a computed size leaves out.
              const { currentCSSZoom: zoom = 1 } = element as Element & { currentCSSZoom?: number };
              return Number.parseFloat(getComputedStyle(element).fontSize) * zoom;
            }),
        ),
      );
    await expect.poll(size).toBeGreaterThanOrEqual(18);
    const large = await size();
    await page.getByRole("button", { name: /小助手/ }).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "字大一些" }).click();
    await expect.poll(size).toBeGreaterThan(large);
    expect(await fitsWidth(page)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.locator("main a:visible[href^='/areaxList']").first().click();
    await page.waitForURL(/areaxList/);
    await page.reload();
    await ready(page);
    expect(await page.evaluate(() => document.documentElement.dataset.elder)).toBeTruthy();
    await page.getByRole("button", { name: "回到普通版" }).click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.elder))
      .toBeFalsy();
  });
}

test("the page is read aloud as it is seen: nothing hidden, no program text", async () => {
  const page = await browser.page({ viewport: PHONE });
  await page.addInitScript(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    Object.defineProperty(window, "speechSynthesis", {
      value: {
        speak: (utterance: SpeechSynthesisUtterance) => spoken.push(utterance.text),
        cancel: () => undefined,
      },
    });
  });
  await page.goto("/");
  await ready(page);
  await page.getByRole("button", { name: "长辈版" }).first().click();
  await page.getByRole("button", { name: "朗读本页" }).click();
  await page.waitForFunction(() => (window as never as { spoken: string[] }).spoken.length > 0);
  const { spoken, seen } = await page.evaluate(() => {
    const letters = (text: string) => text.replace(/\s/g, "").length;
    const walker = document.createTreeWalker(
      document.querySelector("main") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    let seen = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.checkVisibility()) seen += letters(node.textContent ?? "");
    }
    return { spoken: letters((window as never as { spoken: string[] }).spoken.join("")), seen };
  });
  expect(seen).toBeGreaterThan(50);
  expect(spoken).toBe(seen);
});
