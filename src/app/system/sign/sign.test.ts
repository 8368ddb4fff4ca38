import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { fileUse } from "#src/app/common/files/table.server.ts";
import { payment, receipt } from "#src/app/finance/table.server.ts";
import { session } from "#src/app/login/table.server.ts";
import { memberCertificate } from "#src/app/member/certificate/table.server.ts";
import { member } from "#src/app/member/table.server.ts";
import { message } from "#src/app/message/table.server.ts";
import { operLog } from "#src/app/monitor/operlog/table.server.ts";
import { takeDueSteps } from "#src/server/flow/flow.ts";
import { startApp } from "#src/test/app.ts";
import {
  fileOf,
  levelId,
  newIdentity,
  personForm,
  signCalls,
  signRow,
  unitForm,
} from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";
import { SIGN_FLOW } from "./acts/flow.server.ts";
import { sign } from "./table.server.ts";

const it = await startApp();
const reviewer = await staffWith(
  it,
  "member:sign:list",
  "member:sign:query",
  "member:sign:check",
  "member:sign:checkOrg",
);
const finance = await staffWith(
  it,
  "member:finance:list",
  "member:finance:query",
  "member:finance:confirm",
);
const council = await staffWith(it, "member:sign:list", "member:sign:council");

const desk = signCalls(it, reviewer.token);
const money = signCalls(it, finance.token);

type Data = { id: number; state: number; version: number; applyNo: string };
const dataOf = (answer: { body: Record<string, unknown> }) => answer.body.data as Data;

/** A person who has handed in an application. */
async function applicant(change: Record<string, unknown> = {}) {
  const login = await it.as("member");
  const calls = signCalls(it, login.token);
  const form = { ...(await personForm(it, login)), ...change };
  const answer = await calls.post("addMember", { ...form, submit: true });
  expect(answer.body).toMatchObject({ code: 200, data: { state: 1 } });
  return { login, calls, form, id: dataOf(answer).id };
}

async function waitsForPay() {
  const one = await applicant();
  expect((await desk.post("check", { id: one.id, action: "pass" })).body).toMatchObject({
    code: 200,
  });
  return one;
}

async function paidOf(ownerId: number, change: Record<string, unknown> = {}) {
  return {
    payAmount: "300.00",
    payTime: "2026-11-20 10:00:00",
    payMethod: "bank",
    payerName: "林晓",
    voucherFiles: [await fileOf(it, ownerId, "voucher")],
    ...change,
  };
}

let serials = 0;
const serial = () => `20261120${String(++serials).padStart(6, "0")}`;

