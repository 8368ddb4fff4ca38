import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { publishTags } from "../../server/cache/tags.ts";
import { nextAddress, sentCode } from "../../test/accounts.ts";
import { startApp } from "../../test/app.ts";
import { heldAt } from "../../test/races.ts";
import { staffWith } from "../../test/rights.ts";
import { consent } from "../agreement/table.server.ts";
import { delivery, message } from "../message/table.server.ts";
import { wording } from "../wording/table.server.ts";
import { part } from "./personal-data.server.ts";
import { eraseClosed } from "./service.server.ts";
import { sweep } from "./sweep.server.ts";
import { advice } from "./table.server.ts";
import { tasks } from "./task.server.ts";
import type { AdviceDetail, AdviceRow, Handler, OwnAdvice } from "./wire.ts";

const it = await startApp();
const PATH = "/api/bll/advice";
const ALL = [
  "content:advice:list",
  "content:advice:query",
  "content:advice:answer",
  "content:advice:close",
];
const anna = await staffWith(it, ...ALL);
const berta = await staffWith(it, ...ALL, "content:advice:reveal");
const clerk = await staffWith(it, "content:advice:list");

const QUESTION = "孩子上小学三年级，写作业总要到十点多，不知道该管到什么程度。";
const FORM = { name: "周女士", topic: "2", content: QUESTION, agree: true };
const MISSING = 999_999_999;

let phones = 0;
const nextPhone = () => `139000077${String(++phones).padStart(2, "0")}`;

const call = async (method: string, path: string, body?: object, token?: string) =>
  (
    await it.call(method, PATH + path, {
      ip: nextAddress(),
      ...(token ? { token } : {}),
      ...(body ? { body } : {}),
    })
  ).body;

/** Asked by a guest whose phone was shown to be theirs. */
async function asked(more: object = {}, phone = nextPhone()) {
  const smsCode = await sentCode(it, phone, "advice");
  const answer = await call("POST", "", { ...FORM, phone, smsCode, ...more });
  expect(answer).toMatchObject({ code: 200 });
  const { adviceNo } = answer.data as { adviceNo: string };
  const [row] = await it.db.select().from(advice).where(eq(advice.adviceNo, adviceNo));
  if (!row) throw new Error("nothing was kept");
  return { ...row, smsCode };
}
const act = (step: string, body: object, token = anna.token) =>
  call("PUT", `/${step}`, body, token);
const stateOf = async (id: number) =>
  (await it.db.select().from(advice).where(eq(advice.id, id)))[0]?.state;
const waiting = async (token: string) => {
  const { data } = (await it.call("GET", "/inbox/count", { token })).body;
  return JSON.stringify(data);
};

beforeEach(async () => {
  await it.db.delete(advice);
});

test("a guest asks with a phone that is theirs, is answered, and reads it by number and code", async () => {
  const phone = nextPhone();
  const row = await asked({ name: " 周女士 " }, phone);
  expect(row).toMatchObject({ name: "周女士", phone, state: "new", userId: null, isUrgent: false });
  expect(row.adviceNo).toMatch(/^Z\d{10}$/);
  expect(await act("answer", { id: row.id, answer: "先看看作业量。" })).toMatchObject({
    msg: "请先受理，再答复",
  });
  expect(await act("take", { id: row.id, version: row.version })).toMatchObject({ code: 200 });
  expect(await act("answer", { id: row.id, answer: "先和孩子一起看看作业量。" })).toMatchObject({
    msg: "已答复，并通知本人",
  });
  const [sms] = await it.db.select().from(delivery).where(eq(delivery.subjectId, row.id));
  expect(sms).toMatchObject({ event: "adviceAnswered", channel: "sms", receiver: phone });
  expect(sms?.content).toContain(row.adviceNo);
  expect(sms?.content).not.toMatch(/周女士|作业/);
  const smsCode = await sentCode(it, phone, "advice");
  const found = await call("POST", "/find", {
    adviceNo: row.adviceNo.toLowerCase(),
    phone,
    smsCode,
  });
  expect(found.data as OwnAdvice).toMatchObject({
    content: QUESTION,
    answer: "先和孩子一起看看作业量。",
    state: "answered",
    mayWithdraw: false,
  });
});

