import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { administrator, shanghai } from "#src/test/activity.ts";
import { startApp } from "#src/test/app.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { qrText, shortCode } from "../model/qr.server.ts";
import { actOnActivity, actOnEntry, enterByStaff, startActivity } from "../service.server.ts";
import { activity, activityCheck, activityEntry } from "../table.server.ts";
import type { DoorActivity, DoorList, DoorOutcome } from "./wire.ts";

const it = await startApp();
const PATH = "/api/activity/door";
const guard = await staffWith(it, "activity:entry:checkIn");
const second = await staffWith(it, "activity:entry:checkIn");
const chief = await staffWith(it, "activity:entry:checkIn", "activity:activity:publish");
const reader = await staffWith(it, "activity:entry:list");

const staff = await administrator(it);

const HOUR = 3_600_000;

/** An activity that begins in an hour. */
async function event(more: object = {}): Promise<number> {
  const values = {
    title: "青春期亲子对话",
    summary: "和初中生的父母坐在一起",
    place: "青禾实验学校",
    startAt: shanghai(1),
    endAt: shanghai(5),
    signStartAt: shanghai(-1),
    signEndAt: shanghai(1),
    ...more,
  };
  const { id } = await startActivity(it.context, values, staff);
  await actOnActivity(it.context, "publish", id, {}, staff);
  return id;
}

let phones = 0;
const phone = () => `136${String(++phones).padStart(8, "0")}`;
const enter = (id: number, name = "林素秋") =>
  enterByStaff(it.context, id, { name, phone: phone(), unit: "青禾实验学校" }, "desk", staff);

const call = async (method: string, path: string, body?: object, token = guard.token) =>
  (await it.call(method, PATH + path, { token, ...(body ? { body } : {}) })).body;
const item = (more: object) => ({ uuid: randomUUID(), at: Date.now(), door: "东门", ...more });
const send = async (activityId: number, items: object[], token = guard.token) =>
  (await call("POST", "/checkIn", { activityId, items }, token)).data as DoorOutcome[];
const one = async (activityId: number, more: object, token = guard.token) => {
  const [outcome] = await send(activityId, [item(more)], token);
  if (!outcome) throw new Error("no outcome");
  return outcome;
};
const rowOf = async (id: number) =>
  (await it.db.select().from(activityEntry).where(eq(activityEntry.id, id)))[0];
const putState = (id: number, values: object) =>
  it.db.update(activityEntry).set(values).where(eq(activityEntry.id, id));

test("the code of the day lets in, once: the second phone is told when and where", async () => {
  const id = await event();
  const entry = await enter(id);
  await actOnEntry(it.context, "place", entry.id, { seatNo: "二号厅 5 排" }, staff);
  const code = qrText(it.dataDir, entry.id);
  expect(await one(id, { code })).toMatchObject({
    outcome: "in",
    text: "签到成功",
    name: "林素秋",
    unit: "青禾实验学校",
    seatNo: "二号厅 5 排",
  });
  expect(await rowOf(entry.id)).toMatchObject({
    state: 4,
    checkedInDoor: "东门",
    checkedInBy: guard.userId,
  });
  const again = await one(id, { code, door: "西门" }, second.token);
  expect(again.outcome).toBe("again");
  expect(again.text).toMatch(/^已经签到：\d{4}-\d\d-\d\d \d\d:\d\d 在「东门」签到$/);
  expect((await rowOf(entry.id))?.checkedInDoor).toBe("东门");
  expect(await call("GET", `/count?id=${id}`)).toMatchObject({ data: { present: 1, due: 1 } });
});

test("two doors at once: one lets in, the other is told", async () => {
  const id = await event();
  const entry = await enter(id);
  const code = qrText(it.dataDir, entry.id);
  const answers = await heldAt(
    it,
    (text) => text.includes("for update") && text.includes('"activity"'),
    [guard, second].map(
      ({ token }) =>
        () =>
          one(id, { code }, token),
    ),
  );
  const outcomes = answers.map((each) => (each.status === "fulfilled" ? each.value.outcome : ""));
  expect(outcomes.sort()).toEqual(["again", "in"]);
});

test("sent twice, also at once, counts once and is answered alike", async () => {
  const id = await event();
  const entry = await enter(id);
  const items = [item({ entryId: entry.id, at: Date.now() - 60_000 })];
  const answers = await heldAt(
    it,
    (text) => text.includes("for update") && text.includes('"activity"'),
    [1, 2].map(() => () => send(id, items)),
  );
  const [first, then] = answers.map((each) => (each.status === "fulfilled" ? each.value : []));
  expect(first?.[0]?.outcome).toBe("in");
  expect(then?.map(({ outcome, at }) => [outcome, at])).toEqual(
    first?.map(({ outcome, at }) => [outcome, at]),
  );
  expect(await it.db.$count(activityCheck, eq(activityCheck.activityId, id))).toBe(1);
});

