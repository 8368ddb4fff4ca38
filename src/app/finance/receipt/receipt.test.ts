import { and, desc, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { applicantWhoPays, signCalls } from "#src/test/membership.ts";
import { upload } from "#src/test/multipart.ts";
import { staffWith } from "#src/test/rights.ts";
import { numberSeries } from "../../member/table.server.ts";
import { delivery, message } from "../../message/table.server.ts";
import { payment, receipt, refund } from "../table.server.ts";
import type { OwnReceipt, ReceiptRow } from "./wire.ts";

const it = await startApp();
const BASE = "/api/bll/finance/receipt";
const clerk = await staffWith(
  it,
  "finance:receipt:list",
  "finance:receipt:query",
  "finance:receipt:issue",
  "finance:receipt:void",
  "finance:receipt:export",
);
const money = signCalls(it, (await staffWith(it, "member:finance:confirm")).token);

const PDF = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(400, 32)]);

const call = async (method: string, path: string, body?: object, token = clerk.token) =>
  (await it.call(method, BASE + path, { token, ...(body ? { body } : {}) })).body;

/** An electronic receipt in the store; its key. */
async function paper(): Promise<string> {
  const answer = await upload(
    it,
    "/common/oss/upload",
    [{ field: "file", name: "T1_26000012.pdf", bytes: PDF }],
    { token: clerk.token, fields: { purpose: "receipt" } },
  );
  expect(answer).toMatchObject({ code: 200 });
  return String(answer.fileName);
}

let serials = 0;
/** Somebody who has paid 300.00, with the receipt that waits. */
async function payer() {
  const one = await applicantWhoPays(it, {});
  const answer = await money.put("financePass", {
    id: one.id,
    receivedAmount: "300",
    bankSerial: `P${String(++serials).padStart(9, "0")}`,
  });
  expect(answer.body).toMatchObject({ code: 200 });
  const [paid] = await it.db.select().from(payment).where(eq(payment.signId, one.id));
  const [task] = await it.db
    .select()
    .from(receipt)
    .where(eq(receipt.paymentId, paid?.id ?? 0));
  return { ...one, paymentId: paid?.id ?? 0, id: task?.id ?? 0, signId: one.id };
}

let numbers = 26_000_000;
const nextNo = () => String(++numbers);

const stateOf = async (id: number) =>
  (await it.db.select().from(receipt).where(eq(receipt.id, id)))[0];

const mine = async (token: string) =>
  (await call("GET", "/mine", undefined, token)).data as OwnReceipt[];

test("from the payment to the file in the owner's hands", async () => {
  const one = await payer();
  const { rows } = (await call("GET", "/list?state=0&pageSize=100")) as unknown as {
    rows: ReceiptRow[];
  };
  expect(rows.find(({ id }) => id === one.id)).toMatchObject({
    state: 0,
    kind: "dues",
    amount: "300.00",
    capitals: "叁佰元整",
    hasFile: false,
  });
  expect((await mine(one.login.token))[0]).toMatchObject({ state: 0, receiptNo: "" });

  const file = await paper();
  const receiptNo = nextNo();
  const given = { id: one.id, receiptNo, file, email: "payer@example.cn" };
  expect(await call("PUT", "/issue", given)).toMatchObject({ code: 200, msg: "已登记开具" });
  const issued = await stateOf(one.id);
  expect(issued).toMatchObject({ state: 2, receiptNo, file });
  expect(issued?.registerNo).toMatch(/^2026-\d{5}$/);
  const told = await it.db
    .select()
    .from(message)
    .where(and(eq(message.userId, one.login.userId), eq(message.event, "receiptIssued")));
  expect(told).toHaveLength(1);
  const sent = await it.db
    .select()
    .from(delivery)
    .where(and(eq(delivery.event, "receiptIssued"), eq(delivery.subjectId, one.id)));
  expect(sent).toMatchObject([{ channel: "mail", receiver: "payer@example.cn" }]);

  const [own] = await mine(one.login.token);
  expect(own).toMatchObject({ state: 2, receiptNo, hasFile: true });
  const link = (await call("GET", `/file?id=${one.id}`, undefined, one.login.token)).data as {
    url: string;
  };
  const fetched = await it.app.inject({ url: link.url });
  expect(fetched.rawPayload.equals(PDF)).toBe(true);
  const stranger = await it.as("member");
  expect((await call("GET", `/file?id=${one.id}`, undefined, stranger.token)).code).toBe(404);
  expect((await call("GET", `/file?id=${one.id}`)).code).toBe(200);
  expect(await mine(stranger.token)).toEqual([]);
});

