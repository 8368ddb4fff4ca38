import { asc, desc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { formatDateTime } from "../../lib/text/dates.ts";
import { type Message, MessageRefused, type Outbox } from "../../server/messages/outbox.ts";
import { startApp } from "../../test/app.ts";
import { heldAt } from "../../test/races.ts";
import { oneTimeCode } from "../login/table.server.ts";
import { MAX_TRIES, sendDue } from "./sending.server.ts";
import { type EventCall, sendEvent } from "./service.server.ts";
import { sweep } from "./sweep.server.ts";
import { delivery, message, messageTemplate } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const PHONE = "13800002096";
const MAIL = "member@example.org.cn";
const { userId } = await it.as("member", { phonenumber: PHONE, email: MAIL });

const set = async (values: Record<string, string>) => {
  const { body } = await it.call("PUT", "/system/config/values", { token, body: { values } });
  expect(body.code).toBe(200);
};

const FIELDS = { 姓名: "张晓明", 申请编号: "S202600128" };
const returned = (more: Partial<EventCall> = {}): EventCall =>
  ({
    event: "signReturned",
    userId,
    fields: { ...FIELDS, 退回原因: "照片看不清" },
    link: "/Membership/mine",
    subject: "sign",
    subjectId: 128,
    ...more,
  }) as EventCall;
const joined = (): EventCall => ({
  event: "memberJoined",
  userId,
  fields: { 姓名: "张晓明", 会员号: "P202600086", 会员级别: "个人会员", 有效期至: "2026-12-31" },
  link: "/Membership/mine",
  subject: "term",
  subjectId: 86,
});
const remind = (subjectId = 5): EventCall => ({
  event: "termExpiring",
  userId,
  fields: { 姓名: "张晓明", 会员号: "P202600086", 有效期至: "2026-12-31", 剩余天数: "30" },
  subject: "term",
  subjectId,
});

/** A provider that does as it is told, and what it was given. */
let taken: Message[] = [];
let answer: (message: Message) => Promise<string | undefined> = async () => undefined;
const outbox: Outbox = {
  sms: (given) => {
    taken.push(given);
    return answer(given);
  },
  mail: (given) => {
    taken.push(given);
    return answer(given);
  },
};
const sender = { ...it.context, db: it.db, outbox };
const rows = () => it.db.select().from(delivery).orderBy(asc(delivery.id));
const dueNow = () =>
  it.db
    .update(delivery)
    .set({ nextTryTime: sql`now() - interval '1 second'` })
    .where(eq(delivery.state, "waiting"));

beforeEach(async () => {
  await it.db.delete(delivery);
  await it.db.delete(message);
  await it.db.delete(messageTemplate);
  await set({ "sms.quietHours": "", "sms.dailyBudget": "5000" });
  taken = [];
  answer = async () => "no-1";
});

test("an event of a step is there with the step, and never without it", async () => {
  await expect(
    it.db.transaction(async (tx) => {
      await sendEvent(tx, returned());
      throw new Error("the step failed");
    }),
  ).rejects.toThrow("the step failed");
  expect(await rows()).toEqual([]);
  expect(await it.db.$count(message)).toBe(0);

  await it.db.transaction((tx) => sendEvent(tx, returned()));
  const [own] = await it.db.select().from(message);
  expect(own).toMatchObject({
    userId,
    title: "入会申请需要修改",
    link: "/Membership/mine",
    subject: "sign",
    subjectId: 128,
    readTime: null,
  });
  expect(own?.content).toContain("（S202600128）需要修改后再提交：照片看不清。");
  expect(await rows()).toMatchObject([
    {
      channel: "sms",
      state: "waiting",
      receiver: PHONE,
      receiverShown: "138****2096",
      parts: 1,
      params: ["S202600128", "照片看不清"],
      subject: "sign",
    },
  ]);
});

test("what was sent keeps neither number nor text, and the log shows both masked", async () => {
  await sendEvent(it.db, joined());
  expect(await sendDue(sender, "sms")).toBe(1);
  expect(await sendDue(sender, "mail")).toBe(1);
  expect(await sendDue(sender, "mail")).toBe(0);
  expect(taken).toMatchObject([
    {
      to: PHONE,
      scene: "memberJoined",
      text: "【全国家庭教育学会】欢迎您成为学会的个人会员！会员号P202600086，有效期至2026-12-31，电子会员证请登录学会网站下载。",
      template: { id: "", params: ["个人会员", "P202600086", "2026-12-31"] },
    },
    { to: MAIL, title: "欢迎加入学会" },
  ]);
  expect(taken[1]?.text).toMatch(/^张晓明，您好！/);
  expect(taken[1]?.text).toContain(`查看详情：${it.context.origin}/Membership/mine`);
  const all = await rows();
  expect(all).toMatchObject([
    { state: "sent", receiver: null, content: null, params: null, answer: "no-1", tries: 1 },
    {
      state: "sent",
      receiver: null,
      content: null,
      title: null,
      receiverShown: "m***@example.org.cn",
    },
  ]);
  expect(all[1]?.contentShown).toMatch(/^张\*，您好！/);
  expect(JSON.stringify(all)).not.toMatch(/张晓明|13800002096|member@/);
});

test("the worker sends by itself, soon after the commit", async () => {
  const works = await startApp({}, { works: true });
  await works.call("PUT", "/system/config/values", {
    token: (await works.as("admin")).token,
    body: { values: { "sms.quietHours": "" } },
  });
  const someone = await works.as("member", { phonenumber: "13900001111" });
  await works.db.transaction((tx) => sendEvent(tx, returned({ userId: someone.userId })));
  await expect.poll(() => works.outbox("sms"), { timeout: 8_000 }).toHaveLength(1);
  expect(works.outbox("sms")[0]).toMatchObject({ to: "13900001111", scene: "signReturned" });
});

test("staff's own texts and switches are in force", async () => {
  await it.db.insert(messageTemplate).values([
    { event: "signReturned", channel: "sms", isOn: false },
    {
      event: "signReturned",
      channel: "mail",
      isOn: true,
      title: "请修改",
      content: "{姓名}：{退回原因}",
    },
    { event: "signReturned", channel: "site", title: "请修改{申请编号}", content: "见{未知}" },
  ]);
  await sendEvent(
    it.db,
    returned({ fields: { ...FIELDS, 退回原因: "{姓名}" } } as Partial<EventCall>),
  );
  expect(await it.db.select().from(message)).toMatchObject([
    { title: "请修改S202600128", content: "见{未知}" },
  ]);
  expect(await rows()).toMatchObject([
    { channel: "mail", title: "请修改", content: "张晓明：{姓名}", contentShown: "张*：{姓名}" },
  ]);
});

test("who cannot be reached stands in the log with the reason; who is gone is told nothing", async () => {
  const bare = await it.as("member");
  await sendEvent(it.db, returned({ userId: bare.userId }));
  expect(await rows()).toMatchObject([
    { state: "dropped", answer: "没有手机号，不能发送", userId: bare.userId },
  ]);
  await it.db.delete(delivery);
  const gone = await it.as("member", { phonenumber: "13700000001", delFlag: "2" });
  await it.db.delete(message);
  await sendEvent(it.db, returned({ userId: gone.userId }));
  expect(await rows()).toEqual([]);
  expect(await it.db.$count(message)).toBe(0);
  // Without an account: by what is given, and nothing in-site.
  const { userId: _none, ...rest } = joined();
  await sendEvent(it.db, { ...rest, mail: "unit@example.org" } as EventCall);
  expect(await rows()).toMatchObject([
    { channel: "mail", receiver: "unit@example.org", userId: null },
  ]);
  expect(await it.db.$count(message)).toBe(0);
});

test("long reasons are cut and never stop the step", async () => {
  const fields = { ...FIELDS, 退回原因: "很".repeat(9_000) };
  await sendEvent(it.db, returned({ fields } as Partial<EventCall>));
  const [own] = await it.db.select().from(message);
  expect([...(own?.content ?? "")]).toHaveLength(5_000);
  const [row] = await rows();
  expect(row).toMatchObject({ parts: 8 });
  expect(row?.content).toMatch(/^【全国家庭教育学会】.*很…$/);
});

test("links lead to pages of the site alone", async () => {
  for (const link of ["https://elsewhere.example", "//elsewhere.example", "javascript:alert(1)"]) {
    await expect(sendEvent(it.db, returned({ link }))).rejects.toThrow("is no path of the site");
  }
});

test("two workers at once send every message once", async () => {
  for (let n = 0; n < 8; n++) await sendEvent(it.db, returned({ subjectId: n }));
  // Both have seen that something is due before either claims it.
  await heldAt(it, (text) => /^select .*for update/s.test(text), [
    () => sendDue(sender, "sms"),
    () => sendDue(sender, "sms"),
  ]);
  while ((await sendDue(sender, "sms")) > 0);
  expect(taken).toHaveLength(8);
  expect((await rows()).map(({ state, tries }) => [state, tries])).toEqual(
    Array.from({ length: 8 }, () => ["sent", 1]),
  );
});

test("a provider that hangs is given up, holds up no letters, and the message is tried again", async () => {
  let isGivenUp = false;
  const hangs: Outbox = {
    ...outbox,
    sms: (_given, signal) => {
      signal?.addEventListener("abort", () => {
        isGivenUp = true;
      });
      return new Promise(() => undefined);
    },
  };
  await sendEvent(it.db, joined());
  const hanging = sendDue({ ...sender, outbox: hangs }, "sms", 300);
  expect(await sendDue(sender, "mail")).toBe(1);
  expect(taken).toHaveLength(1);
  expect(await hanging).toBe(1);
  expect(isGivenUp).toBe(true);
  const [row] = await rows();
  expect(row).toMatchObject({
    state: "waiting",
    tries: 1,
    answer: "服务商没有及时回答",
    receiver: PHONE,
  });
  expect(await sendDue(sender, "sms")).toBe(0);
  await dueNow();
  expect(await sendDue(sender, "sms")).toBe(1);
  expect((await rows())[0]).toMatchObject({ state: "sent", tries: 2 });
});

test("tries have growing gaps and an end; a final refusal ends them at once", async () => {
  answer = async (given) => {
    throw new MessageRefused(`服务商拒绝：${given.to} 余额不足`, { isFinal: false });
  };
  await sendEvent(it.db, returned());
  const gaps: number[] = [];
  for (let n = 1; n <= MAX_TRIES; n++) {
    await dueNow();
    expect(await sendDue(sender, "sms")).toBe(1);
    const [row] = await rows();
    if (row?.nextTryTime) gaps.push(Math.round((row.nextTryTime.getTime() - Date.now()) / 60_000));
  }
  expect(gaps).toEqual([1, 5, 30, 120, 360]);
  expect(await rows()).toMatchObject([
    { state: "failed", tries: 6, answer: "服务商拒绝：138****2096 余额不足", receiver: PHONE },
  ]);
  await it.db.delete(delivery);

  answer = async () => {
    throw new MessageRefused("号码不存在", { isFinal: true });
  };
  await sendEvent(it.db, returned());
  await sendDue(sender, "sms");
  expect(await rows()).toMatchObject([{ state: "failed", tries: 1, answer: "号码不存在" }]);
  // After a month nothing of it is left to be sent.
  await it.db.update(delivery).set({ doneTime: sql`now() - interval '31 days'` });
  await sweep(it.db);
  expect(await rows()).toMatchObject([{ state: "failed", receiver: null, content: null }]);
});

test("an error that is no refusal stays out of the log that staff read", async () => {
  answer = async () => {
    throw new Error("connect ECONNREFUSED 10.0.0.9:25 secret");
  };
  await sendEvent(it.db, returned());
  await sendDue(sender, "sms");
  expect(await rows()).toMatchObject([{ answer: "发送时出错，详见程序日志", state: "waiting" }]);
});

test("a message whose process died is taken up by another one", async () => {
  await sendEvent(it.db, returned());
  const never = Promise.withResolvers<undefined>();
  const dies: Outbox = { ...outbox, sms: () => never.promise };
  const dead = sendDue({ ...sender, outbox: dies }, "sms", 60_000);
  await expect.poll(async () => (await rows())[0]?.tries).toBe(1);
  expect(await sendDue(sender, "sms")).toBe(0);
  await dueNow();
  expect(await sendDue(sender, "sms")).toBe(1);
  expect(await rows()).toMatchObject([{ state: "sent", tries: 2 }]);
  // The timer of the sending that hangs would go off when the database of this file is gone.
  never.resolve(undefined);
  await dead;
});

test("who answers late says nothing about a message that another one has taken over", async () => {
  await sendEvent(it.db, returned());
  const late = Promise.withResolvers<undefined>();
  const first = sendDue(
    { ...sender, outbox: { ...outbox, sms: () => late.promise } },
    "sms",
    60_000,
  );
  await expect.poll(async () => (await rows())[0]?.tries).toBe(1);
  await dueNow();
  const now = Promise.withResolvers<string>();
  answer = () => now.promise;
  const second = sendDue(sender, "sms");
  await expect.poll(() => taken.length).toBe(1);
  late.reject(new MessageRefused("号码不存在", { isFinal: true }));
  await first;
  expect(await rows()).toMatchObject([{ state: "waiting", tries: 2, receiver: PHONE }]);
  now.resolve("no-2");
  await second;
  expect(await rows()).toMatchObject([{ state: "sent", tries: 2, answer: "no-2" }]);
});

test("quiet hours keep short messages back, not letters", async () => {
  await sendEvent(it.db, joined());
  const clock = (hours: number) =>
    formatDateTime(new Date(Date.now() + hours * 3_600_000)).slice(11, 16);
  await set({ "sms.quietHours": `${clock(-1)}-${clock(1)}` });
  expect(await sendDue(sender, "sms")).toBe(0);
  expect(await sendDue(sender, "mail")).toBe(1);
  await set({ "sms.quietHours": "" });
  expect(await sendDue(sender, "sms")).toBe(1);
  const wrong = await it.call("PUT", "/system/config/values", {
    token,
    body: { values: { "sms.quietHours": "21-8" } },
  });
  expect(wrong.body.data).toEqual({
    "sms.quietHours": "参数键值应为：起止时间，如 21:00-08:00，可以留空",
  });
});

test("the budget holds for notices and codes together, and leaves codes their share", async () => {
  await set({ "sms.dailyBudget": "10" });
  await it.db.insert(oneTimeCode).values(
    Array.from({ length: 5 }, (_, n) => ({
      receiver: `1360000000${n}`,
      scene: "login",
      codeHash: Buffer.alloc(32),
      ipaddr: "10.9.9.9",
      expiresAt: new Date(),
    })),
  );
  for (let n = 0; n < 5; n++) await sendEvent(it.db, returned({ subjectId: n }));
  // 8 of 10 are for notices; 5 are used: 3 are left, for however many workers.
  const sent = await Promise.all([sendDue(sender, "sms"), sendDue(sender, "sms")]);
  expect(sent[0] + sent[1]).toBe(3);
  const waits = (await rows()).filter(({ state }) => state === "waiting");
  for (const { nextTryTime } of waits) {
    expect((nextTryTime?.getTime() ?? 0) - Date.now()).toBeGreaterThan(9 * 60_000);
  }
  await dueNow();
  expect(await sendDue(sender, "sms")).toBe(0);
  expect((await rows()).map(({ state }) => state).sort()).toEqual([
    "sent",
    "sent",
    "sent",
    "waiting",
    "waiting",
  ]);
  await it.db.delete(oneTimeCode);
  await set({ "sms.dailyBudget": "0" });
  await dueNow();
  expect(await sendDue(sender, "sms")).toBe(0);
  await set({ "sms.dailyBudget": "10" });
  await dueNow();
  expect(await sendDue(sender, "sms")).toBe(2);
});

test("there are three short messages of a reminder, also of two at once, and no fourth", async () => {
  await sendEvent(it.db, remind());
  await sendEvent(it.db, remind());
  const both = await heldAt(it, (text) => /^insert into "message_delivery"/.test(text), [
    () => it.db.transaction((tx) => sendEvent(tx, remind())),
    () => it.db.transaction((tx) => sendEvent(tx, remind())),
  ]);
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  await sendEvent(it.db, {
    ...remind(),
    event: "termExpired",
    fields: { 姓名: "张", 会员号: "P", 有效期至: "x", 已过天数: "1" },
  } as EventCall);
  const all = await it.db.select().from(delivery).orderBy(desc(delivery.id));
  expect(all.map(({ state, reminderNo }) => [state, reminderNo]).sort()).toEqual([
    ["dropped", null],
    ["dropped", null],
    ["waiting", 1],
    ["waiting", 2],
    ["waiting", 3],
  ]);
  expect(all[0]?.answer).toBe("这类提醒短信已发 3 条，不再发送");
  // Each time there is a message on the site.
  expect(await it.db.$count(message)).toBe(5);
  await sendEvent(it.db, remind(6));
  expect((await rows()).at(-1)).toMatchObject({ state: "waiting", reminderNo: 1 });
});

test("the database refuses what must never be", async () => {
  await sendEvent(it.db, remind());
  const refused: [statement: string, constraint: string][] = [
    [
      "update message_delivery set state = 'sent', done_time = now(), next_try_time = null",
      "forgets",
    ],
    ["update message_delivery set next_try_time = null", "waits"],
    ["update message_delivery set receiver = null", "waits"],
    ["update message_delivery set state = 'lost'", "(state|waits)"],
    ["update message_delivery set channel = 'fax'", "channel"],
    ["update message_delivery set tries = -1", "tries"],
    ["update message_delivery set parts = 0", "parts"],
    ["update message_delivery set reminder_no = 4", "reminder_no"],
    ["update message_delivery set link = 'https://x'", "link"],
    [
      `insert into message_delivery (event, channel, receiver_shown, title_shown, content_shown, receiver,
        content, next_try_time, parts, reminder, reminder_no, subject, subject_id)
        select event, channel, '', '', '', '1', '1', now(), 1, reminder, reminder_no, subject, subject_id
        from message_delivery`,
      "reminder",
    ],
    ["update message set link = '//x'", "message_link"],
    ["update message set read_time = create_time - interval '1 day'", "message_read"],
    ["update message set user_id = 999999999", "fk"],
    [
      "insert into message_template (event, channel, is_on) values ('signReturned', 'site', false)",
      "site_is_on",
    ],
    ["insert into message_template (event, channel) values ('signReturned', 'fax')", "channel"],
  ];
  for (const [statement, constraint] of refused) {
    const error = await it.db.execute(sql.raw(statement)).then(
      () => undefined,
      (each: { cause?: unknown }) => each.cause as { constraint?: string },
    );
    expect([statement, error?.constraint ?? ""]).toEqual([
      statement,
      expect.stringMatching(new RegExp(constraint)),
    ]);
  }
});
