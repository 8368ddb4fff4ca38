import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { memberEnding } from "#src/test/membership.ts";
import { readPdf } from "#src/test/pdf.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { timeline } from "../../../inbox/table.server.ts";
import { delivery, message } from "../../../message/table.server.ts";
import type { Reminded } from "../wire.ts";

const it = await startApp();
const BASE = "/api/bll/member/renewal/notice";
const desk = await staffWith(it, "member:renewal:notice", "member:renewal:list");
const TEXT = "新一年度的会费已开始收缴，请您按时缴纳会费。";
const form = { address: "东海市学府路 1 号", postcode: "310000", workUnit: "云川师范大学" };

const send = (ids: number[], text = TEXT, token = desk.token) =>
  it.call("POST", `${BASE}/send`, { token, body: { ids, text } });
const resultsOf = async (ids: number[]) => (await send(ids)).body.data as Reminded;
const toldOf = (userId: number) =>
  it.db
    .select()
    .from(message)
    .where(and(eq(message.userId, userId), eq(message.event, "duesNotice")));

test("chosen members are told what to pay, once a day; those who left are not", async () => {
  const [one, gone] = [
    await memberEnding(it, 20),
    await memberEnding(it, 20, { manualState: "resigned" }),
  ];
  expect(await resultsOf([one.id, gone.id])).toEqual([
    { id: one.id, name: one.name, ok: true, msg: "" },
    { id: gone.id, name: gone.name, ok: false, msg: "会籍已中止或已退会" },
  ]);
  const [told] = await toldOf(one.userId);
  expect(told?.content).toContain(TEXT);
  expect(told?.content).toContain(`（${one.memberNo}）`);
  expect(told?.content).toContain("300.00 元");
  const channels = await it.db
    .select({ channel: delivery.channel, state: delivery.state })
    .from(delivery)
    .where(and(eq(delivery.event, "duesNotice"), eq(delivery.subjectId, one.id)));
  expect(channels).toContainEqual({ channel: "sms", state: "waiting" });
  const [again] = await resultsOf([one.id]);
  expect(again).toMatchObject({ ok: false, msg: "今天已经发送过" });
  expect(await toldOf(one.userId)).toHaveLength(1);
  await it.db.update(timeline).set({ createTime: sql`now() - interval '1 day'` });
  expect(await resultsOf([one.id])).toMatchObject([{ ok: true }]);
});

test("two who press at once: each member is told once", async () => {
  const one = await memberEnding(it, 20);
  const both = await heldAt(it, (text) => /from "member".*for no key update/.test(text), [
    () => send([one.id]),
    () => send([one.id]),
  ]);
  const oks = both.map(
    (each) => each.status === "fulfilled" && (each.value.body.data as Reminded)[0]?.ok,
  );
  expect(oks.toSorted()).toEqual([false, true]);
  expect(await toldOf(one.userId)).toHaveLength(1);
});

test("a text that says nothing, too much or a barred word is refused on its field; nobody is told", async () => {
  const one = await memberEnding(it, 20);
  const barred = await send([one.id], `${TEXT}现在报名包 过 班。`);
  expect(barred.body.data).toEqual({ text: "不能使用“包过”" });
  for (const text of ["", "太短", "长".repeat(501)]) {
    const { body } = await send([one.id], text);
    expect(body.data).toEqual({ text: "请填写通知内容，10 到 500 个字" });
  }
  expect(await toldOf(one.userId)).toEqual([]);
  for (const ids of [[], Array.from({ length: 201 }, (_, at) => at + 1)]) {
    expect((await send(ids)).body.code).not.toBe(200);
  }
  expect((await send([one.id, 99_999_999])).body.msg).toContain("请刷新后再选");
  const reader = await staffWith(it, "member:renewal:list");
  expect((await send([one.id], TEXT, reader.token)).body.code).toBe(403);
});

test("letters: a page each with address, amount and account; without an address none is made", async () => {
  const [one, two] = [await memberEnding(it, 20, { form }), await memberEnding(it, 20, { form })];
  const bare = await memberEnding(it, 20);
  const letters = (ids: number[], token = desk.token) =>
    it.app.inject({
      method: "POST",
      url: `/prod-api${BASE}/letters`,
      headers: { authorization: `Bearer ${token}` },
      payload: { ids, text: TEXT },
    });
  const refused = (await letters([one.id, bare.id])).json();
  expect(refused.msg).toBe(`${bare.name}会员没有通信地址，请先补充，或取消选择后再打印`);
  const answer = await letters([one.id, two.id]);
  expect(answer.headers["content-type"]).toBe("application/pdf");
  const pages = readPdf(answer.rawPayload);
  expect(pages).toHaveLength(2);
  const text = (pages[0]?.text ?? "").replaceAll("\n", "");
  for (const said of [
    "310000",
    "东海市学府路 1 号",
    `${one.name} 老师（收）`,
    TEXT,
    one.memberNo,
    "￥300.00（人民币叁佰元整）",
  ]) {
    expect(text).toContain(said);
  }
  const reader = await staffWith(it, "member:renewal:list");
  expect((await letters([one.id], reader.token)).json().code).toBe(403);
});