test("short codes are typed with any dash; those of others and of earlier days are none", async () => {
  const id = await event();
  const entry = await enter(id);
  const code = shortCode(it.dataDir, entry);
  const wrong = `${entry.serial}-${String((Number(code.split("-")[1]) + 1) % 10_000).padStart(4, "0")}`;
  expect((await one(id, { code: wrong })).outcome).toBe("forged");
  const past = shortCode(it.dataDir, entry, Date.now() - 48 * HOUR);
  if (past !== code) expect((await one(id, { code: past })).outcome).toBe("forged");
  expect((await one(id, { code: code.replace("-", " — ") })).outcome).toBe("in");
});

test("a forged code, an old one, one of another activity and none of the list", async () => {
  const id = await event();
  const other = await enter(await event({ title: "家校协同研修班" }));
  const old = qrText(it.dataDir, other.id, Date.now() - 72 * HOUR);
  expect((await one(id, { code: old })).outcome).toBe("old");
  const code = qrText(it.dataDir, other.id);
  expect((await one(id, { code: code.replace(/.$/, "0").replace(/.$/, "x") })).outcome).toBe(
    "forged",
  );
  expect(await one(id, { code })).toMatchObject({
    outcome: "other",
    text: "这是另一个活动「家校协同研修班」的签到码",
    name: "",
  });
  expect((await one(id, { entryId: other.id })).outcome).toBe("unknown");
  expect((await rowOf(other.id))?.state).toBe(3);
});

test("places that are none are told apart", async () => {
  const id = await event();
  const pays = { amountFen: 100, payUntil: new Date() };
  for (const [values, outcome, text] of [
    [{ state: 0 }, "unreviewed", "尚未审核"],
    [{ state: 1, ...pays }, "unpaid", "待缴费"],
    [{ state: 2, ...pays }, "unpaid", "待财务确认"],
    [{ state: 6, waitingNo: 1 }, "waiting", "候补"],
    [{ state: 7 }, "cancelled", "已取消"],
    [{ state: 8 }, "cancelled", "已取消"],
    [{ state: 9 }, "refused", "没有通过审核"],
    [{ state: 10 }, "in", "签到成功"],
  ] as const) {
    const entry = await enter(id);
    await putState(entry.id, values);
    const answer = await one(id, { code: qrText(it.dataDir, entry.id) });
    expect([values.state, answer.outcome]).toEqual([values.state, outcome]);
    expect(answer.text).toContain(text);
  }
});

test("the doors open two hours before and close with the end; an activity may be cancelled meanwhile", async () => {
  const early = await event({ startAt: shanghai(3), endAt: shanghai(5) });
  const first = await enter(early);
  expect((await one(early, { entryId: first.id })).text).toMatch(/^还没有到签到时间/);
  const id = await event();
  const [late, gone] = [await enter(id), await enter(id)];
  await it.db
    .update(activity)
    .set({
      startAt: new Date(Date.now() - 3 * HOUR),
      signStartAt: new Date(Date.now() - 9 * HOUR),
      signEndAt: new Date(Date.now() - 4 * HOUR),
      endAt: new Date(Date.now() - HOUR),
    })
    .where(eq(activity.id, id));
  expect((await one(id, { entryId: late.id })).outcome).toBe("late");
  // A door without a connection noted it in time, and sends it after the end.
  const noted = Date.now() - 2 * HOUR;
  expect(await one(id, { entryId: late.id, at: noted })).toMatchObject({ outcome: "in" });
  expect((await rowOf(late.id))?.checkedInAt?.getTime()).toBe(noted);
  await actOnActivity(it.context, "cancel", id, { opinion: "场地临时不可用" }, staff);
  expect(await one(id, { entryId: gone.id, at: noted })).toMatchObject({
    outcome: "off",
    text: "活动已取消，不能签到",
  });
});

test("a clock that runs ahead is brought back to now", async () => {
  const id = await event();
  const entry = await enter(id);
  const answer = await one(id, { entryId: entry.id, at: Date.now() + 400 * 24 * HOUR });
  expect(answer.outcome).toBe("in");
  expect((await rowOf(entry.id))?.checkedInAt?.getTime()).toBeLessThanOrEqual(Date.now());
});

