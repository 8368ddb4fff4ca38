import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { member } from "#src/app/member/table.server.ts";
import { memberTerm } from "#src/app/member/term/table.server.ts";
import { message } from "#src/app/message/table.server.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { startApp } from "#src/test/app.ts";
import { memberEnding, signCalls, signRow, unitForm } from "#src/test/membership.ts";
import { readPdf } from "#src/test/pdf.ts";
import { roleWith, staffWith } from "#src/test/rights.ts";
import { dept } from "../../dept/table.server.ts";
import { user } from "../../user/table.server.ts";
import { sign } from "../table.server.ts";
import { councilItem, councilMeeting } from "./table.server.ts";
import type { Candidate, MeetingRow, Outcome, Sheet } from "./wire.ts";

const it = await startApp();
const BASE = "/api/system/sign/council";
const RIGHTS = [
  ...["list", "query", "add", "edit", "remove"].map((verb) => `member:council:${verb}`),
  "member:sign:council",
];
const secretary = await staffWith(it, ...RIGHTS);
const other = await staffWith(it, ...RIGHTS);
const reviewer = await staffWith(it, "member:sign:list", "member:sign:checkOrg");
const today = formatDay(new Date());

const call = async (method: string, path: string, body?: object, token = secretary.token) =>
  (await it.call(method, BASE + path, { token, ...(body ? { body } : {}) })).body;

let meetings = 0;
async function newMeeting(change: object = {}): Promise<number> {
  const body = { meetingName: `理事会第${++meetings}次会议`, kind: "council", meetingOn: today };
  const answer = await call("POST", "", { ...body, ...change });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return answer.data as number;
}

/** A unit whose application waits for the council. */
async function waitingUnit(change: object = {}) {
  const login = await it.as("member");
  const form = await unitForm(it, login, "理事单位");
  const own = signCalls(it, login.token);
  const answer = await own.post("addOrg", { ...form, ...change, submit: true });
  const { id } = answer.body.data as { id: number };
  const opinion = "办学规范，材料齐全";
  await signCalls(it, reviewer.token).post("checkOrg", { id, action: "pass", opinion });
  expect((await signRow(it, id)).state).toBe(3);
  return { id, login, own, name: form.orgName };
}

const put = (meetingId: number, signIds: number[], token = secretary.token) =>
  call("POST", "/items", { meetingId, signIds }, token);
const sheet = async (id: number): Promise<Sheet> =>
  (await call("GET", `/sheet/${id}`)).data as Sheet;

type Said = { verdict?: string; opinion?: string };
/** The body of a resolution on all that waits on the sheet: `said` by the application, else passed. */
async function resolution(id: number, said: Readonly<Record<number, Said>> = {}, change = {}) {
  const { meeting, items } = await sheet(id);
  return {
    id,
    version: meeting.version,
    resolutionNo: `会理〔2026〕${id}号`,
    resolutionDate: today,
    verdicts: items.map((item) => ({
      id: item.id,
      verdict: "passed",
      opinion: "",
      ...said[item.signId ?? item.memberId ?? 0],
    })),
    ...change,
  };
}
const resolve = (body: object, token = secretary.token) => call("PUT", "/resolve", body, token);

const told = async (userId: number, event: string) =>
  it.db.$count(message, and(eq(message.userId, userId), eq(message.event, event)));

