import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { solvedCaptcha } from "#src/test/accounts.ts";
import { startApp } from "#src/test/app.ts";
import { fileOf } from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";
import { payment, receipt, refund } from "../finance/table.server.ts";
import { part } from "./personal-data.server.ts";
import { activity, activityEntry, activityOrder } from "./table.server.ts";
import { tasks } from "./task.server.ts";

const it = await startApp();
const BASE = "/api/activity/activities";
const ORDER = "/api/bll/finance/confirm/order";
const HOUR = 3_600_000;
const from = (hours: number) => new Date(Date.now() + hours * HOUR);

const clerk = await staffWith(
  it,
  "member:finance:list",
  "member:finance:confirm",
  "finance:receipt:list",
  "finance:summary:list",
  "finance:refund:list",
  "finance:refund:add",
);
const approver = await staffWith(it, "finance:refund:list", "finance:refund:approve");

const price = (change: object = {}) => ({
  key: "p1",
  name: "标准",
  amountFen: 30_000,
  memberFen: 20_000,
  untilDay: "",
  ...change,
});

/** A published activity that costs money and is open now. */
async function open(fields: Partial<typeof activity.$inferInsert> = {}): Promise<number> {
  const [row] = await it.db
    .insert(activity)
    .values({
      title: "家庭教育指导师研修班",
      type: "2",
      summary: "三天的研修",
      place: "澄江市图书馆",
      startAt: from(20 * 24),
      endAt: from(20 * 24 + 4),
      signStartAt: from(-1),
      signEndAt: from(50),
      perUserMax: 50,
      state: 2,
      publishedAt: new Date(),
      needPay: true,
      prices: [price()],
      ...fields,
    })
    .returning();
  return row?.id ?? 0;
}

let phones = 0;
let serials = 0;
const nextPhone = () => `138${String(++phones).padStart(8, "0")}`;
const serialNo = () => `ACT${String(++serials).padStart(8, "0")}`;

/** A member who signed up `people` persons: the order, and the calls with the token of the member. */
async function signedUp(activityId: number, people = 1) {
  const login = await it.as("member");
  const attendees = Array.from({ length: people }, () => ({ name: "张晓明", phone: nextPhone() }));
  const { body } = await it.call("POST", `${BASE}/saveBll`, {
    token: login.token,
    body: { activityId, agree: true, priceId: "p1", attendees },
  });
  expect(body.code).toBe(200);
  const { orderId } = body.data as { orderId: number };
  const call = async (path: string, given: object = {}) =>
    (
      await it.call("POST", `${BASE}/${path}`, {
        token: login.token,
        body: { orderId, ...given },
      })
    ).body;
  const paid = async (given: object = {}) => ({
    dueAmount: "300",
    payAmount: "300",
    payTime: "2026-11-20",
    payerName: "张晓明",
    voucherFiles: [await fileOf(it, login.userId, "voucher")],
    ...given,
  });
  return {
    orderId,
    login,
    call,
    paid,
    pay: async (given?: object) => call("pay", await paid(given)),
  };
}

const pass = async (orderId: number, given: object = {}, token = clerk.token) =>
  (
    await it.call("PUT", `${ORDER}/pass`, {
      token,
      body: { orderId, receivedAmount: "300", bankSerial: serialNo(), ...given },
    })
  ).body;
const entriesOf = (orderId: number) =>
  it.db
    .select()
    .from(activityEntry)
    .where(eq(activityEntry.orderId, orderId))
    .orderBy(activityEntry.id);
const statesOf = async (orderId: number) => (await entriesOf(orderId)).map(({ state }) => state);
const paymentsOf = (orderId: number) =>
  it.db.select().from(payment).where(eq(payment.orderId, orderId)).orderBy(desc(payment.id));
const refundsOf = async (orderId: number) => {
  const [one] = await paymentsOf(orderId);
  return it.db
    .select()
    .from(refund)
    .where(eq(refund.paymentId, one?.id ?? 0));
};
const cancel = async (one: Awaited<ReturnType<typeof signedUp>>, nth = 0) => {
  const entry = (await entriesOf(one.orderId))[nth];
  return one.call("cancel", { id: entry?.id });
};