const checkOf = async (uuid: string) =>
  (await it.db.select().from(activityCheck).where(eq(activityCheck.uuid, uuid)))[0];
const sendAs = async (activityId: number, now: number, items: object[]) =>
  (await call("POST", "/checkIn", { activityId, now, items })).data as DoorOutcome[];

test("a wrong clock of a phone is measured when it sends; both times are kept", async () => {
  const id = await event();
  const [first, second] = [await enter(id), await enter(id)];
  // The clock is a day behind, and later a day ahead.
  for (const [entry, wrong] of [
    [first, -24 * HOUR],
    [second, 24 * HOUR],
  ] as const) {
    const real = Date.now() - 20 * 60_000;
    const noted = item({ entryId: entry.id, at: real + wrong, isOffline: true });
    const [outcome] = await sendAs(id, Date.now() + wrong, [noted]);
    expect(outcome?.outcome).toBe("in");
    const at = (await rowOf(entry.id))?.checkedInAt?.getTime() ?? 0;
    expect(Math.abs(at - real)).toBeLessThan(5_000);
    const kept = await checkOf(noted.uuid);
    expect(kept).toMatchObject({ isOffline: true, phoneAt: new Date(real + wrong) });
    expect(kept?.at.getTime()).toBe(at);
  }
});

test("a clock that was put right meanwhile moves a noted check-in no further than the doors were open", async () => {
  const id = await event();
  const [behind, ahead, sent] = [await enter(id), await enter(id), await enter(id)];
  const [row] = await it.db.select().from(activity).where(eq(activity.id, id));
  const opens = (row?.startAt?.getTime() ?? 0) - 2 * HOUR;
  const noted = [
    item({ entryId: behind.id, at: Date.now() - 72 * HOUR, isOffline: true }),
    item({ entryId: ahead.id, at: Date.now() + 72 * HOUR, isOffline: true }),
  ];
  expect((await sendAs(id, Date.now(), noted)).map(({ outcome }) => outcome)).toEqual(["in", "in"]);
  expect((await rowOf(behind.id))?.checkedInAt?.getTime()).toBe(opens);
  expect((await rowOf(ahead.id))?.checkedInAt?.getTime()).toBeLessThanOrEqual(Date.now());
  // What is sent at once was not noted: its time is told as it is.
  const [early] = await sendAs(id, Date.now(), [item({ entryId: sent.id, at: opens - HOUR })]);
  expect(early?.outcome).toBe("early");
  const odd = { activityId: id, now: "x", items: [item({ entryId: sent.id })] };
  expect((await call("POST", "/checkIn", odd)).data).toEqual({ now: "本机时间不正确" });
});

test("what is no check-in is refused on its field, and more than 200 together", async () => {
  const id = await event();
  const entryId = (await enter(id)).id;
  for (const items of [undefined, [], Array.from({ length: 201 }, () => item({ entryId }))]) {
    expect(await call("POST", "/checkIn", { activityId: id, items })).toMatchObject({
      code: 500,
      data: { items: "一次请上传 1 到 200 条签到" },
    });
  }
  const bad = [item({ uuid: "x", door: "门".repeat(21), at: "now" })];
  expect((await call("POST", "/checkIn", { activityId: id, items: bad })).data).toEqual({
    "items.0.uuid": "这条签到没有编号，请刷新页面后重试",
    "items.0.door": "请填写签到口名称，最多 20 个字",
    "items.0.code": "请出示签到码或选择参加的人",
    "items.0.at": "签到时间不正确",
  });
  expect(
    (await call("POST", "/checkIn", { activityId: 987654, items: [item({ entryId })] })).code,
  ).toBe(404);
  expect(
    (await call("POST", "/checkIn", { activityId: id, items: [item({ entryId })] }, reader.token))
      .code,
  ).toBe(403);
  expect((await call("GET", `/list?id=${id}`, undefined, reader.token)).code).toBe(403);
  expect((await rowOf(entryId))?.state).toBe(3);
});