test("a meeting decides on its whole sheet by one resolution; everybody is told; the sheet stays", async () => {
  const meeting = await newMeeting({ place: "学会会议室" });
  const [yes, no, later] = [await waitingUnit(), await waitingUnit(), await waitingUnit()];
  expect(await put(meeting, [yes.id, no.id, later.id])).toMatchObject({
    code: 200,
    msg: "已列入 3 份申请",
  });
  const before = await sheet(meeting);
  expect(before.meeting).toMatchObject({ count: 3, waiting: 3, resolutionNo: "" });
  expect(before.items[0]).toMatchObject({
    signId: yes.id,
    name: yes.name,
    kindName: "单位 · 新入会",
    levelName: "理事单位",
    regionName: "浙江省 · 杭州市 · 西湖区",
    reviewOpinion: "办学规范，材料齐全",
    result: "",
  });
  expect(before.items[0]?.summary).toMatch(/^中小学；法定代表人 顾维民；学校近两年/);
  const body = await resolution(meeting, {
    [no.id]: { verdict: "rejected", opinion: "会费标准尚待商议" },
    [later.id]: { verdict: "postponed", opinion: "补充材料后再议" },
  });
  const { code, data } = await resolve(body);
  expect([code, (data as Outcome[]).map(({ ok }) => ok)]).toEqual([200, [true, true, true]]);
  expect(await signRow(it, yes.id)).toMatchObject({
    state: 4,
    resolutionNo: body.resolutionNo,
    resolutionOn: today,
    dueFen: 3_000_000,
  });
  expect(await signRow(it, no.id)).toMatchObject({ state: 8, opinion: "会费标准尚待商议" });
  expect(await signRow(it, later.id)).toMatchObject({ state: 3, resolutionNo: "" });
  expect(await told(yes.login.userId, "signWaitPay")).toBe(1);
  expect(await told(no.login.userId, "signRejected")).toBe(1);
  const after = await sheet(meeting);
  expect(after.meeting).toMatchObject({ resolutionNo: body.resolutionNo, waiting: 0 });
  expect(after.items.map(({ result, opinion }) => [result, opinion])).toEqual([
    ["passed", ""],
    ["rejected", "会费标准尚待商议"],
    ["postponed", "补充材料后再议"],
  ]);
  // What was put off is there to be chosen for the next meeting.
  const found = (await call("GET", `/candidates?keyword=${encodeURIComponent(later.name)}`))
    .rows as Candidate[];
  expect(found).toMatchObject([{ id: later.id, postponedBy: after.meeting.meetingName }]);
  const next = await newMeeting();
  expect((await put(next, [later.id])).code).toBe(200);
  expect((await resolve(await resolution(next))).code).toBe(200);
  expect((await signRow(it, later.id)).state).toBe(4);
});

test("the agenda is a PDF with what is asked for, and with the results after the resolution", async () => {
  const meeting = await newMeeting({ meetingName: "常务理事会第九次会议", kind: "standing" });
  const one = await waitingUnit();
  await put(meeting, [one.id]);
  const pdf = async () => {
    const { rawPayload } = await it.app.inject({
      method: "GET",
      url: `/prod-api${BASE}/agenda/${meeting}`,
      headers: { authorization: `Bearer ${secretary.token}` },
    });
    const pages = readPdf(rawPayload);
    return pages.flatMap(({ items }) => items.map(({ text }) => text)).join("");
  };
  const before = await pdf();
  expect(before).toContain("常务理事会审议名单");
  expect(before).toContain(one.name);
  expect(before).toContain("初审意见");
  await resolve(await resolution(meeting));
  expect(await pdf()).toContain(`会理〔2026〕${meeting}号`);
});

