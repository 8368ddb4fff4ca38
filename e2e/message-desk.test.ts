import { expect, test } from "vitest";
import { browserKit, DESKTOP, fitsWidth, PHONE, query } from "./browser.ts";
import { clean, listPage, staffPage } from "./staff.ts";

// 消息模板 and 发送记录: words written beside a preview, what failed sent again.
const browser = browserKit();

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: a text is changed, its faults are named, and it goes back`, async () => {
    const page = await staffPage(browser, "/system/messageTemplate", { viewport });
    await page.getByRole("button", { name: "编辑「入会申请退回修改」" }).waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await clean(page);
    await page.getByRole("button", { name: "编辑「入会申请退回修改」" }).click();
    const drawer = page.getByRole("dialog", { name: "入会申请退回修改" });
    await drawer.getByRole("tab", { name: "短信" }).click();
    const preview = drawer.getByRole("region", { name: "短信预览" });
    await preview.getByText("单位全称与营业执照不一致", { exact: false }).waitFor();
    const text = drawer.getByLabel(/^内容/).and(drawer.locator("#smsText"));
    await text.fill("请修改：{未知}");
    await drawer.getByText("{未知} 不是这个通知的字段", { exact: false }).waitFor();
    await text.fill("请修改：");
    await drawer
      .getByRole("tabpanel", { name: "短信" })
      .getByRole("button", { name: "退回原因" })
      .click();
    await expect.poll(() => text.inputValue()).toBe("请修改：{退回原因}");
    await preview.getByText("【全国家庭教育学会】请修改：单位全称与营业执照不一致").waitFor();
    await preview.getByText("按 1 条计费", { exact: false }).waitFor();
    await clean(page);
    await page.keyboard.press("Control+S");
    await page.getByText("已保存「入会申请退回修改」").waitFor();
    await page.getByText("已改文字").first().waitFor();
    const [kept] = await query("select content from message_template where channel = 'sms'");
    expect(kept?.content).toBe("请修改：{退回原因}");

    await page.getByRole("button", { name: "编辑「入会申请退回修改」" }).click();
    await drawer.getByRole("tab", { name: "短信" }).click();
    await drawer
      .getByRole("tabpanel", { name: "短信" })
      .getByRole("button", { name: "恢复默认文字" })
      .click();
    await drawer.getByRole("button", { name: /^保存/ }).click();
    await page.getByText("已改文字").waitFor({ state: "detached" });
  });

  test(`${viewport.width} px: what failed is found, looked at and sent again`, async () => {
    await query("delete from message_delivery");
    await query(
      `insert into message_delivery (event, channel, receiver_shown, receiver, content, title_shown,
         content_shown, parts, state, tries, answer, done_time, subject, subject_id)
       select 'signReturned', 'sms', '138****2096', '13800002096', '【学会】张晓明', '', '【学会】张*您的入会申请需要修改', 1,
         'failed', 6, '余额不足', now(), 'sign', n from generate_series(1, 3) n`,
    );
    const page = await listPage(browser, "/system/messageDelivery?state=failed", { viewport });
    await page.getByText("余额不足").first().waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await clean(page);
    expect(await page.content()).not.toContain("13800002096");
    // The first box of a table chooses all.
    await page.locator("td, li").getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "重新发送 1" }).click();
    await page.getByText("已安排重新发送 1 条").waitFor();
    await page.getByText("余额不足").nth(1).waitFor();
    const [left] = await query(
      "select count(*)::int as n from message_delivery where state = 'failed'",
    );
    expect(left?.n).toBe(2);
  });
}