test("the list of a phone has no telephone and no code, and finds codes by their hashes", async () => {
  const id = await event();
  const entry = await enter(id);
  const body = await call("GET", `/list?id=${id}`);
  const { activity: of, entries, now } = body.data as DoorList;
  expect(of).toMatchObject({ id, due: 1, present: 0 });
  expect(Math.abs(now - Date.now())).toBeLessThan(10_000);
  expect(entries).toMatchObject([{ id: entry.id, phoneEnd: entry.phone.slice(-4), state: 3 }]);
  const text = JSON.stringify(body);
  expect(text).not.toContain(entry.phone);
  expect(text).not.toContain(qrText(it.dataDir, entry.id).slice(-20));
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(`door\n${id}\n${qrText(it.dataDir, entry.id)}`),
  );
  expect(entries[0]?.hashes).toContain(Buffer.from(digest).toString("hex").slice(0, 24));
  const { data } = await call("GET", "/activities");
  expect((data as DoorActivity[]).map((each) => each.id)).toContain(id);
  await it.db
    .update(activity)
    .set({
      endAt: new Date(Date.now() - 25 * HOUR),
      startAt: new Date(Date.now() - 26 * HOUR),
      signStartAt: new Date(Date.now() - 28 * HOUR),
      signEndAt: new Date(Date.now() - 27 * HOUR),
    })
    .where(eq(activity.id, id));
  expect((await call("GET", `/list?id=${id}`)).msg).toContain("超过 24 小时");
});

test("who comes without having signed up is entered and let in; the same telephone is told when", async () => {
  const id = await event({ capacity: 1 });
  const wrong = await call("POST", "/walkIn", {
    activityId: id,
    door: "东门",
    name: "",
    phone: "12",
  });
  expect(wrong.data).toEqual({ name: "请填写姓名", phone: "请输入正确的11位手机号码" });
  const given = { activityId: id, name: "周立群", phone: phone(), unit: "", door: "东门" };
  expect((await call("POST", "/walkIn", { ...given, door: " " })).data).toEqual({
    door: "请填写签到口名称，最多 20 个字",
  });
  expect(await call("POST", "/walkIn", given)).toMatchObject({
    data: { serial: 1, name: "周立群" },
  });
  const same = (await call("POST", "/walkIn", given)).data as { phone: string };
  expect(same.phone).toMatch(/^该手机号已经\d{4}-\d\d-\d\d \d\d:\d\d 在「东门」签到$/);
  const more = { ...given, phone: phone() };
  expect((await call("POST", "/walkIn", more)).data).toEqual({ isOver: "名额已满，不能再登记" });
  const over = { ...more, isOver: true };
  expect((await call("POST", "/walkIn", over)).msg).toContain("只有能发布活动的人");
  expect((await call("POST", "/walkIn", over, chief.token)).data).toEqual({
    reason: "请写明原因，5 到 200 个字",
  });
  const reasoned = { ...over, reason: "主讲人带来的助教" };
  expect(await call("POST", "/walkIn", reasoned, chief.token)).toMatchObject({
    data: { serial: 2 },
  });
  const [row] = await it.db.select().from(activity).where(eq(activity.id, id));
  expect(row).toMatchObject({ capacity: 2, taken: 2 });
  const known = await event();
  const { phone: theirs } = await enter(known);
  expect(
    (await call("POST", "/walkIn", { ...given, activityId: known, phone: theirs })).data,
  ).toEqual({
    phone: "该手机号已经报名（报名成功），请在名单中查找",
  });
});

test("two walk in at once for the last seat: one of them has it", async () => {
  const id = await event({ capacity: 1 });
  const answers = await heldAt(
    it,
    (text) => text.includes("for update") && text.includes('"activity"'),
    [1, 2].map(
      () => () =>
        call("POST", "/walkIn", { activityId: id, name: "周立群", phone: phone(), door: "东门" }),
    ),
  );
  const codes = answers.map((each) => (each.status === "fulfilled" ? each.value.code : 0));
  expect(codes.sort()).toEqual([200, 500]);
});

test("the database refuses a check-in without a form", async () => {
  const id = await event();
  const put = (uuid: string, door: string, outcome: string, at = "now()") =>
    it.db.execute(sql`insert into activity_check (uuid, activity_id, at, phone_at, door, outcome, told, checked_by)
      values (${uuid}, ${id}, ${sql.raw(at)}, now(), ${door}, ${outcome}, '', ${guard.userId})`);
  await expect(put("x", "东门", "forged")).rejects.toThrow();
  await expect(put(randomUUID(), "", "forged")).rejects.toThrow();
  await expect(put(randomUUID(), "东门", "perhaps")).rejects.toThrow();
  await expect(put(randomUUID(), "东门", "in")).rejects.toThrow();
  await expect(put(randomUUID(), "东门", "forged", "now() + interval '1 hour'")).rejects.toThrow();
  const uuid = randomUUID();
  await put(uuid, "东门", "forged");
  await expect(put(uuid, "东门", "forged")).rejects.toThrow();
});
