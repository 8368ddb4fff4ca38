import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { browserKit, DESKTOP, fitsWidth, openSession, PHONE, query } from "./browser.ts";
import { ADMIN_PASSWORD } from "./first-password.ts";
import { baseUrl } from "./site.ts";
import { clean, listPage, staffMember, staffPage } from "./staff.ts";

// A unit applies; a reviewer and finance work on it in the office, by keyboard and on a phone.
const browser = browserKit();
const MEMBERS = 2200;
const FINANCE = 2300;

const reviewer = await staffMember("sign-reviewer", MEMBERS, [
  "member:sign:list",
  "member:sign:query",
  "member:sign:check",
  "member:sign:checkOrg",
]);
const finance = await staffMember("sign-finance", FINANCE, [
  "member:sign:list",
  "member:finance:query",
  "member:finance:confirm",
]);

// The demo society has applications of its own; here nothing waits but what the journeys hand in.
await query("update sign set state = 9 where state between 1 and 6");

const ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
let made = 0;
function creditCode(): string {
  const body = `52990000${String(++made).padStart(9, "0")}`;
  const sum = WEIGHTS.reduce(
    (all, weight, at) => all + weight * ALPHABET.indexOf(body[at] ?? ""),
    0,
  );
  return `${body}${ALPHABET[(31 - (sum % 31)) % 31]}`;
}

const paper = (text: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="560">
      <rect width="800" height="560" fill="#fffdf6"/><rect x="24" y="24" width="752" height="512" fill="none" stroke="#c9b27a"/>
      <text x="400" y="110" font-size="36" text-anchor="middle">${text}</text></svg>`),
  )
    .png()
    .toBuffer();

/** A PDF with Chinese type, as applicants download it. */
const blankForm = async () =>
  (await fetch(`${baseUrl}/prod-api/api/system/sign/blankForm?memberType=02`)).arrayBuffer();

type Sent = { code: number; msg: string; data: { id: number; applyNo: string } };

/** A unit that has handed in its application; `send` calls as its owner. */
async function unit(name: string) {
  const [row] = await query(
    `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
     values ($1, $1, '02', now()) returning user_id`,
    [`unit${made + 1}`],
  );
  const token = await openSession(Number(row?.user_id));
  const headers = { authorization: `Bearer ${token}` };
  const upload = async (purpose: string, text: string) => {
    const form = new FormData();
    form.set("purpose", purpose);
    form.set(
      "file",
      text.endsWith(".pdf")
        ? new File([await blankForm()], text, { type: "application/pdf" })
        : new File([new Uint8Array(await paper(text))], "材料.png", { type: "image/png" }),
    );
    const url = `${baseUrl}/prod-api/common/oss/upload`;
    const response = await fetch(url, { method: "POST", headers, body: form });
    const stored = (await response.json()) as { code: number; msg: string; fileName: string };
    expect(stored).toMatchObject({ code: 200 });
    return stored.fileName;
  };
  const send = async (method: string, path: string, body: object): Promise<Sent> => {
    const response = await fetch(`${baseUrl}/prod-api/api/system/sign/${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Sent;
    expect(answer).toMatchObject({ code: 200 });
    return answer;
  };
  const consents = await query(
    `select distinct on (doc) doc, version from agreement where doc in ('user', 'privacy')
     and effective_at <= now() order by doc, effective_at desc, version desc`,
  );
  const [level] = await query("select id from member_level where level_name = '单位会员'");
  const { data } = await send("POST", "addOrg", {
    submit: true,
    orgName: name,
    creditCode: creditCode(),
    orgType: "中小学",
    region: "330106",
    address: "东海市学府路 1 号",
    legalPerson: "顾维民",
    foundDate: "1998-09-01",
    staffCount: 146,
    rep: { name: "沈洁", post: "副校长", phone: "13800002096" },
    contact: { name: "丁一帆", post: "德育处", phone: "13800002097", email: "ding@example.cn" },
    intro:
      "学校近两年开设家长课堂四十八场，编写家校沟通手册三册，建有家长志愿者队伍，服务周边六个社区的家庭，每学期举办两次家长开放日。",
    licence: [await upload("licence", "登记证书")],
    applyForm: [await upload("licence", "单位会员入会申请表.pdf")],
    levelId: Number(level?.id),
    years: 1,
    directoryVisible: true,
    consents,
    sensitiveConsent: true,
  });
  return { ...data, send, upload };
}

const shot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};
/** Part of a canvas that is dark. */
const inked = (canvas: Locator): Promise<number> =>
  canvas.evaluate((one: HTMLCanvasElement) => {
    const { data } = one.getContext("2d")?.getImageData(0, 0, one.width, one.height) ?? {};
    let dark = 0;
    for (let at = 0; at < (data?.length ?? 0); at += 4) if ((data?.[at] ?? 255) < 128) dark++;
    return dark / (one.width * one.height);
  });
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });
const stateOf = async (id: number) =>
  Number((await query("select state from sign where id = $1", [id]))[0]?.state);

