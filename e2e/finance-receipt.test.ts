import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserKit, DESKTOP, fitsWidth, PHONE, query } from "./browser.ts";
import { clean, listPage, staffMember, staffPage } from "./staff.ts";

// A clerk issues receipts for payments of the demo society, and reads what came in.
const browser = browserKit();
const FINANCE = 2300;
const clerk = await staffMember("receipt-clerk", FINANCE, [
  "finance:receipt:list",
  "finance:receipt:query",
  "finance:receipt:issue",
  "finance:receipt:void",
  "finance:receipt:export",
  "finance:summary:list",
  "finance:summary:export",
]);

const shot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** The receipt that has waited longest, with its title. */
async function firstWaiting(): Promise<{ id: number; title: string }> {
  const [row] = await query("select id, title from receipt where state = 0 order by id limit 1");
  return { id: Number(row?.id), title: String(row?.title) };
}

const stateOf = async (id: number) =>
  Number((await query("select state from receipt where id = $1", [id]))[0]?.state);

const PDF = { mimeType: "application/pdf", buffer: Buffer.from(`%PDF-1.7\n${" ".repeat(300)}`) };

test("a receipt is issued by keyboard with its file, and made void with another head", async () => {
  const { id, title } = await firstWaiting();
  const page = await listPage(browser, "/finance/receipt?state=0", {
    userId: clerk,
    viewport: DESKTOP,
  });
  const row = page.getByRole("row", { name: new RegExp(`T${id}\\b`) });
  await row.waitFor();
  await shot(page, "receipts-1440");
  await clean(page);

  await row.getByRole("button", { name: /开具/ }).press("Enter");
  const drawer = page.getByRole("dialog", { name: `开具票据：${title}` });
  await drawer.getByLabel("票据号码").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("号");
  await page.keyboard.press("Control+s");
  await drawer.getByText("票据号码为 4 到 40 位数字、字母或短横线").waitFor();
  await drawer.getByLabel("票据号码").fill("2600 0012-81");
  await drawer.locator("input[type=file]").setInputFiles({ name: `T${id}_1.pdf`, ...PDF });
  await drawer.getByRole("link", { name: `T${id}_1.pdf` }).waitFor();
  await drawer.getByLabel("收票邮箱").fill("payer@example.cn");
  await shot(page, "receipt-issue-1440");
  await clean(page);
  await page.keyboard.press("Control+s");
  await page.getByText("已登记开具").waitFor();
  expect(await stateOf(id)).toBe(2);
  const [sent] = await query(
    "select receiver_shown from message_delivery where event = 'receiptIssued' and subject_id = $1",
    [id],
  );
  expect(sent).toMatchObject({ receiver_shown: "p***@example.cn" });

  await page.goto("/finance/receipt?keyword=26000012-81");
  const issued = page.getByRole("row", { name: /26000012-81/ });
  await issued.getByRole("button", { name: /更多操作/ }).press("Enter");
  await page.getByRole("menuitem", { name: /作废重开/ }).press("Enter");
  const voids = page.getByRole("dialog", { name: /^作废并重开/ });
  await voids.getByLabel("作废原因").fill("抬头写错");
  await voids.getByLabel("税号").fill("12345");
  await page.keyboard.press("Control+s");
  await voids.getByText("统一社会信用代码有误").waitFor();
  await voids.getByText("请写明原因，5 到 200 个字").waitFor();
  await shot(page, "receipt-void-1440");
  await voids.getByLabel("税号").fill("");
  await voids.getByLabel("作废原因").fill("抬头写错，按申请更换");
  await page.keyboard.press("Control+s");
  await expect.poll(() => stateOf(id)).toBe(4);
});

test("many files at once: the name of each says its task and its number", async () => {
  const { id } = await firstWaiting();
  const page = await listPage(browser, "/finance/receipt", { userId: clerk, viewport: DESKTOP });
  await page.getByRole("button", { name: "批量上传" }).click();
  const dialog = page.getByRole("dialog", { name: "批量上传电子票据" });
  await dialog.locator("input[type=file]").setInputFiles([
    { name: `T${id}_26009999.pdf`, ...PDF },
    { name: "扫描件.pdf", ...PDF },
    { name: "T99999_26001111.pdf", ...PDF },
  ]);
  await dialog.getByText("成功 1 个，未成功 2 个").waitFor();
  await dialog.getByText("文件名应为“任务号_票据号码.pdf”").waitFor();
  await dialog.getByText("没有这个待开任务，或已开具").waitFor();
  await shot(page, "receipt-batch-1440");
  await clean(page);
  expect(await stateOf(id)).toBeGreaterThan(0);
});

test("the income of a year, by month and by level, at both widths", async () => {
  for (const [viewport, name] of [
    [DESKTOP, "summary-1440"],
    [PHONE, "summary-375"],
  ] as const) {
    const page = await staffPage(browser, "/finance/summary?year=2025", {
      userId: clerk,
      viewport,
    });
    await page.getByText("全年合计").waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await shot(page, name);
    await clean(page);
  }
  const list = await listPage(browser, "/finance/receipt", { userId: clerk, viewport: PHONE });
  expect(await fitsWidth(list)).toBe(true);
  await shot(list, "receipts-375");
  await clean(list);
});
