import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { solvedCaptcha } from "#src/test/accounts.ts";
import { administrator, shanghai } from "#src/test/activity.ts";
import { startApp } from "#src/test/app.ts";
import { readPdf } from "#src/test/pdf.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { oneTimeCode } from "../../login/table.server.ts";
import { phoneProof } from "../model/owner.server.ts";
import { dayOf, roomCode } from "../model/qr.server.ts";
import { actOnActivity, enterByStaff, startActivity } from "../service.server.ts";
import { activity, activityEntry } from "../table.server.ts";
import type { Arrived, RoomEvent } from "./wire.ts";

const it = await startApp();
const PATH = "/api/activity/self";
const staff = await administrator(it);
const guard = await staffWith(it, "activity:entry:checkIn");
const reader = await staffWith(it, "activity:entry:list");

const HOUR = 3_600_000;

/** An activity that has begun; it has begun today, also shortly after midnight. */
async function event(more: object = {}): Promise<number> {
  const values = {
    title: "青春期亲子对话",
    summary: "和初中生的父母坐在一起",
    place: "青禾实验学校",
    startAt: shanghai(0.5),
    endAt: shanghai(30),
    signStartAt: shanghai(-1),
    signEndAt: shanghai(0.4),
    ...more,
  };
  const { id } = await startActivity(it.context, values, staff);
  await actOnActivity(it.context, "publish", id, {}, staff);
  return id;
}

let phones = 0;
const newPhone = () => `135${String(++phones).padStart(8, "0")}`;
const enter = async (id: number, phone = newPhone()) =>
  enterByStaff(it.context, id, { name: "林素秋", phone, unit: "青禾实验学校" }, "desk", staff);
const codeOf = (id: number, day = dayOf(Date.now())) => roomCode(it.dataDir, id, day);
const arrive = async (body: object, options: { token?: string; ip?: string } = {}) =>
  (await it.call("POST", `${PATH}/arrive`, { body, ...options })).body;
const eventOf = async (c: string, ip?: string) =>
  (await it.call("GET", `${PATH}/event?c=${encodeURIComponent(c)}`, ip ? { ip } : {})).body;
const rowOf = async (id: number) =>
  (await it.db.select().from(activityEntry).where(eq(activityEntry.id, id)))[0];
const proofOf = (phone: string) => phoneProof(it.dataDir, phone);

test("who scans the sheet and proves the telephone is checked in, once, by nobody else", async () => {
  const id = await event();
  const entry = await enter(id);
  const c = codeOf(id);
  expect((await eventOf(c)).data as RoomEvent).toMatchObject({
    title: "青春期亲子对话",
    place: "青禾实验学校",
    problem: "",
  });
  const body = { c, proof: proofOf(entry.phone) };
  expect((await arrive(body)).data).toMatchObject({
    outcome: "in",
    text: "签到成功",
    name: "林素秋",
    unit: "青禾实验学校",
  });
  const row = await rowOf(entry.id);
  expect(row).toMatchObject({ state: 4, checkedInDoor: "自助签到", checkedInBy: null });
  const again = (await arrive(body)).data as Arrived;
  expect(again.outcome).toBe("again");
  expect(again.text).toMatch(/^您已于\d{4}-\d\d-\d\d \d\d:\d\d 在「自助签到」签到，无需重复签到$/);
  expect((await rowOf(entry.id))?.checkedInAt).toEqual(row?.checkedInAt);
});

test("one who is logged in needs no proof; without either nobody is found", async () => {
  const id = await event();
  const phonenumber = newPhone();
  const member = await it.as("member", { phonenumber });
  const entry = await enter(id, phonenumber);
  const c = codeOf(id);
  expect((await arrive({ c })).data).toMatchObject({ outcome: "unknown", name: "" });
  expect((await arrive({ c, proof: "13900000000.1.x" })).data).toMatchObject({
    outcome: "unknown",
  });
  expect((await rowOf(entry.id))?.state).toBe(3);
  const { token } = member;
  expect((await arrive({ c }, { token })).data).toMatchObject({ outcome: "in" });
  const other = await it.as("member", { phonenumber: newPhone() });
  expect((await arrive({ c }, { token: other.token })).data).toMatchObject({ outcome: "unknown" });
});

