import { expect, test } from "vitest";
import { browserKit, DESKTOP, fitsWidth, openSession, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { clean } from "./staff.ts";

// A member's own messages: the count beside the name, reading, 全部标为已读, removing.
const browser = browserKit();

let made = 0;

async function member(messages: number): Promise<string> {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, '张晓明', '01', now()) returning user_id`,
    [`reader${++made}`],
  );
  await query(
    `insert into message (user_id, event, title, content, link, subject, subject_id, create_time)
     select $1, 'signReturned', '第' || n || '条消息', '您的入会申请需要修改后再提交。', '/personal', 'sign', n,
       now() - make_interval(hours => $2 - n)
     from generate_series(1, $2::int) n`,
    [row?.user_id, messages],
  );
  return openSession(Number(row?.user_id));
}

async function opened(path: string, token: string, viewport: typeof DESKTOP) {
  const page = await browser.page({ viewport });
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  await page.goto(path);
  return page;
}

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: read one, read all, remove one with the keyboard, see older ones`, async () => {
    const page = await opened("/", await member(23), viewport);
    await page.getByRole("link", { name: "23 条未读消息" }).click();
    await page.waitForURL("**/personal/messages");
    const list = page.getByRole("region", { name: "消息" });
    await list.locator("summary").first().waitFor();
    await expect.poll(() => list.locator("summary").count()).toBe(20);
    await list.getByText("第23条消息").first().click();
    await page.getByRole("link", { name: "22 条未读消息" }).waitFor();
    expect(await list.locator("details[open] .message-body p").innerText()).toContain("需要修改");
    expect(await fitsWidth(page)).toBe(true);
    await clean(page);

    await list.getByRole("button", { name: "更早的消息" }).click();
    await list.locator(".message-title", { hasText: "第1条消息" }).waitFor();
    await expect.poll(() => list.locator("summary").count()).toBe(23);

    await list.getByRole("button", { name: /^删除.*第23条消息$/ }).press("Enter");
    await page.getByText("消息已删除").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ""))
      .toContain("第22条消息");

    await list.getByRole("button", { name: "全部标为已读" }).click();
    await page.getByRole("link", { name: /条未读消息/ }).waitFor({ state: "detached" });
    await list.getByLabel("只看未读").check();
    await page.getByRole("heading", { name: "没有未读消息" }).waitFor();
  });
}

test("nobody's messages are in the page itself, and a guest is sent to log in", async () => {
  const page = await browser.page({ viewport: PHONE });
  await page.goto("/personal/messages");
  await page.waitForURL(/\/login\?redirect=/);
});
