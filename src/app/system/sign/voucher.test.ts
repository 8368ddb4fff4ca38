import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { payment } from "#src/app/finance/table.server.ts";
import { startApp } from "#src/test/app.ts";
import { fileOf, personForm, signCalls } from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";
import type { Info } from "./wire.ts";

// What finance and reviewers see beside an application.

const it = await startApp();
const reviewer = await staffWith(it, "member:sign:list", "member:sign:query", "member:sign:check");
const finance = await staffWith(it, "member:finance:query", "member:finance:confirm");
const desk = signCalls(it, reviewer.token);
const money = signCalls(it, finance.token);

/** A person who has paid: the application waits for finance. */
async function paidFor({ hash = "", serial = "", name = "林晓" } = {}) {
  const login = await it.as("member");
  const calls = signCalls(it, login.token);
  const form = { ...(await personForm(it, login)), realName: name };
  const { body } = await calls.post("addMember", { ...form, submit: true });
  const { id, applyNo } = body.data as { id: number; applyNo: string };
  await desk.post("check", { id, action: "pass" });
  const pay = async () => {
    const file = await fileOf(it, login.userId, "voucher");
    if (hash) {
      await it.db.update(storedFile).set({ sourceSha256: hash }).where(eq(storedFile.path, file));
    }
    return calls.put("addFinance", {
      id,
      payAmount: "300",
      payTime: "2026-11-20 10:00:00",
      payMethod: "bank",
      payerName: name,
      voucherFiles: [file],
      ...(serial ? { bankSerial: serial } : {}),
    });
  };
  expect((await pay()).body).toMatchObject({ code: 200 });
  return { id, applyNo, calls, pay };
}

const seenBy = async (calls: typeof desk, id: number): Promise<Info> =>
  (await calls.get(`getInfo?id=${id}`)).body.data as Info;

test("a voucher that finance has opened stays; one that nobody has opened is replaced", async () => {
  const { id, calls, pay } = await paidFor();
  expect((await pay()).body).toMatchObject({ code: 200 });
  expect((await seenBy(money, id)).payment).toMatchObject({ isOpened: false });
  expect((await money.post("openVoucher", { id })).body).toMatchObject({ code: 200 });
  expect((await seenBy(money, id)).payment).toMatchObject({ isOpened: true });
  expect((await pay()).body).toMatchObject({
    code: 500,
    msg: "财务人员正在核对您的凭证，暂时不能更换；有问题请等待核对结果",
  });
  const [row] = await it.db
    .select()
    .from(payment)
    .where(eq(payment.signId, id))
    .orderBy(payment.id);
  expect(row).toMatchObject({ state: 3, openedAt: null });
  // Opened twice: the first one stays the one who opened it.
  expect((await money.post("openVoucher", { id })).body).toMatchObject({ code: 200 });
  // Others open nothing.
  for (const [other, code] of [
    [desk, 403],
    [calls, 403],
  ] as const) {
    expect((await other.post("openVoucher", { id })).body).toMatchObject({ code });
  }
  expect((await money.post("openVoucher", { id: 999_999 })).body).toMatchObject({ code: 404 });
  expect((await money.post("openVoucher", { id: "x" })).body.code).not.toBe(200);
});

test("one who opens and one who replaces at once: never both", async () => {
  const { id, pay } = await paidFor();
  const [opened, replaced] = await Promise.all([money.post("openVoucher", { id }), pay()]);
  expect(opened.body).toMatchObject({ code: 200 });
  const [last] = (await seenBy(money, id)).payments;
  // Whoever was first: a voucher that was replaced is not the one that is opened.
  if (replaced.body.code !== 200) expect(last).toMatchObject({ isOpened: true });
  const rows = await it.db.select().from(payment).where(eq(payment.signId, id));
  expect(rows.filter(({ state, openedAt }) => state === 3 && openedAt !== null)).toEqual([]);
});

test("a voucher or a bank serial that was used elsewhere is named, and one's own is not", async () => {
  const hash = "a".repeat(64);
  const first = await paidFor({ hash, serial: "SERIAL1", name: "段晓云" });
  expect((await seenBy(money, first.id)).payment?.invoice).toMatchObject({
    type: "dues",
    titleType: "person",
    title: "段晓云",
  });
  expect((await seenBy(money, first.id)).checks).toMatchObject({
    voucherUsed: [],
    serialUsed: [],
  });
  await first.pay();
  expect((await seenBy(money, first.id)).checks).toMatchObject({ voucherUsed: [] });
  const second = await paidFor({ hash, serial: "SERIAL1", name: "段晓云" });
  expect((await seenBy(money, second.id)).checks).toMatchObject({
    voucherUsed: [first.applyNo],
    serialUsed: [first.applyNo],
    sameName: [first.applyNo],
    sameNumber: [],
    photo: { width: 600, height: 800 },
  });
  // Its owner learns nothing of others.
  expect((await seenBy(second.calls, second.id)).checks).toBeNull();
});
