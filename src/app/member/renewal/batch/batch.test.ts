import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { sign } from "#src/app/system/sign/table.server.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { startApp } from "#src/test/app.ts";
import { memberEnding, signCalls, signRow } from "#src/test/membership.ts";
import { readPdf } from "#src/test/pdf.ts";
import { staffWith } from "#src/test/rights.ts";
import { message } from "../../../message/table.server.ts";
import { renewalBatch } from "./table.server.ts";
import type { BatchChecked, BatchOpened, BatchRow } from "./wire.ts";

const it = await startApp();
const BASE = "/api/bll/member/renewal/batch";
const desk = await staffWith(it, "member:renewal:batch");
const today = formatDay(new Date());

const call = async (method: string, path: string, body?: object, token = desk.token) =>
  (await it.call(method, BASE + path, { token, ...(body ? { body } : {}) })).body;

const check = async (text: string, years = 1) => call("POST", "/check", { text, years });
const checked = async (text: string, years = 1) => (await check(text, years)).data as BatchChecked;
const open = (memberIds: number[], change: object = {}) =>
  call("POST", "", { payerName: "云川师范大学", remark: "", years: 1, memberIds, ...change });
const opened = async (memberIds: number[]) => (await open(memberIds)).data as BatchOpened;
const signsOf = (memberIds: number[]) =>
  it.db.select().from(sign).where(inArray(sign.memberId, memberIds)).orderBy(sign.id);

test("a list is read by numbers and names, says what each pays and who cannot, and writes nothing", async () => {
  const [a, b, c] = [
    await memberEnding(it, 30),
    await memberEnding(it, -20),
    await memberEnding(it, 10),
  ];
  const early = await memberEnding(it, 200);
  const late = await memberEnding(it, -400);
  const noAccount = await memberEnding(it, 5, { userId: null });
  const text = [
    "序号\t会员编号\t姓名",
    `1\t${a.memberNo}\t${a.name}`,
    `${b.name}、${c.name}`,
    a.memberNo.toLowerCase(),
    `${b.memberNo} 某某`,
    "P999900001",
    early.memberNo,
    late.memberNo,
    noAccount.memberNo,
  ].join("\n");
  const before = await it.db.$count(sign);
  const { lines, good, bad, total } = await checked(text, 2);
  expect([good, bad, total]).toEqual([3, 6, "1800.00"]);
  expect(lines.map(({ line, name, amount, problem }) => [line, name, amount, problem])).toEqual([
    [2, a.name, "600.00", ""],
    [3, b.name, "600.00", ""],
    [3, c.name, "600.00", ""],
    [4, "", "", "与第 2 行重复"],
    [5, "某某", "", `编号与名称不符，${b.memberNo} 是${b.name}`],
    [6, "", "", "没有这个会员编号"],
    [7, early.name, "", `会籍有效期至 ${daysAfter(today, 200)}，到期前 90 天起可以续会`],
    [8, late.name, "", "到期已超过一年，须会员本人重新申请入会"],
    [9, noAccount.name, "", "还没有网站账号，请会员先用手机号注册并核实资料"],
  ]);
  expect(await it.db.$count(sign)).toBe(before);
  expect(await it.db.$count(renewalBatch)).toBe(0);
  expect(await it.db.$count(message, eq(message.userId, a.login.userId))).toBe(0);
});

test("one payer renews a list: each waits for its payment with a reference of its own", async () => {
  const all = [await memberEnding(it, 30), await memberEnding(it, -20)];
  const ids = all.map(({ id }) => id);
  const answer = await open(ids, { remark: "2027 年度" });
  expect(answer).toMatchObject({ code: 200, msg: "已为 2 位会员发起续会，共 600.00 元" });
  const signs = await signsOf(ids);
  expect(signs.map(({ kind, state, dueFen }) => [kind, state, dueFen])).toEqual([
    ["RENEW", 4, 30_000],
    ["RENEW", 4, 30_000],
  ]);
  expect(new Set(signs.map(({ reference }) => reference)).size).toBe(2);
  const [first] = all;
  const told = await it.db
    .select()
    .from(message)
    .where(eq(message.userId, first?.login.userId ?? 0));
  expect(told.map(({ event, content }) => [event, content.includes("云川师范大学")])).toEqual([
    ["renewalByPayer", true],
  ]);
  const { rows } = (await call("GET", "/list?payerName=师范")) as unknown as { rows: BatchRow[] };
  expect(rows[0]).toMatchObject({ payerName: "云川师范大学", count: 2, done: 0, total: "600.00" });
  // Finance confirms what came in for one of them, as for any application.
  const finance = await staffWith(it, "member:finance:confirm");
  const paid = await signCalls(it, finance.token).put("financePass", {
    id: signs[0]?.id,
    receivedAmount: "300",
    payTime: `${today} 00:00:00`,
    payerName: "云川师范大学",
    bankSerial: "BATCH00001",
  });
  expect(paid.body).toMatchObject({ code: 200, data: { state: 7 } });
  const [row] = ((await call("GET", "/list")) as unknown as { rows: BatchRow[] }).rows;
  expect(row).toMatchObject({ count: 2, done: 1 });
  const pdf = await it.app.inject({
    method: "GET",
    url: `/prod-api${BASE}/pdf/${row?.id}`,
    headers: { authorization: `Bearer ${desk.token}` },
  });
  const text = readPdf(pdf.rawPayload)
    .flatMap(({ items }) => items.map((item) => item.text))
    .join("");
  for (const said of ["团体代缴会费清单", "云川师范大学", signs[1]?.reference ?? "", "600.00"]) {
    expect(text).toContain(said);
  }
});

