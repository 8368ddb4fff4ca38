import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { administrator, shanghai } from "#src/test/activity.ts";
import { startApp } from "#src/test/app.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { delivery } from "../../message/table.server.ts";
import { actOnActivity, startActivity } from "../service.server.ts";
import { activity, activityEntry } from "../table.server.ts";
import type { EntryOutcome, EntryRow } from "./wire.ts";

const it = await startApp();
const PATH = "/api/activity/entry";
const all = (...verbs: string[]) => verbs.map((verb) => `activity:entry:${verb}`);
const clerk = await staffWith(it, ...all("list", "add", "edit", "check", "checkIn", "export"));
const reader = await staffWith(it, ...all("list"));

const staff = await administrator(it);

async function event(more: object = {}): Promise<number> {
  const values = {
    title: "青春期亲子对话",
    summary: "和初中生的父母坐在一起",
    place: "青禾实验学校",
    startAt: shanghai(100),
    endAt: shanghai(104),
    signStartAt: shanghai(-1),
    signEndAt: shanghai(50),
    perUserMax: 50,
    ...more,
  };
  const { id } = await startActivity(it.context, values, staff);
  await actOnActivity(it.context, "publish", id, {}, staff);
  return id;
}

let phones = 0;
const phone = () => `137${String(++phones).padStart(8, "0")}`;

async function signedUp(activityId: number, people: number): Promise<number[]> {
  const { token } = await it.as("member");
  const attendees = Array.from({ length: people }, () => ({ name: "张晓明", phone: phone() }));
  const { body } = await it.call("POST", "/api/activity/activities/saveBll", {
    token,
    body: { activityId, attendees, agree: true },
  });
  return (body.data as { entries: { id: number }[] }).entries.map(({ id }) => id);
}

const call = async (method: string, path: string, body?: object, token = clerk.token) =>
  (await it.call(method, PATH + path, { token, ...(body ? { body } : {}) })).body;
const act = async (verb: string, ids: readonly number[], more: object = {}) =>
  (await call("PUT", `/${verb}`, { ids, ...more })).data as EntryOutcome[];
const rowOf = async (id: number) =>
  (await it.db.select().from(activityEntry).where(eq(activityEntry.id, id)))[0];
const list = async (query: string, token = clerk.token) =>
  (await call("GET", `/list?${query}`, undefined, token)) as unknown as {
    rows: EntryRow[];
    total: number;
  };

test("several are passed at once, each with its own result; the seats decide", async () => {
  const id = await event({ needReview: true, capacity: 1 });
  const ids = await signedUp(id, 2);
  expect(await act("pass", ids)).toMatchObject([{ isDone: true }, { isDone: true }]);
  expect([(await rowOf(ids[0] ?? 0))?.state, (await rowOf(ids[1] ?? 0))?.state]).toEqual([3, 6]);
  const again = await act("pass", ids);
  expect(again.map(({ isDone }) => isDone)).toEqual([false, false]);
  expect(again[0]?.text).toContain("报名成功");
  expect(await act("reject", ids.slice(1))).toMatchObject([
    { isDone: false, text: "请写明原因，5 到 200 个字" },
  ]);
  expect(await act("reject", ids.slice(1), { opinion: "名额已经用完" })).toMatchObject([
    { isDone: true },
  ]);
});

test("none, too many and no numbers are refused", async () => {
  for (const ids of [[], undefined, Array.from({ length: 201 }, (_, index) => index + 1)]) {
    expect(await call("PUT", "/pass", { ids })).toMatchObject({
      data: { ids: "请选择 1 到 200 条报名" },
    });
  }
  expect((await call("PUT", "/pass", { ids: ["x"] })).code).toBe(500);
});

