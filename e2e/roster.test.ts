import fs from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { ADMIN_PASSWORD } from "./first-password.ts";
import { clean, listPage } from "./staff.ts";

// The roster of members: found, kept as a filter, read, compared with another one, taken along.
const browser = browserKit();
const shots = process.env.SHOTS;

async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  fs.mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/roster-${name}.png` });
}

let member = { no: "", name: "" };

beforeAll(async () => {
  const [row] = await query(
    `select m.member_no as no, m.name from member m
     where m.member_type = '01' and m.merged_into is null order by m.id limit 1`,
  );
  member = { no: String(row?.no), name: String(row?.name) };
});

const named = (page: Page, name: string) => page.getByRole("dialog", { name });
const chip = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "常用筛选" }).getByRole("button", { name, exact: true });
const boxes = (page: Page) => page.getByRole("checkbox", { name: /^选择「/ });

test("members are found, the filter is kept, two are compared, and the list leaves by a proof", async () => {
  const page = await listPage(browser, "/members/roster", {
    viewport: { width: 1440, height: 900 },
  });
  await shot(page, "list-1440");
  await clean(page);
  await chip(page, "有效").click();
  await page.waitForURL(/state=valid/);
  await page.getByRole("textbox", { name: "会员编号" }).fill(member.no);
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`memberNo=${member.no}`));
  await page.getByRole("button", { name: "保存当前筛选" }).click();
  await page.getByLabel("筛选名称").fill("第一位会员");
  await page.keyboard.press("Enter");
  await page.getByText("已保存筛选「第一位会员」").waitFor();
  await chip(page, "全部").click();
  await expect.poll(() => boxes(page).count()).toBeGreaterThan(10);

  // The rows of the filter before are grey until the new ones are there.
  await page.locator(".cr-table tbody:not([data-stale])").waitFor();
  await boxes(page).nth(0).check();
  await boxes(page).nth(1).check();
  await page.getByRole("button", { name: "合并 2" }).click();
  const merging = named(page, "合并重复的会员");
  await merging.getByRole("button", { name: "确定合并" }).waitFor();
  await shot(page, "merge-1440");
  await clean(page);
  await page.keyboard.press("Escape");
  await merging.waitFor({ state: "detached" });

  await chip(page, "第一位会员").click();
  await expect.poll(() => boxes(page).count()).toBe(1);
  await page.getByRole("button", { name: /^查看/ }).first().click();
  const drawer = named(page, `${member.name}（${member.no}）`);
  await drawer.getByText("历年会籍").waitFor();
  await shot(page, "drawer-1440");
  await clean(page);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });

  // The list was open for an hour.
  await query("update session set created_at = now() - interval '1 hour' where user_id = 1");
  await page.getByRole("button", { name: "导出", exact: true }).first().click();
  await named(page, "导出会员名册").getByRole("button", { name: "导出" }).click();
  const proof = named(page, "验证身份");
  await proof.getByLabel("登录密码").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(ADMIN_PASSWORD);
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(file.suggestedFilename()).toMatch(/^会员名册_\d+\.xlsx$/);
});

test("on a phone: cards that say the number once, and the import in one column", async () => {
  const page = await listPage(browser, `/members/roster?memberNo=${member.no}`, {
    viewport: PHONE,
    hasTouch: true,
  });
  await page.getByRole("heading", { name: member.name, exact: true }).waitFor();
  expect(await page.locator(".cr-cards li").getByText(member.no).count()).toBe(1);
  expect(await fitsWidth(page)).toBe(true);
  await shot(page, "cards-375");
  await clean(page);
  await page.getByRole("button", { name: "导入", exact: true }).click();
  await named(page, "导入会员").waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await shot(page, "import-375");
  await clean(page);
});
