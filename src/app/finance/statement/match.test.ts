import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { session } from "#src/app/login/table.server.ts";
import { memberTerm } from "#src/app/member/term/table.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import { startApp } from "#src/test/app.ts";
import { applicantWhoPays, signCalls, signRow } from "#src/test/membership.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { payment, receipt } from "../table.server.ts";
import { bankLine, bankMatch, bankProfile, bankStatement } from "./table.server.ts";
import type { Candidate, LineCounts, LineRow, MatchResult } from "./wire.ts";

const it = await startApp();
const BASE = "/api/bll/finance/statement";
const ALL = ["finance:statement:query", "finance:statement:match", "member:finance:confirm"];
const clerk = await staffWith(it, ...ALL);

const [profile] = await it.db
  .insert(bankProfile)
  .values({ bankName: "测试银行", mapping: { columns: {}, amountForm: "credit", dateForm: "ymd" } })
  .returning();
const profileId = profile?.id ?? 0;

async function newStatement(): Promise<number> {
  const counts = { lineCount: 0, addedCount: 0, repeatedCount: 0, outCount: 0, problemCount: 0 };
  const [row] = await it.db
    .insert(bankStatement)
    .values({ profileId, fileName: "明细.csv", sha256: "a", ...counts, importedBy: clerk.userId })
    .returning();
  return row?.id ?? 0;
}

let lines = 0;
type Given = Partial<typeof bankLine.$inferInsert>;
/** A line of a statement of its own. */
async function newLine(given: Given = {}): Promise<{ id: number; statementId: number }> {
  const statementId = given.statementId ?? (await newStatement());
  const serial = `M${String(++lines).padStart(8, "0")}`;
  const [row] = await it.db
    .insert(bankLine)
    .values({
      statementId,
      profileId,
      lineNo: lines,
      paidAt: new Date("2026-11-20T02:20:30Z"),
      amountFen: 30_000,
      payerName: "某人",
      payerTail: "5702",
      serial,
      fingerprint: serial,
      ...given,
    })
    .returning();
  return { id: row?.id ?? 0, statementId };
}
const get = async (path: string, token = clerk.token) =>
  (await it.call("GET", `${BASE}/${path}`, { token })).body;
const rowsOf = async (statementId: number, query = "") =>
  (await get(`lines?statementId=${statementId}&pageSize=100${query}`)).rows as LineRow[];
const match = async (
  items: { lineId: number; parts: { signId: number; amount: string }[] }[],
  token = clerk.token,
) => {
  const { body } = await it.call("POST", `${BASE}/match`, { token, body: { items } });
  return body as typeof body & { data: MatchResult[] };
};
const one = (lineId: number, signId: number, amount = "300", token?: string) =>
  match([{ lineId, parts: [{ signId, amount }] }], token);
const lineRow = async (id: number) =>
  (await it.db.select().from(bankLine).where(eq(bankLine.id, id)))[0];
const refOf = async (id: number) => (await signRow(it, id)).reference ?? "";

/** Somebody who waits for payment and has handed in no voucher. */
async function waits() {
  const applicant = await applicantWhoPays(it, {});
  await it.db.update(sign).set({ state: 4 }).where(eq(sign.id, applicant.id));
  await it.db.delete(payment).where(eq(payment.signId, applicant.id));
  return applicant;
}