test("seats are given, somebody is checked in and out again", async () => {
  const [id = 0] = await signedUp(await event(), 1);
  expect(await act("place", [id], { seatNo: "字".repeat(21) })).toMatchObject([
    { text: "座位最多 20 个字" },
  ]);
  await act("place", [id], { seatNo: "二号厅 5 排" });
  await act("checkIn", [id], { door: "东门" });
  expect(await rowOf(id)).toMatchObject({
    state: 4,
    seatNo: "二号厅 5 排",
    checkedInDoor: "东门",
    checkedInBy: clerk.userId,
  });
  expect((await act("cancel", [id], { opinion: "本人来电取消" }))[0]?.text).toContain("已经签到");
  await act("undoCheckIn", [id]);
  expect(await rowOf(id)).toMatchObject({ state: 3, checkedInAt: null });
});

test("one who was invited is entered: takes a seat, pays nothing, is told", async () => {
  const id = await event({ capacity: 1 });
  const wrong = await call("POST", "", { activityId: id, name: "", phone: "123" });
  expect(wrong.data).toEqual({ name: "请填写姓名", phone: "请输入正确的11位手机号码" });
  const given = { activityId: id, name: "林素秋", phone: phone(), unit: "青禾实验学校" };
  expect(await call("POST", "", given)).toMatchObject({ data: { serial: 1 } });
  const { rows } = await list(`activityId=${id}`);
  expect(rows).toMatchObject([{ name: "林素秋", state: 3, source: "desk", amount: "0.00" }]);
  const told = await it.db.select().from(delivery).where(eq(delivery.receiver, given.phone));
  expect(told.length).toBeGreaterThan(0);
  expect((await call("POST", "", { ...given, phone: phone() })).msg).toBe("名额已满，请先增加名额");
  await actOnActivity(it.context, "amend", id, { capacity: 5 }, staff);
  expect(await call("POST", "", given)).toMatchObject({
    data: { phone: "该手机号已经报名本活动，请在名单中查找" },
  });
  await actOnActivity(it.context, "cancel", id, { opinion: "场地临时不可用" }, staff);
  expect((await call("POST", "", { ...given, phone: phone() })).msg).toBe("活动已经结束或取消");
});

test("two entered at once for the last seat: one of them has it", async () => {
  const id = await event({ capacity: 1 });
  const answers = await heldAt(
    it,
    (text) => text.includes("for update") && text.includes('"activity"'),
    [1, 2].map(() => () => call("POST", "", { activityId: id, name: "林素秋", phone: phone() })),
  );
  const codes = answers.map((each) => (each.status === "fulfilled" ? each.value.code : 0));
  expect(codes.sort()).toEqual([200, 500]);
  const [row] = await it.db.select().from(activity).where(eq(activity.id, id));
  expect(row?.taken).toBe(1);
});

test("the list masks telephones, and finds by name, unit and the last digits", async () => {
  const id = await event();
  const number = phone();
  await call("POST", "", { activityId: id, name: "温雅琴", phone: number, unit: "南屏区妇联" });
  const of = async (keyword: string) =>
    (await list(`activityId=${id}&keyword=${encodeURIComponent(keyword)}`)).total;
  expect(await Promise.all(["温雅琴", "妇联", number, number.slice(-4), "没有"].map(of))).toEqual([
    1, 1, 1, 1, 0,
  ]);
  const { rows } = await list(`activityId=${id}`, reader.token);
  expect(rows[0]?.phone).toBe(`${number.slice(0, 3)}****${number.slice(-4)}`);
  expect((await list(`activityId=${id}&state=7`)).total).toBe(0);
  expect((await list("activityId=x")).total).toBe(0);
});

test("who may only look takes no step and no file", async () => {
  for (const verb of ["pass", "reject", "cancel", "place", "checkIn", "undoCheckIn"]) {
    const answer = await call("PUT", `/${verb}`, { ids: [1] }, reader.token);
    expect(answer.code, verb).toBe(403);
  }
  expect((await call("POST", "", {}, reader.token)).code).toBe(403);
  expect((await call("POST", "/export", {}, reader.token)).code).toBe(403);
  expect((await call("GET", "/activities", undefined, reader.token)).code).toBe(200);
});
