import fs from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  captchaAnswer,
  fitsWidth,
  letTimePass,
  openSession,
  PHONE,
  query,
  ready,
  smsCode,
} from "./browser.ts";
import { baseUrl } from "./site.ts";

// A member looks after their account from a phone: password, phone, a copy of their data, consents, and leaving.
const browser = browserKit();

const FIRST = "13800005501";
const NEXT = "13800005502";
const PASSWORD = "Lantern-2026";
const shots = process.env.SHOTS;

async function api(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${baseUrl}/prod-api${path}`, {
    ...(body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** Somebody who has registered with their phone. */
async function registered(phone: string): Promise<string> {
  const { uuid } = await api("/captchaImage");
  const code = await captchaAnswer(String(uuid));
  await api("/sendCode", { phone, scene: "register", uuid, code });
  const made = await api("/registerByPhone", {
    phone,
    code: await smsCode(phone, "register"),
    password: PASSWORD,
    nickName: "晓晓",
    agree: true,
    agreementVersion: "2026-11",
  });
  return String(made.token);
}

async function opened(token: string): Promise<Page> {
  const page = await browser.page({ viewport: PHONE });
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  return page;
}

async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  fs.mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}-375.png`, fullPage: true });
  await page.evaluate(() => document.documentElement.setAttribute("data-elder", ""));
  await page.screenshot({ path: `${shots}/${name}-elder-375.png`, fullPage: true });
  await page.evaluate(() => document.documentElement.removeAttribute("data-elder"));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: `${shots}/${name}-1440.png`, fullPage: true });
  await page.setViewportSize(PHONE);
}

async function looksGood(page: Page, name: string): Promise<void> {
  await ready(page);
  expect(await fitsWidth(page)).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await shot(page, name);
}

test("a first password is changed where the page leads to, and then the page is one's own", async () => {
  const token = await registered("13800005509");
  await query(
    "update sys_user set pwd_update_date = null, create_by = 'admin' where phonenumber = $1",
    ["13800005509"],
  );
  const page = await opened(token);
  await page.goto("/personal");
  await page.getByText("您的密码还是初始密码，修改后才能办理业务。").waitFor();
  await looksGood(page, "first-password");
  await page.getByRole("link", { name: "修改密码" }).click();
  await page.getByText("还是初始密码，请先修改").waitFor();
  expect(await page.getByRole("region", { name: "登录设备" }).count()).toBe(0);
  await looksGood(page, "first-password-form");
  await page.getByLabel("现在的密码").fill(PASSWORD);
  await page.getByLabel("新密码", { exact: true }).fill("Harbour-Lamp-2026");
  await page.getByLabel("再输一次").fill("Harbour-Lamp-2026");
  await page.getByRole("button", { name: "修改密码", exact: true }).click();
  await page.getByText("本机").waitFor();
  await page.goto("/personal");
  await page.getByRole("button", { name: "退出登录" }).waitFor();
  expect(await page.getByText("初始密码").count()).toBe(0);
});

test("one phone takes the place of another, and an unknown device is put out", async () => {
  const token = await registered(FIRST);
  const [row] = await query("select user_id from sys_user where phonenumber = $1", [FIRST]);
  await openSession(Number(row?.user_id));
  const page = await opened(token);
  await page.goto("/personal");
  await page.getByRole("button", { name: "退出登录" }).waitFor();
  await looksGood(page, "personal");
  await page.getByRole("link", { name: "安全" }).click();
  await page.getByText("本机").waitFor();
  await looksGood(page, "security");
  const devices = page.getByRole("region", { name: "登录设备" });
  await expect.poll(() => devices.getByRole("listitem").count()).toBe(2);
  await devices.getByRole("button", { name: /^退出/ }).click();
  await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);

  // What lacks is said where it lacks; with the code of the new phone it goes.
  await page.getByRole("button", { name: /^更换 手机号$/ }).click();
  await page.getByRole("button", { name: "更换手机号", exact: true }).click();
  await page.getByText("请输入登录密码").waitFor();
  await page.getByText("请输入正确的11位手机号码").waitFor();
  await page.getByText("请输入6位短信验证码").waitFor();
  await shot(page, "security-phone");
  await page.getByLabel("登录密码", { exact: true }).fill("falsch");
  await page.getByLabel("新手机号", { exact: true }).fill(NEXT);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText(/验证码已发送，5 分钟内有效/).waitFor();
  await page.getByLabel("新手机号的验证码").fill(await smsCode(NEXT, "changePhone"));
  await page.getByRole("button", { name: "更换手机号", exact: true }).click();
  await page.getByText("密码错误，请重新输入").waitFor();
  expect(await page.getByLabel("新手机号", { exact: true }).inputValue()).toBe(NEXT);
  await page.getByLabel("登录密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "更换手机号", exact: true }).click();
  await page.getByText("手机号已更换，其他设备已退出登录").waitFor();
  await page.getByText("138****5502").waitFor();
});

