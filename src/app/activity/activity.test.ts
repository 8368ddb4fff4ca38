import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { solvedCaptcha } from "#src/test/accounts.ts";
import { startApp } from "#src/test/app.ts";
import { activity, activityEntry, activityOrder } from "./table.server.ts";
import { tasks } from "./task.server.ts";

const it = await startApp();
const BASE = "/api/activity/activities";
const HOUR = 3_600_000;
const from = (hours: number) => new Date(Date.now() + hours * HOUR);

type Fields = Partial<typeof activity.$inferInsert>;

/** A published activity that is open now. */
async function open(fields: Fields = {}): Promise<number> {
  const [row] = await it.db
    .insert(activity)
    .values({
      title: "家校协同工作坊",
      summary: "怎样开好一次家长会",
      place: "澄江市图书馆",
      startAt: from(100),
      endAt: from(104),
      signStartAt: from(-1),
      signEndAt: from(50),
      capacity: 0,
      perUserMax: 50,
      state: 2,
      publishedAt: new Date(),
      ...fields,
    })
    .returning();
  return row?.id ?? 0;
}

let phones = 0;
const nextPhone = () => `139${String(++phones).padStart(8, "0")}`;
const person = (name = "张晓明", phone = nextPhone()) => ({ name, phone });

const signUp = (activityId: number, body: object, token?: string) =>
  it.call("POST", `${BASE}/saveBll`, {
    ...(token ? { token } : {}),
    body: { activityId, agree: true, ...body },
  });

const entriesOf = (id: number) =>
  it.db
    .select()
    .from(activityEntry)
    .where(eq(activityEntry.activityId, id))
    .orderBy(activityEntry.serial);
const takenOf = async (id: number) =>
  (await it.db.select().from(activity).where(eq(activity.id, id)))[0]?.taken;
const keepTime = () =>
  tasks["activityTask.keepTime"]?.run(
    { db: it.db, env: it.context.env, files: it.context.files, log: it.context.log },
    [],
    new AbortController().signal,
  );

/** A visitor without an account who proved this telephone. */
async function proved(phone: string): Promise<string> {
  const { uuid, code: answer } = await solvedCaptcha(it);
  await it.call("POST", "/sendCode", { body: { phone, scene: "activity", uuid, code: answer } });
  const smsCode = it.outbox("sms").findLast((line) => line.to === phone)?.code;
  const { body } = await it.call("POST", `${BASE}/prove`, { body: { phone, smsCode } });
  return String(body.proof);
}

test("who signs up for a free activity without a review has a place at once, and a code for the door", async () => {
  const id = await open({ onlineUrl: "https://meet.example.cn/1" });
  const { token } = await it.as("member");
  const { body } = await signUp(id, { attendees: [person()] }, token);
  expect(body).toMatchObject({ code: 200, data: { entries: [{ serial: 1, state: 3 }] } });
  const mine = await it.call("GET", `${BASE}/mine`, { token });
  expect(mine.body.data).toMatchObject([
    {
      activity: { id, onlineUrl: "https://meet.example.cn/1" },
      entries: [
        {
          state: 3,
          qr: expect.stringMatching(/^XHE\.\d+\.\d{5}\.[\da-f]{20}$/),
          steps: ["cancel"],
        },
      ],
    },
  ]);
  expect(await takenOf(id)).toBe(1);
  const info = await it.call("GET", `${BASE}/getInfo?id=${id}`);
  expect(info.text).not.toContain("meet.example.cn");
});

test("faults of the people stand on their fields, and nobody is signed up", async () => {
  const id = await open({
    formSchema: [
      {
        key: "meal",
        label: "用餐",
        kind: "choice",
        options: ["荤", "素"],
        isRequired: true,
        hint: "",
      },
    ],
  });
  const { token } = await it.as("member");
  const phone = nextPhone();
  const { body } = await signUp(
    id,
    {
      agree: false,
      attendees: [
        { name: "张晓明", phone, answers: { meal: "荤" } },
        { name: "1", phone, email: "x", answers: { meal: "鱼" } },
      ],
    },
    token,
  );
  expect(body.data).toEqual({
    "attendees.1.name": "请输入真实姓名",
    "attendees.1.phone": "手机号与第 1 位参加人相同",
    "attendees.1.email": "请输入正确的邮箱地址",
    "attendees.1.answers.meal": "请重新选择用餐",
    agree: expect.any(String),
  });
  expect(await entriesOf(id)).toEqual([]);
});