test("a fee is paid, confirmed and receipted beside the dues, and the place is there", async () => {
  const one = await signedUp(await open());
  expect(await statesOf(one.orderId)).toEqual([1]);
  const quote = await one.call("quote");
  expect(quote.data).toMatchObject({ rest: "300.00", priceName: "标准", isWaiting: true });
  expect((quote.data as { reference: string }).reference).toMatch(/^H/);
  expect((await one.pay()).code).toBe(200);
  expect(await statesOf(one.orderId)).toEqual([2]);
  const list = await it.call("GET", "/api/bll/finance/confirm/list?state=0", {
    token: clerk.token,
  });
  expect(list.body.rows).toMatchObject([
    {
      signId: null,
      orderId: one.orderId,
      incomeType: "training",
      activityTitle: "家庭教育指导师研修班",
      name: "张晓明",
      dueAmount: "300.00",
      difference: "0.00",
    },
  ]);
  const opened = await it.call("POST", `${ORDER}/open`, {
    token: clerk.token,
    body: { orderId: one.orderId },
  });
  expect(opened.body.data).toMatchObject({ dueAmount: "300.00", waiting: { payAmount: "300.00" } });
  expect((await one.pay()).msg).toContain("暂时不能更换");
  expect((await pass(one.orderId)).code).toBe(200);
  const [entry] = await entriesOf(one.orderId);
  expect(entry).toMatchObject({ state: 3, paidFen: 30_000 });
  const receipts = await it.call("GET", "/api/bll/finance/receipt/list", { token: clerk.token });
  expect(receipts.body.rows).toMatchObject([
    { kind: "invoice", amount: "300.00", signId: null, name: "张晓明" },
  ]);
  const mine = await it.call("GET", "/api/bll/finance/receipt/mine", { token: one.login.token });
  expect(mine.body.data).toMatchObject([{ kind: "invoice", amount: "300.00" }]);
  const summary = await it.call("GET", "/api/bll/finance/summary/list", { token: clerk.token });
  expect(JSON.stringify(summary.body.data)).toContain('"kind":"training"');
});

test("a price that ended between the page and the voucher is agreed to anew, and nothing typed is lost", async () => {
  const early = price({
    key: "p1",
    name: "早鸟",
    amountFen: 20_000,
    memberFen: null,
    untilDay: "2099-01-01",
  });
  const id = await open({ prices: [early, price({ key: "p2" })] });
  const one = await signedUp(id);
  expect((await one.call("quote")).data).toMatchObject({ rest: "200.00", priceName: "早鸟" });
  await it.db
    .update(activity)
    .set({ prices: [{ ...early, untilDay: "2020-01-01" }, price({ key: "p2" })] })
    .where(eq(activity.id, id));
  const refused = await one.pay({ dueAmount: "200", payAmount: "200" });
  expect(refused.data).toEqual({
    dueAmount: "应缴金额已由 200.00 元变为 300.00 元（现行费用：标准），请确认后重新提交",
  });
  expect(await paymentsOf(one.orderId)).toEqual([]);
  expect((await one.pay({ dueAmount: "300.00" })).code).toBe(200);
  expect(await entriesOf(one.orderId)).toMatchObject([{ state: 2, amountFen: 30_000 }]);
  const [order] = await it.db.select().from(activityOrder).where(eq(activityOrder.id, one.orderId));
  expect(order).toMatchObject({ priceKey: "p2", priceName: "标准" });
});