test("nobody reads an answer by a number alone, nor by another phone", async () => {
  const row = await asked();
  const other = nextPhone();
  const find = (body: object) => call("POST", "/find", { adviceNo: row.adviceNo, ...body });
  expect(await find({ phone: row.phone, smsCode: "000000" })).toMatchObject({
    data: { smsCode: "验证码错误或已过期" },
  });
  expect(await find({ phone: other, smsCode: await sentCode(it, other, "advice") })).toMatchObject({
    data: { adviceNo: "没有查到这条咨询，请核对编号和提交时的手机号" },
  });
  // A code of another scene is none here.
  const smsCode = await sentCode(it, other, "register");
  expect(await find({ phone: other, smsCode })).toMatchObject({
    data: { smsCode: expect.any(String) },
  });
  expect(await find({ adviceNo: "12", phone: "1", smsCode: "" })).toMatchObject({
    data: {
      adviceNo: "咨询编号是字母 Z 加 10 位数字，如 Z2026110012",
      phone: "请输入正确的11位手机号码",
      smsCode: "请输入6位短信验证码",
    },
  });
});

test("what is wrong stands on its field, and a code is not spent on it", async () => {
  expect(await call("POST", "", {})).toMatchObject({
    code: 500,
    data: {
      name: "请填写怎样称呼您，如李女士",
      topic: "请选择咨询主题",
      content: "请写下您想咨询的问题",
      phone: "请输入正确的11位手机号码",
      smsCode: "请输入6位短信验证码",
      agree: "请先阅读并同意《隐私政策》",
    },
  });
  const phone = nextPhone();
  const smsCode = await sentCode(it, phone, "advice");
  const content = `${QUESTION}他叫什么就不说了，身份证 11010120150307123X。`;
  const refused = await call("POST", "", { ...FORM, topic: "77", content, phone, smsCode });
  expect(refused.data).toEqual({
    topic: "请选择咨询主题",
    content: expect.stringContaining("请删去身份证号码“11010120150307123X”"),
  });
  expect(await call("POST", "", { ...FORM, phone, smsCode })).toMatchObject({ code: 200 });
  expect(await call("POST", "", { ...FORM, phone, smsCode })).toMatchObject({
    data: { smsCode: "验证码错误或已过期" },
  });
});

test("the database keeps no identity number and no half-told state", async () => {
  const row = {
    adviceNo: "Z2026110001",
    phone: "13900007700",
    name: "周女士",
    topic: "1",
    content: QUESTION,
    dueAt: new Date(),
    consentVersion: "1",
  };
  for (const bad of [
    { content: `${QUESTION}11010120150307123X` },
    { state: "taken" },
    { state: "answered", answeredAt: new Date() },
    { state: "closed" },
    { closedAt: new Date() },
    { phone: "" },
    { content: "字".repeat(501) },
    { erasedAt: new Date() },
  ]) {
    await expect(
      it.db.insert(advice).values({ ...row, ...bad }),
      JSON.stringify(bad),
    ).rejects.toThrow();
  }
});

test("somebody logged in is known: no code, a message, and their own list", async () => {
  const phone = nextPhone();
  const me = await it.as("member", { phonenumber: phone });
  const other = await it.as("member", { phonenumber: nextPhone() });
  const answer = await call("POST", "", FORM, me.token);
  expect(answer).toMatchObject({ code: 200 });
  const [row] = await it.db.select().from(advice);
  expect(row).toMatchObject({ userId: me.userId, phone });
  const agreed = await it.db.select().from(consent).where(eq(consent.userId, me.userId));
  expect(agreed.map(({ scene }) => scene)).toContain("advice");
  const id = row?.id ?? 0;
  await act("take", { id });
  await act("answer", { id, answer: "先看看作业量。" });
  const [told] = await it.db.select().from(message).where(eq(message.userId, me.userId));
  expect(told).toMatchObject({ title: "您的咨询已有答复", link: "/personal/advice" });
  const mine = async (token: string) =>
    (await call("GET", "/mine", undefined, token)).data as OwnAdvice[];
  expect(await mine(me.token)).toMatchObject([{ answer: "先看看作业量。", state: "answered" }]);
  expect(await mine(other.token)).toEqual([]);
});

test("an account without a phone shows one by a code, counted whatever becomes of the call", async () => {
  const me = await it.as("member");
  expect(await call("POST", "", FORM, me.token)).toMatchObject({
    data: { phone: "请输入正确的11位手机号码" },
  });
  const phone = nextPhone();
  const smsCode = await sentCode(it, phone, "advice");
  for (let tries = 0; tries < 5; tries++) {
    await call("POST", "", { ...FORM, phone, smsCode: "000000" }, me.token);
  }
  expect(await call("POST", "", { ...FORM, phone, smsCode }, me.token)).toMatchObject({
    data: { smsCode: "验证码错误或已过期" },
  });
});

