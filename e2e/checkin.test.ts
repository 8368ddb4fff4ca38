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
} from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, staffMember, staffPage } from "./staff.ts";

// The door of an activity on the phone of who stands there: specification of the calls in activity/door.
const browser = browserKit();

/** An activity that begins in an hour, with one person who has signed up. */
async function activityToday(name: string, phone: string): Promise<number> {
  const [row] = await query(
    `update activity set capacity = 500, sign_start_at = now() - interval '2 days', sign_end_at = now() + interval '30 minutes',
       start_at = now() + interval '1 hour', end_at = now() + interval '5 hours'
     where id = (select id from activity where title like '%亲子对话%' and state = 2 order by id limit 1)
     returning id`,
  );
  const id = Number(row?.id);
  const answer = await fetch(`${baseUrl}/prod-api/api/activity/entry`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await openSession(ADMIN)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      activityId: id,
      name,
      phone,
      unit: "青禾学校",
    }),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
  return id;
}

test("staff search and check in, enter who came without signing up, and hear when somebody was first", async () => {
  const id = await activityToday("欧阳素秋", "13900009317");
  const page = await staffPage(browser, `${baseUrl}/checkin`, { viewport: PHONE });
  await page.getByRole("link", { name: /亲子对话/ }).click();
  await page.getByRole("textbox", { name: "签到口名称" }).fill("东门");
  await page.getByRole("button", { name: "开始签到" }).click();
  await page.getByRole("textbox", { name: "姓名或手机号后四位" }).fill("9317");
  await page.getByRole("button", { name: "签到「欧阳素秋」" }).click();
  const result = page.getByRole("status").filter({ hasText: "签到成功" });
  await result.getByText("欧阳素秋").waitFor();
  await page.getByText(/尾号 9317 · .*在「东门」签到/).waitFor();
  await ready(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);

  await page.getByRole("textbox", { name: "签到码" }).fill("1-0000000");
  await page.getByRole("button", { name: "按签到码签到" }).click();
  await page.getByText("签到码无效：不是本站生成的签到码").waitFor();

  await page.getByRole("textbox", { name: "姓名", exact: true }).fill("周立群");
  await page.getByRole("textbox", { name: "手机号", exact: true }).fill("13900009317");
  await page.getByRole("button", { name: "登记并签到" }).click();
  await page.getByText(/该手机号已经.*在「东门」签到/).waitFor();
  await page.getByRole("textbox", { name: "手机号", exact: true }).fill("13900009318");
  await page.getByRole("button", { name: "登记并签到" }).click();
  await page.getByText(/现场登记，报名序号 \d+/).waitFor();
  const rows = await query(
    "select name, state, checked_in_door from activity_entry where activity_id = $1 and phone like '1390000931_' order by id",
    [id],
  );
  expect(rows).toEqual([
    { name: "欧阳素秋", state: 4, checked_in_door: "东门" },
    { name: "周立群", state: 4, checked_in_door: "东门" },
  ]);

  // The door's name stays on the device.
  await page.reload();
  await page.getByText("签到口：东门").waitFor();

  const desk = await staffPage(browser, `${baseUrl}/activities/entry`, { viewport: DESKTOP });
  await desk.getByRole("link", { name: /现场签到（.*\d+ 已签到/ }).waitFor();
});

/** The code that a participant's page shows today. */
async function codeOf(activityId: number, phone: string): Promise<string> {
  const [order] = await query(
    `select o.code from activity_order o join activity_entry e on e.order_id = o.id
     where e.activity_id = $1 and e.phone = $2`,
    [activityId, phone],
  );
  const answer = await fetch(`${baseUrl}/prod-api/api/activity/activities/sign`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: activityId, code: order?.code }),
  });
  const { data } = await answer.json();
  return data[0].entries[0].qrImage;
}

test("the camera reads a participant's code; where there is none a text says what to do instead", async () => {
  const id = await activityToday("林知微", "13900009417");
  const picture = await codeOf(id, "13900009417");
  const page = await staffPage(
    browser,
    `${baseUrl}/checkin?id=${id}`,
    { viewport: PHONE },
    // A camera that sees the code: Chromium has none here.
    async (it) => {
      await it.addInitScript((source) => {
        navigator.mediaDevices.getUserMedia = async () => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = document.createElement("canvas");
          canvas.width = 480;
          canvas.height = 480;
          const paper = canvas.getContext("2d");
          setInterval(() => {
            paper?.fillRect(0, 0, 480, 480);
            paper?.drawImage(image, 60, 60, 360, 360);
          }, 50);
          return canvas.captureStream(20);
        };
      }, picture);
    },
  );
  await page.getByRole("textbox", { name: "签到口名称" }).fill("西门");
  await page.getByRole("button", { name: "开始签到" }).click();
  await page.getByRole("button", { name: "打开相机扫码" }).click();
  await page.getByRole("status").filter({ hasText: "签到成功" }).getByText("林知微").waitFor();
  await page.getByRole("button", { name: "停止扫码" }).click();

  const without = await staffPage(browser, `${baseUrl}/checkin?id=${id}`, { viewport: PHONE });
  await without.getByRole("textbox", { name: "签到口名称" }).fill("西门");
  await without.getByRole("button", { name: "开始签到" }).click();
  await without.getByRole("button", { name: "打开相机扫码" }).click();
  await without.getByText(/您仍可以在下方查找姓名，或输入签到码/).waitFor();
});

test("the camera is allowed for the document of the door alone", async () => {
  const policy = async (path: string) =>
    (await fetch(baseUrl + path)).headers.get("permissions-policy");
  expect(await policy("/checkin?id=1")).toContain("camera=(self)");
  // From the cache as well.
  expect(await policy("/checkin")).toContain("camera=(self)");
  expect(await policy("/trainingEvent")).toContain("camera=()");
  expect(await policy("/login")).toContain("camera=()");
  expect(await policy("/prod-api/captchaImage")).toContain("camera=()");
});

test("a guest is sent to log in and comes back; who may not check in is told so", async () => {
  const guest = await browser.page({ viewport: PHONE });
  await guest.goto(`${baseUrl}/checkin?id=1`);
  await guest.waitForURL(/\/login\?redirect=%2Fcheckin%3Fid%3D1$/);
  const userId = await staffMember("noDoor", 0, []);
  const page = await staffPage(browser, `${baseUrl}/checkin`, { userId, viewport: PHONE });
  await page.getByRole("heading", { name: "没有签到权限" }).waitFor();
  await ready(page);
  expect(await accessibilityProblems(page)).toEqual([]);
});