test("what finance enters is looked at field by field, and a number stands once", async () => {
  const [one, two] = [await payer(), await payer()];
  const receiptNo = nextNo();
  const wrong = async (change: object, fields: object) =>
    expect(
      await call("PUT", "/issue", { id: one.id, receiptNo, file: "", email: "", ...change }),
    ).toMatchObject({ code: 500, data: fields });
  await wrong({ receiptNo: "" }, { receiptNo: "请填写票据号码" });
  await wrong({ receiptNo: "号" }, { receiptNo: "票据号码为 4 到 40 位数字、字母或短横线" });
  await wrong({ email: "nobody" }, { email: "请输入正确的邮箱地址" });
  await wrong({ file: "private/2026/11/20/aa.pdf" }, { file: "请重新上传电子票据" });
  // Paper in an envelope: no file, no letter.
  expect((await call("PUT", "/issue", { id: one.id, receiptNo, file: "", email: "" })).code).toBe(
    200,
  );
  expect((await stateOf(one.id))?.state).toBe(1);
  const isOfOne = and(eq(delivery.subjectId, one.id), eq(delivery.event, "receiptIssued"));
  expect(await it.db.$count(delivery, isOfOne)).toBe(0);
  expect(await call("PUT", "/issue", { id: two.id, receiptNo, file: "", email: "" })).toMatchObject(
    { code: 500, data: { receiptNo: "该票据号码已用于另一张票据，请核对" } },
  );
  expect((await call("PUT", "/mail", { id: one.id, email: "a@example.cn" })).msg).toBe(
    "这张票据没有电子文件，请邮寄或通知缴费人领取",
  );
  expect((await call("PUT", "/issue", { id: 999_999, receiptNo: nextNo() })).code).toBe(404);
});

test("two clerks at once: one issues, and the register has no gap", async () => {
  const [one, two] = [await payer(), await payer()];
  const before = await lastPlace();
  const both = await Promise.all([
    call("PUT", "/issue", { id: one.id, receiptNo: nextNo() }),
    call("PUT", "/issue", { id: one.id, receiptNo: nextNo() }),
    call("PUT", "/issue", { id: two.id, receiptNo: nextNo() }),
  ]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 200, 500]);
  expect(await lastPlace()).toBe(before + 2);
  const places = await it.db
    .select({ no: receipt.registerNo })
    .from(receipt)
    .where(ne(receipt.receiptNo, ""))
    .orderBy(desc(receipt.registerNo));
  expect(places.map(({ no }) => no)).toEqual(
    Array.from({ length: places.length }, (_, at) => registerNo(before + 2 - at)),
  );
});

const registerNo = (place: number) => `2026-${String(place).padStart(5, "0")}`;
const lastPlace = async () =>
  (await it.db.select().from(numberSeries).where(eq(numberSeries.series, "receipt")))[0]?.last ?? 0;

test("another one is asked for by its owner, and made out with another head", async () => {
  const one = await payer();
  const { token } = one.login;
  const asked = (reason: string, by = token) =>
    call("POST", "/reissue", { id: one.id, reason }, by);
  expect((await asked("抬头写错了，应为单位名称")).msg).toBe("票据开具之后才能申请重开");
  await call("PUT", "/issue", { id: one.id, receiptNo: nextNo(), file: await paper() });
  expect(await asked("错")).toMatchObject({
    data: { reason: "请写明原因，5 到 200 个字" },
  });
  expect((await asked("抬头写错了，应为单位名称", (await it.as("member")).token)).code).toBe(404);
  const twice = await Promise.all([
    asked("抬头写错了，应为单位名称"),
    asked("抬头写错了，应为单位名称"),
  ]);
  expect(twice.map(({ code }) => code).sort()).toEqual([200, 500]);
  expect(await stateOf(one.id)).toMatchObject({ state: 3, reason: "抬头写错了，应为单位名称" });

  const head = { title: "", taxNo: "123", email: "x" };
  expect(await call("PUT", "/void", { id: one.id, reason: "", ...head })).toMatchObject({
    data: {
      title: "请填写票据抬头，最多 100 个字",
      taxNo: "统一社会信用代码有误",
      email: "请输入正确的邮箱地址",
      reason: "请写明原因，5 到 200 个字",
    },
  });
  const good = { title: "东海市实验小学", taxNo: "", email: "" };
  expect((await call("PUT", "/void", { id: one.id, reason: "按申请更换抬头", ...good })).code).toBe(
    200,
  );
  expect(await stateOf(one.id)).toMatchObject({ state: 4 });
  const [again] = await mine(token);
  expect(again).toMatchObject({ state: 0, title: "东海市实验小学", amount: "300.00" });
  expect((await mine(token)).length).toBe(1);
});

