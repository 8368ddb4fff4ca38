import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { applicantWhoPays, fileOf, signCalls } from "#src/test/membership.ts";
import { roleWith, staffWith } from "#src/test/rights.ts";
import { sign } from "../../system/sign/table.server.ts";
import { payment } from "../table.server.ts";
import type { PaymentRow } from "./wire.ts";

const it = await startApp();
const BASE = "/api/bll/finance/confirm";
const clerk = await staffWith(
  it,
  "member:finance:list",
  "member:finance:query",
  "member:finance:confirm",
  "member:finance:export",
);

const rowsOf = async (query: string, token = clerk.token) => {
  const { body } = await it.call("GET", `${BASE}/list?${query}`, { token });
  expect(body.code).toBe(200);
  return body as unknown as { rows: PaymentRow[]; total: number };
};
const ofSign = async (signId: number) => {
  const { rows } = await rowsOf("pageSize=100");
  return rows.filter((row) => row.signId === signId);
};
const confirm = signCalls(it, clerk.token);

test("what waits comes first; amounts, what is due and what lacks are said", async () => {
  const done = await applicantWhoPays(it, { payAmount: "300" });
  await confirm.put("financePass", {
    id: done.id,
    receivedAmount: "300",
    bankSerial: "C000000001",
  });
  const short = await applicantWhoPays(it, { payAmount: "100.5", payerName: "少付的人" });
  const much = await applicantWhoPays(it, { payAmount: "350" });
  const { rows } = await rowsOf("pageSize=100");
  expect(rows.map(({ signId }) => signId)).toEqual([short.id, much.id, done.id]);
  expect(rows.map(({ state }) => state)).toEqual([0, 0, 1]);
  expect(rows[0]).toMatchObject({
    payerName: "少付的人",
    payAmount: "100.50",
    dueAmount: "300.00",
    difference: "-199.50",
    warning: "",
    reference: expect.stringMatching(/^H/),
    confirmedAt: null,
  });
  expect(rows[1]).toMatchObject({ difference: "50.00" });
  expect(rows[2]).toMatchObject({ difference: "0.00", bankSerial: "C000000001" });
  // What came in before is no longer due.
  await confirm.put("financePass", {
    id: short.id,
    receivedAmount: "100.5",
    bankSerial: "C000000002",
  });
  await short.pay({ payAmount: "199.5", payerName: "少付的人" });
  const two = await ofSign(short.id);
  expect(two.map(({ state, dueAmount, difference }) => [state, dueAmount, difference])).toEqual([
    [0, "199.50", "0.00"],
    [1, "300.00", "-199.50"],
  ]);
  for (const [query, ids] of [
    ["state=1", [short.id, done.id]],
    ["state=0&keyword=少付", [short.id]],
    ["keyword=c000000001", [done.id]],
    [`keyword=${rows[1]?.reference.toLowerCase()}`, [much.id]],
    [`keyword=${rows[1]?.applyNo}`, [much.id]],
    ["method=cash", []],
    ["keyword=%25", []],
  ] as const) {
    const found = await rowsOf(query);
    expect([query, found.rows.map(({ signId }) => signId), found.total]).toEqual([
      query,
      ids,
      ids.length,
    ]);
  }
});

test("a refused and a replaced payment stay in sight", async () => {
  const one = await applicantWhoPays(it, {});
  await one.pay({});
  await confirm.put("financeFail", {
    id: one.id,
    reasonCode: "unreadable",
    reason: "凭证看不清楚，请重传",
  });
  expect((await ofSign(one.id)).map(({ state }) => state)).toEqual([2, 3]);
});

test("a voucher or a serial that stands with another application is warned of, one's own is not", async () => {
  const first = await applicantWhoPays(it, { bankSerial: "C000000009" });
  const second = await applicantWhoPays(it, { bankSerial: "C000000009" });
  const [row] = await it.db.select().from(payment).where(eq(payment.signId, first.id));
  expect((await ofSign(first.id))[0]?.warning).toBe("流水号已用于另一笔缴费");
  await it.db
    .update(payment)
    .set({ voucherHashes: row?.voucherHashes ?? [], bankSerial: null })
    .where(eq(payment.signId, second.id));
  expect((await ofSign(second.id))[0]?.warning).toBe("凭证曾用于另一笔缴费");
  expect((await ofSign(first.id))[0]?.warning).toBe("凭证曾用于另一笔缴费");
  const again = await applicantWhoPays(it, {});
  const file = await fileOf(it, again.login.userId, "voucher");
  await again.pay({ voucherFiles: [file] });
  await again.pay({ voucherFiles: [file] });
  expect((await ofSign(again.id)).map(({ warning }) => warning)).toEqual(["", "", ""]);
});

test("the file has the rows that the filters leave, and says states in words", async () => {
  const one = await applicantWhoPays(it, { payerName: "只此一人", payAmount: "1,234.5" });
  const response = await it.app.inject({
    method: "POST",
    url: `/prod-api${BASE}/export`,
    headers: {
      authorization: `Bearer ${clerk.token}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams({ keyword: "只此一人" }).toString(),
  });
  const parts = unzipSync(new Uint8Array(response.rawPayload));
  const text = strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(text).toContain(">只此一人<");
  expect(text).toContain(">待确认<");
  expect(text).toContain("<v>1234.5</v>");
  expect(text.match(/<row /g)).toHaveLength(2);
  expect(one.id).toBeGreaterThan(0);
});

test("each permission opens its own call, within the branch of its role", async () => {
  const one = await applicantWhoPays(it, {});
  const reader = await staffWith(it, "member:finance:list");
  const exported = await it.call("POST", `${BASE}/export`, { token: reader.token });
  expect(exported.body.code).toBe(403);
  const stranger = await staffWith(it, "member:finance:confirm");
  expect((await it.call("GET", `${BASE}/list`, { token: stranger.token })).body.code).toBe(403);
  const member = await it.as("member");
  expect((await it.call("GET", `${BASE}/list`, { token: member.token })).body.code).toBe(403);
  // Scope 3: the rows of one's own department.
  const bound = await it.as("staff");
  await roleWith(it, { roleKey: "boundClerk", dataScope: "3", userIds: [bound.userId] }, [
    "member:finance:list",
  ]);
  expect(
    (await rowsOf("pageSize=100", bound.token)).rows.map(({ signId }) => signId),
  ).not.toContain(one.id);
  await it.db.update(sign).set({ deptId: null }).where(eq(sign.id, one.id));
  expect((await rowsOf("", bound.token)).total).toBe(0);
});
