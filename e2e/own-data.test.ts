import sharp from "sharp";
import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  fitsWidth,
  openSession,
  PHONE,
  query,
  ready,
} from "./browser.ts";
import { baseUrl } from "./site.ts";
import { staffPage } from "./staff.ts";

// A member of older books finds the membership again, keeps the way to be reached right, and has a name corrected.
const browser = browserKit();
const shots = process.env.SHOTS;

const PHONE_NUMBER = "13800007301";
const [account] = await query(
  `insert into sys_user (user_name, nick_name, user_type, phonenumber, pwd_update_date)
   values ('u-older', '阿青', '01', $1, now()) returning user_id`,
  [PHONE_NUMBER],
);
const userId = Number(account?.user_id);
const token = await openSession(userId);
const [older] = await query(
  `insert into member (member_no, member_type, name, level_id, joined_on, phone, email, form)
   select 'P201707301', '01', '何青', id, '2017-03-01', $1, 'heqing@example.cn',
     '{"realName": "何青", "workUnit": "云川师范大学", "address": "云川市学府路 1 号"}'
   from member_level where level_name = '个人会员' returning id`,
  [PHONE_NUMBER],
);
await query(
  `insert into member_term (member_id, level_id, from_on, to_on)
   select id, level_id, '2026-01-01', '2099-12-31' from member where id = $1`,
  [older?.id],
);
await query(
  `insert into member_certificate
     (member_id, term_id, member_no, name, level_name, from_on, to_on, issued_on, code)
   select m.id, t.id, m.member_no, m.name, '个人会员', t.from_on, t.to_on, '2026-01-01',
     'olderolderolderolder00'
   from member m join member_term t on t.member_id = m.id where m.id = $1`,
  [older?.id],
);

const paper = await sharp({
  create: { width: 480, height: 640, channels: 3, background: "#cfe5fb" },
})
  .png()
  .toBuffer();

async function mine() {
  const page = await browser.page({ viewport: PHONE });
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  await page.goto("/Membership/mine");
  await ready(page);
  const shot = async (name: string) => {
    if (!shots) return;
    await page.screenshot({ path: `${shots}/${name}-375.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: `${shots}/${name}-1440.png`, fullPage: true });
    await page.setViewportSize(PHONE);
  };
  return { page, shot };
}

test("whose telephone is in the books says the name and has the membership", async () => {
  const { page, shot } = await mine();
  const card = page.locator(".mine-card", { hasText: "您可能已经是会员" });
  await card.getByText("编号 P2017*****").waitFor();
  await shot("link-1-card");
  await card.getByRole("button", { name: "核准并关联" }).click();
  await card.getByText("请填写登记的姓名或单位名称").waitFor();
  await card.getByLabel("登记的姓名或单位名称").fill("何清");
  await card.getByRole("button", { name: "核准并关联" }).click();
  await card.getByText("与名册登记的名称不一致").waitFor();
  expect(await card.getByLabel("登记的姓名或单位名称").inputValue()).toBe("何清");
  expect(await accessibilityProblems(page)).toEqual([]);
  await card.getByLabel("登记的姓名或单位名称").fill("何青");
  await page.keyboard.press("Enter");
  await page.locator(".mine-member .mine-number", { hasText: "P201707301" }).waitFor();
  expect(await card.count()).toBe(0);
});

test("a member changes how to be reached; what was typed is there after leaving", async () => {
  const { page, shot } = await mine();
  const data = page.getByRole("region", { name: "会员资料" });
  await data.getByText("云川市学府路 1 号").waitFor();
  await data.getByRole("button", { name: "修改联系方式" }).click();
  await data.getByLabel("手机号码").fill("12345");
  await data.getByLabel("通信地址").fill("云川市新学府路 88 号 3 单元");
  // Elsewhere, and back: the form is open with what was typed.
  await page.goto("/Membership");
  await page.goto("/Membership/mine");
  await data.getByLabel("通信地址").waitFor();
  expect(await data.getByLabel("通信地址").inputValue()).toBe("云川市新学府路 88 号 3 单元");
  await data.getByRole("button", { name: "保存" }).click();
  await data.locator('input[name="phone"][aria-invalid="true"]').waitFor();
  await shot("own-1-wrong");
  await data.getByLabel("手机号码").fill(PHONE_NUMBER);
  await data.getByRole("button", { name: "保存" }).click();
  await data.getByRole("button", { name: "修改联系方式" }).waitFor();
  await data.getByText("云川市新学府路 88 号 3 单元").waitFor();
  const kept = await page.evaluate(() => Object.keys(sessionStorage).join());
  expect(kept).not.toContain("typing:");
});

test("a name is corrected with a proof: asked on a phone, agreed to in the office", async () => {
  const { page, shot } = await mine();
  const data = page.getByRole("region", { name: "会员资料" });
  await data.getByRole("button", { name: "申请更正" }).click();
  await data.getByRole("button", { name: "提交更正申请" }).click();
  await data.getByText("请至少填写一项与登记不同的内容").waitFor();
  await data.getByText("请上传证明材料").first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
  await shot("own-2-refused");
  await data.getByLabel("更正后的姓名").fill("何清");
  await data.getByLabel("更正后的证件号码").fill("11010119850716");
  await data.getByLabel("原因").fill("改名，已换领身份证");
  await data
    .locator('input[type="file"]')
    .setInputFiles({ name: "身份证.png", mimeType: "image/png", buffer: paper });
  await data.getByRole("button", { name: /^移除/ }).waitFor();
  // The number of a paper is kept nowhere; all else is there again.
  await page.reload();
  await data.getByRole("button", { name: /^移除/ }).waitFor();
  expect(await data.getByLabel("更正后的姓名").inputValue()).toBe("何清");
  expect(await data.getByLabel("更正后的证件号码").inputValue()).toBe("");
  await shot("own-3-filled");
  await data.getByRole("button", { name: "提交更正申请" }).click();
  await data.getByText("待办理").waitFor();

  const office = await staffPage(browser, "/members/corrections");
  await office.getByRole("button", { name: "同意更正「何青（P201707301）」" }).click();
  const drawer = office.getByRole("dialog", { name: /同意更正/ });
  await drawer.getByText("何清").waitFor();
  await drawer.getByRole("link", { name: "证明材料" }).waitFor();
  if (shots) await office.screenshot({ path: `${shots}/correction-1-agree-1440.png` });
  expect(await accessibilityProblems(office)).toEqual([]);
  await drawer.getByRole("button", { name: /保存/ }).click();
  await office.getByText("已更正，并通知本人").waitFor();
  await office.locator(".cr-table tbody tr", { hasText: "已更正" }).first().waitFor();
  if (shots) await office.screenshot({ path: `${shots}/correction-2-list-1440.png` });
  if (shots) {
    await office.setViewportSize(PHONE);
    await office.screenshot({ path: `${shots}/correction-2-list-375.png` });
  }

  await page.reload();
  await data.locator("dd", { hasText: "何清" }).waitFor();
  await data.locator(".mine-corrections b", { hasText: "已更正" }).waitFor();
  await shot("own-4-done");
  const [certificate] = await query(
    "select name from member_certificate where member_id = $1 and revoked_at is null",
    [older?.id],
  );
  expect(certificate?.name).toBe("何清");
});
