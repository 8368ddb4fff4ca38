import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  DESKTOP,
  fitsWidth,
  openSession,
  PHONE,
  query,
  ready,
  smsCode,
  solveCaptcha,
} from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, settled, staffPage } from "./staff.ts";

// Participants check themselves in by the sheet on the wall; the office prints it, and sees who has come.
const browser = browserKit({ ownContexts: true });
const admin = await openSession(ADMIN);

async function activityNow(title: string, name: string, phone: string): Promise<number> {
  const [row] = await query(
    `insert into activity (title, type, summary, content, mode, place, state, capacity, published_at,
       sign_start_at, sign_end_at, start_at, end_at)
     select $1, type, summary, content, mode, place, 2, 500, now(), now() - interval '2 days',
       now() + interval '10 minutes', now() + interval '30 minutes', now() + interval '30 hours'
     from activity where title like '%亲子对话%' order by id limit 1 returning id`,
    [title],
  );
  const answer = await fetch(`${baseUrl}/prod-api/api/activity/entry`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
    body: JSON.stringify({ activityId: Number(row?.id), name, phone, unit: "青禾学校" }),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
  return Number(row?.id);
}

/** The address of today's page of the sheet: the door's own answer has it as the PDF draws it. */
async function sheetAddress(id: number): Promise<string> {
  const { createHmac } = await import("node:crypto");
  const fs = await import("node:fs");
  const { dataDir } = await import("./site.ts");
  const root = Buffer.from(fs.readFileSync(`${dataDir}/secret.key`, "utf8"), "base64");
  const key = createHmac("sha256", root).update("activity-room").digest();
  const day = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000);
  const mark = createHmac("sha256", key).update(`${id}\n${day}`).digest("hex").slice(0, 20);
  return `${baseUrl}/checkin/self?c=${id}.${day}.${mark}`;
}

const stateOf = (id: number) =>
  query("select state, checked_in_door from activity_entry where activity_id = $1", [id]);

test("a guest scans the sheet, proves the telephone and is checked in; the office sees the number grow", async () => {
  const id = await activityNow("自助签到一", "沈若兰", "13900007001");
  const desk = await staffPage(browser, `${baseUrl}/activities/entry?activityId=${id}`, {
    viewport: DESKTOP,
  });
  await settled(desk);
  await desk.getByRole("link", { name: /现场签到（.*0 已签到/ }).waitFor();
  const page = await browser.page({ viewport: PHONE });
  await page.goto(await sheetAddress(id));
  await page.getByRole("heading", { name: "自助签到一" }).waitFor();
  await ready(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
  await page.getByLabel("手机号").fill("13900007001");
  await solveCaptcha(page);
  await page.getByRole("button", { name: /获取.*验证码|发送验证码/ }).click();
  await page.getByLabel("短信验证码").fill(await smsCode("13900007001", "activity"));
  await page.getByRole("button", { name: "验证并签到" }).click();
  await page.getByRole("status").filter({ hasText: "签到成功" }).getByText("沈若兰").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await stateOf(id)).toEqual([{ state: 4, checked_in_door: "自助签到" }]);
  // Heard of by the news, long before it would be asked for.
  await desk.getByRole("link", { name: /现场签到（.*1 已签到/ }).waitFor({ timeout: 15_000 });
});

test("who is logged in presses one button; a second time says when it was; an old sheet says so", async () => {
  const [user] = await query(
    `update sys_user set phonenumber = '13900007002', pwd_update_date = now()
     where user_id = (select user_id from sys_user where user_type = '01' order by user_id limit 1)
     returning user_id`,
  );
  const id = await activityNow("自助签到二", "顾长风", "13900007002");
  const address = await sheetAddress(id);
  const page = await staffPage(browser, address, {
    userId: Number(user?.user_id),
    viewport: PHONE,
  });
  await page.getByRole("button", { name: "签到", exact: true }).click();
  await page.getByRole("status").filter({ hasText: "签到成功" }).getByText("顾长风").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "签到", exact: true }).click();
  await page.getByText(/您已于.*在「自助签到」签到，无需重复签到/).waitFor();
  await page.goto(address.replace(/.$/, (last) => (last === "0" ? "1" : "0")));
  await page.getByText("这不是本站的现场签到码，请扫描会场张贴的二维码").waitFor();
  await query(
    `update activity set sign_start_at = now() - interval '9 days', sign_end_at = now() - interval '8 days',
       start_at = now() - interval '7 days', end_at = now() - interval '1 second' where id = $1`,
    [id],
  );
  await page.goto(address);
  await page.getByText(/签到时间已过|活动时间不在/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("the office prints badges of one activity, and the sheet for its wall", async () => {
  const id = await activityNow("自助签到三", "陆清源", "13900007003");
  const desk = await staffPage(browser, `${baseUrl}/activities/entry?activityId=${id}`, {
    viewport: DESKTOP,
  });
  await settled(desk);
  await desk.getByRole("button", { name: "打印", exact: true }).click();
  const drawer = desk.getByRole("dialog");
  await drawer.getByRole("radio", { name: /会场签到码/ }).check();
  await drawer.getByRole("combobox", { name: "活动" }).click();
  await desk.keyboard.type("自助签到三");
  await desk.keyboard.press("Enter");
  expect(await accessibilityProblems(desk)).toEqual([]);
  const saved = desk.waitForEvent("download");
  await drawer.getByRole("button", { name: /下载 PDF/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^会场签到码.*\.pdf$/);
});

test("a telephone that was proved is not asked for again when the check-in does not arrive", async () => {
  const id = await activityNow("自助签到重试", "沈若兰", "13900007091");
  const page = await browser.page({ viewport: PHONE });
  browser.answersItself(502);
  const path = "**/prod-api/api/activity/self/arrive";
  await page.route(path, (route) => route.fulfill({ status: 502, body: "" }));
  await page.goto(await sheetAddress(id));
  await ready(page);
  await page.getByLabel("手机号").fill("13900007091");
  await solveCaptcha(page);
  await page.getByRole("button", { name: /获取.*验证码|发送验证码/ }).click();
  await page.getByLabel("短信验证码").fill(await smsCode("13900007091", "activity"));
  await page.getByRole("button", { name: "验证并签到" }).click();
  await page.getByText("手机号已经验证，签到还没有完成").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
  await page.unroute(path);
  await page.getByRole("button", { name: "重试签到" }).click();
  await page.getByRole("status").filter({ hasText: "签到成功" }).getByText("沈若兰").waitFor();
  expect(await stateOf(id)).toEqual([{ state: 4, checked_in_door: "自助签到" }]);
});