test("an application for another one may be turned down, and its owner is told why", async () => {
  const one = await payer();
  await call("PUT", "/issue", { id: one.id, receiptNo: nextNo() });
  expect((await call("PUT", "/keep", { id: one.id, reason: "不予重开" })).code).toBe(500);
  await call("POST", "/reissue", { id: one.id, reason: "票据遗失了一张" }, one.login.token);
  expect(await call("PUT", "/keep", { id: one.id, reason: "" })).toMatchObject({ code: 500 });
  expect((await call("PUT", "/keep", { id: one.id, reason: "电子票据可重复下载" })).code).toBe(200);
  expect(await stateOf(one.id)).toMatchObject({ state: 1, reason: "" });
  const [told] = await it.db
    .select()
    .from(message)
    .where(and(eq(message.userId, one.login.userId), eq(message.event, "receiptKept")));
  expect(told?.content).toContain("电子票据可重复下载");
});

test("the head of one that waits is changed; of one that was issued it is not", async () => {
  const one = await payer();
  const head = { title: "云岭市家庭教育指导中心", taxNo: "", email: "pay@example.cn" };
  expect((await call("PUT", "/head", { id: one.id, ...head })).code).toBe(200);
  expect(await stateOf(one.id)).toMatchObject(head);
  await call("PUT", "/issue", { id: one.id, receiptNo: nextNo() });
  expect((await call("PUT", "/head", { id: one.id, ...head })).msg).toBe(
    "这张票据已被他人办理，请刷新后查看",
  );
});

test("a refund that was agreed to changes what is to be issued", async () => {
  const asker = await staffWith(it, "finance:refund:add");
  const decider = await staffWith(it, "finance:refund:approve");
  const refundOf = async (paymentId: number, amount: string) => {
    const body = { paymentId, kind: "refund", amount, reason: "重复缴费一次" };
    const url = "/api/bll/finance/refund";
    expect((await it.call("POST", url, { token: asker.token, body })).body.code).toBe(200);
    const [row] = await it.db
      .select()
      .from(refund)
      .where(and(eq(refund.paymentId, paymentId), eq(refund.state, 0)));
    const decided = await it.call("PUT", `${url}/decide`, {
      token: decider.token,
      body: { id: row?.id, isAgreed: true },
    });
    expect(decided.body.code).toBe(200);
  };
  const one = await payer();
  await refundOf(one.paymentId, "100");
  expect(await stateOf(one.id)).toMatchObject({ state: 0, amountFen: 20_000 });
  await refundOf(one.paymentId, "200");
  expect(await stateOf(one.id)).toMatchObject({ state: 4, reason: "款项已全部退回" });

  const two = await payer();
  await call("PUT", "/issue", { id: two.id, receiptNo: nextNo() });
  await refundOf(two.paymentId, "50");
  expect(await stateOf(two.id)).toMatchObject({
    state: 3,
    reason: "缴费退款或更正后为 250.00 元，原票据须作废",
  });
  await call("PUT", "/void", { id: two.id, reason: "按退款后的金额重开", title: "张三" });
  expect((await mine(two.login.token))[0]).toMatchObject({ state: 0, amount: "250.00" });
});

test("the database refuses a register's place twice, and refunds beyond the payment", async () => {
  const [one, two] = [await payer(), await payer()];
  await call("PUT", "/issue", { id: one.id, receiptNo: nextNo() });
  const place = (await stateOf(one.id))?.registerNo ?? "";
  const set = (registerNo: string) =>
    it.db.update(receipt).set({ registerNo }).where(eq(receipt.id, two.id));
  await expect(set(place)).rejects.toMatchObject({ cause: { constraint: "receipt_register" } });
  await expect(set("26-1")).rejects.toMatchObject({
    cause: { constraint: "receipt_register_form" },
  });
  const take = (amountFen: number, kind = "refund") =>
    it.db.insert(refund).values({
      paymentId: one.paymentId,
      kind,
      amountFen,
      reason: "重复缴费一次",
      state: 1,
      askedBy: 1,
      decidedBy: clerk.userId,
      decidedAt: new Date(),
    });
  await expect(take(30_001)).rejects.toMatchObject({
    cause: { constraint: "refund_within_payment" },
  });
  await expect(take(-30_001, "correction")).rejects.toMatchObject({
    cause: { constraint: "refund_within_payment" },
  });
  await take(20_000);
  await expect(take(10_001)).rejects.toMatchObject({
    cause: { constraint: "refund_within_payment" },
  });
  await take(10_000);
});

test("each permission opens its own call", async () => {
  const reader = await staffWith(it, "finance:receipt:list");
  expect((await call("GET", "/list", undefined, reader.token)).code).toBe(200);
  for (const path of ["issue", "head", "mail", "void", "keep"]) {
    expect((await call("PUT", `/${path}`, { id: 1 }, reader.token)).code, path).toBe(403);
  }
  const member = await it.as("member");
  expect((await call("GET", "/list", undefined, member.token)).code).toBe(403);
  const sent = await upload(
    it,
    "/common/oss/upload",
    [{ field: "file", name: "a.pdf", bytes: PDF }],
    { token: member.token, fields: { purpose: "receipt" } },
  );
  expect(sent.code).toBe(500);
});
