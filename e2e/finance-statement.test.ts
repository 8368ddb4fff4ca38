import path from "node:path";
import { expect, test } from "vitest";
import { browserKit, DESKTOP, fitsWidth, PHONE, query } from "./browser.ts";
import { dataDir } from "./site.ts";
import { clean, listPage, pickOption, staffMember } from "./staff.ts";

// The demo society's bank statement: read, mapped, matched and confirmed, by keyboard, and looked at on a phone.
const browser = browserKit();
const FILE = path.join(dataDir, "demo/bank-statement.csv");
const SHOTS = process.env.SHOTS_DIR;
const shot = async (
  page: { screenshot: (options: { path: string }) => Promise<unknown> },
  name: string,
) => {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `statement-${name}.png`) });
};

const finance = await staffMember("statement-finance", 2300, [
  "finance:statement:list",
  "finance:statement:query",
  "finance:statement:import",
  "finance:statement:match",
  "member:finance:list",
  "member:finance:query",
  "member:finance:confirm",
]);

const number = async (text: string, values: unknown[] = []) =>
  Number(Object.values((await query(text, values))[0] ?? {})[0]);

test("a GBK file: read, mapped, imported, matched; what is sure is confirmed together, by keyboard", async () => {
  const page = await listPage(browser, "/finance/statement", {
    userId: finance,
    viewport: DESKTOP,
  });
  await clean(page);
  await page.getByRole("button", { name: "导入", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "导入银行流水" });
  await dialog.locator("input[type=file]").setInputFiles(FILE);
  await dialog.getByText("GBK 编码").waitFor();
  await dialog.getByText("表头在第 4 行").waitFor();
  await dialog.getByText("支出 2 笔，不导入").waitFor();
  await shot(page, "import-1440");
  await clean(page);
  // Without a name of the bank: said on its field, and the file stays chosen.
  const send = dialog.getByRole("button", { name: /^导入 \d+ 笔收入/ });
  await send.press("Enter");
  await dialog.getByText("请填写银行名称").waitFor();
  await dialog.getByLabel("银行", { exact: true }).fill("演示银行基本户");
  // The other remark is mapped away and back again.
  await dialog.getByLabel("流水号（可不选）").press("Enter");
  await pickOption(page, "凭证号");
  await dialog.getByText(/收入 \d+ 笔/).waitFor();
  await send.press("Enter");
  await dialog.getByText(/^导入 \d+ 笔收入。/).waitFor();
  await shot(page, "imported-1440");
  await dialog.getByRole("button", { name: "去匹配" }).press("Enter");

  const bulk = page.getByRole("toolbar", { name: "批量操作" });
  await bulk.waitFor();
  await shot(page, "match-1440");
  await clean(page);
  const counted = await bulk.getByRole("button", { name: /^确认到账 \d+ 笔/ }).textContent();
  const sure = Number(/(\d+) 笔/.exec(counted ?? "")?.[1]);
  expect(sure).toBeGreaterThan(5);
  expect(await number("select count(*) from bank_line where state = 1")).toBe(0);
  await bulk.getByRole("button", { name: /^确认到账/ }).press("Enter");
  await page.getByText(`已确认 ${sure} 笔流水`).waitFor();
  expect(await number("select count(*) from bank_line where state = 1")).toBe(sure);
  expect(
    await number(
      "select count(*) from bank_match m join payment p on p.id = m.payment_id join sign s on s.id = p.sign_id where s.state = 7",
    ),
  ).toBe(sure);
});

test("one by hand: found by name, too much is said, and leads to the refund; no dues are put aside", async () => {
  const page = await listPage(browser, "/finance/statement-match/0?kind=hand", {
    userId: finance,
    viewport: DESKTOP,
  });
  await page.getByText("附言码一致，金额多出").first().waitFor();
  const row = page.getByRole("row").filter({ hasText: "附言码一致，金额多出" }).first();
  await row.focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: /^匹配：/ });
  await drawer.getByText("多缴 50.00 元，确认后可办理退款").waitFor();
  await shot(page, "drawer-1440");
  await clean(page);
  await drawer.getByRole("button", { name: "确认到账" }).press("Enter");
  const outcome = page.getByRole("dialog", { name: "确认到账：完成 1 笔" });
  await outcome.getByText("多缴 50.00 元").waitFor();
  await shot(page, "outcome-1440");
  await outcome.getByRole("link", { name: "办理退款" }).press("Enter");
  await page.locator(".o-panel:visible").getByText("多 50.00").waitFor();

  const others = await listPage(browser, "/finance/statement-match/0?kind=none", {
    userId: finance,
    viewport: DESKTOP,
  });
  await others.getByRole("checkbox", { name: /^选择「利息/ }).check();
  await others
    .getByRole("button", { name: "不是会费" })
    .locator("visible=true")
    .first()
    .press("Enter");
  const aside = others.getByRole("dialog", { name: "标记 1 笔流水不是会费" });
  await aside.getByLabel("原因").fill("利息");
  await aside.getByRole("button", { name: /标\s*记/ }).press("Enter");
  await aside.getByText("请写明原因，5 到 200 个字").waitFor();
  await aside.getByLabel("原因").fill("银行活期利息");
  await aside.getByRole("button", { name: /标\s*记/ }).press("Enter");
  await others.getByText("已标记 1 笔流水").waitFor();
  expect(await number("select count(*) from bank_line where state = 2")).toBe(1);
});

test("the same file again brings nothing; on a phone both sides stand below each other", async () => {
  const page = await listPage(browser, "/finance/statement", { userId: finance, viewport: PHONE });
  expect(await fitsWidth(page)).toBe(true);
  await shot(page, "list-375");
  await page.getByRole("button", { name: /^导入/ }).locator("visible=true").first().click();
  const dialog = page.getByRole("dialog", { name: "导入银行流水" });
  await dialog.locator("input[type=file]").setInputFiles(FILE);
  await dialog.getByText(/重复的不再导入/).waitFor();
  expect(await dialog.getByLabel("银行", { exact: true }).inputValue()).toBe("演示银行基本户");
  await shot(page, "import-375");
  await dialog.getByRole("button", { name: /^导入 \d+ 笔收入/ }).click();
  await dialog.getByText("没有新的收入。").waitFor();
  await clean(page);
  const lines = await listPage(browser, "/finance/statement-match/0", {
    userId: finance,
    viewport: PHONE,
  });
  await lines.locator(".cr-cards h2").first().waitFor();
  expect(await fitsWidth(lines)).toBe(true);
  await shot(lines, "match-375");
  await clean(lines);
});