test("faults of a voucher stand on their fields; a guest names the transfer instead", async () => {
  const one = await signedUp(await open());
  const wrong = await one.call("pay", { dueAmount: "300", payAmount: "-1", payTime: "明天" });
  expect(Object.keys(wrong.data as object).sort()).toEqual(
    ["payAmount", "payTime", "payerName", "voucherFiles"].sort(),
  );
  const phone = nextPhone();
  const { uuid, code } = await solvedCaptcha(it);
  await it.call("POST", "/sendCode", { body: { phone, scene: "activity", uuid, code } });
  const smsCode = it.outbox("sms").findLast((line) => line.to === phone)?.code;
  const { body } = await it.call("POST", `${BASE}/prove`, { body: { phone, smsCode } });
  const proof = String(body.proof);
  const activityId = await open();
  const signUp = await it.call("POST", `${BASE}/saveBll`, {
    body: {
      activityId,
      agree: true,
      priceId: "p1",
      attendees: [{ name: "李清", phone }],
      proof,
    },
  });
  const { orderId } = signUp.body.data as { orderId: number };
  const given = {
    orderId,
    proof,
    dueAmount: "300",
    payAmount: "300",
    payTime: "2026-11-20",
    payerName: "李清",
  };
  const without = await it.call("POST", `${BASE}/pay`, { body: given });
  expect(without.body.data).toEqual({ bankSerial: "请填写银行流水号，便于财务核对" });
  const bankSerial = serialNo();
  const paid = await it.call("POST", `${BASE}/pay`, { body: { ...given, bankSerial } });
  expect(paid.body.code).toBe(200);
  // Finance needs not type what the guest has named.
  expect((await pass(orderId, { bankSerial: "" })).code).toBe(200);
  expect(await statesOf(orderId)).toEqual([3]);
});