test("scanned twice at once counts once", async () => {
  const id = await event();
  const entry = await enter(id);
  const body = { c: codeOf(id), proof: proofOf(entry.phone) };
  const answers = await heldAt(
    it,
    (text) => text.includes("for update") && text.includes('"activity"'),
    [1, 2].map(() => async () => ((await arrive(body)).data as Arrived).outcome),
  );
  const outcomes = answers.map((each) => (each.status === "fulfilled" ? each.value : ""));
  expect(outcomes.sort()).toEqual(["again", "in"]);
});

test("places that are none are told apart", async () => {
  const id = await event();
  const pays = { amountFen: 100, payUntil: new Date() };
  for (const [values, outcome] of [
    [{ state: 0 }, "unreviewed"],
    [{ state: 1, ...pays }, "unpaid"],
    [{ state: 6, waitingNo: 1 }, "waiting"],
    [{ state: 7 }, "cancelled"],
    [{ state: 9 }, "refused"],
  ] as const) {
    const entry = await enter(id);
    await it.db.update(activityEntry).set(values).where(eq(activityEntry.id, entry.id));
    const answer = (await arrive({ c: codeOf(id), proof: proofOf(entry.phone) })).data as Arrived;
    expect([values.state, answer.outcome]).toEqual([values.state, outcome]);
    expect((await rowOf(entry.id))?.state).toBe(values.state);
  }
});

test("who was marked as absent before the activity went on checks in", async () => {
  const id = await event();
  const entry = await enter(id);
  await it.db.update(activityEntry).set({ state: 10 }).where(eq(activityEntry.id, entry.id));
  const proof = proofOf(entry.phone);
  expect((await arrive({ c: codeOf(id), proof })).data).toMatchObject({ outcome: "in" });
  expect((await rowOf(entry.id))?.state).toBe(4);
});

test("codes for those who are awaited in the room do not count by its one address", async () => {
  const id = await event();
  const later = await event({
    startAt: shanghai(50),
    endAt: shanghai(60),
    signEndAt: shanghai(40),
  });
  const ip = "10.1.1.6";
  const used = async (isExpected: boolean) => {
    await it.db.insert(oneTimeCode).values(
      Array.from({ length: 20 }, () => ({
        receiver: newPhone(),
        scene: "activity",
        codeHash: Buffer.alloc(32),
        ipaddr: ip,
        isExpected,
        expiresAt: new Date(),
      })),
    );
  };
  const ask = async (phone: string, scene = "activity") =>
    (
      await it.call("POST", "/sendCode", {
        ip,
        body: { phone, scene, ...(await solvedCaptcha(it)) },
      })
    ).body;
  const tooMany = { msg: "当前网络获取验证码次数过多，请稍后再试" };
  await used(true);
  expect(await ask(newPhone())).toMatchObject({ code: 200 });
  await used(false);
  expect(await ask(newPhone())).toMatchObject(tooMany);
  const { phone } = await enter(id);
  expect(await ask(phone, "register")).toMatchObject(tooMany);
  expect(await ask(phone)).toMatchObject({ code: 200 });
  // The limits of the telephone stay.
  expect((await ask(phone)).msg).toMatch(/^获取验证码过于频繁/);
  expect(await ask((await enter(later)).phone)).toMatchObject(tooMany);
});