test("one's own is taken back until somebody works on it, nobody else's ever", async () => {
  const me = await it.as("member", { phonenumber: nextPhone() });
  const other = await it.as("member", { phonenumber: nextPhone() });
  const ask = async () => {
    const { data } = await call("POST", "", FORM, me.token);
    const { adviceNo } = data as { adviceNo: string };
    const [row] = await it.db.select().from(advice).where(eq(advice.adviceNo, adviceNo));
    return row?.id ?? 0;
  };
  const first = await ask();
  expect(await act("withdraw", { id: first }, other.token)).toMatchObject({ code: 404 });
  expect(await act("withdraw", { id: first }, me.token)).toMatchObject({ msg: "已撤回" });
  expect(await stateOf(first)).toBe("closed");
  const second = await ask();
  await act("take", { id: second });
  expect((await act("withdraw", { id: second }, me.token)).msg).toContain("不能撤回");
});

test("words of people in danger make it urgent: due within the hour, first in the list", async () => {
  await asked();
  const row = await asked({ content: "女儿十四岁，最近总说不 想 活 了，我该怎么办。" });
  expect(row.isUrgent).toBe(true);
  expect(row.dueAt.getTime() - row.createTime.getTime()).toBeLessThanOrEqual(3_600_000);
  const { rows } = (await call("GET", "/list", undefined, clerk.token)) as unknown as {
    rows: AdviceRow[];
  };
  expect(rows[0]).toMatchObject({ adviceNo: row.adviceNo, isUrgent: true, hasAccount: false });
  expect(rows[0]?.phone).toBe(`${row.phone.slice(0, 3)}****${row.phone.slice(-4)}`);
});

test("five a day, also of several at once", async () => {
  const me = await it.as("member", { phonenumber: nextPhone() });
  for (let count = 0; count < 4; count++) await call("POST", "", FORM, me.token);
  const answers = await heldAt(
    it,
    (text) => /count\(\*\)/.test(text) && text.includes('"advice"'),
    [1, 2, 3].map(() => () => call("POST", "", FORM, me.token)),
  );
  const codes = answers.map((each) => (each.status === "fulfilled" ? each.value.code : 0));
  expect(codes.sort()).toEqual([200, 500, 500]);
  expect(await it.db.$count(advice)).toBe(5);
});

test("two take one at once: one of them has it", async () => {
  const { id, version } = await asked();
  const answers = await heldAt(
    it,
    (text) => text.includes("for update") && text.includes('"advice"'),
    [anna, berta].map(
      ({ token }) =>
        () =>
          act("take", { id, version }, token),
    ),
  );
  const codes = answers.map((each) => (each.status === "fulfilled" ? each.value.code : 0));
  expect(codes.sort()).toEqual([200, 500]);
});

test("who has it answers it; it is handed on to who may answer, and put back", async () => {
  const { id } = await asked();
  await act("take", { id });
  expect((await act("answer", { id, answer: "好的" }, berta.token)).msg).toContain(
    "请先转办给自己",
  );
  const { data } = await call("GET", "/handlers", undefined, anna.token);
  const ids = (data as Handler[]).map(({ userId }) => userId);
  expect(ids).toEqual(expect.arrayContaining([1, anna.userId, berta.userId]));
  expect(ids).not.toContain(clerk.userId);
  for (const [handlerId, text] of [
    [clerk.userId, "请选择可以答复咨询的同事"],
    [MISSING, "请选择可以答复咨询的同事"],
    [undefined, "请选择可以答复咨询的同事"],
    [anna.userId, "现在就由这位同事办理"],
  ] as const) {
    expect(await act("handOn", { id, handlerId })).toMatchObject({ data: { handlerId: text } });
  }
  expect(await act("handOn", { id, handlerId: berta.userId })).toMatchObject({ msg: "已转办" });
  expect((await act("putBack", { id })).msg).toContain("由其他同事办理");
  expect(await act("putBack", { id }, berta.token)).toMatchObject({ msg: "已退回待受理" });
  expect(await stateOf(id)).toBe("new");
  const detail = (await call("GET", `/${id}`, undefined, anna.token)).data as AdviceDetail;
  expect(detail.history.map(({ action }) => action)).toEqual([
    "putBack",
    "handOn",
    "take",
    "create",
  ]);
  expect(detail.history.at(-1)?.nickName).toBe("访客");
});