describe("from a draft to a certificate", () => {
  test("a person: saved, handed in, passed, paid, confirmed", async () => {
    const login = await it.as("member");
    const calls = signCalls(it, login.token);
    const form = await personForm(it, login);
    const draft = dataOf(
      await calls.post("addMember", { realName: "林晓", resume: "短", idNo: "1101" }),
    );
    expect(draft.state).toBe(0);
    expect(draft.applyNo).toMatch(/^S2026\d{6}$/);
    // It comes back as it was typed, wrong or not.
    const resumed = await calls.get("getInfo");
    expect(resumed.body.data).toMatchObject({
      sign: {
        id: draft.id,
        form: { realName: "林晓", resume: "短", idNo: "1101" },
        stateName: "草稿",
      },
      allowed: ["submit", "discard"],
      timeline: [{ action: "create", by: "申请人" }],
    });
    const handedIn = dataOf(await calls.post("addMember", { ...form, id: draft.id, submit: true }));
    expect(handedIn).toMatchObject({ id: draft.id, state: 1 });

    const seen = await desk.get(`getInfo?id=${draft.id}`);
    expect(seen.body.data).toMatchObject({
      sign: { form: { email: "l***@example.cn" } },
      allowed: ["pass", "return", "reject", "rebranch"],
    });
    expect(seen.text).not.toContain(form.idNo);
    expect((await desk.post("check", { id: draft.id, action: "pass" })).body).toMatchObject({
      data: [{ ok: true, state: 4 }],
    });
    const toPay = (await calls.get("getInfo")).body.data as { fee: Record<string, string> };
    expect(toPay.fee).toMatchObject({ amount: "300.00", received: "0.00" });
    expect(toPay.fee.reference).toMatch(/^H[2-9A-HJ-NP-Z]{7}$/);
    const paid = await calls.put("addFinance", { id: draft.id, ...(await paidOf(login.userId)) });
    expect(paid.body).toMatchObject({ code: 200, data: { state: 5 } });
    const done = await money.put("financePass", {
      id: draft.id,
      receivedAmount: "300",
      bankSerial: serial(),
    });
    expect(done.body).toMatchObject({ code: 200, data: { state: 7 } });

    const info = (await calls.get("getInfo")).body.data as Record<string, Record<string, unknown>>;
    expect(info.member).toMatchObject({
      memberNo: expect.stringMatching(/^P2026\d{5}$/),
      state: "valid",
      validFrom: "2026-11-20",
      validTo: "2027-12-31",
      certificateCode: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(info.allowed).toEqual([]);
    const timeline = info.timeline as unknown as { action: string; by: string }[];
    expect(timeline.map(({ action }) => action)).toEqual([
      "confirm",
      "pay",
      "pass",
      "submit",
      "create",
    ]);
    expect(new Set(timeline.map(({ by }) => by))).toEqual(new Set(["申请人", "学会工作人员"]));
    const told = await it.db.select().from(message).where(eq(message.userId, login.userId));
    expect(told.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["signSubmitted", "signWaitPay", "voucherReceived", "memberJoined"]),
    );
    const [paper] = await it.db
      .select()
      .from(receipt)
      .innerJoin(payment, eq(payment.id, receipt.paymentId))
      .where(eq(payment.signId, draft.id));
    expect(paper?.receipt).toMatchObject({ amountFen: 30_000, state: 0, kind: "dues" });
  });

  test("a unit of a level that the council decides on", async () => {
    const login = await it.as("member", { userType: "02" });
    const calls = signCalls(it, login.token);
    const form = await unitForm(it, login, "理事单位");
    const { id } = dataOf(await calls.post("addOrg", { ...form, submit: true }));
    expect((await desk.post("checkOrg", { id, action: "pass" })).body).toMatchObject({
      data: [{ state: 3 }],
    });
    const decided = signCalls(it, council.token);
    const bare = await decided.post("checkOrg", { id, action: "councilPass" });
    expect(bare.body).toMatchObject({ code: 500, data: { resolutionNo: "请填写决议号" } });
    const passed = await decided.post("checkOrg", {
      id,
      action: "councilPass",
      resolutionNo: "常理〔2026〕12 号",
      resolutionDate: "2026-11-18",
    });
    expect(passed.body).toMatchObject({ data: [{ state: 4 }] });
    expect(await signRow(it, id)).toMatchObject({ dueFen: 3_000_000, resolutionOn: "2026-11-18" });
    // Cash, without a voucher.
    const confirmed = await money.put("addFinance", {
      id,
      confirmed: true,
      receivedAmount: "30000",
      payTime: "2026-09-01",
      payMethod: "cash",
      payerName: form.orgName,
    });
    expect(confirmed.body).toMatchObject({ code: 200, data: { state: 7 } });
    const [row] = await it.db.select().from(member).where(eq(member.userId, login.userId));
    expect(row).toMatchObject({ memberType: "02", validFrom: "2026-09-01", validTo: "2026-12-31" });
    expect(row?.memberNo).toMatch(/^D2026/);
  });
});

describe("what is refused", () => {
  test("an empty form: each field says what it lacks", async () => {
    const login = await it.as("member");
    const answer = await signCalls(it, login.token).post("addMember", {
      submit: true,
      levelId: await levelId(it, "个人会员"),
    });
    expect(answer.body).toMatchObject({
      code: 500,
      data: {
        realName: "请填写姓名",
        idNo: "请填写证件号码",
        photo: "请上传一寸照片",
        region: "请选择所在地区",
      },
    });
    // Nothing of it stays: the draft comes with the first save.
    expect((await signCalls(it, login.token).get("getInfo")).body.data).toMatchObject({
      sign: null,
    });
  });

  test.each([
    ["idNo", "110101198507160011", "身份证号码有误"],
    ["idNo", newIdentity("20150101"), "须年满18周岁"],
    ["region", "999999", "请选择所在地区"],
    ["region", "330100", "请选择到区县"],
    ["email", "linxiao@", "请输入正确的邮箱地址"],
    ["resume", "太短", "个人简历至少 20 个字，现在 2 个"],
    ["fields", ["其他", "社会工作", "隔代养育", "家庭教育政策与法律"], "专业方向最多选 3 项"],
    ["years", 5, undefined],
    ["photo", ["private/2026/11/20/0123456789abcdef0123456789abcdef.png"], "请重新上传一寸照片"],
    ["sensitiveConsent", false, "请单独同意处理您的证件号码；不同意的可联系会员部线下办理"],
    ["consents", [], "请先阅读并同意《用户协议》和《隐私政策》"],
    [
      "consents",
      [
        { doc: "user", version: "1" },
        { doc: "privacy", version: "1" },
      ],
      "协议已更新，请刷新页面，重新阅读并同意",
    ],
    ["referees", [{ name: "无人", memberNo: "P202600009" }], undefined],
  ])("%s = %j", async (field, value, text) => {
    const login = await it.as("member");
    const form = await personForm(it, login);
    const answer = await signCalls(it, login.token).post("addMember", {
      ...form,
      [field]: value,
      submit: true,
    });
    if (text) expect(answer.body).toMatchObject({ code: 500, data: { [field]: text } });
    else if (field === "referees") expect(answer.body.msg).toContain("没有找到这位有效会员");
    else expect(answer.body.code).toBe(200);
  });

  test("somebody else's file, and a number that stands in another application", async () => {
    const first = await applicant();
    const login = await it.as("member");
    const form = await personForm(it, login);
    const calls = signCalls(it, login.token);
    const theirs = await calls.post("addMember", {
      ...form,
      photo: first.form.photo,
      submit: true,
    });
    expect(theirs.body).toMatchObject({ data: { photo: "请重新上传一寸照片" } });
    const same = await calls.post("addMember", { ...form, idNo: first.form.idNo, submit: true });
    expect(same.body.data).toHaveProperty("idNo");
    expect(same.body.msg).toContain("已有会员或正在办理的申请");
  });

  test("two who hand in one number at once: one is told so", async () => {
    const logins = [await it.as("member"), await it.as("member")];
    const idNo = newIdentity();
    const forms = await Promise.all(
      logins.map(async (login) => ({ ...(await personForm(it, login)), idNo })),
    );
    const answers = await Promise.all(
      logins.map((login, at) =>
        signCalls(it, login.token).post("addMember", { ...forms[at], submit: true }),
      ),
    );
    expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 500]);
    expect(answers.find(({ body }) => body.code === 500)?.body.data).toHaveProperty("idNo");
  });

  test("two first saves at once begin one draft", async () => {
    const login = await it.as("member");
    const calls = signCalls(it, login.token);
    const answers = await Promise.all(
      [1, 2, 3].map(() => calls.post("addMember", { realName: "林晓" })),
    );
    expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
  });

  test("an application of somebody else is not there, to read and to write", async () => {
    const { id } = await applicant();
    const stranger = signCalls(it, (await it.as("member")).token);
    for (const answer of [
      await stranger.get(`getInfo?id=${id}`),
      await stranger.post("withdraw", { id }),
      await stranger.post("addMember", { id, realName: "别人" }),
      await stranger.put("addFinance", {
        id,
        confirmed: true,
        receivedAmount: "1",
        payerName: "x",
        payTime: "2026-11-01",
      }),
    ]) {
      expect(answer.body).toMatchObject({ code: 404, msg: "访问资源不存在" });
    }
    // A staff member without the permission for units reaches no unit.
    const persons = await staffWith(it, "member:sign:list", "member:sign:check");
    const owner = await it.as("member");
    const unit = dataOf(
      await signCalls(it, owner.token).post("addOrg", {
        ...(await unitForm(it, owner)),
        submit: true,
      }),
    );
    const answer = await signCalls(it, persons.token).post("checkOrg", {
      id: unit.id,
      action: "pass",
    });
    expect(answer.body.code).toBe(404);
  });

  test("back without a reason, a stale version, an action that there is not", async () => {
    const { id } = await applicant();
    expect(
      (await desk.post("check", { id, action: "return", opinion: "不行" })).body,
    ).toMatchObject({
      data: { opinion: "退回时请写明原因，至少 5 个字" },
    });
    expect(
      (await desk.post("check", { id, action: "return", opinion: "请补充材料", version: 99 })).body
        .msg,
    ).toBe("记录已被他人更新，请刷新后重试");
    expect((await desk.post("check", { id, action: "fly" })).body.msg).toBe("请选择审核结果");
    const back = await desk.post("check", {
      id,
      action: "return",
      opinion: "照片不清晰，请重传",
      fields: ["photo", "x"],
    });
    expect(back.body).toMatchObject({ code: 200 });
    expect(await signRow(it, id)).toMatchObject({ state: 2, returnedFields: ["photo"] });
  });

  test("who reviewed does not confirm, unless the society says so", async () => {
    const both = await staffWith(
      it,
      "member:sign:list",
      "member:sign:check",
      "member:finance:confirm",
    );
    const calls = signCalls(it, both.token);
    const { id, login } = await applicant();
    await calls.post("check", { id, action: "pass" });
    await signCalls(it, login.token).put("addFinance", { id, ...(await paidOf(login.userId)) });
    const given = { id, receivedAmount: "300", bankSerial: serial() };
    expect((await calls.put("financePass", given)).body.msg).toBe(
      "您是这份申请的初审人，到账须由其他人员确认",
    );
    expect((await money.put("financePass", given)).body.code).toBe(200);
  });
});

