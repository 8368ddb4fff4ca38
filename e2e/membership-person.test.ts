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

// A person joins from a phone: fills in, leaves and comes back, hands in, pays, and is a member.
const browser = browserKit();

const photo = await sharp({
  create: { width: 480, height: 640, channels: 3, background: "#cfe5fb" },
})
  .png()
  .toBuffer();
const file = (name: string) => ({ name, mimeType: "image/png", buffer: photo });

async function visitor(): Promise<{ userId: number; token: string }> {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, phonenumber, pwd_update_date)
     values ('u-join', '晓晓', '01', '13800002096', now()) returning user_id`,
  );
  const userId = Number(row?.user_id);
  return { userId, token: await openSession(userId) };
}

/** A staff member with a role of the seed, as the API sees one. */
async function staff(roleKey: string) {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, $1, '00', now()) returning user_id`,
    [`join-${roleKey}`],
  );
  await query(
    "insert into sys_user_role (user_id, role_id) select $1, role_id from sys_role where role_key = $2",
    [row?.user_id, roleKey],
  );
  const token = await openSession(Number(row?.user_id));
  return async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${baseUrl}/prod-api/api/system/sign/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(await answer.json()).toMatchObject({ code: 200 });
  };
}

const { userId, token } = await visitor();
const shots = process.env.SHOTS;

async function openPage(path: string, options: { width?: number; height?: number } = {}) {
  const page = await browser.page({ viewport: { ...PHONE, ...options } });
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  await page.goto(path);
  await ready(page);
  return page;
}