test("two lists with the same member at once: one renewal; the other names who is left out", async () => {
  const [shared, one, two] = [
    await memberEnding(it, 30),
    await memberEnding(it, 30),
    await memberEnding(it, 30),
  ];
  const answers = await Promise.all([opened([shared.id, one.id]), opened([shared.id, two.id])]);
  expect(answers.map((each) => each.opened).sort()).toEqual([1, 2]);
  expect(answers.flatMap(({ refused }) => refused)).toMatchObject([
    { name: shared.name, msg: expect.stringMatching(/^有正在办理的申请 S\d+$/) },
  ]);
  expect(await signsOf([shared.id])).toHaveLength(1);
});

test("who is renewing by themselves is left out, and a list of such alone is refused", async () => {
  const [own, drafting] = [await memberEnding(it, 30), await memberEnding(it, 30)];
  await open([own.id]);
  await signCalls(it, drafting.login.token).post("addMember", { kind: "RENEW", submit: false });
  const answer = await open([own.id, drafting.id]);
  expect(answer.code).toBe(500);
  expect(answer.msg).toMatch(/^名单上没有可以续会的会员：/);
  expect(
    (await checked(`${drafting.memberNo}\n${own.memberNo}`)).lines.map(({ problem }) => problem),
  ).toEqual([
    "会员本人正在填写申请，请先与会员联系",
    expect.stringMatching(/^有正在办理的申请 S\d+$/),
  ]);
  const [draft] = await signsOf([drafting.id]);
  expect((await signRow(it, draft?.id ?? 0)).renewalBatchId).toBeNull();
});

test.each([
  [{ payerName: " " }, { payerName: "请填写付款单位" }],
  [{ payerName: "名".repeat(101) }, { payerName: "付款单位最多 100 个字" }],
  [{ remark: "注".repeat(201) }, { remark: "备注最多 200 个字" }],
])("%j is refused", async (change, data) => {
  const one = await memberEnding(it, 30);
  expect(await open([one.id], change)).toMatchObject({ code: 500, data });
  expect(await signsOf([one.id])).toHaveLength(0);
});

test("an empty list, one that is too long, and somebody who may not", async () => {
  expect((await check(" \n序号 姓名 ")).data).toEqual({ text: "请填写会员编号或名称，每行一位" });
  const long = Array.from({ length: 301 }, (_, at) => `P2099${String(at).padStart(5, "0")}`);
  expect((await check(long.join("\n"))).data).toEqual({
    text: "一次最多 300 位会员，现有 301 位",
  });
  const same = await memberEnding(it, 30, { name: "同名者" });
  await memberEnding(it, 30, { name: "同名者" });
  expect((await checked("同名者")).lines).toMatchObject([
    { problem: "有 2 位同名会员，请改写会员编号" },
  ]);
  expect((await open([999_999_999])).msg).toContain("请重新核对名单");
  const nobody = await staffWith(it, "member:renewal:list");
  const body = { payerName: "甲", memberIds: [same.id] };
  expect((await call("POST", "", body, nobody.token)).code).toBe(403);
  expect((await call("POST", "/check", { text: "甲" }, nobody.token)).code).toBe(403);
  expect((await call("GET", "/pdf/999999999")).code).toBe(404);
  expect(await it.db.$count(renewalBatch, and(eq(renewalBatch.payerName, "甲")))).toBe(0);
});