test("an answer is guarded: words that must not be published, length, emptiness", async () => {
  const { id } = await asked();
  await act("take", { id });
  await it.db.insert(wording).values({ word: "包治百病", kind: "敏感词", level: "block" });
  await publishTags(it.db, ["wording"]);
  for (const [text, told] of [
    ["  ", "请填写答复"],
    ["字".repeat(2_001), "最多 2000 个字，现在是 2001 个字"],
    ["这个方法包 治 百 病", "答复含有不能使用的用语“包治百病”，请改写"],
  ]) {
    expect(await act("answer", { id, answer: text })).toMatchObject({ data: { answer: told } });
  }
  expect(await stateOf(id)).toBe("taken");
});

test("closing asks for a reason, but of what was answered; a closed one stays so", async () => {
  const { id } = await asked();
  expect(await act("close", { id })).toMatchObject({
    data: { opinion: "请写明原因，5 到 200 个字" },
  });
  expect(await act("close", { id, opinion: "已在电话里答复" })).toMatchObject({ msg: "已关闭" });
  expect((await act("take", { id })).msg).toContain("已关闭");
  const next = await asked();
  await act("take", { id: next.id });
  await act("answer", { id: next.id, answer: "先看看作业量。" });
  expect(await act("close", { id: next.id })).toMatchObject({ code: 200 });
});

test("nobody works on what they asked themselves, and a stale page is told so", async () => {
  const { data } = await call("POST", "", { ...FORM, phone: nextPhone() }, anna.token);
  expect(data).toMatchObject({ smsCode: "请输入6位短信验证码" });
  await it.db.execute(
    sql`update sys_user set phonenumber = ${nextPhone()} where user_id = ${anna.userId}`,
  );
  await call("POST", "", FORM, anna.token);
  const [row] = await it.db.select().from(advice);
  const id = row?.id ?? 0;
  expect((await act("take", { id })).msg).toContain("本人提交");
  expect(await act("take", { id, version: 7 }, berta.token)).toMatchObject({
    msg: "记录已被他人更新，请刷新后重试",
  });
});

test("who may only look changes nothing; a look at the phone asks for a reason", async () => {
  const { id, phone } = await asked();
  for (const step of ["take", "answer", "handOn", "putBack", "close"]) {
    expect(await act(step, { id }, clerk.token), step).toMatchObject({ code: 403 });
  }
  const reveal = (reason: string, token: string) =>
    call("POST", "/reveal", { id, field: "phone", reason }, token);
  expect(await reveal("电话核实情况", anna.token)).toMatchObject({ code: 403 });
  expect(await reveal("看", berta.token)).toMatchObject({ data: { reason: expect.any(String) } });
  expect(await reveal("电话核实情况", berta.token)).toMatchObject({ data: { revealed: phone } });
});

test("it waits for who may answer, then for who has taken it", async () => {
  const { id } = await asked();
  expect(await waiting(berta.token)).toContain("advice");
  await act("take", { id });
  const inbox = async (token: string) =>
    (await it.call("GET", "/inbox/list", { token })).body.rows as { from: string; note: string }[];
  expect((await inbox(anna.token)).map(({ note }) => note)).toEqual(["等待答复"]);
  expect(await inbox(berta.token)).toEqual([]);
});

test("what was answered 15 days ago is settled; what was closed long ago says nothing of anybody", async () => {
  const { id } = await asked();
  await act("take", { id });
  await act("answer", { id, answer: "先看看作业量。" });
  const settle = async () =>
    tasks["adviceTask.settle"]?.run(it.context, [], new AbortController().signal);
  expect(await settle()).toBe("办结 0 条");
  await it.db.execute(sql`update advice set answered_at = now() - interval '16 days'`);
  expect(await settle()).toBe("办结 1 条");
  expect(await stateOf(id)).toBe("closed");
  await sweep(it.db);
  expect((await it.db.select().from(advice))[0]?.erasedAt).toBeNull();
  await it.db.execute(sql`update advice set closed_at = now() - interval '366 days'`);
  await sweep(it.db);
  const [row] = await it.db.select().from(advice);
  expect(row).toMatchObject({ name: "", phone: "", content: "", answer: "", topic: "2" });
  await eraseClosed(it.db, 1);
});

test("a person's copy has what they asked; it goes with the account", async () => {
  const me = await it.as("member", { phonenumber: nextPhone() });
  await call("POST", "", FORM, me.token);
  const read = () => part.read({ db: it.db, env: it.context.env }, me.userId);
  expect(await read()).toMatchObject([{ 称呼: "周女士", 内容: QUESTION, 状态: "待受理" }]);
  await it.db.transaction((tx) => part.erase(tx, me.userId));
  expect(await read()).toEqual([]);
  const [row] = await it.db.select().from(advice);
  expect(row).toMatchObject({ state: "closed", userId: null, content: "", topic: "2" });
});