test("from an empty form to the certificate, on a phone", async () => {
  const page = await openPage("/Membership/apply");
  const shot = async (name: string) => {
    if (!shots) return;
    await page.screenshot({ path: `${shots}/${name}-375.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: `${shots}/${name}-1440.png`, fullPage: true });
    await page.setViewportSize(PHONE);
  };
  await page.getByRole("button", { name: /个人入会/ }).waitFor();
  await shot("apply-0-type");
  await page.getByRole("button", { name: /个人入会/ }).click();

  // The first step refuses what is missing, on its field, and goes nowhere.
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByText("请选择会员级别").waitFor();
  await page.getByText("请填写姓名").waitFor();
  await shot("apply-1-errors");
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
  await page.getByRole("radio", { name: /个人会员/ }).check();
  await page.getByLabel("姓名", { exact: true }).fill("林晓");
  await page.getByLabel("性别").selectOption("女");
  await page.getByLabel("证件类型").selectOption("居民身份证");
  await page.getByLabel("证件号码").fill("110101198507160011");
  await page.getByLabel("手机号码").fill("13800002096");
  await page.getByText("身份证号码有误").waitFor();
  await page.getByLabel("证件号码").fill("110101198507160024");
  await page.getByLabel("电子邮箱").fill("linxiao@example.cn");
  await page.getByLabel("所在地区：省份").selectOption("浙江省");
  await page.getByLabel("所在地区：城市").selectOption("杭州市");
  await page.getByLabel("所在地区：区县").selectOption("西湖区");
  await shot("apply-1");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("heading", { name: "专业信息" }).waitFor();
  await page.getByText(/已保存/).waitFor();

  // Typed here and not yet saved anywhere else: it is there after the page was closed.
  await page.getByLabel("工作单位").fill("云川师范大学教育学部");
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), `apply:${userId}:01`))
    .toContain("云川师范大学");
  await page.reload();
  await ready(page);
  await page.getByText("已恢复您在这台设备上填写").waitFor();
  await page.getByLabel("证件号码").waitFor();
  expect(await page.getByLabel("证件号码").inputValue()).toBe("110101198507160024");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("工作单位").waitFor();
  expect(await page.getByLabel("工作单位").inputValue()).toBe("云川师范大学教育学部");
  await page.getByLabel("职务").fill("副教授");
  await page.getByLabel("学历").selectOption("研究生");
  await page.getByRole("checkbox", { name: "中小学家校协同" }).check();
  await page
    .getByLabel("个人简历")
    .fill("二〇〇八年起从事家庭教育研究与教师培训工作，主持过三项课题。");
  await shot("apply-2");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("heading", { name: "材料" }).waitFor();
  await page.locator("input[type=file]").first().setInputFiles(file("照片.png"));
  await page.getByRole("button", { name: "更换一寸照片" }).waitFor();
  await shot("apply-3");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("heading", { name: "确认" }).waitFor();
  await page.getByText("浙江省 · 杭州市 · 西湖区").waitFor();
  await shot("apply-4");

  // Handed in without the consents: what lacks is said; then it goes.
  await page.getByRole("button", { name: "提交申请" }).click();
  await page.getByText("请先阅读并同意《用户协议》和《隐私政策》").first().waitFor();
  await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
  await page.getByRole("checkbox", { name: /单独同意/ }).check();
  await page.getByRole("button", { name: "提交申请" }).click();
  await page.getByRole("heading", { name: "申请已经提交" }).waitFor();

  const [row] = await query("select id from sign where user_id = $1", [userId]);
  const id = Number(row?.id);
  const reviewer = await staff("member_reviewer");
  await reviewer("POST", "check", { id, action: "pass" });
  await page.goto("/Membership/mine");
  await page.getByRole("heading", { name: "请缴纳会费" }).waitFor();
  await page.getByText("300.00 元").first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
  await shot("mine-pay");
  await page.getByRole("button", { name: "提交凭证" }).click();
  await page.getByText("请上传缴费凭证").waitFor();
  await page.locator("input[type=file]").setInputFiles(file("回单.png"));
  await page.getByRole("link", { name: "缴费凭证" }).waitFor();
  await page.getByRole("button", { name: "提交凭证" }).click();
  await page.getByRole("heading", { name: "财务正在确认" }).waitFor();
  await shot("mine-review");

  const finance = await staff("finance");
  await finance("PUT", "financePass", { id, receivedAmount: "300", bankSerial: "20261122000001" });
  await page.reload();
  await page.getByText(/^P2026\d{5}$/).waitFor();
  await page.getByRole("link", { name: "查验会员证" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await shot("mine-member");
});

/** A person with a draft, and what its calls need. */
async function drafting(number: number) {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, phonenumber, pwd_update_date)
     values ($1, '晓晓', '01', $2, now()) returning user_id`,
    [`u-draft-${number}`, `1380000300${number}`],
  );
  const id = Number(row?.user_id);
  const session = await openSession(id);
  const save = async (body: object): Promise<{ id: number; version: number }> => {
    const answer = await fetch(`${baseUrl}/prod-api/api/system/sign/addMember`, {
      method: "POST",
      headers: { authorization: `Bearer ${session}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: { id: number; version: number } }).data;
  };
  const first = await save({ realName: "林晓" });
  const kept = {
    version: first.version,
    form: { realName: "林晓", address: "学府路 1 号" },
    levelId: null,
    years: 1,
    directoryVisible: false,
  };
  const page = await browser.page({ viewport: PHONE });
  await page.context().addCookies([{ name: "Admin-Token", value: session, url: baseUrl }]);
  await page.addInitScript(([key, text]) => localStorage.setItem(key ?? "", text ?? ""), [
    `apply:${id}:01`,
    JSON.stringify(kept),
  ] as const);
  await page.goto("/Membership/apply");
  await page.getByText("已恢复您在这台设备上填写").waitFor();
  return { page, save, first };
}

test("a save of the page before that arrives late is no conflict, and loses no number", async () => {
  const { page, save, first } = await drafting(1);
  const late = { address: "学府路 1 号", idNo: "110101198507160024" };
  expect(await save({ ...first, ...late })).toMatchObject({ id: first.id });
  await page.getByLabel("邮政编码").fill("310000");
  await page.getByRole("button", { name: "立即保存" }).click();
  await page.getByText(/已保存/).waitFor();
  expect(await page.getByLabel("证件号码").inputValue()).toBe("110101198507160024");
  expect(await page.getByLabel("邮政编码").inputValue()).toBe("310000");
});

test("what was saved on another device is a conflict; nothing typed goes before it is said", async () => {
  const { page, save, first } = await drafting(2);
  await save({ ...first, address: "海晏路 9 号" });
  await page.getByLabel("邮政编码").fill("310000");
  await page.getByRole("button", { name: "立即保存" }).click();
  await page.getByText("这份申请在另一台设备上有更新").waitFor();
  expect(await page.getByLabel("邮政编码").inputValue()).toBe("310000");
});