test("a guest signs up with a telephone that a code was sent to, and finds the place again by it", async () => {
  const id = await open();
  const phone = nextPhone();
  const without = await signUp(id, { attendees: [person("李清", phone)] });
  expect(without.body).toMatchObject({ code: 401 });
  const proof = await proved(phone);
  const forged = await signUp(id, {
    attendees: [person("李清", phone)],
    proof: proof.replace(/^139/, "138"),
  });
  expect(forged.body).toMatchObject({ code: 401 });
  const { body } = await signUp(id, { attendees: [person("李清", phone)], proof });
  expect(body).toMatchObject({ code: 200 });
  const [order] = await it.db.select().from(activityOrder).where(eq(activityOrder.activityId, id));
  expect(order).toMatchObject({ userId: null, phone, source: "guest" });
  const found = await it.call("POST", `${BASE}/sign`, { body: { id, proof } });
  expect(found.body.data).toMatchObject([{ entries: [{ name: "李清", state: 3 }] }]);
  const byLink = await it.call("POST", `${BASE}/sign`, { body: { id, code: order?.code } });
  expect(byLink.body.data).toMatchObject([{ entries: [{ name: "李清" }] }]);
  const nobody = await it.call("POST", `${BASE}/sign`, { body: { id } });
  expect(nobody.body.data).toEqual([]);
  const [entry] = await entriesOf(id);
  const stranger = await it.as("member");
  const refused = await it.call("POST", `${BASE}/cancel`, {
    token: stranger.token,
    body: { id: entry?.id },
  });
  expect(refused.body.code).toBe(404);
  const done = await it.call("POST", `${BASE}/cancel`, { body: { id: entry?.id, proof } });
  expect(done.body).toMatchObject({ code: 200, data: { state: 7 } });
});

test("the same person as a guest and as a member has one place", async () => {
  const id = await open();
  const phone = nextPhone();
  const { token } = await it.as("member", { phonenumber: phone });
  const answers = await Promise.all([
    signUp(id, { attendees: [person("王宁", phone)] }, token),
    signUp(id, { attendees: [person("王宁", phone)], proof: await proved(phone) }),
  ]);
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 500]);
  expect(await entriesOf(id)).toHaveLength(1);
});

test("the last seats are taken once, however many come at once", async () => {
  const id = await open({ capacity: 3 });
  const accounts = await Promise.all(Array.from({ length: 10 }, () => it.as("member")));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      signUp(id, { attendees: [person()] }, accounts[index % 10]?.token),
    ),
  );
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(3);
  const refused = answers.filter(({ body }) => body.code !== 200);
  // Who waited too long for the others is told so, and has no place either.
  for (const { body } of refused)
    expect(body.msg).toMatch(/^(名额已满，可以选择候补|系统繁忙，请稍后再试)$/);
  expect(await takenOf(id)).toBe(3);
  expect(await entriesOf(id)).toHaveLength(3);
});

test("a group larger than what is left is refused as a whole, or the rest of it waits", async () => {
  const id = await open({ capacity: 2 });
  const { token } = await it.as("member");
  const attendees = [person("甲一"), person("乙二"), person("丙三")];
  const whole = await signUp(id, { attendees }, token);
  expect(whole.body.msg).toBe("名额只剩 2 个，您提交了 3 位；可以减少人数，或选择让其余的人候补");
  expect(await entriesOf(id)).toEqual([]);
  const parted = await signUp(id, { attendees, wait: true }, token);
  expect(parted.body.data).toMatchObject({ entries: [{ state: 3 }, { state: 3 }, { state: 6 }] });
});

