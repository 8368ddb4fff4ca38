import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  DESKTOP,
  fitsWidth,
  openSession,
  PHONE,
  query,
  ready,
} from "./browser.ts";
import { baseUrl } from "./site.ts";

const browser = browserKit();

/** Keeps the token as the log-in page does. */
const logIn = (page: Page, token: string) =>
  page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);

const one = async (text: string, values: unknown[] = []) => (await query(text, values))[0] ?? {};

test("from what waits for the committee to the certificate", async () => {
  const page = await browser.page({ viewport: DESKTOP });
  await query("update sys_user set pwd_update_date = now() where user_id = 1");
  await logIn(page, await openSession(1));
  await page.goto("/declaration/meeting");
  await page.getByRole("heading", { name: "终审会议" }).waitFor();
  await page.getByRole("button", { name: "冻结排名" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "冻结排名" }).click();
  await page.getByRole("button", { name: "登记决议" }).waitFor();
  const { item_id, title } = await one(
    `select c.item_id, i.title from declare_case c join declare_item i on i.id = c.item_id
     join declare_meeting m on m.id = c.meeting_id where m.state = 1 order by c.place, c.id limit 1`,
  );
  // Votes are kept as they are typed; one who comes back finds them.
  for (const [label, count] of [
    ["同意", "6"],
    ["反对", "1"],
    ["弃权", "0"],
  ] as const) {
    await page.getByLabel(`「${title}」${label}票数`, { exact: true }).first().fill(count);
  }
  await page.getByLabel(`「${title}」弃权票数`, { exact: true }).first().blur();
  await vi.waitFor(
    async () =>
      expect(
        await one("select agree, against, abstain from declare_case where item_id = $1", [item_id]),
      ).toEqual({ agree: 6, against: 1, abstain: 0 }),
    { timeout: 15_000 },
  );
  await page.reload();
  const agree = page.getByLabel(`「${title}」同意票数`, { exact: true }).first();
  await agree.waitFor();
  expect(await agree.inputValue()).toBe("6");
  expect(await accessibilityProblems(page)).toEqual([]);
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: the publicity is read by anybody, an objection stays when one goes away`, async () => {
    const page = await browser.page({ viewport });
    await page.goto("/publicity");
    await ready(page);
    await page.getByRole("heading", { name: "申报公示" }).waitFor();
    await page.getByRole("link", { name: "登录后提出异议" }).first().waitFor();
    expect(await page.content()).not.toMatch(/1[3-9]\d{9}/);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
    const { user_id } = await one(
      `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
       values ('objector' || floor(random() * 1e9), '异议人', '01', now()) returning user_id`,
    );
    await logIn(page, await openSession(Number(user_id)));
    await page.goto("/publicity");
    await page
      .getByRole("button", { name: /^提出异议「/ })
      .first()
      .click();
    const reason = page.getByRole("textbox", { name: "异议内容" });
    await reason.fill("第三部分与已发表的论文大段相同。");
    await page.getByRole("button", { name: "提交异议" }).click();
    await page.getByText("请填写您的姓名或单位名称").waitFor();
    await page.reload();
    await reason.waitFor();
    expect(await reason.inputValue()).toBe("第三部分与已发表的论文大段相同。");
    await page.getByRole("textbox", { name: "姓名或单位名称" }).fill("赵青");
    await page.getByRole("textbox", { name: "联系方式" }).fill("13900001234");
    await page.getByRole("button", { name: "提交异议" }).click();
    await page.getByText("待处理").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
  });
}