test("of two vouchers at once one waits, and of two confirmations at once one counts", async () => {
  const one = await signedUp(await open());
  const two = [await one.paid(), await one.paid()];
  const answers = await Promise.all(two.map((given) => one.call("pay", given)));
  expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  expect((await paymentsOf(one.orderId)).map(({ state }) => state)).toEqual([0, 3]);
  const both = await Promise.all([pass(one.orderId), pass(one.orderId)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
  expect((await paymentsOf(one.orderId)).filter(({ state }) => state === 1)).toHaveLength(1);
  const receipts = await it.db
    .select()
    .from(receipt)
    .where(eq(receipt.paymentId, (await paymentsOf(one.orderId))[0]?.id ?? 0));
  expect(receipts).toHaveLength(1);
});

test("a refused voucher says why, and another one takes its place at the price of its day", async () => {
  const id = await open();
  const one = await signedUp(id);
  await one.pay();
  const fail = async (given: object) =>
    (
      await it.call("PUT", `${ORDER}/fail`, {
        token: clerk.token,
        body: { orderId: one.orderId, ...given },
      })
    ).body;
  expect(Object.keys((await fail({})).data as object)).toEqual(["reasonCode", "reason"]);
  expect((await fail({ reasonCode: "unreadable", reason: "凭证看不清楚，请重传" })).code).toBe(200);
  expect(await entriesOf(one.orderId)).toMatchObject([
    { state: 1, opinion: "凭证看不清：凭证看不清楚，请重传" },
  ]);
  expect((await fail({ reasonCode: "unreadable", reason: "凭证看不清楚" })).code).toBe(500);
  await it.db
    .update(activity)
    .set({ prices: [price({ amountFen: 50_000 })] })
    .where(eq(activity.id, id));
  expect((await one.call("quote")).data).toMatchObject({ rest: "300.00" });
  expect((await one.pay()).code).toBe(200);
  expect(await statesOf(one.orderId)).toEqual([2]);
});

test("too little leaves the rest to be paid, which is due alone", async () => {
  const one = await signedUp(await open());
  await one.pay({ payAmount: "100" });
  await pass(one.orderId, { receivedAmount: "100" });
  expect(await entriesOf(one.orderId)).toMatchObject([
    { state: 1, paidFen: 0, opinion: "已到账 100.00 元，还差 200.00 元，请补缴" },
  ]);
  expect((await one.call("quote")).data).toMatchObject({ rest: "200.00" });
  expect((await one.pay({ dueAmount: "200", payAmount: "200" })).code).toBe(200);
  await pass(one.orderId, { receivedAmount: "200" });
  expect(await entriesOf(one.orderId)).toMatchObject([{ state: 3, paidFen: 30_000 }]);
});

test("what is refused: amounts and serials that are none, one's own money, and who may not confirm", async () => {
  const one = await signedUp(await open());
  expect((await pass(one.orderId)).msg).toBe("这笔费用已经办理，请刷新后查看");
  await one.pay();
  expect((await pass(one.orderId, { receivedAmount: "", bankSerial: "" })).data).toEqual({
    receivedAmount: "请填写实收金额",
    bankSerial: "请填写银行流水号",
  });
  const reader = await staffWith(it, "member:finance:list");
  expect((await pass(one.orderId, {}, reader.token)).code).toBe(403);
  await it.db
    .update(activityOrder)
    .set({ userId: clerk.userId })
    .where(eq(activityOrder.id, one.orderId));
  expect((await pass(one.orderId)).msg).toContain("不能办理本人缴费的确认");
  expect((await pass(999_999)).code).toBe(404);
});

test("another person's order is not there, and cannot be paid for", async () => {
  const one = await signedUp(await open());
  const other = await signedUp(await open());
  for (const path of ["quote", "pay"]) {
    const answer = await other.call(path, { ...(await other.paid()), orderId: one.orderId });
    expect([path, answer.code]).toEqual([path, 404]);
  }
  // Nor with the voucher of another one.
  const strange = await one.pay({
    voucherFiles: [await fileOf(it, other.login.userId, "voucher")],
  });
  expect(strange.data).toEqual({ voucherFiles: "请重新上传缴费凭证" });
});

test("who cancels gets back by the rule, asked for once, and two people give it", async () => {
  const one = await signedUp(await open({ startAt: from(5 * 24), endAt: from(5 * 24 + 4) }), 2);
  await one.pay({ dueAmount: "600", payAmount: "600" });
  await pass(one.orderId, { receivedAmount: "600" });
  expect(await statesOf(one.orderId)).toEqual([3, 3]);
  const answers = await Promise.all([cancel(one), cancel(one)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
  expect(await statesOf(one.orderId)).toEqual([8, 3]);
  const [asked, ...more] = await refundsOf(one.orderId);
  expect([asked?.amountFen, asked?.state, more.length]).toEqual([15_000, 0, 0]);
  const list = await it.call("GET", "/api/bll/finance/refund/list", { token: approver.token });
  expect(list.body.rows).toMatchObject([
    { id: asked?.id, amount: "150.00", signId: null, mayDecide: true },
  ]);
  const REFUND = "/api/bll/finance/refund";
  // More than what came in less what is asked for is not there to be given.
  const [paid] = await paymentsOf(one.orderId);
  const tooMuch = await it.call("POST", REFUND, {
    token: clerk.token,
    body: { paymentId: paid?.id, kind: "refund", amount: "600.01", reason: "重复缴费了一次" },
  });
  expect(tooMuch.body.data).toEqual({ amount: "最多可退 600.00 元" });
  for (const [path, body] of [
    ["decide", { id: asked?.id, isAgreed: true, opinion: "" }],
    ["paid", { id: asked?.id }],
  ] as const) {
    const answer = await it.call("PUT", `${REFUND}/${path}`, { token: approver.token, body });
    expect([path, answer.body.code]).toEqual([path, 200]);
  }
  expect((await refundsOf(one.orderId))[0]?.state).toBe(3);
});

test("an activity that the society cancels gives all back, and what waits is given back when it is confirmed", async () => {
  const id = await open({ startAt: from(2 * 24), endAt: from(2 * 24 + 4) });
  const done = await signedUp(id);
  await done.pay();
  await pass(done.orderId);
  const waiting = await signedUp(id);
  await waiting.pay();
  const late = await signedUp(id);
  const boss = await staffWith(it, "activity:activity:publish");
  const off = await it.call("PUT", "/api/activity/desk/cancel", {
    token: boss.token,
    body: { id, opinion: "场馆临时停用，活动取消" },
  });
  expect(off.body.code).toBe(200);
  expect(await statesOf(done.orderId)).toEqual([8]);
  expect((await refundsOf(done.orderId))[0]?.amountFen).toBe(30_000);
  expect(await statesOf(waiting.orderId)).toEqual([2]);
  expect(await statesOf(late.orderId)).toEqual([7]);
  expect((await late.pay()).msg).toBe("这份报名现在没有待缴的费用，请刷新后查看");
  expect((await pass(waiting.orderId)).code).toBe(200);
  expect(await statesOf(waiting.orderId)).toEqual([8]);
  expect((await refundsOf(waiting.orderId))[0]?.amountFen).toBe(30_000);
});

test("who does not pay in time is reminded, and the place is free again", async () => {
  const id = await open({ capacity: 1 });
  const one = await signedUp(id);
  const run = () =>
    tasks["activityTask.keepTime"]?.run(
      { db: it.db, env: it.context.env, files: it.context.files, log: it.context.log },
      [],
      new AbortController().signal,
    );
  const until = (hours: number) =>
    it.db
      .update(activityEntry)
      .set({ payUntil: from(hours) })
      .where(eq(activityEntry.orderId, one.orderId));
  await until(2);
  await run();
  expect(await entriesOf(one.orderId)).toMatchObject([{ state: 1, payReminded: true }]);
  await until(-1);
  expect((await one.pay()).msg).toBe("缴费时限已过，名额已释放，请重新报名");
  await run();
  expect(await entriesOf(one.orderId)).toMatchObject([{ state: 7, opinion: "逾期未缴费" }]);
  expect((await it.db.select().from(activity).where(eq(activity.id, id)))[0]?.taken).toBe(0);
});

test("the database refuses money that belongs to nothing, to two, or that was never due", async () => {
  const one = await signedUp(await open());
  const row = {
    payFen: 1,
    payTime: new Date(),
    method: "bank",
    payerName: "甲",
    incomeType: "training",
  };
  await expect(it.db.insert(payment).values(row)).rejects.toThrow();
  await expect(
    it.db.insert(payment).values({ ...row, orderId: one.orderId, incomeType: "dues" }),
  ).rejects.toThrow();
  await it.db.insert(payment).values({ ...row, orderId: one.orderId });
  await expect(it.db.insert(payment).values({ ...row, orderId: one.orderId })).rejects.toThrow();
  const [paid] = await paymentsOf(one.orderId);
  await expect(
    it.db.insert(refund).values({ paymentId: paid?.id ?? 0, amountFen: 1, reason: "没有人提出" }),
  ).rejects.toThrow();
  await expect(
    it.db.update(activityEntry).set({ paidFen: 1 }).where(eq(activityEntry.orderId, one.orderId)),
  ).rejects.toThrow();
});

test("with the account a paid place goes back by the rule; a voucher that waits is given back when it is confirmed", async () => {
  const id = await open();
  const paid = await signedUp(id);
  await paid.pay();
  await pass(paid.orderId);
  const waiting = await signedUp(id);
  await waiting.pay();
  for (const { login } of [paid, waiting]) {
    await it.db.transaction((tx) => part.erase(tx, login.userId));
  }
  expect(await entriesOf(paid.orderId)).toMatchObject([{ state: 8, phone: "", name: "张*" }]);
  expect(await refundsOf(paid.orderId)).toMatchObject([{ amountFen: 30_000, askedBy: null }]);
  expect(await statesOf(waiting.orderId)).toEqual([2]);
  expect((await pass(waiting.orderId)).code).toBe(200);
  expect(await statesOf(waiting.orderId)).toEqual([8]);
  expect((await refundsOf(waiting.orderId))[0]?.amountFen).toBe(30_000);
});

test("a correction that completes the money leaves nothing to be handed in", async () => {
  const one = await signedUp(await open());
  await one.pay({ payAmount: "100" });
  await pass(one.orderId, { receivedAmount: "100" });
  const [row] = await paymentsOf(one.orderId);
  const asked = await it.call("POST", "/api/bll/finance/refund", {
    token: clerk.token,
    body: { paymentId: row?.id, kind: "correction", amount: "200", reason: "到账金额记录有误" },
  });
  expect(asked.body.code).toBe(200);
  const [waiting] = await refundsOf(one.orderId);
  await it.call("PUT", "/api/bll/finance/refund/decide", {
    token: approver.token,
    body: { id: waiting?.id, isAgreed: true, opinion: "" },
  });
  expect((await one.call("quote")).data).toMatchObject({ rest: "0.00" });
  expect((await one.call("pay", { dueAmount: "0" })).code).toBe(200);
  expect(await entriesOf(one.orderId)).toMatchObject([{ state: 3, paidFen: 30_000 }]);
});