test("reference and amount: proposed as sure, confirmed with the day, the serial and the account of the bank", async () => {
  const applicant = await applicantWhoPays(it, {
    payTime: "2026-11-01 08:00:00",
    payerName: "林晓",
  });
  const { id, statementId } = await newLine({ remark: `会费 ${await refOf(applicant.id)}` });
  const [row] = await rowsOf(statementId);
  expect(row).toMatchObject({
    kind: "sure",
    why: "附言码与金额一致",
    difference: "0.00",
    leftAmount: "300.00",
    paidAt: "2026-11-20 10:20:30",
    candidates: [
      {
        signId: applicant.id,
        leftAmount: "300.00",
        voucherPayer: "林晓",
        voucherAmount: "300.00",
        refusal: "",
      },
    ],
  });
  expect((await get(`lineCounts?statementId=${statementId}`)).data).toEqual({
    sure: 1,
    likely: 0,
    hand: 0,
    none: 0,
    matched: 0,
    aside: 0,
  } satisfies LineCounts);
  const { data } = await one(id, applicant.id);
  expect(data).toMatchObject([
    { ok: true, signs: [{ signId: applicant.id, state: 7, leftAmount: "0.00" }] },
  ]);
  const [paid] = await it.db.select().from(payment).where(eq(payment.signId, applicant.id));
  expect(paid).toMatchObject({
    state: 1,
    receivedFen: 30_000,
    part: 1,
    method: "bank",
    confirmedBy: clerk.userId,
  });
  expect(paid?.bankSerial).toMatch(/^M/);
  expect(paid?.payTime.toISOString()).toBe("2026-11-20T02:20:30.000Z");
  const [term] = await it.db.select().from(memberTerm).where(eq(memberTerm.signId, applicant.id));
  expect(term?.fromOn).toBe("2026-11-20");
  expect(await it.db.$count(receipt, eq(receipt.paymentId, paid?.id ?? 0))).toBe(1);
  expect(await lineRow(id)).toMatchObject({ state: 1, usedFen: 30_000 });
  expect(await rowsOf(statementId)).toEqual([]);
  expect(await rowsOf(statementId, "&kind=matched")).toMatchObject([
    { state: 1, kind: "", matches: [{ signId: applicant.id, amount: "300.00" }] },
  ]);
  expect((await one(id, applicant.id)).msg).toBe("这笔流水已确认过，请刷新后查看");
});

test("without a voucher the line says who paid; without a serial the line is its own", async () => {
  const applicant = await waits();
  const { id } = await newLine({ serial: null, payerName: "林晓的父亲" });
  expect((await one(id, applicant.id)).code).toBe(200);
  const [paid] = await it.db.select().from(payment).where(eq(payment.signId, applicant.id));
  expect(paid).toMatchObject({
    payerName: "林晓的父亲",
    payerTail: "5702",
    bankSerial: `L${id}`,
    method: "bank",
    submittedBy: null,
  });
});

test("too little leaves the rest; the rest comes with another line", async () => {
  const applicant = await applicantWhoPays(it, {});
  const remark = await refOf(applicant.id);
  const { id, statementId } = await newLine({ amountFen: 10_000, remark });
  expect(await rowsOf(statementId)).toMatchObject([{ kind: "hand", difference: "-200.00" }]);
  expect((await one(id, applicant.id, "100")).data).toMatchObject([
    { signs: [{ state: 4, leftAmount: "200.00" }] },
  ]);
  const rest = await newLine({ amountFen: 20_000, remark });
  expect(await rowsOf(rest.statementId)).toMatchObject([
    { kind: "sure", candidates: [{ leftAmount: "200.00" }] },
  ]);
  expect((await one(rest.id, applicant.id, "200.00")).data).toMatchObject([
    { signs: [{ state: 7 }] },
  ]);
});

test("too much is confirmed as what came in, and said", async () => {
  const applicant = await applicantWhoPays(it, {});
  const { id } = await newLine({ amountFen: 40_000, remark: await refOf(applicant.id) });
  expect((await one(id, applicant.id, "400")).data).toMatchObject([
    { signs: [{ state: 7, leftAmount: "-100.00" }] },
  ]);
});