test("a copy of one's data is asked for, made and fetched", async () => {
  const token = await registered("13800005503");
  const page = await opened(token);
  await page.goto("/personal/privacy");
  await page.getByRole("button", { name: "导出我的数据" }).waitFor();
  await page.getByText("版本 2026-11").first().waitFor();
  await looksGood(page, "privacy");
  await page.getByRole("button", { name: "导出我的数据" }).click();
  await page.getByRole("button", { name: "开始导出" }).click();
  await page.getByText("请输入登录密码").waitFor();
  await page.getByLabel("登录密码").fill(PASSWORD);
  await page.getByRole("button", { name: "开始导出" }).click();
  // Leaving and coming back finds it ready.
  await page.getByText("正在制作").waitFor();
  await page.goto("/personal/files");
  await page.getByText("还没有上传过文件").waitFor();
  await looksGood(page, "files");
  await page.goto("/personal/privacy");
  const fetched = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载" }).click({ timeout: 30_000 });
  const download = await fetched;
  expect(download.suggestedFilename()).toMatch(/^个人数据-.*\.zip$/);
  const bytes = fs.readFileSync(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.toString("latin1")).toContain("%PDF-");
  if (shots) fs.writeFileSync(`${shots}/copy.zip`, bytes);
  await page.goto("/personal/membership");
  await page.getByRole("link", { name: "开始入会" }).waitFor();
  await looksGood(page, "membership");
});

test("an account waits fifteen days to be closed, every page says so, and it is taken back", async () => {
  const phone = "13800005504";
  const page = await opened(await registered(phone));
  await page.goto("/personal/privacy");
  await page.getByRole("button", { name: "申请注销账号" }).click();
  await page.getByRole("button", { name: "申请注销", exact: true }).click();
  await page.getByText("请先确认").waitFor();
  await letTimePass(phone);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText(/验证码已发送，5 分钟内有效/).waitFor();
  await page.getByLabel("短信验证码").fill(await smsCode(phone, "cancelAccount"));
  await page.getByLabel("登录密码").fill(PASSWORD);
  await page.getByRole("checkbox", { name: /我已了解/ }).check();
  await shot(page, "closure-form");
  await page.getByRole("button", { name: "申请注销", exact: true }).click();
  await page.getByText(/您的账号将于 .* 注销/).waitFor();
  await looksGood(page, "closure-waits");

  await page.goto("/");
  const notice = page.getByRole("region", { name: "账号将注销" });
  await notice.getByText(/您已申请注销账号，将于/).waitFor();
  await looksGood(page, "closure-notice");
  await notice.getByRole("button", { name: "撤销注销" }).press("Enter");
  await notice.waitFor({ state: "detached" });
  const [row] = await query(
    "select c.state from account_closure c join sys_user u on u.user_id = c.user_id where u.phonenumber = $1",
    [phone],
  );
  expect(row).toEqual({ state: 1 });
});

test("a member of the demo society reads their membership, files and receipts, and asks for another receipt", async () => {
  const [row] = await query(
    `select s.user_id, r.id from receipt r join payment p on p.id = r.payment_id
     join sign s on s.id = p.sign_id join sys_user u on u.user_id = s.user_id
     where r.state in (0, 1, 2) and s.state = 7 and u.del_flag = '0' order by r.id limit 1`,
  );
  await query(
    `update receipt set state = 1, receipt_no = '2600009999', issued_at = now(), issued_by = 1
     where id = $1`,
    [row?.id],
  );
  // The demo society's members have a first password, which would have to be changed before.
  await query("update sys_user set pwd_update_date = now() where user_id = $1", [row?.user_id]);
  const page = await opened(await openSession(Number(row?.user_id)));
  await page.goto("/personal/membership");
  await page.getByText("会员号", { exact: true }).waitFor();
  await looksGood(page, "membership-member");
  await page.getByRole("link", { name: "票据" }).click();
  await page.getByText(/票据号码 2600009999/).waitFor();
  await page
    .getByRole("button", { name: /^申请重开/ })
    .first()
    .click();
  await page.getByRole("button", { name: "提交重开申请" }).click();
  await page.getByText("请写明原因，5 到 200 个字").waitFor();
  await looksGood(page, "receipts");
  await page.getByLabel("重开的原因").fill("抬头应为云川师范大学教育学部");
  await page.getByRole("button", { name: "提交重开申请" }).click();
  await page.getByText(/已申请重开，等待处理/).waitFor();
  await page.getByRole("link", { name: "文件" }).click();
  await page.getByRole("region", { name: "文件" }).locator("li, h2").first().waitFor();
  await looksGood(page, "files-member");
  if (!shots) return;
  await page.goto("/Membership/mine");
  await page.locator(".mine").waitFor();
  await looksGood(page, "mine");
  const other = await opened(await registered("13800005505"));
  await other.goto("/Membership/apply");
  await other.getByRole("button", { name: /个人入会/ }).waitFor();
  await looksGood(other, "apply-0");
  await other.getByRole("button", { name: /个人入会/ }).click();
  await other.getByRole("button", { name: "下一步" }).click();
  await other.getByText("请选择会员级别").waitFor();
  await looksGood(other, "apply-1");
});