test("an application waits on one sheet at a time, whoever is faster", async () => {
  const [first, second] = [await newMeeting(), await newMeeting()];
  const one = await waitingUnit();
  const answers = await Promise.all([put(first, [one.id]), put(second, [one.id], other.token)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
  expect(await it.db.$count(councilItem, eq(councilItem.signId, one.id))).toBe(1);
  const again = await put(first, [one.id]);
  expect(again.msg).toMatch(/^「.+」已在「.+」的审议名单上$/);
  await expect(
    it.db.insert(councilItem).values([
      { meetingId: first, signId: one.id },
      { meetingId: second, signId: one.id },
    ]),
  ).rejects.toMatchObject({ cause: { code: "23505" } });
});

test("two secretaries at once: each application is decided once", async () => {
  const meeting = await newMeeting();
  const units = [await waitingUnit(), await waitingUnit()];
  await put(
    meeting,
    units.map(({ id }) => id),
  );
  const body = await resolution(meeting);
  const answers = await Promise.all([
    resolve(body),
    resolve({ ...body, resolutionNo: "会理〔2026〕另号" }, other.token),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
  expect(answers.find(({ code }) => code === 500)?.msg).toMatch(/已登记决议 .+，名单不能再改动/);
  for (const { login } of units) expect(await told(login.userId, "signWaitPay")).toBe(1);
});

test("a page that is no longer what it was, and words that are missing", async () => {
  const meeting = await newMeeting();
  const [one, two] = [await waitingUnit(), await waitingUnit()];
  await put(meeting, [one.id]);
  const body = await resolution(meeting);
  for (const [change, data] of [
    [{ resolutionNo: " " }, { resolutionNo: "请填写决议号" }],
    [{ resolutionNo: "号".repeat(51) }, { resolutionNo: "决议号最多 50 个字" }],
    [{ resolutionDate: "" }, { resolutionDate: "请填写决议日期" }],
    [{ resolutionDate: daysAfter(today, 1) }, { resolutionDate: "决议日期不能晚于今天" }],
  ] as const) {
    expect(await resolve({ ...body, ...change })).toMatchObject({ code: 500, data });
  }
  const [item] = body.verdicts;
  const refused = { ...body, verdicts: [{ ...item, verdict: "rejected", opinion: "不行" }] };
  expect(await resolve(refused)).toMatchObject({
    code: 500,
    data: { [`opinion.${item?.id}`]: "不予通过时请写明原因，至少 5 个字" },
  });
  expect((await resolve({ ...body, verdicts: [] })).msg).toBe("名单上还有 1 项没有选择审议结果");
  await put(meeting, [two.id]);
  expect((await resolve(body)).msg).toBe("记录已被他人更新，请刷新后重试");
  expect((await signRow(it, one.id)).state).toBe(3);
});

test("what was withdrawn meanwhile stays on the sheet, undecided; what cannot go on is put off", async () => {
  const meeting = await newMeeting();
  const [gone, own, plain] = [await waitingUnit(), await waitingUnit(), await waitingUnit()];
  await put(meeting, [gone.id, own.id, plain.id]);
  const body = await resolution(meeting);
  await gone.own.post("withdraw", { id: gone.id });
  // The secretary is the owner of one of them.
  await it.db.update(sign).set({ userId: secretary.userId }).where(eq(sign.id, own.id));
  const outcomes = (await resolve(body)).data as Outcome[];
  expect(outcomes.map(({ name, ok, msg }) => [name, ok, msg])).toEqual([
    [own.name, false, "不能办理本人的申请，请由其他同事办理"],
    [plain.name, true, ""],
    [gone.name, false, "已不在审议之列（申请人已撤回，或已另行办理）"],
  ]);
  const { items } = await sheet(meeting);
  expect(items.map(({ signId, result }) => [signId, result])).toEqual([
    [gone.id, "left"],
    [own.id, "postponed"],
    [plain.id, "passed"],
  ]);
  expect((await signRow(it, own.id)).state).toBe(3);
});

test("a decision in the queue is written down on the sheet too", async () => {
  const meeting = await newMeeting();
  const one = await waitingUnit();
  await put(meeting, [one.id]);
  const desk = await staffWith(it, "member:sign:list", "member:sign:council");
  await signCalls(it, desk.token).post("checkOrg", {
    id: one.id,
    action: "councilReject",
    opinion: "通讯表决未获通过",
    resolutionNo: "会理〔2026〕88号",
    resolutionDate: today,
  });
  expect((await sheet(meeting)).items).toMatchObject([
    { result: "rejected", opinion: "通讯表决未获通过" },
  ]);
});

test("a number names one resolution", async () => {
  const [first, second] = [await newMeeting(), await newMeeting()];
  await put(first, [(await waitingUnit()).id]);
  await put(second, [(await waitingUnit()).id]);
  const body = await resolution(first);
  await resolve(body);
  const name = (await sheet(first)).meeting.meetingName;
  expect(
    await resolve(await resolution(second, {}, { resolutionNo: body.resolutionNo })),
  ).toMatchObject({
    data: { resolutionNo: `决议号已登记在「${name}」，请核对` },
  });
});

test("meetings: listed, changed, removed while their sheet is empty, and frozen by the resolution", async () => {
  const wrong = await call("POST", "", { meetingName: " ", kind: "board", meetingOn: "明天" });
  expect(wrong).toMatchObject({
    code: 500,
    data: {
      meetingName: "会议名称不能为空",
      kind: "类别不正确",
      meetingOn: "会议日期应为真实的日期，如 2026-03-05",
    },
  });
  const meeting = await newMeeting({ meetingName: "会议甲" });
  const one = await waitingUnit();
  await put(meeting, [one.id]);
  const { rows } = (await call("GET", "/list?meetingName=会议甲&isDecided=0")) as unknown as {
    rows: MeetingRow[];
  };
  expect(rows).toMatchObject([{ id: meeting, count: 1, waiting: 1 }]);
  const version = rows[0]?.version;
  expect((await call("PUT", "", { id: meeting, version, place: "线上" })).code).toBe(200);
  expect((await call("PUT", "", { id: meeting, version, place: "线下" })).msg).toBe(
    "记录已被他人更新，请刷新后重试",
  );
  expect((await call("DELETE", `/${meeting}`)).msg).toBe("「会议甲」的名单上还有 1 项，请先移出");
  const { items } = await sheet(meeting);
  const ids = items.map(({ id }) => id);
  expect((await call("POST", "/takeOff", { meetingId: meeting, ids })).msg).toBe("已移出 1 项");
  expect((await call("POST", "/takeOff", { meetingId: meeting, ids })).msg).toBe(
    "所选内容已不在名单上，请刷新后再看",
  );
  expect((await resolve(await resolution(meeting))).msg).toBe("名单上没有待审议的内容");
  await put(meeting, [one.id]);
  await resolve(await resolution(meeting));
  const frozen = /^「会议甲」已登记决议 .+，名单不能再改动$/;
  expect((await call("PUT", "", { id: meeting, place: "别处" })).msg).toMatch(frozen);
  expect((await call("DELETE", `/${meeting}`)).msg).toMatch(frozen);
  expect((await put(meeting, [(await waitingUnit()).id])).msg).toMatch(frozen);
  const kept = (await sheet(meeting)).items.map(({ id }) => id);
  expect((await call("POST", "/takeOff", { meetingId: meeting, ids: kept })).msg).toMatch(frozen);
  const empty = await newMeeting();
  expect((await call("DELETE", `/${empty}`)).code).toBe(200);
  expect((await call("GET", `/${empty}`)).code).toBe(404);
});

test("only what waits for the council is put on a sheet", async () => {
  const meeting = await newMeeting();
  const one = await waitingUnit();
  await one.own.post("withdraw", { id: one.id });
  expect((await put(meeting, [one.id])).msg).toBe(
    `「${one.name}」不在待理事会审议状态，请刷新后再选`,
  );
  expect((await put(meeting, [999_999_999])).msg).toBe(
    "所选申请有的已不存在，或不在您的权限之内，请刷新后再选",
  );
  expect((await put(999_999_999, [one.id])).code).toBe(404);
});

test("who reaches a branch alone does not decide on others; who may not, may nothing", async () => {
  const [branch] = await it.db.select().from(dept).limit(1);
  const login = await it.as("staff");
  await it.db
    .update(user)
    .set({ deptId: branch?.deptId ?? 0 })
    .where(eq(user.userId, login.userId));
  await roleWith(
    it,
    { roleKey: "councilOfBranch", dataScope: "3", userIds: [login.userId] },
    RIGHTS,
  );
  const meeting = await newMeeting();
  const one = await waitingUnit();
  expect((await put(meeting, [one.id], login.token)).msg).toContain("不在您的权限之内");
  await put(meeting, [one.id]);
  expect((await resolve(await resolution(meeting), login.token)).msg).toBe(
    "名单中有您权限之外的申请，请由有权限的同事登记决议",
  );
  for (const [method, path, body] of [
    ["GET", "/list"],
    ["GET", `/sheet/${meeting}`],
    ["GET", "/candidates"],
    ["POST", "/items", { meetingId: meeting, signIds: [one.id] }],
    ["PUT", "/resolve", await resolution(meeting)],
  ] as const) {
    expect((await call(method, path, body, reviewer.token)).code).toBe(403);
  }
});

test("the database refuses what must never be on a sheet, or in it", async () => {
  const meeting = await newMeeting();
  const one = await waitingUnit();
  await put(meeting, [one.id]);
  const code = async (text: ReturnType<typeof sql>) => {
    try {
      await it.db.execute(text);
      return "";
    } catch (error) {
      return (error as { cause: { code: string } }).cause.code;
    }
  };
  const open = sql`where meeting_id = ${meeting}`;
  expect(
    await code(sql`update council_item set result = 'maybe', decided_at = now() ${open}`),
  ).toBe("23514");
  expect(await code(sql`update council_item set result = 'passed' ${open}`)).toBe("23514");
  expect(await code(sql`insert into council_item (meeting_id) values (${meeting})`)).toBe("23514");
  const no = { resolutionNo: "会理〔2026〕空号", resolutionOn: today };
  // A resolution leaves nothing undecided.
  await expect(
    it.db.update(councilMeeting).set(no).where(eq(councilMeeting.id, meeting)),
  ).rejects.toMatchObject({ cause: { code: "23514" } });
  await resolve(await resolution(meeting));
  expect(await code(sql`update council_item set opinion = '改写' ${open}`)).toBe("23514");
  expect(await code(sql`delete from council_item ${open}`)).toBe("23514");
  expect(
    await code(sql`insert into council_item (meeting_id, sign_id) values (${meeting}, ${one.id})`),
  ).toBe("23514");
  expect(await code(sql`update council_meeting set place = '别处' where id = ${meeting}`)).toBe(
    "23514",
  );
  expect(await code(sql`delete from council_meeting where id = ${meeting}`)).toBe("23514");
});

const stateOf = async (id: number) => {
  const [row] = await it.db.select().from(member).where(eq(member.id, id));
  return [row?.manualState, row?.manualReason];
};

test("members who have not paid for over a year leave by a resolution; who paid meanwhile stays", async () => {
  const meeting = await newMeeting();
  const [lapsed, paid, kept] = [
    await memberEnding(it, -400),
    await memberEnding(it, -400),
    await memberEnding(it, -400),
  ];
  await it.db
    .insert(councilItem)
    .values([lapsed, paid, kept].map(({ id }) => ({ meetingId: meeting, memberId: id })));
  const body = await resolution(meeting, {
    [kept.id]: { verdict: "rejected", opinion: "本人已说明情况" },
  });
  await it.db.insert(memberTerm).values({
    memberId: paid.id,
    levelId: paid.levelId,
    fromOn: today,
    toOn: daysAfter(today, 100),
  });
  const outcomes = (await resolve(body)).data as Outcome[];
  expect(outcomes.map(({ ok, msg }) => [ok, msg])).toEqual([
    [true, ""],
    [false, `已续会，会籍至 ${daysAfter(today, 100)}`],
    [true, ""],
  ]);
  expect(await stateOf(lapsed.id)).toEqual([
    "resigned",
    `连续一年未缴纳会费（决议 ${body.resolutionNo}）`,
  ]);
  expect(await stateOf(paid.id)).toEqual(["", ""]);
  expect(await stateOf(kept.id)).toEqual(["", ""]);
  expect(await told(lapsed.login.userId, "memberLapsed")).toBe(1);
  expect(await told(paid.login.userId, "memberLapsed")).toBe(0);
});
