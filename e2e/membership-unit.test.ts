import sharp from "sharp";
import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  captchaAnswer,
  fitsWidth,
  openSession,
  PHONE,
  query,
  ready,
  smsCode,
} from "./browser.ts";
import { baseUrl } from "./site.ts";

// A school joins: registers as a unit, fills in, leaves and comes back, hands in with its stamped form, is passed
// by reviewer and council where its level asks for that, pays, and fetches its certificate.
const browser = browserKit();
const shots = process.env.SHOTS;
const CONTACT = "13800006601";

const scan = await sharp({
  create: { width: 900, height: 1_200, channels: 3, background: "#f4efe2" },
})
  .png()
  .toBuffer();
const file = (name: string) => ({ name, mimeType: "image/png", buffer: scan });

async function call(
  method: string,
  path: string,
  { token = "", body }: { token?: string; body?: unknown } = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${baseUrl}/prod-api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** A unit's account, registered with the contact's phone. */
async function registered(): Promise<string> {
  const { uuid } = await call("GET", "/captchaImage");
  const code = await captchaAnswer(String(uuid));
  await call("POST", "/sendCode", { body: { phone: CONTACT, scene: "register", uuid, code } });
  const made = await call("POST", "/registerByPhone", {
    body: {
      phone: CONTACT,
      code: await smsCode(CONTACT, "register"),
      password: "Lantern-2026",
      nickName: "东海实小",
      userType: "02",
      agree: true,
      agreementVersion: "2026-11",
    },
  });
  return String(made.token);
}

/** A staff member with a role of the seed. */
async function staff(roleKey: string) {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, $1, '00', now()) returning user_id`,
    [`unit-${roleKey}`],
  );
  await query(
    "insert into sys_user_role (user_id, role_id) select $1, role_id from sys_role where role_key = $2",
    [row?.user_id, roleKey],
  );
  const token = await openSession(Number(row?.user_id));
  return async (method: string, path: string, body: unknown) =>
    expect(await call(method, `/api/system/sign/${path}`, { token, body })).toMatchObject({
      code: 200,
    });
}

test("a school goes from registration to its certificate, on a phone", async () => {
  const token = await registered();
  const page = await browser.page({ viewport: PHONE });
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  const looksGood = async (name: string) => {
    expect(await fitsWidth(page)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/unit-${name}-375.png`, fullPage: true });
  };
  await page.goto("/Membership/apply");
  await ready(page);
  await page.getByRole("button", { name: /单位入会/ }).click();
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByText("请选择会员级别").waitFor();
  await looksGood("errors");
  await page.getByRole("radio", { name: /^单位会员/ }).check();
  await page.getByLabel("单位名称").fill("东海市实验小学");
  await page.getByLabel("统一社会信用代码").fill("91330100716105852A");
  await page.getByLabel("单位类型").selectOption("中小学");
  await page.getByLabel("所在地区：省份").selectOption("浙江省");
  await page.getByLabel("所在地区：城市").selectOption("杭州市");
  await page.getByLabel("所在地区：区县").selectOption("西湖区");
  await page.getByLabel("通信地址").fill("学府路 1 号");
  await page.getByText("统一社会信用代码有误").waitFor();
  await page.getByLabel("统一社会信用代码").fill("91330100716105852F");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("heading", { name: "单位信息" }).waitFor();
  await page.getByText(/已保存/).waitFor();

  // Another day: what was filled in is there, and it goes on where it was left.
  await page.goto("/Membership/mine");
  await page.getByRole("link", { name: "继续填写" }).click();
  await page.getByLabel("统一社会信用代码").waitFor();
  expect(await page.getByLabel("统一社会信用代码").inputValue()).toBe("91330100716105852F");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("法定代表人").fill("顾维民");
  const representative = page.getByRole("group", { name: /会员代表/ });
  await representative.getByLabel("姓名").fill("沈洁");
  await representative.getByLabel("职务").fill("副校长");
  await representative.getByLabel("手机号码").fill("13800006602");
  const contact = page.getByRole("group", { name: /联系人/ });
  await contact.getByLabel("姓名").fill("丁一帆");
  await contact.getByLabel("手机号码").fill(CONTACT);
  await contact.getByLabel("电子邮箱").fill("ding@example.cn");
  await page
    .getByLabel("单位简介")
    .fill(
      "学校近两年开设家长课堂四十八场，编写家校沟通手册三册，建有家长志愿者队伍，服务周边六个社区的家庭，每学期举办两次家长开放日。",
    );
  await looksGood("unit");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("heading", { name: "材料" }).waitFor();
  const inputs = page.locator("input[type=file]");
  await inputs.nth(1).setInputFiles(file("登记证书.png"));
  await page.getByRole("button", { name: "更换登记证书" }).waitFor();
  await inputs.nth(2).setInputFiles(file("盖章申请表.png"));
  await page.getByRole("link", { name: "盖章申请表" }).waitFor();
  await looksGood("papers");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("heading", { name: "确认" }).waitFor();
  await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
  await page.getByRole("checkbox", { name: /单独同意/ }).check();
  await page.getByRole("button", { name: "提交申请" }).click();
  await page.getByRole("heading", { name: "申请已经提交" }).waitFor();
  await looksGood("done");

  const [row] = await query("select id from sign where credit_code = '91330100716105852F'");
  const id = Number(row?.id);
  await (await staff("member_reviewer"))("POST", "checkOrg", { id, action: "pass" });
  const [passed] = await query("select state from sign where id = $1", [id]);
  expect(passed).toEqual({ state: 4 });
  await page.goto("/Membership/mine");
  await page.getByRole("heading", { name: "请缴纳会费" }).waitFor();
  await page.locator("input[type=file]").setInputFiles(file("回单.png"));
  await page.getByRole("link", { name: "缴费凭证" }).waitFor();
  await page.getByRole("button", { name: "提交凭证" }).click();
  await page.getByRole("heading", { name: "财务正在确认" }).waitFor();
  const [due] = await query("select due_fen from sign where id = $1", [id]);
  const receivedAmount = (Number(due?.due_fen) / 100).toFixed(2);
  const paid = { id, receivedAmount, bankSerial: "20261122000077" };
  await (await staff("finance"))("PUT", "financePass", paid);
  await page.reload();
  await page.getByText(/^D2026\d{5}$/).waitFor();
  await looksGood("member");

  // The certificate: looked up by anybody, fetched by its owner.
  const href = await page.getByRole("link", { name: "查验会员证" }).getAttribute("href");
  const certificate = await fetch(
    `${baseUrl}/prod-api/api/bll/member/certificate/pdf/${href?.split("/").at(-1)}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  expect(certificate.headers.get("content-type")).toBe("application/pdf");
  await page.goto(href ?? "");
  await page.getByText("东海市实验小学").or(page.getByText(/有效/)).first().waitFor();
  await looksGood("verify");
  await page.goto("/Membership/directory?kind=unit&name=东海市实验小学");
  await page.getByText("东海市实验小学").first().waitFor();
});