test("one transfer for a list of members: parts by application, the rest stays on the line", async () => {
  const first = await waits();
  const second = await waits();
  const third = await waits();
  const remark = `${await refOf(first.id)} ${await refOf(second.id)}`;
  const { id, statementId } = await newLine({ amountFen: 100_000, remark });
  expect(await rowsOf(statementId)).toMatchObject([{ kind: "hand", difference: "400.00" }]);
  const parts = [first, second].map((each) => ({ signId: each.id, amount: "300" }));
  expect((await match([{ lineId: id, parts }])).data).toMatchObject([
    { ok: true, signs: [{ state: 7 }, { state: 7 }] },
  ]);
  expect(await lineRow(id)).toMatchObject({ state: 0, usedFen: 60_000 });
  const serials = await it.db
    .select({ serial: payment.bankSerial, part: payment.part })
    .from(bankMatch)
    .innerJoin(payment, eq(payment.id, bankMatch.paymentId))
    .where(eq(bankMatch.lineId, id))
    .orderBy(payment.part);
  expect(serials.map(({ part }) => part)).toEqual([1, 2]);
  expect(new Set(serials.map(({ serial }) => serial)).size).toBe(1);
  expect(await rowsOf(statementId)).toMatchObject([
    { leftAmount: "400.00", matches: [{ amount: "300.00" }, { amount: "300.00" }] },
  ]);
  expect((await one(id, third.id, "400.01")).msg).toBe("合计不能超过这笔流水剩余的 400.00 元");
  expect((await one(id, third.id, "300")).code).toBe(200);
  expect(await lineRow(id)).toMatchObject({ state: 0, usedFen: 90_000 });
});

test("of a line all parts are confirmed or none; of several lines each by itself", async () => {
  const good = await waits();
  const other = await waits();
  const { id } = await newLine({ amountFen: 90_000 });
  const answer = await match([
    {
      lineId: id,
      parts: [
        { signId: good.id, amount: "300" },
        { signId: other.id, amount: "300.01" },
      ],
    },
  ]);
  expect(answer).toMatchObject({
    code: 500,
    data: { [`amount.${other.id}`]: expect.stringContaining("还应缴 300.00 元") },
  });
  expect((await signRow(it, good.id)).state).toBe(4);
  expect(await lineRow(id)).toMatchObject({ usedFen: 0 });
  const own = await newLine();
  const results = await match([
    { lineId: id, parts: [{ signId: good.id, amount: "x" }] },
    { lineId: own.id, parts: [{ signId: other.id, amount: "300" }] },
  ]);
  expect(results.data).toMatchObject([
    { lineId: id, ok: false, msg: "请输入正确的金额，如 1000 或 1000.50" },
    { lineId: own.id, ok: true },
  ]);
});

test.each([
  [[], "请先选择流水"],
  [[{ lineId: 999_999, parts: [{ signId: 1, amount: "1" }] }], "没有找到"],
  [Array.from({ length: 51 }, (_, n) => ({ lineId: n + 1, parts: [] })), "一次最多确认 50 笔流水"],
] as const)("%j is refused", async (items, msg) => {
  await newLine();
  const answer = await match(items.map((item) => ({ ...item, parts: [...item.parts] })));
  expect(answer.code).not.toBe(200);
  if (msg !== "没有找到") expect(answer.msg).toBe(msg);
});

test("amounts and applications of a part are checked", async () => {
  const applicant = await waits();
  const { id } = await newLine();
  expect(await one(id, applicant.id, "")).toMatchObject({
    data: { [`amount.${applicant.id}`]: "请填写金额" },
  });
  expect(await one(id, applicant.id, "-5")).toMatchObject({
    data: { [`amount.${applicant.id}`]: "金额不能为负数" },
  });
  expect((await match([{ lineId: id, parts: [] }])).msg).toBe("请选择这笔流水对应的申请");
  const twice = [1, 2].map(() => ({ signId: applicant.id, amount: "100" }));
  expect((await match([{ lineId: id, parts: twice }])).msg).toBe("同一份申请选择了两次");
  expect((await one(id, 999_999)).code).toBe(404);
});

test("the guards of the flow hold: one's own application, one's own review, a serial that was used, done", async () => {
  const applicant = await applicantWhoPays(it, {});
  const remark = await refOf(applicant.id);
  const { id, statementId } = await newLine({ remark });
  await it.db.update(sign).set({ checkedBy: clerk.userId }).where(eq(sign.id, applicant.id));
  const text = "您是这份申请的初审人，到账须由其他人员确认";
  expect((await rowsOf(statementId))[0]?.candidates[0]?.refusal).toBe(text);
  expect((await one(id, applicant.id)).msg).toBe(text);
  await it.db.update(sign).set({ checkedBy: null }).where(eq(sign.id, applicant.id));
  // The same transfer was written down by hand before.
  const other = await applicantWhoPays(it, {});
  const serial = (await lineRow(id))?.serial;
  await signCalls(it, clerk.token).put("financePass", {
    id: other.id,
    receivedAmount: "300",
    bankSerial: serial,
  });
  expect((await one(id, applicant.id)).msg).toBe("该银行流水号已用于另一笔缴费，请核对");
  const fresh = await newLine();
  expect((await one(fresh.id, other.id)).msg).toBe("这笔会费已经确认到账，请勿重复确认");
  expect(await lineRow(fresh.id)).toMatchObject({ state: 0, usedFen: 0 });
});