test("a place that becomes free is offered in the order of the line, and passed on when its day is over", async () => {
  const id = await open({ capacity: 1 });
  const { token } = await it.as("member");
  const first = await it.as("member");
  const second = await it.as("member");
  await signUp(id, { attendees: [person("甲一")] }, token);
  await signUp(id, { attendees: [person("乙二")], wait: true }, first.token);
  await signUp(id, { attendees: [person("丙三")], wait: true }, second.token);
  const [one, two, three] = await entriesOf(id);
  const early = await it.call("POST", `${BASE}/accept`, {
    token: first.token,
    body: { id: two?.id },
  });
  expect(early.body.msg).toBe("还没有轮到您，有名额时会通知您");
  await it.call("POST", `${BASE}/cancel`, { token, body: { id: one?.id } });
  const offered = await entriesOf(id);
  expect(offered.map(({ state, offerUntil }) => [state, offerUntil !== null])).toEqual([
    [7, false],
    [6, true],
    [6, false],
  ]);
  // The offered seat is nobody else's.
  const other = await it.as("member");
  const late = await signUp(id, { attendees: [person()] }, other.token);
  expect(late.body.msg).toBe("名额已满，可以选择候补");
  await it.db
    .update(activityEntry)
    .set({ offerUntil: from(-1) })
    .where(eq(activityEntry.id, two?.id ?? 0));
  const expired = await it.call("POST", `${BASE}/accept`, {
    token: first.token,
    body: { id: two?.id },
  });
  expect(expired.body.msg).toBe("候补名额已过期，请重新报名");
  await keepTime();
  const taken = await it.call("POST", `${BASE}/accept`, {
    token: second.token,
    body: { id: three?.id },
  });
  expect(taken.body).toMatchObject({ code: 200, data: { state: 3 } });
  expect((await entriesOf(id)).map(({ state }) => state)).toEqual([7, 7, 3]);
  expect(await takenOf(id)).toBe(1);
});

test("nobody signs up before or after the time, for a cancelled activity, or beyond their number", async () => {
  const { token } = await it.as("member");
  const tryAt = async (fields: Fields, people = 1) => {
    const attendees = Array.from({ length: people }, () => person());
    return (await signUp(await open(fields), { attendees }, token)).body.msg;
  };
  expect(await tryAt({ signStartAt: from(1) })).toMatch(/^报名将于 .* 开始$/);
  expect(await tryAt({ signEndAt: new Date(Date.now() - 1) })).toBe("报名已经截止");
  expect(await tryAt({ state: 5, opinion: "场馆停用" })).toBe("活动已取消");
  expect(await tryAt({ state: 3 })).toBe("活动已停止报名");
  expect(await tryAt({ state: 1 })).toBe("访问资源不存在");
  expect(await tryAt({ perUserMax: 1 }, 2)).toBe("本活动每人最多报名 1 位");
  expect(await tryAt({ audience: "member" })).toBe("本活动面向本会会员，请用会员账号登录后报名");
  expect(await tryAt({ audience: "orgMember" })).toMatch(/单位会员/);
});

test("the database itself refuses one seat too many, and a capacity below what is taken", async () => {
  const id = await open({ capacity: 1 });
  const { token } = await it.as("member");
  await signUp(id, { attendees: [person()] }, token);
  const [entry] = await entriesOf(id);
  await expect(
    it.db.insert(activityEntry).values({
      activityId: id,
      orderId: entry?.orderId ?? 0,
      serial: 2,
      name: "赵六",
      phone: nextPhone(),
      state: 3,
    }),
  ).rejects.toThrow();
  await it.db.update(activity).set({ capacity: 5 }).where(eq(activity.id, id));
  await signUp(id, { attendees: [person()] }, token);
  await expect(
    it.db.update(activity).set({ capacity: 1 }).where(eq(activity.id, id)),
  ).rejects.toThrow();
});

test("whoever waited is absent or done when it is over; those before it are reminded a day and an hour ahead", async () => {
  const id = await open();
  const { token } = await it.as("member");
  await signUp(id, { attendees: [person("甲一"), person("乙二")] }, token);
  await it.db
    .update(activity)
    .set({ startAt: from(20) })
    .where(eq(activity.id, id));
  await keepTime();
  expect((await entriesOf(id)).map(({ reminded }) => reminded)).toEqual([1, 1]);
  await it.db
    .update(activity)
    .set({ startAt: from(0.5) })
    .where(eq(activity.id, id));
  await keepTime();
  await keepTime();
  expect((await entriesOf(id)).map(({ reminded }) => reminded)).toEqual([2, 2]);
  const [one] = await entriesOf(id);
  await it.db
    .update(activityEntry)
    .set({ state: 4, checkedInAt: new Date() })
    .where(eq(activityEntry.id, one?.id ?? 0));
  await it.db
    .update(activity)
    .set({ startAt: from(-5), signStartAt: from(-9), signEndAt: from(-6), endAt: from(-1) })
    .where(eq(activity.id, id));
  await keepTime();
  expect((await entriesOf(id)).map(({ state }) => state)).toEqual([5, 10]);
  expect((await it.db.select().from(activity).where(eq(activity.id, id)))[0]?.state).toBe(4);
});