test("the code counts on its day and within the hours; of a cancelled activity it never does", async () => {
  const id = await event();
  const entry = await enter(id);
  const proof = proofOf(entry.phone);
  const today = dayOf(Date.now());
  const refused = async (c: string) => {
    const { msg } = await arrive({ c, proof });
    expect((await rowOf(entry.id))?.state).toBe(3);
    return msg;
  };
  expect(await refused(codeOf(id, today - 1))).toMatch(/^这是 .* 的签到码，已经失效/);
  expect(await refused(codeOf(id, today + 1))).toMatch(/^这是 .* 的签到码，请在当天签到$/);
  const put = (startAt: number, endAt: number) =>
    it.db
      .update(activity)
      .set({
        startAt: new Date(Date.now() + startAt),
        endAt: new Date(Date.now() + endAt),
        signStartAt: new Date(Date.now() - 99 * HOUR),
        signEndAt: new Date(Date.now() - 98 * HOUR),
      })
      .where(eq(activity.id, id));
  // Near midnight the hour after next is of another day.
  await put(1.2 * HOUR, 30 * HOUR);
  expect(await refused(codeOf(id))).toMatch(/还没有到签到时间|活动时间不在/);
  await put(-97 * HOUR, -1);
  expect(await refused(codeOf(id))).toMatch(/签到时间已过|活动时间不在/);
  await put(0.5 * HOUR, 30 * HOUR);
  await actOnActivity(it.context, "cancel", id, { opinion: "场地临时不可用" }, staff);
  expect((await arrive({ c: codeOf(id), proof })).msg).toBe("活动已取消，不能签到");
  expect((await eventOf(codeOf(id))).data).toMatchObject({ problem: "活动已取消，不能签到" });
});

test("a forged code is refused, and too many of them from one address make it wait", async () => {
  const id = await event();
  const good = codeOf(id);
  const forged = good.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const text = "这不是本站的现场签到码，请扫描会场张贴的二维码";
  for (const c of ["", "1.2.3", forged, codeOf(id + 1).replace(/^\d+/, String(id))]) {
    expect((await eventOf(c, "10.1.1.1")).msg).toBe(text);
    expect((await arrive({ c }, { ip: "10.1.1.2" })).msg).toBe(text);
  }
  for (let tries = 0; tries < 25; tries++) await eventOf(good, "10.1.1.3");
  expect((await eventOf(good, "10.1.1.3")).code).toBe(200);
  for (let tries = 0; tries < 20; tries++) await eventOf(forged, "10.1.1.4");
  expect((await eventOf(forged, "10.1.1.4")).msg).toBe("尝试次数过多，请 10 分钟后再试");
  // A hall has one address: what one of them makes up locks nobody out.
  expect((await eventOf(good, "10.1.1.4")).code).toBe(200);
  const rush = await Promise.all(Array.from({ length: 40 }, () => eventOf(good, "10.1.1.5")));
  expect(rush.map(({ code }) => code)).toEqual(Array.from({ length: 40 }, () => 200));
});

test("the sheet has one page a day, with the code's address in it; of what is over there is none", async () => {
  const id = await event({
    title: "家校协同育人骨干教师研修班暨第十二届家庭教育学术年会",
    endAt: shanghai(30),
  });
  const sheet = (token: string) =>
    it.app.inject({
      url: `/prod-api${PATH}/sheet/${id}`,
      headers: { authorization: `Bearer ${token}` },
    });
  const pdf = await sheet(guard.token);
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  const pages = readPdf(pdf.rawPayload);
  const days = dayOf(Date.now() + 30 * HOUR) - dayOf(Date.now() + 0.5 * HOUR) + 1;
  expect(pages).toHaveLength(days);
  expect(pages[0]?.text.replaceAll("\n", "")).toContain("家校协同育人骨干教师研修班");
  expect(pages[0]?.text).toContain("扫码签到");
  expect(pages[0]?.text).toMatch(/\d{4}年\d+月\d+日.*有效/);
  expect((await sheet(reader.token)).json().code).toBe(403);
  await actOnActivity(it.context, "cancel", id, { opinion: "场地临时不可用" }, staff);
  expect((await sheet(guard.token)).json().msg).toBe("活动已取消，不能制作会场签到码");
});
