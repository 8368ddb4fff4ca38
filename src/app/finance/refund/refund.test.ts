import { and, desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { applicantWhoPays, signCalls, signRow } from "#src/test/membership.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { timeline } from "../../inbox/table.server.ts";
import { memberTerm } from "../../member/term/table.server.ts";
import { message } from "../../message/table.server.ts";
import { receivedFor } from "../service.server.ts";
import { payment, refund } from "../table.server.ts";
import type { RefundRow } from "./wire.ts";

const it = await startApp();
const BASE = "/api/bll/finance/refund";
const ALL = ["finance:refund:list", "finance:refund:add", "finance:refund:approve"];
const cashier = await staffWith(it, ...ALL);
const accountant = await staffWith(it, ...ALL);
const finance = signCalls(it, (await staffWith(it, "member:finance:confirm")).token);

let serials = 0;
/** A payment of 300.00 that was confirmed. */
async function confirmed() {
  const one = await applicantWhoPays(it, {});
  await finance.put("financePass", {
    id: one.id,
    receivedAmount: "300",
    bankSerial: `R${String(++serials).padStart(9, "0")}`,
  });
  const [row] = await it.db.select().from(payment).where(eq(payment.signId, one.id));
  return { ...one, paymentId: row?.id ?? 0 };
}
const call = async (method: string, path: string, body: object | undefined, token: string) =>
  (await it.call(method, BASE + path, { token, ...(body ? { body } : {}) })).body;
const ask = (paymentId: number, more: object = {}, token = cashier.token) =>
  call(
    "POST",
    "",
    { paymentId, kind: "refund", amount: "100", reason: "重复缴费一次", ...more },
    token,
  );
const rowOf = async (paymentId: number, token = accountant.token) => {
  const { rows } = (await call("GET", "/list?pageSize=100", undefined, token)) as unknown as {
    rows: RefundRow[];
  };
  const row = rows.find((each) => each.paymentId === paymentId);
  if (!row) throw new Error(`no refund of ${paymentId}`);
  return row;
};
const decide = (id: number, isAgreed: boolean, opinion = "", token = accountant.token) =>
  call("PUT", "/decide", { id, isAgreed, opinion }, token);
const paid = (id: number) => call("PUT", "/paid", { id }, accountant.token);

test("asked for by one, agreed by another, paid out, told to the owner", async () => {
  const one = await confirmed();
  expect(await ask(one.paymentId)).toMatchObject({ code: 200, msg: "已提交，等待另一人复核" });
  const row = await rowOf(one.paymentId);
  expect(row).toMatchObject({
    state: 0,
    amount: "100.00",
    receivedAmount: "300.00",
    mayDecide: true,
  });
  expect((await rowOf(one.paymentId, cashier.token)).mayDecide).toBe(false);
  expect((await paid(row.id)).msg).toBe("只有已同意的退款可以登记为已退款");
  expect((await decide(row.id, true, "", cashier.token)).msg).toBe("退款由您提出，须由另一人复核");
  expect(await receivedFor(it.db, one.id)).toBe(30_000);
  expect(await decide(row.id, true)).toMatchObject({ code: 200, msg: "已同意" });
  expect(await receivedFor(it.db, one.id)).toBe(20_000);
  expect((await decide(row.id, false, "重新考虑一下")).msg).toBe("这笔退款已办理，请刷新后查看");
  const answers = await Promise.all([paid(row.id), paid(row.id)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
  expect((await rowOf(one.paymentId)).state).toBe(3);
  const told = await it.db
    .select()
    .from(message)
    .where(and(eq(message.userId, one.login.userId), eq(message.event, "refundDone")));
  expect(told).toHaveLength(1);
  expect(told[0]?.content).toContain("100.00 元（重复缴费一次）");
});

test("no more than came in goes back, in one refund or in several", async () => {
  const one = await confirmed();
  expect(await ask(one.paymentId, { amount: "300.01" })).toMatchObject({
    code: 500,
    data: { amount: "最多可退 300.00 元" },
  });
  await ask(one.paymentId, { amount: "200" });
  expect((await ask(one.paymentId, { amount: "50" })).msg).toBe(
    "这笔缴费已有待复核的退款，请先办理",
  );
  await decide((await rowOf(one.paymentId)).id, true);
  expect(await ask(one.paymentId, { amount: "100.01" })).toMatchObject({
    data: { amount: "最多可退 100.00 元" },
  });
  expect((await ask(one.paymentId, { amount: "100" })).code).toBe(200);
});

test.each([
  [{ amount: "" }, { amount: "请填写金额" }],
  [{ amount: "0" }, { amount: "金额须大于0" }],
  [{ amount: "-5" }, { amount: "金额不能为负数" }],
  [{ amount: "很多" }, { amount: "请输入正确的金额，如 1000 或 1000.50" }],
  [{ reason: "退" }, { reason: "请填写原因，5 到 200 个字" }],
  [{ kind: "gift" }, { kind: "请选择退款或金额更正" }],
  [{ kind: "correction", amount: "-300.01" }, { amount: "更正后不能小于 0，现为 300.00 元" }],
])("%j is refused", async (change, data) => {
  const { paymentId } = await confirmed();
  expect(await ask(paymentId, change)).toMatchObject({ code: 500, data });
});

test("a payment that waits, one that is not there, a refusal without a reason", async () => {
  const waits = await applicantWhoPays(it, {});
  const [row] = await it.db.select().from(payment).where(eq(payment.signId, waits.id));
  expect((await ask(row?.id ?? 0)).msg).toBe("只有已确认的缴费可以退款或更正");
  for (const answer of [await ask(999_999), await decide(999_999, true), await paid(999_999)]) {
    expect(answer.code).toBe(404);
  }
  const one = await confirmed();
  await ask(one.paymentId);
  const { id } = await rowOf(one.paymentId);
  expect(await decide(id, false, "不行")).toMatchObject({
    data: { opinion: "驳回时请写明原因，5 到 200 个字" },
  });
  expect((await decide(id, false, "原因不成立，请核对")).msg).toBe("已驳回");
  expect(await receivedFor(it.db, one.id)).toBe(30_000);
  expect((await ask(one.paymentId)).code).toBe(200);
});

test("a correction changes what came in once another agrees, and is not paid out", async () => {
  const one = await confirmed();
  expect((await ask(one.paymentId, { kind: "correction", amount: "-50" })).code).toBe(200);
  const { id, amount } = await rowOf(one.paymentId);
  expect(amount).toBe("-50.00");
  await decide(id, true);
  expect(await receivedFor(it.db, one.id)).toBe(25_000);
  expect((await paid(id)).code).toBe(500);
});

/** An application that waits for the rest: 200 of 300 were written down. */
async function shortOf() {
  const one = await applicantWhoPays(it, { payAmount: "200" });
  await finance.put("financePass", {
    id: one.id,
    receivedAmount: "200",
    bankSerial: `R${String(++serials).padStart(9, "0")}`,
  });
  const [row] = await it.db.select().from(payment).where(eq(payment.signId, one.id));
  return { ...one, paymentId: row?.id ?? 0 };
}
const correct = async (paymentId: number, amount: string) => {
  expect((await ask(paymentId, { kind: "correction", amount })).code).toBe(200);
  const { rows } = (await call("GET", "/list?state=0", undefined, accountant.token)) as unknown as {
    rows: RefundRow[];
  };
  const waiting = rows.find((each) => each.paymentId === paymentId);
  return decide(waiting?.id ?? 0, true);
};
const lastStep = async (id: number) =>
  (
    await it.db
      .select()
      .from(timeline)
      .where(and(eq(timeline.subject, "sign"), eq(timeline.subjectId, id)))
      .orderBy(desc(timeline.id))
  )[0];

test("a correction moves its application: what is still due is said, all of it makes a member", async () => {
  const one = await shortOf();
  expect((await signRow(it, one.id)).state).toBe(4);
  expect((await correct(one.paymentId, "-50")).code).toBe(200);
  expect(await signRow(it, one.id)).toMatchObject({
    state: 4,
    opinion: "已到账 150.00 元，还差 150.00 元，请补缴",
  });
  expect(await lastStep(one.id)).toMatchObject({
    action: "adjust",
    opinion: "金额更正 -50.00 元（重复缴费一次），现到账 150.00 元",
  });
  expect((await correct(one.paymentId, "150")).code).toBe(200);
  const done = await signRow(it, one.id);
  expect(done.state).toBe(7);
  const [term] = await it.db.select().from(memberTerm).where(eq(memberTerm.signId, one.id));
  expect(term).toMatchObject({ memberId: done.memberId, voidedAt: null });
  // A membership that began stands, whatever is corrected later.
  expect((await correct(one.paymentId, "-100")).code).toBe(200);
  expect(await signRow(it, one.id)).toMatchObject({ state: 7, version: done.version });
  expect((await lastStep(one.id))?.opinion).toContain("现到账 200.00 元");
});

test("a refund of a part that was paid says what is due again", async () => {
  const one = await shortOf();
  await ask(one.paymentId, { amount: "200" });
  await decide((await rowOf(one.paymentId)).id, true);
  expect(await signRow(it, one.id)).toMatchObject({ state: 4, opinion: "" });
});

test("a voucher that waits is looked at before a correction makes a member", async () => {
  const one = await shortOf();
  await one.pay({ payAmount: "100" });
  const answer = await correct(one.paymentId, "100");
  expect(answer.msg).toContain("另有缴费凭证等待确认");
  expect((await rowOf(one.paymentId)).state).toBe(0);
  await finance.put("financeFail", {
    id: one.id,
    reasonCode: "notArrived",
    reason: "没有收到这笔款项",
  });
  expect((await decide((await rowOf(one.paymentId)).id, true)).code).toBe(200);
  expect((await signRow(it, one.id)).state).toBe(7);
});

test("a correction and the rest of the money at once: one member, nothing twice", async () => {
  const one = await shortOf();
  await ask(one.paymentId, { kind: "correction", amount: "100" });
  const { id } = await rowOf(one.paymentId);
  const rest = { receivedAmount: "100", payTime: "2026-11-20 10:00:00", payerName: "林晓" };
  const both = await heldAt(it, (text) => /from "sign".*for update/.test(text), [
    () => decide(id, true),
    async () =>
      (await finance.put("financePass", { id: one.id, ...rest, bankSerial: "RACE0001" })).body,
  ]);
  const codes = both.map((each) => each.status === "fulfilled" && each.value.code);
  expect(codes[0]).toBe(200);
  expect((await signRow(it, one.id)).state).toBe(7);
  expect(await it.db.$count(memberTerm, eq(memberTerm.signId, one.id))).toBe(1);
});

test("two who ask, and two who decide, at once: one does", async () => {
  const one = await confirmed();
  const asked = await Promise.all([
    ask(one.paymentId, { amount: "300" }),
    ask(one.paymentId, { amount: "300" }, accountant.token),
  ]);
  expect(asked.map(({ code }) => code).sort()).toEqual([200, 500]);
  const { id } = await rowOf(one.paymentId);
  const third = await staffWith(it, ...ALL);
  const fourth = await staffWith(it, ...ALL);
  const decided = await Promise.all([
    decide(id, true, "", third.token),
    decide(id, false, "原因不成立，请核对", fourth.token),
  ]);
  expect(decided.map(({ code }) => code).sort()).toEqual([200, 500]);
});

test("the database refuses one person for both, and a decision of nobody", async () => {
  const { paymentId } = await confirmed();
  const put = (more: object) =>
    it.db.insert(refund).values({
      paymentId,
      amountFen: 100,
      reason: "重复缴费一次",
      askedBy: cashier.userId,
      ...more,
    });
  await expect(put({ state: 1, decidedBy: cashier.userId })).rejects.toMatchObject({
    cause: { constraint: "refund_two_people" },
  });
  await expect(put({ state: 1 })).rejects.toMatchObject({
    cause: { constraint: "refund_decided" },
  });
  await expect(put({ amountFen: -1 })).rejects.toMatchObject({
    cause: { constraint: "refund_amount" },
  });
  await put({});
  await expect(put({})).rejects.toMatchObject({ cause: { constraint: "refund_one_open" } });
});

test("each permission opens its own call", async () => {
  const { paymentId } = await confirmed();
  const reader = await staffWith(it, "finance:refund:list");
  expect((await ask(paymentId, {}, reader.token)).code).toBe(403);
  expect((await decide(1, true, "", reader.token)).code).toBe(403);
  expect((await call("PUT", "/paid", { id: 1 }, reader.token)).code).toBe(403);
  const member = await it.as("member");
  expect((await call("GET", "/list", undefined, member.token)).code).toBe(403);
});
