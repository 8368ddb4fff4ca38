import { expect, test } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { clean, listPage, staffMember, staffPage } from "./staff.ts";

// The council's secretary: a meeting, its sheet, one resolution for all of it, and everybody is told.
const browser = browserKit();
const MEMBERS = 2200;

const secretary = await staffMember("council-secretary", MEMBERS, [
  "member:council:list",
  "member:council:query",
  "member:council:add",
  "member:council:edit",
  "member:council:remove",
  "member:sign:list",
  "member:sign:query",
  "member:sign:council",
]);

/** A unit whose application waits for the council; its account. */
async function waiting(name: string, applyNo: string, creditCode: string): Promise<number> {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, $1, '02', now()) returning user_id`,
    [applyNo],
  );
  await query(
    `insert into sign (apply_no, member_type, user_id, level_id, state, name, credit_code, region,
       form, submitted_at)
     select $1, '02', $2, id, 3, $3, $4, '330106', '{"orgType":"中小学","intro":"近两年开设家长课堂四十八场"}',
       now() from member_level where level_name = '理事单位'`,
    [applyNo, row?.user_id, name, creditCode],
  );
  return Number(row?.user_id);
}

const told = async (userId: number) =>
  (await query("select event from message where user_id = $1 order by id", [userId])).map(
    ({ event }) => event,
  );

test("a meeting, its sheet and one resolution, by keyboard; the sheet stays as it is", async () => {
  const passed = await waiting("审议通过小学", "S2099030001", "52990000000000301M");
  const refused = await waiting("审议未过小学", "S2099030002", "529900000000003028");
  const page = await listPage(browser, "/members/council", { userId: secretary });
  await page.getByRole("button", { name: /^新增/ }).first().press("Enter");
  const form = page.getByRole("dialog", { name: "新增会议" });
  await form.getByLabel("会议名称").fill("第九届理事会第一次会议");
  await form.getByLabel("地点").fill("学会会议室");
  await page.keyboard.press("Control+s");
  await form.waitFor({ state: "hidden" });
  const row = page.getByRole("row", { name: /第九届理事会第一次会议/ });
  await row.getByRole("button", { name: "审议名单" }).press("Enter");
  await page.getByRole("heading", { name: "第九届理事会第一次会议" }).waitFor();

  await page.getByRole("button", { name: "列入申请" }).press("Enter");
  const pick = page.getByRole("dialog", { name: /^列入「第九届/ });
  for (const name of ["审议通过小学", "审议未过小学"]) {
    await pick.getByRole("checkbox", { name: new RegExp(name) }).press("Space");
  }
  await pick.getByRole("button", { name: "列入 2" }).press("Enter");
  const items = page.locator(".cs-items > li");
  await items.nth(1).waitFor();
  await clean(page);

  // Nothing is sent before all of it is said.
  await page.getByRole("button", { name: "登记决议" }).press("Enter");
  await page.getByRole("alert").getByText("请填写决议号").waitFor();
  const choice = page.getByRole("radiogroup", { name: "「审议未过小学」的审议结果" });
  await choice.getByRole("radio", { name: "通过", exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByLabel("「审议未过小学」的审议意见").fill("会费标准尚待商议");
  await page.getByLabel("决议号").fill("会理〔2099〕1号");
  await page.getByLabel("决议日期").fill("2026-01-05");
  await page.getByLabel("决议日期").press("Enter");
  await page.getByRole("button", { name: "登记决议" }).press("Enter");
  const question = page.getByRole("dialog", { name: "登记决议 会理〔2099〕1号？" });
  await question.getByText("通过 1 项，不通过 1 项，延期再议 0 项").waitFor();
  await question.getByRole("button", { name: "登记决议" }).press("Enter");
  await page.getByText("名单已封存").waitFor();
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual([expect.stringContaining("通过"), expect.stringContaining("会费标准尚待商议")]);
  await page.getByRole("button", { name: "列入申请" }).waitFor({ state: "detached" });
  await expect.poll(() => told(passed)).toEqual(["signWaitPay"]);
  await expect.poll(() => told(refused)).toEqual(["signRejected"]);

  const phone = await staffPage(browser, new URL(page.url()).pathname, {
    viewport: PHONE,
    userId: secretary,
  });
  await phone.locator(".cs-items > li").nth(1).waitFor();
  expect(await fitsWidth(phone)).toBe(true);
  await clean(phone);
});