describe("money", () => {
  test("is confirmed by somebody who has shown lately that it is they", async () => {
    const { id, login, calls } = await waitsForPay();
    await calls.put("addFinance", { id, ...(await paidOf(login.userId)) });
    const since = (minutes: number) =>
      it.db
        .update(session)
        .set({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
        .where(eq(session.userId, finance.userId));
    await since(16);
    const given = { id, receivedAmount: "300", bankSerial: serial() };
    for (const path of ["financePass", "addFinance"]) {
      const answer = await money.put(path, { ...given, confirmed: true });
      expect(answer.body).toMatchObject({ data: { stepUp: { method: "password" } } });
    }
    expect((await signRow(it, id)).state).toBe(5);
    await since(0);
    expect((await money.put("financePass", given)).body).toMatchObject({ data: { state: 7 } });
  });

  test("too little leaves the rest; the rest makes a member", async () => {
    const { id, login, calls } = await waitsForPay();
    await calls.put("addFinance", { id, ...(await paidOf(login.userId, { payAmount: "100" })) });
    const part = await money.put("financePass", {
      id,
      receivedAmount: "100",
      bankSerial: serial(),
    });
    expect(part.body).toMatchObject({ data: { state: 4 } });
    expect((await signRow(it, id)).opinion).toBe("已到账 100.00 元，还差 200.00 元，请补缴");
    await calls.put("addFinance", { id, ...(await paidOf(login.userId, { payAmount: "200" })) });
    const rest = await money.put("financePass", {
      id,
      receivedAmount: "200",
      bankSerial: serial(),
    });
    expect(rest.body).toMatchObject({ data: { state: 7 } });
  });

  test("a bank serial that was used, and an amount that is none", async () => {
    const used = serial();
    const first = await waitsForPay();
    await first.calls.put("addFinance", { id: first.id, ...(await paidOf(first.login.userId)) });
    await money.put("financePass", { id: first.id, receivedAmount: "300", bankSerial: used });
    const second = await waitsForPay();
    await second.calls.put("addFinance", { id: second.id, ...(await paidOf(second.login.userId)) });
    const again = await money.put("financePass", {
      id: second.id,
      receivedAmount: "300",
      bankSerial: used,
    });
    expect(again.body).toMatchObject({
      data: { bankSerial: "该银行流水号已用于另一笔缴费，请核对" },
    });
    expect(await signRow(it, second.id)).toMatchObject({ state: 5, memberId: null });
    for (const [amount, text] of [
      ["0", "金额须大于0"],
      ["-1", "金额不能为负数"],
      ["99999999", "金额不能超过9,999,999.99元"],
    ]) {
      const answer = await money.put("financePass", {
        id: second.id,
        receivedAmount: amount,
        bankSerial: serial(),
      });
      expect(answer.body).toMatchObject({ data: { receivedAmount: text } });
    }
  });

  test("fifty confirmations of one payment at once: one member, one term, one certificate", async () => {
    const { id, login, calls } = await waitsForPay();
    await calls.put("addFinance", { id, ...(await paidOf(login.userId)) });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        money.put("financePass", { id, receivedAmount: "300", bankSerial: serial() }),
      ),
    );
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    const refused = answers.find(({ body }) => body.code !== 200);
    expect(refused?.body.msg).toBe("这笔会费已经确认到账，请勿重复确认");
    const { memberId } = await signRow(it, id);
    expect(
      await it.db.$count(memberCertificate, eq(memberCertificate.memberId, memberId ?? 0)),
    ).toBe(1);
    expect(await it.db.$count(payment, eq(payment.signId, id))).toBe(1);
  });

  test("a refused voucher says why, and another takes its place", async () => {
    const { id, login, calls } = await waitsForPay();
    await calls.put("addFinance", { id, ...(await paidOf(login.userId)) });
    const bare = await money.put("financeFail", { id, reasonCode: "x", reason: "" });
    expect(bare.body.data).toMatchObject({ reasonCode: "请选择驳回原因" });
    const failed = await money.put("financeFail", {
      id,
      reasonCode: "unreadable",
      reason: "看不清金额，请重传",
    });
    expect(failed.body).toMatchObject({ data: { state: 6 } });
    expect((await calls.get("getInfo")).body.data).toMatchObject({
      sign: { opinion: "凭证看不清：看不清金额，请重传" },
      payment: { state: 2 },
      allowed: ["withdraw", "pay"],
    });
    const again = await calls.put("addFinance", { id, ...(await paidOf(login.userId)) });
    expect(again.body).toMatchObject({ data: { state: 5 } });
  });
});