test("reviewer and finance, by keyboard alone: back with a reason, passed, paid, confirmed", async () => {
  const first = await unit("东海市实验小学");
  const second = await unit("云岭市家庭教育指导中心");
  const page = await listPage(browser, "/members/review?state=1&memberType=02", {
    userId: reviewer,
    viewport: DESKTOP,
  });
  await page.getByRole("link", { name: "东海市实验小学" }).waitFor();
  await page.getByRole("button", { name: /待审核·单位\s*2/ }).waitFor();
  await shot(page, "queue-1440");
  await clean(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await heading(page, "东海市实验小学").waitFor();
  await page.getByText("校验正确，未重复").waitFor();
  await page.locator(".sr-paper img").waitFor();
  await shot(page, "review-1440");
  await clean(page);

  // A PDF is drawn page by page, as large as the pictures are, and turned as they are.
  await page.getByRole("button", { name: "盖章申请表", exact: true }).press("Enter");
  const drawn = page.locator('.sr-paper canvas[data-drawn="true"]');
  await drawn.first().waitFor();
  await expect.poll(() => inked(drawn.first())).toBeGreaterThan(0.005);
  await page.getByRole("button", { name: "顺时针旋转" }).press("Enter");
  await expect
    .poll(() => drawn.first().evaluate((one: HTMLCanvasElement) => one.width > one.height))
    .toBe(true);
  await page.getByRole("button", { name: "顺时针旋转" }).press("Enter");
  await page.getByRole("button", { name: "顺时针旋转" }).press("Enter");
  await page.getByRole("button", { name: "顺时针旋转" }).press("Enter");
  await expect
    .poll(() => drawn.first().evaluate((one: HTMLCanvasElement) => one.width < one.height))
    .toBe(true);
  await shot(page, "review-pdf-1440");
  await clean(page);

  // A field that is to be mended, and a reason, which must say something.
  await page.getByRole("button", { name: "请申请人修改「法定代表人」" }).press("Enter");
  const opinion = page.locator(".o-panel:visible").getByLabel("审核意见");
  await page.keyboard.press("b");
  await opinion.and(page.locator(":focus")).waitFor();
  await page.keyboard.type("不行");
  await page.getByRole("button", { name: /^退回修改/ }).press("Enter");
  await page.getByText("退回修改时请写明原因，至少 5 个字").waitFor();
  expect(await opinion.inputValue()).toBe("不行");
  await page.keyboard.type("，法定代表人与证书不符");
  await page.getByRole("button", { name: /^退回修改/ }).press("Enter");
  await page.getByText("已退回「东海市实验小学」").waitFor();
  const [row] = await query("select state, returned_fields from sign where id = $1", [first.id]);
  expect(row).toMatchObject({ state: 2, returned_fields: ["legalPerson"] });

  // The next one opens by itself.
  await heading(page, "云岭市家庭教育指导中心").waitFor();
  await page.keyboard.press("p");
  await page.getByRole("button", { name: /^通过/ }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("已通过「云岭市家庭教育指导中心」").waitFor();
  expect(await stateOf(second.id)).toBe(4);

  await second.send("PUT", "addFinance", {
    id: second.id,
    payAmount: "9000",
    payTime: "2026-01-05 10:00:00",
    payMethod: "bank",
    payerName: "云岭市家庭教育指导中心",
    voucherFiles: [await second.upload("voucher", "演示银行 网上银行电子回单")],
  });
  const money = await staffPage(browser, `/members/application/${second.id}`, {
    userId: finance,
    viewport: DESKTOP,
  });
  await heading(money, "云岭市家庭教育指导中心").waitFor();
  await money.getByText("少 1000.00").waitFor();
  await money.getByRole("img", { name: "缴费凭证" }).waitFor();
  await shot(money, "finance-1440");
  await clean(money);
  await money.getByLabel("实收金额").fill("10000");
  await money.getByLabel("银行流水号").fill("20260105-0001");
  // The page was open for an hour: who sits there shows first that it is the cashier.
  await query(`update session set created_at = now() - interval '1 hour' where user_id = $1`, [
    finance,
  ]);
  await query(
    `update sys_user set password = (select password from sys_user where user_id = 1)
     where user_id = $1`,
    [finance],
  );
  await money.getByRole("button", { name: /确认到账/ }).press("Enter");
  const proof = money.getByRole("dialog", { name: "验证身份" });
  await proof.getByLabel("登录密码").and(money.locator(":focus")).waitFor();
  await money.keyboard.type("not-the-password");
  await money.keyboard.press("Enter");
  await proof.getByText("密码错误，请重新输入").waitFor();
  await shot(money, "step-up-1440");
  await clean(money);
  await money.keyboard.press("Escape");
  await proof.waitFor({ state: "detached" });
  expect(await stateOf(second.id)).toBe(5);
  expect(await money.getByLabel("银行流水号").inputValue()).toBe("20260105-0001");
  await money.getByRole("button", { name: /确认到账/ }).press("Enter");
  await proof.getByLabel("登录密码").fill(ADMIN_PASSWORD);
  await money.keyboard.press("Enter");
  await money.getByText("已确认到账「云岭市家庭教育指导中心」").waitFor();
  expect(await stateOf(second.id)).toBe(7);
});

test("on a phone: cards, the paper, the verdict at the bottom edge", async () => {
  const { id } = await unit("南浦区社区家长学校");
  const list = await listPage(browser, "/members/review?state=1", {
    userId: reviewer,
    viewport: PHONE,
    hasTouch: true,
  });
  await list.getByRole("link", { name: "南浦区社区家长学校" }).waitFor();
  expect(await fitsWidth(list)).toBe(true);
  await shot(list, "queue-375");
  await clean(list);
  const page = await staffPage(browser, `/members/application/${id}`, {
    userId: reviewer,
    viewport: PHONE,
    hasTouch: true,
  });
  await heading(page, "南浦区社区家长学校").waitFor();
  await page.locator(".sr-paper img").waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await shot(page, "review-375");
  await clean(page);
  await page.getByRole("button", { name: /^通过$/ }).tap();
  await page.getByText("已通过「南浦区社区家长学校」").waitFor();
  expect(await stateOf(id)).toBe(4);
});
