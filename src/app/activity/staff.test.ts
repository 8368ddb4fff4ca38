import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { administrator, shanghai } from "#src/test/activity.ts";
import { startApp } from "#src/test/app.ts";
import { delivery, message } from "../message/table.server.ts";
import { qrText } from "./model/qr.server.ts";
import {
  actOnActivity,
  actOnEntries,
  actOnEntry,
  readQr,
  seatsLeft,
  startActivity,
} from "./service.server.ts";
import { activity, activityEntry } from "./table.server.ts";

const it = await startApp();
const BASE = "/api/activity/activities";
const HOUR = 3_600_000;

const staff = await administrator(it);

const WHOLE = {
  title: "青春期亲子对话",
  summary: "和初中生的父母坐在一起",
  place: "青禾实验学校",
  startAt: shanghai(100),
  endAt: shanghai(104),
  signStartAt: shanghai(-1),
  signEndAt: shanghai(50),
  perUserMax: 50,
};

async function published(values: object = {}): Promise<number> {
  const { id } = await startActivity(it.context, { ...WHOLE, ...values }, staff);
  await actOnActivity(it.context, "submit", id, {}, staff);
  await actOnActivity(it.context, "publish", id, {}, staff);
  return id;
}

let phones = 0;
const person = () => ({ name: "张晓明", phone: `137${String(++phones).padStart(8, "0")}` });

async function signUp(activityId: number, people = 1, body: object = {}) {
  const { token } = await it.as("member");
  const attendees = Array.from({ length: people }, person);
  const answer = await it.call("POST", `${BASE}/saveBll`, {
    token,
    body: { activityId, attendees, agree: true, ...body },
  });
  const { entries } = answer.body.data as { entries: { id: number; state: number }[] };
  return { token, ids: entries.map(({ id }) => id), states: entries.map(({ state }) => state) };
}

const stateOf = async (id: number) =>
  (await it.db.select().from(activityEntry).where(eq(activityEntry.id, id)))[0]?.state;

const refusal = (done: Promise<unknown>): Promise<{ message: string; fields?: object }> =>
  done.then(
    () => ({ message: "" }),
    (error) => error,
  );

test("an activity is seen when it is published, and says what is missing before", async () => {
  const draft = await startActivity(it.context, { title: "年会" }, staff);
  const early = await refusal(actOnActivity(it.context, "submit", draft.id, {}, staff));
  expect(early.fields).toEqual({
    startAt: "请填写开始时间",
    endAt: "请填写结束时间",
    signStartAt: "请填写报名开始时间",
    signEndAt: "请填写报名截止时间",
    place: "请填写地点",
  });
  const wrong = await refusal(
    actOnActivity(it.context, "save", draft.id, { ...WHOLE, signEndAt: shanghai(200) }, staff),
  );
  expect(wrong.fields).toEqual({ signEndAt: "报名截止不能晚于活动结束" });
  expect((await it.call("GET", `${BASE}/getInfo?id=${draft.id}`)).body.code).toBe(404);
  await actOnActivity(it.context, "save", draft.id, WHOLE, staff);
  await actOnActivity(it.context, "submit", draft.id, {}, staff);
  const locked = await refusal(actOnActivity(it.context, "save", draft.id, WHOLE, staff));
  expect(locked.message).toBe("活动正在审核，不能修改；请先撤回送审");
  await actOnActivity(it.context, "publish", draft.id, {}, staff);
  const shown = await it.call("GET", `${BASE}/getInfoList?keyword=青春期亲子`);
  expect(shown.body.rows).toMatchObject([{ id: draft.id, title: WHOLE.title, state: 2 }]);
});

test("words that a course must not use are refused on their field", async () => {
  const wrong = await refusal(
    startActivity(it.context, { ...WHOLE, summary: "学完持证上岗，包过" }, staff),
  );
  expect(wrong.fields).toMatchObject({ summary: expect.stringContaining("持证上岗") });
});

test("prices, agenda and questions are read with texts on their rows", async () => {
  const wrong = await refusal(
    startActivity(
      it.context,
      {
        ...WHOLE,
        prices: [{ name: "", amount: "1.234", untilDate: "2026-02-30" }],
        agenda: [{ day: "2026-05-01", from: "09:00", to: "08:00", title: "开幕" }],
        formSchema: [{ label: "身份证号", kind: "text" }],
      },
      staff,
    ),
  );
  expect(wrong.fields).toEqual({
    "prices.0.name": "请填写费用名称",
    "prices.0.amount": expect.any(String),
    "prices.0.untilDate": "请填写真实的日期",
    "agenda.0.to": "结束时间应晚于开始时间",
    "formSchema.0.label": "报名不收集证件号码，请删去这一项",
  });
});