test("the operation log has the call, and no number of a paper", async () => {
  const { form } = await applicant();
  const rows = await it.db.select().from(operLog).where(eq(operLog.title, "会员申请"));
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(form.idNo);
});

test("vouchers of all payments are kept in use, and the files of a discarded draft are not", async () => {
  const used = async (path: string) => it.db.$count(fileUse, eq(fileUse.path, path));
  const { id, login, calls } = await waitsForPay();
  const first = await paidOf(login.userId, { payAmount: "100" });
  await calls.put("addFinance", { id, ...first });
  await money.put("financePass", { id, receivedAmount: "100", bankSerial: serial() });
  const second = await paidOf(login.userId, { payAmount: "200" });
  await calls.put("addFinance", { id, ...second });
  for (const path of [...first.voucherFiles, ...second.voucherFiles]) {
    expect(await used(path)).toBe(1);
  }

  const other = await it.as("member");
  const own = signCalls(it, other.token);
  const photo = await fileOf(it, other.userId, "identity");
  const draft = dataOf(await own.post("addMember", { photo: [photo] }));
  expect(await used(photo)).toBe(1);
  expect((await own.post("discard", { id: draft.id })).body.code).toBe(200);
  expect(await used(photo)).toBe(0);
});

describe("time", () => {
  const runOut = (id: number) =>
    it.db
      .update(sign)
      .set({ deadlineAt: new Date(Date.now() - 1_000) })
      .where(eq(sign.id, id));

  test("what runs out is closed, and opened again where it was; not where some of the money came", async () => {
    const paid = await waitsForPay();
    await paid.calls.put("addFinance", {
      id: paid.id,
      ...(await paidOf(paid.login.userId, { payAmount: "100" })),
    });
    await money.put("financePass", { id: paid.id, receivedAmount: "100", bankSerial: serial() });
    const unpaid = await waitsForPay();
    const returned = await applicant();
    await desk.post("check", { id: returned.id, action: "return", opinion: "照片不清晰，请重传" });
    for (const { id } of [paid, unpaid, returned]) await runOut(id);
    await takeDueSteps(SIGN_FLOW, it.db, "close", 100);
    expect((await signRow(it, paid.id)).state).toBe(4);
    expect(await signRow(it, unpaid.id)).toMatchObject({ state: 10, closedFrom: 4 });
    expect(await signRow(it, returned.id)).toMatchObject({ state: 10, closedFrom: 2 });
    const opener = signCalls(it, (await staffWith(it, "member:sign:reopen")).token);
    for (const { id } of [unpaid, returned]) await opener.post("reopen", { id });
    expect(await signRow(it, unpaid.id)).toMatchObject({ state: 4, closedFrom: null });
    expect((await signRow(it, returned.id)).state).toBe(2);
  });

  test("reminders after 7, 30 and 53 days, each once", async () => {
    const { id } = await waitsForPay();
    const told: number[] = [];
    for (const day of [6.9, 7.1, 8, 29, 30.5, 31, 53.2, 59]) {
      const deadlineAt = new Date(Date.now() + (60 - day) * 86_400_000);
      await it.db.update(sign).set({ deadlineAt }).where(eq(sign.id, id));
      const before = (await signRow(it, id)).remindedDay;
      await takeDueSteps(SIGN_FLOW, it.db, "remind", 1_000);
      const after = (await signRow(it, id)).remindedDay;
      if (after !== before) told.push(after);
    }
    expect(told).toEqual([7, 30, 53]);
  });
});