test("whoever has not shown lately that it is they is asked", async () => {
  const old = await staffWith(it, ...ALL);
  await it.db
    .update(session)
    .set({ createdAt: sql`now() - interval '1 hour'` })
    .where(eq(session.userId, old.userId));
  const { id } = await newLine();
  expect(await one(id, 1, "300", old.token)).toMatchObject({
    data: { stepUp: { method: "password" } },
  });
});

test("two at once with one line: one confirms, the other is refused", async () => {
  const applicant = await waits();
  const other = await waits();
  const { id } = await newLine();
  const second = await staffWith(it, ...ALL);
  const results = await heldAt(it, (text) => text.startsWith('insert into "bank_match"'), [
    () => one(id, applicant.id),
    () => one(id, other.id, "300", second.token),
  ]);
  const codes = results.map((each) => (each.status === "fulfilled" ? each.value.code : 0));
  expect(codes.sort()).toEqual([200, 500]);
  expect(await it.db.$count(bankMatch, eq(bankMatch.lineId, id))).toBe(1);
});

test("two at once with two lines for one application: one confirms", async () => {
  const applicant = await waits();
  const [first, later] = [await newLine(), await newLine()];
  const second = await staffWith(it, ...ALL);
  const answers = await Promise.all([
    one(first.id, applicant.id),
    one(later.id, applicant.id, "300", second.token),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
});

test("lines that are no dues are put aside with a reason, and taken back", async () => {
  const { id, statementId } = await newLine({ payerName: "电力公司退款" });
  const post = async (path: string, body: object) =>
    (await it.call("POST", `${BASE}/${path}`, { token: clerk.token, body })).body;
  expect(await post("putAside", { ids: [id], reason: "退" })).toMatchObject({
    data: { reason: "请写明原因，5 到 200 个字" },
  });
  expect((await post("putAside", { ids: [id], reason: "电费退款，不是会费" })).msg).toBe(
    "已标记 1 笔流水",
  );
  expect((await post("putAside", { ids: [id], reason: "电费退款，不是会费" })).msg).toBe(
    "所选流水已被他人处理，请刷新后查看",
  );
  expect(await rowsOf(statementId)).toEqual([]);
  expect(await rowsOf(statementId, "&kind=aside&keyword=电力")).toMatchObject([
    { id, reason: "电费退款，不是会费" },
  ]);
  expect((await one(id, 1)).msg).toBe("这笔流水已标记为不匹配，请先恢复");
  expect((await post("takeBack", { ids: [id] })).msg).toBe("已恢复 1 笔流水");
  expect(await rowsOf(statementId)).toMatchObject([{ id, kind: "none", reason: "" }]);
  expect((await post("takeBack", { ids: [] })).msg).toBe("请先选择流水");
});

test("lines are found by their words, applications by name and number", async () => {
  const applicant = await waits();
  await it.db.update(sign).set({ name: "段晓云" }).where(eq(sign.id, applicant.id));
  const statementId = await newStatement();
  await newLine({ statementId, payerName: "甲公司", amountFen: 12_345 });
  await newLine({ statementId, payerName: "段 晓云" });
  expect(await rowsOf(statementId)).toMatchObject([
    { kind: "likely", candidates: [{ name: "段晓云" }] },
    { kind: "none" },
  ]);
  expect((await rowsOf(statementId, "&keyword=123.45")).map(({ payerName }) => payerName)).toEqual([
    "甲公司",
  ]);
  expect(await rowsOf(statementId, "&kind=sure")).toEqual([]);
  const { applyNo } = await signRow(it, applicant.id);
  for (const keyword of ["晓云", applyNo.toLowerCase(), await refOf(applicant.id)]) {
    const found = (await get(`payables?keyword=${encodeURIComponent(keyword)}`))
      .data as Candidate[];
    expect(found.map(({ signId }) => signId)).toContain(applicant.id);
  }
  expect((await get("payables?keyword=")).data).toEqual([]);
});

test("each permission opens its own call, and nobody confirms without that of finance", async () => {
  const reader = await staffWith(it, "finance:statement:query");
  expect((await one(1, 1, "1", reader.token)).code).toBe(403);
  for (const path of ["putAside", "takeBack"]) {
    expect(
      (await it.call("POST", `${BASE}/${path}`, { token: reader.token, body: { ids: [1] } })).body
        .code,
    ).toBe(403);
  }
  const matcher = await staffWith(it, "finance:statement:match");
  for (const path of ["lines", "lineCounts", "payables?keyword=a"]) {
    expect((await get(path, matcher.token)).code).toBe(403);
  }
  const applicant = await applicantWhoPays(it, {});
  const { id, statementId } = await newLine({ remark: await refOf(applicant.id) });
  expect((await one(id, applicant.id, "300", matcher.token)).code).toBe(404);
  const { rows } = await get(`lines?statementId=${statementId}`, reader.token);
  expect(rows).toMatchObject([{ kind: "none", candidates: [] }]);
});

const refusal = async (statement: string) => {
  try {
    await it.db.execute(sql.raw(statement));
  } catch (error) {
    return (error as { cause?: { constraint?: string } }).cause?.constraint;
  }
  return undefined;
};

test("the database refuses what must never be", async () => {
  const applicant = await applicantWhoPays(it, {});
  const { id } = await newLine();
  const [waiting] = await it.db.select().from(payment).where(eq(payment.signId, applicant.id));
  const insert = (fen: number, paymentId = waiting?.id ?? 0) =>
    `insert into bank_match (line_id, payment_id, fen) values (${id}, ${paymentId}, ${fen})`;
  expect(await refusal(insert(30_000))).toBe("bank_match_payment");
  await it.db
    .update(payment)
    .set({ state: 1, receivedFen: 30_001, confirmedBy: clerk.userId, confirmedAt: new Date() })
    .where(eq(payment.id, waiting?.id ?? 0));
  expect(await refusal(insert(30_000))).toBe("bank_match_payment");
  expect(await refusal(insert(30_001))).toBe("bank_line_used");
  await it.db
    .update(payment)
    .set({ receivedFen: 20_000 })
    .where(eq(payment.id, waiting?.id ?? 0));
  expect(await refusal(insert(20_000))).toBeUndefined();
  expect(await refusal(insert(20_000))).toBe("bank_match_paymentId_unique");
  expect(await refusal(`update bank_match set fen = 1 where line_id = ${id}`)).toBe(
    "bank_match_fixed",
  );
  const change = (values: string) => refusal(`update bank_line set ${values} where id = ${id}`);
  expect(await change("state = 1")).toBe("bank_line_matched");
  expect(await change("state = 2")).toBe("bank_line_put_aside");
  expect(await change("amount_fen = 19999")).toBe("bank_line_used");
  expect(await change("payer_tail = '12345'")).toBe("bank_line_tail");
  expect(await change("remark = '6222021001116245702'")).toBe("bank_line_no_account");
  expect(await change("serial = 'a b'")).toBe("bank_line_serial_form");
  const second = await newLine();
  const serial = (await lineRow(id))?.serial;
  expect(await refusal(`update bank_line set serial = '${serial}' where id = ${second.id}`)).toBe(
    "bank_line_serial",
  );
  expect(
    await refusal(`update bank_line set fingerprint = '${serial}' where id = ${second.id}`),
  ).toBe("bank_line_once");
  expect(await refusal(`delete from bank_line where id = ${id}`)).toBe(
    "bank_match_line_id_bank_line_id_fk",
  );
});
