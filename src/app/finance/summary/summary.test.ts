import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { applicantWhoPays, signCalls } from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";
import { payment, refund } from "../table.server.ts";
import type { Summary } from "./wire.ts";

const it = await startApp();
const reader = await staffWith(it, "finance:summary:list", "finance:summary:export");
const cashier = await staffWith(it, "member:finance:confirm");
const money = signCalls(it, cashier.token);

const summaryOf = async (year: number | string, token = reader.token) =>
  (await it.call("GET", `/api/bll/finance/summary/list?year=${year}`, { token })).body;
const rowsOf = async (year: number) => ((await summaryOf(year)).data as Summary).rows;

let serials = 0;
/** 300.00 that were confirmed at this moment, in Shanghai's time. */
async function confirmedAt(time: string): Promise<number> {
  const { id } = await applicantWhoPays(it, {});
  const bankSerial = `M${String(++serials).padStart(9, "0")}`;
  const answer = await money.put("financePass", { id, receivedAmount: "300", bankSerial });
  expect(answer.body.code).toBe(200);
  const [row] = await it.db
    .update(payment)
    .set({ confirmedAt: sql`${`${time}+08`}::timestamptz` })
    .where(eq(payment.signId, id))
    .returning({ id: payment.id });
  return row?.id ?? 0;
}

const back = (paymentId: number, kind: string, amountFen: number, time: string, state = 1) =>
  it.db.insert(refund).values({
    paymentId,
    kind,
    amountFen,
    reason: "重复缴费一次",
    state,
    askedBy: 1,
    ...(state === 0
      ? {}
      : { decidedBy: cashier.userId, decidedAt: sql`${`${time}+08`}::timestamptz` }),
  });

test("months and years end in Shanghai; what goes back counts where it was agreed to", async () => {
  const last = await confirmedAt("2024-12-31 23:59:59");
  const first = await confirmedAt("2025-01-01 00:00:00");
  await confirmedAt("2025-03-31 23:30:00");
  await back(last, "refund", 10_000, "2025-02-03 10:00:00", 3);
  await back(first, "correction", -5_000, "2025-03-05 10:00:00");
  await back(first, "refund", 1_000, "", 0);

  const dues = { kind: "dues", memberType: "01", levelName: "个人会员" };
  expect(await rowsOf(2024)).toEqual([
    { ...dues, month: "2024-12", count: 1, received: "300.00", refunded: "0.00", net: "300.00" },
  ]);
  expect(await rowsOf(2025)).toEqual([
    { ...dues, month: "2025-01", count: 1, received: "300.00", refunded: "0.00", net: "300.00" },
    { ...dues, month: "2025-02", count: 0, received: "0.00", refunded: "100.00", net: "-100.00" },
    { ...dues, month: "2025-03", count: 1, received: "250.00", refunded: "0.00", net: "250.00" },
  ]);
  const { years } = (await summaryOf(2025)).data as Summary;
  expect(years).toEqual(expect.arrayContaining([2026, 2025, 2024]));
});

test("a year without money is empty; what is no year is refused", async () => {
  expect(await rowsOf(2001)).toEqual([]);
  for (const year of ["1999", "99999", "x", "2025' or 1=1"]) {
    expect(await summaryOf(encodeURIComponent(year))).toMatchObject({
      code: 500,
      msg: "请选择年份",
    });
  }
});

test("a branch sees its own money, and nobody without the permission any", async () => {
  expect((await summaryOf(2025, cashier.token)).code).toBe(403);
  const own = await staffWith(it, "finance:summary:list");
  await it.db.execute(sql`update sys_role set data_scope = '3' where role_id in
    (select role_id from sys_user_role where user_id = ${own.userId})`);
  const { rows } = (await summaryOf(2025, own.token)).data as Summary;
  expect(rows).toEqual([]);
});