test("an activity with fees says them before it is published", async () => {
  const without = await startActivity(it.context, { ...WHOLE, needPay: true }, staff);
  const early = await refusal(actOnActivity(it.context, "publish", without.id, {}, staff));
  expect(early.fields).toEqual({ prices: "请填写费用" });
  const prices = [{ name: "全价", amount: "320" }];
  const { id } = await startActivity(it.context, { ...WHOLE, needPay: true, prices }, staff);
  expect((await actOnActivity(it.context, "publish", id, {}, staff)).state).toBe(2);
});

test("a reviewed place takes its seat when it passes, and waits where the seats are gone", async () => {
  const id = await published({ needReview: true, capacity: 1 });
  const { ids, states } = await signUp(id, 3);
  expect(states).toEqual([0, 0, 0]);
  const results = await actOnEntries(it.context, "pass", ids, {}, staff);
  expect(results.map(({ isDone }) => isDone)).toEqual([true, true, true]);
  expect(await Promise.all(ids.map(stateOf))).toEqual([3, 6, 6]);
  const silent = await refusal(actOnEntry(it.context, "reject", ids[2] ?? 0, {}, staff));
  expect(silent.fields).toHaveProperty("opinion");
  const again = await actOnEntries(it.context, "pass", ids.slice(0, 1), {}, staff);
  expect(again).toMatchObject([{ isDone: false, text: expect.stringContaining("报名成功") }]);
});

test("more seats are offered to those who wait; fewer than are taken cannot be", async () => {
  const id = await published({ capacity: 1 });
  const { ids } = await signUp(id, 3, { wait: true });
  const fewer = await refusal(actOnActivity(it.context, "amend", id, { capacity: 1 }, staff));
  expect(fewer.message).toBe("");
  const after = await actOnActivity(it.context, "amend", id, { capacity: 2 }, staff);
  expect(after.capacity).toBe(2);
  const rows = await it.db.select().from(activityEntry).where(eq(activityEntry.activityId, id));
  expect(rows.filter(({ offerUntil }) => offerUntil).map((row) => row.id)).toEqual([ids[1]]);
  const below = await refusal(actOnActivity(it.context, "amend", id, { capacity: 1 }, staff));
  expect(below.fields).toEqual({ capacity: "已有 2 人占用名额，名额不能少于这个数" });
});

test("a cancelled activity ends all places and tells those who signed up", async () => {
  const id = await published({ capacity: 1 });
  const { ids } = await signUp(id, 2, { wait: true });
  const silent = await refusal(actOnActivity(it.context, "cancel", id, {}, staff));
  expect(silent.fields).toHaveProperty("opinion");
  await actOnActivity(it.context, "cancel", id, { opinion: "场馆临时停用" }, staff);
  expect(await Promise.all(ids.map(stateOf))).toEqual([7, 7]);
  const told = await it.db.select().from(message).where(eq(message.event, "activityCancelled"));
  expect(told).toHaveLength(2);
  expect(told[0]?.content).toContain("场馆临时停用");
  const sms = await it.db
    .select()
    .from(delivery)
    .where(and(eq(delivery.event, "activityCancelled"), eq(delivery.channel, "sms")));
  expect(sms).toHaveLength(2);
});

test("the code for the door is read on its day and the next, and no other text is", async () => {
  const now = Date.now();
  const text = qrText(it.dataDir, 42, now);
  expect(readQr(it.dataDir, text, now)).toEqual({ kind: "good", id: 42 });
  expect(readQr(it.dataDir, text, now + 24 * HOUR)).toEqual({ kind: "good", id: 42 });
  expect(readQr(it.dataDir, text, now + 48 * HOUR)).toEqual({ kind: "old" });
  expect(readQr(it.dataDir, text, now - 24 * HOUR)).toEqual({ kind: "forged" });
  expect(readQr(it.dataDir, text.replace(".42.", ".43."), now)).toEqual({ kind: "forged" });
  expect(readQr(it.dataDir, "https://example.cn", now)).toEqual({ kind: "forged" });
});

test("a draft is deleted, an activity with places is not", async () => {
  const { id } = await startActivity(it.context, WHOLE, staff);
  await actOnActivity(it.context, "discard", id, {}, staff);
  expect(await it.db.$count(activity, eq(activity.id, id))).toBe(0);
  const shown = await published();
  await expect(it.db.delete(activity).where(eq(activity.id, shown))).resolves.toBeDefined();
  const taken = await published({ capacity: 5 });
  await signUp(taken);
  await expect(it.db.delete(activity).where(eq(activity.id, taken))).rejects.toThrow();
  const [row] = await it.db.select().from(activity).where(eq(activity.id, taken));
  expect(row && seatsLeft(row)).toBe(4);
});
