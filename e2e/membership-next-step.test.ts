import { expect, test } from "vitest";
import { browserKit, openSession, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";

// The band below the steps of joining: one button that says what comes next, to each their own.
const browser = browserKit();

let made = 0;

/** A page of a new account that is logged in, and its id. */
async function visitor() {
  const name = `joiner${++made}`;
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, $1, '02', now()) returning user_id`,
    [name],
  );
  const userId = Number(row?.user_id);
  const page = await browser.page({ viewport: PHONE });
  const token = await openSession(userId);
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  return { userId, page };
}

/** An application of a unit, as far as the columns of its state go. */
const apply = (userId: number, state: number) =>
  query(
    `insert into sign (apply_no, member_type, user_id, level_id, name, credit_code, submitted_at,
       due_fen, reference, deadline_at, state)
     select 'S20261100' || $1::bigint, '02', $1::bigint, min(id), '晴川小学', 'X' || $1::bigint, now(),
       100, 'H' || $1::bigint, now() + interval '60 days', $2 from member_level`,
    [userId, state],
  );

test("a guest is led to log in and on to the form", async () => {
  const page = await browser.page({ javaScriptEnabled: false });
  await page.goto("/Membership");
  const button = page.getByRole("link", { name: "登录后开始入会" });
  expect(await button.getAttribute("href")).toBe("/login?redirect=%2FMembership%2Fapply");
  await page.getByRole("link", { name: "先看会费标准" }).click();
  await page.waitForURL(/#fees$/);
});

const APPLY = "/Membership/apply";
const MINE = "/Membership/mine";

test.each([
  [undefined, "现在就可以开始填写", "开始入会", APPLY],
  [0, "您的申请还没有填完", "继续填写", APPLY],
  [1, "您的申请正在办理", "查看进度", MINE],
  [2, "申请需要补充或修改", "去修改", APPLY],
  [4, "审核已经通过，等待缴费", "去缴费", MINE],
  [6, "缴费凭证需要重新提交", "去缴费", MINE],
  [8, "现在就可以开始填写", "开始入会", APPLY],
])("an application in state %s: %s, %s", async (state, title, label, href) => {
  const { userId, page } = await visitor();
  if (state !== undefined) await apply(userId, state);
  await page.goto("/Membership");
  await page.getByRole("heading", { name: title }).waitFor();
  const band = page.locator(".join-next");
  expect(await band.getByRole("link", { name: label }).getAttribute("href")).toBe(href);
  await expect.poll(() => band.getByRole("link").count()).toBe(2);
});

test.each([
  [200, "您已是学会会员", "我的会籍"],
  [80, "您的会籍可以续期了", "去续会"],
  [-200, "您的会籍可以续期了", "去续会"],
  [-500, "现在就可以开始填写", "开始入会"],
])("a member whose term ends in %s days: %s, %s", async (days, title, label) => {
  const { userId, page } = await visitor();
  await query(
    `with made as (
       insert into member (member_no, member_type, user_id, name, level_id, joined_on)
       select 'D2020' || lpad($1::text, 5, '0'), '02', $1::bigint, '晴川小学', min(id), '2020-01-01'
       from member_level returning id, level_id)
     insert into member_term (member_id, level_id, from_on, to_on)
     select id, level_id, '2020-01-01', current_date + $2::int from made`,
    [userId, days],
  );
  await page.goto("/Membership");
  await page.getByRole("heading", { name: title }).waitFor();
  const button = page.locator(".join-next").getByRole("link", { name: label });
  expect(await button.getAttribute("href")).toBe(days > -365 ? MINE : APPLY);
});
