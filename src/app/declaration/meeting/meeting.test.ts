import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { declareCalls, itemRow, openBatch } from "#src/test/declare.ts";
import {
  atCommittee,
  atExperts,
  judgeOf,
  resolvedOn,
  reviewBy,
  sheetWith,
} from "#src/test/experts.ts";
import { readPdf } from "#src/test/pdf.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { declareCase, declareMeeting, declareQuota } from "./table.server.ts";
import type { Made, MeetingSheet } from "./wire.ts";

const it = await startApp();
const staff = await staffWith(
  it,
  "declare:meeting:list",
  "declare:meeting:edit",
  "declare:meeting:export",
  "declare:item:decide",
  "declare:item:list",
  "declare:item:query",
);
const call = (method: string, path: string, body?: object, token = staff.token) =>
  it.call(method, `/api/declaration/meeting${path}`, { token, ...(body ? { body } : {}) });
const items = declareCalls(it, staff);

const MEMBERS = "周宁\n顾舟、陆远\n何沐\n宋和";
const about = (batchId: number, more: object = {}) => ({
  batchId,
  meetingName: "终审会",
  meetingOn: "2026-11-20",
  place: "学会会议室",
  members: MEMBERS,
  quotas: [],
  ...more,
});

const made = (answer: { body: { code: number; msg: string; data?: unknown } }): Made => {
  if (answer.body.code !== 200) throw new Error(answer.body.msg);
  return answer.body.data as Made;
};
const sheet = async (batchId: number) =>
  (await call("GET", `/sheet?batchId=${batchId}`)).body.data as MeetingSheet;

/** A batch whose committee has so many declarations before it, the ranking frozen. */
async function frozen(count: number, change: Parameters<typeof openBatch>[1] = {}, more = {}) {
  const batchId = await openBatch(it, change);
  const ones = [];
  for (let nth = 0; nth < count; nth++) ones.push(await atCommittee(it, batchId));
  const { id } = made(await call("POST", "", about(batchId, more)));
  made(await call("POST", "/step", { id, action: "freeze" }));
  const { cases } = await sheet(batchId);
  const vote = (at: number, said: object) =>
    call("PUT", "/vote", { id, caseId: cases[at]?.id, ...said });
  return { batchId, ones, id, cases, vote };
}

const PASS = { agree: 4, against: 1, abstain: 0, result: "pass" };
const REFUSE = { agree: 1, against: 3, abstain: 1, result: "refuse", opinion: "论证还不充分" };
const RESOLUTION = { resolutionNo: "", resolutionOn: "2026-11-21" };

describe("a meeting", () => {
  test("is called once at a time, with texts on its fields", async () => {
    const batchId = await openBatch(it);
    const bad = await call("POST", "", {
      batchId,
      meetingOn: "2026-02-30",
      members: "名".repeat(31),
      quotas: [{ category: "实践研究", places: "三" }],
    });
    expect(bad.body.data).toEqual({
      meetingName: "请填写会议名称",
      meetingOn: "请填写会议日期，如 2026-12-20",
      members: "委员姓名最多 30 个字，请每行写一位",
    });
    const quota = about(batchId, { quotas: [{ category: "实践研究", places: "三" }] });
    expect((await call("POST", "", quota)).body.data).toEqual({
      "quota.实践研究": "“实践研究”的名额为 0 到 9999 的整数，不限请留空",
    });
    const results = await heldAt(it, (text) => /from "declare_batch".*for no key/.test(text), [
      () => call("POST", "", about(batchId)),
      () => call("POST", "", about(batchId)),
    ]);
    const codes = results.map((each) => (each.status === "fulfilled" ? each.value.body.code : 0));
    expect(codes.toSorted()).toEqual([200, 500]);
    const { meeting } = await sheet(batchId);
    expect(meeting).toMatchObject({ state: 0, members: ["周宁", "顾舟", "陆远", "何沐", "宋和"] });
    expect((await call("POST", "/step", { id: meeting?.id, action: "freeze" })).body.msg).toBe(
      "没有待终审的申报，请先在“专家评审”结束评审、转终审",
    );
  });

  test("freezes the ranking: no score comes in any more, until it is opened again with a reason", async () => {
    const batchId = await openBatch(it);
    await atCommittee(it, batchId);
    const late = await atExperts(it, batchId);
    const judge = await judgeOf(it, batchId);
    const id = await reviewBy(it, late.id, judge.panelId);
    const meeting = made(await call("POST", "", about(batchId)));
    const step = (action: string, opinion = "") =>
      call("POST", "/step", { id: meeting.id, action, opinion });
    expect((await step("freeze")).body.code).toBe(200);
    expect((await judge.calls.post("submit", { id, ...sheetWith(60) })).body.msg).toBe(
      "评审委员会已经冻结排名，评分不能再提交；确有需要请联系学会秘书处",
    );
    // Not even beside the program.
    const forced = sql`update declare_review set state = 1, total = 100, submitted_at = now()
      where id = ${id}`;
    await expect(it.db.execute(forced)).rejects.toMatchObject({
      cause: { constraint: "declare_review_met" },
    });
    expect((await sheet(batchId)).cases).toMatchObject([{ score: "80.00", place: 1 }]);
    const changed = sql`update declare_case set score = 1 where meeting_id = ${meeting.id}`;
    await expect(it.db.execute(changed)).rejects.toMatchObject({
      cause: { constraint: "declare_case_frozen" },
    });
    expect((await step("reopen", "短")).body.data).toEqual({
      opinion: "请写明原因，5 到 200 个字",
    });
    expect((await step("reopen", "补充一位专家的意见")).body.code).toBe(200);
    expect((await judge.calls.post("submit", { id, ...sheetWith(60) })).body.code).toBe(200);
    expect((await step("remove")).body.code).toBe(200);
    expect((await sheet(batchId)).meeting).toBeNull();
  });

  test("a score at the moment of freezing is either in the ranking or refused", async () => {
    const batchId = await openBatch(it);
    await atCommittee(it, batchId);
    const late = await atExperts(it, batchId);
    const judge = await judgeOf(it, batchId);
    const id = await reviewBy(it, late.id, judge.panelId);
    const meeting = made(await call("POST", "", about(batchId)));
    const [submitted, freezing] = await heldAt(
      it,
      (text) => /from "declare_plan".*for (share|update)/.test(text),
      [
        () => judge.calls.post("submit", { id, ...sheetWith(60) }),
        () => call("POST", "/step", { id: meeting.id, action: "freeze" }),
      ],
    );
    expect(freezing?.status === "fulfilled" && freezing.value.body.code).toBe(200);
    const isIn = submitted?.status === "fulfilled" && submitted.value.body.code === 200;
    const [row] = await it.db
      .execute(
        sql`select (select submitted_at from declare_review where id = ${id}) <=
        (select frozen_at from declare_meeting where id = ${meeting.id}) as "isEarlier"`,
      )
      .then(({ rows }) => rows);
    expect(row).toEqual({ isEarlier: isIn ? true : null });
  });
});

describe("votes", () => {
  test("are never more than members, a pass has the majority, and what is typed stays", async () => {
    const { batchId, vote, id } = await frozen(1);
    expect((await vote(0, { agree: 4, against: 2 })).body.data).toEqual({
      agree: "票数合计 6，超过到会的 5 人",
    });
    expect((await vote(0, { agree: "x" })).body.data).toEqual({ agree: "票数应为 0 到 99 的整数" });
    expect((await vote(0, { ...PASS, agree: 2 })).body.data).toEqual({
      agree: "同意 2 票，没有超过到会 5 人的半数，不能通过",
    });
    expect((await vote(0, { agree: 4, result: "pass" })).body.data).toEqual({
      agree: "请先填写同意、反对和弃权的票数",
    });
    // Half of it is kept: one goes on later.
    expect((await vote(0, { agree: 4 })).body.code).toBe(200);
    expect((await sheet(batchId)).cases).toMatchObject([{ agree: 4, against: null, result: "" }]);
    const [row] = (await sheet(batchId)).cases;
    expect((await vote(0, { ...PASS, caseVersion: (row?.version ?? 0) - 1 })).body.msg).toBe(
      "记录已被他人更新，请刷新后重试",
    );
    expect((await vote(0, PASS)).body.code).toBe(200);
    const fewer = await call("PUT", "", { id, ...about(batchId), members: "周宁、顾舟" });
    expect(fewer.body.data).toEqual({
      members: "已登记的表决与到会人数不符：票数合计 5，超过到会的 2 人",
    });
    for (const bad of ["agree = 6", "agree = 2, against = 3", "against = null", "agree = -1"]) {
      const change = sql.raw(`update declare_case set ${bad} where meeting_id = ${id}`);
      await expect(it.db.execute(change), bad).rejects.toMatchObject({ cause: { code: "23514" } });
    }
  });

  test("noted by two at once merge: what a body does not name stays as it is", async () => {
    const { batchId, vote } = await frozen(1);
    expect((await vote(0, { agree: 4, opinion: "论证充分" })).body.code).toBe(200);
    expect((await vote(0, { against: "1" })).body.code).toBe(200);
    expect((await vote(0, { abstain: "0", result: "pass" })).body.code).toBe(200);
    const said = { agree: 4, against: 1, abstain: 0, result: "pass", opinion: "论证充分" };
    expect((await sheet(batchId)).cases).toMatchObject([said]);
    // What is merged is judged as a whole.
    expect((await vote(0, { agree: "2" })).body.data).toEqual({
      agree: "同意 2 票，没有超过到会 5 人的半数，不能通过",
    });
    expect((await vote(0, { result: "", agree: "" })).body.code).toBe(200);
    expect((await sheet(batchId)).cases).toMatchObject([{ ...said, agree: null, result: "" }]);
  });

  test("on one's own declaration, or one that one writes too, are a colleague's to note", async () => {
    const { ones, vote, batchId } = await frozen(1);
    await it.db.execute(
      sql`insert into declare_writer (item_id, user_id) values (${ones[0]?.id}, ${staff.userId})`,
    );
    expect((await vote(0, PASS)).body.msg).toBe(
      "这是您本人申报或共同填写的项目，请由其他同事登记表决",
    );
    expect((await sheet(batchId)).cases).toMatchObject([{ isOwn: true, result: "" }]);
  });

  test("a resolution asks for all of them, an award of papers, and stays within the quotas", async () => {
    const category = "实践研究";
    const { vote, id, cases, batchId } = await frozen(
      2,
      { kind: "project" },
      { quotas: [{ category, places: "1" }] },
    );
    const resolve = (more: object = {}) => call("POST", "/resolve", { id, ...RESOLUTION, ...more });
    await vote(0, PASS);
    expect((await resolve({ resolutionOn: "2026-11-19" })).body.data).toEqual({
      resolutionNo: "请填写决议编号",
      resolutionOn: "决议日期不能早于会议日期",
      [`case.${cases[1]?.id}`]: "《祖辈参与家庭教育的支持研究》还没有登记表决结果",
    });
    await vote(1, PASS);
    const resolutionNo = "评委决〔2026〕7号";
    expect((await resolve({ resolutionNo })).body.data).toEqual({
      [`quota.${category}`]: "“实践研究”通过 2 件，超过名额 1 件",
    });
    await vote(1, REFUSE);
    expect((await resolve({ resolutionNo })).body.code).toBe(200);
    expect((await vote(0, REFUSE)).body.msg).toBe(
      "会议已登记决议，不能再修改；需要再议的请另开一次会议",
    );
    const again = await frozen(1);
    await again.vote(0, PASS);
    const taken = { id: again.id, ...RESOLUTION, resolutionNo };
    expect((await call("POST", "/resolve", taken)).body.data).toEqual({
      resolutionNo: "这个决议编号已经用过",
    });
    for (const bad of ["set place = '别处'", "set state = 1"]) {
      const change = sql.raw(`update declare_meeting ${bad} where id = ${id}`);
      await expect(it.db.execute(change), bad).rejects.toMatchObject({ cause: { code: "23514" } });
    }
    expect((await sheet(batchId)).meeting?.allowed).toEqual([]);
  });
});

describe("what was resolved is carried out", () => {
  test("together, each by itself; a resolution serves once", async () => {
    const { ones, vote, id, cases } = await frozen(2);
    const idOf = (at: number) => cases[at]?.itemId ?? 0;
    await vote(0, PASS);
    await vote(1, REFUSE);
    await call("POST", "/resolve", { id, ...RESOLUTION, resolutionNo: "评委决〔2026〕8号" });
    const ids = ones.map((one) => one.id);
    const results = (await items.post("decide", { ids, action: "publicise" })).body.data as {
      id: number;
      ok: boolean;
      msg: string;
    }[];
    expect(results.find((each) => each.id === idOf(0))).toMatchObject({ ok: true });
    expect(results.find((each) => each.id === idOf(1))).toMatchObject({
      ok: false,
      msg: "评审委员会的决议是不通过，不能公示",
    });
    await items.post("decide", { id: idOf(1), action: "decline" });
    // The owner reads what the committee said.
    expect(await itemRow(it, idOf(1))).toMatchObject({ state: 12, opinion: "论证还不充分" });
    const back = { id: idOf(0), action: "recall", opinion: "异议成立，需要复核" };
    expect((await items.post("decide", back)).body.code).toBe(200);
    expect((await items.post("decide", { id: idOf(0), action: "publicise" })).body.msg).toBe(
      "请先在“终审会议”登记评审委员会的决议，再办理公示",
    );
    const forced = sql`update declare_item set state = 6, public_until = now() where id = ${idOf(0)}`;
    await expect(it.db.execute(forced)).rejects.toMatchObject({
      cause: { constraint: "declare_item_resolved" },
    });
  });

  test("is decided on once more by another meeting that takes it up; the resolution of before serves no more", async () => {
    const { ones, vote, id, batchId } = await frozen(1);
    const itemId = ones[0]?.id ?? 0;
    await vote(0, PASS);
    await call("POST", "/resolve", { id, ...RESOLUTION, resolutionNo: "评委决〔2026〕11号" });
    expect((await sheet(batchId)).resolved).toMatchObject([
      { itemId, result: "pass", resolutionNo: "评委决〔2026〕11号" },
    ]);
    const next = made(await call("POST", "", about(batchId, { meetingName: "复议会" })));
    const freeze = (again?: number[]) =>
      call("POST", "/step", { id: next.id, action: "freeze", ...(again ? { again } : {}) });
    expect((await freeze()).body.msg).toContain("没有待终审的申报");
    const other = await frozen(1);
    const NOT_AGAIN = "所选复议的申报已按决议办理，或已不在待终审，请刷新后重新选择";
    for (const wrong of [[itemId, other.ones[0]?.id ?? 0], [999_999]]) {
      expect((await freeze(wrong)).body.msg).toBe(NOT_AGAIN);
    }
    expect((await freeze([itemId])).body.code).toBe(200);
    const { cases, resolved } = await sheet(batchId);
    expect(cases).toMatchObject([{ itemId, agree: null, result: "" }]);
    expect(resolved).toEqual([]);
    expect((await items.post("decide", { id: itemId, action: "publicise" })).body.msg).toBe(
      "请先在“终审会议”登记评审委员会的决议，再办理公示",
    );
    await call("PUT", "/vote", { id: next.id, caseId: cases[0]?.id, ...REFUSE });
    const resolution = { id: next.id, ...RESOLUTION, resolutionNo: "评委决〔2026〕12号" };
    expect((await call("POST", "/resolve", resolution)).body.code).toBe(200);
    expect((await items.post("decide", { id: itemId, action: "decline" })).body.code).toBe(200);
    expect((await itemRow(it, itemId)).state).toBe(12);
  });

  test("taken up again at the moment it is published, it is one of the two", async () => {
    const { ones, vote, id, batchId } = await frozen(1);
    const itemId = ones[0]?.id ?? 0;
    await vote(0, PASS);
    await call("POST", "/resolve", { id, ...RESOLUTION, resolutionNo: "评委决〔2026〕13号" });
    const next = made(await call("POST", "", about(batchId)));
    const results = await heldAt(it, (text) => /update "declare_(item|case)"/.test(text), [
      () => items.post("decide", { id: itemId, action: "publicise" }),
      () => call("POST", "/step", { id: next.id, action: "freeze", again: [itemId] }),
    ]);
    const codes = results.map((each) => (each.status === "fulfilled" ? each.value.body.code : 0));
    expect(codes.toSorted()).toEqual([200, 500]);
  });

  test("a resolution counts what another one has let pass and nobody has published yet", async () => {
    const category = "实践研究";
    const first = await frozen(1, {}, { quotas: [{ category, places: "1" }] });
    await first.vote(0, PASS);
    const numbered = (id: number, nth: number) =>
      call("POST", "/resolve", { id, ...RESOLUTION, resolutionNo: `评委决〔2026〕${nth}号` });
    expect((await numbered(first.id, 14)).body.code).toBe(200);
    const { batchId } = first;
    await atCommittee(it, batchId);
    const quotas = [{ category, places: "1" }];
    const { id } = made(await call("POST", "", about(batchId, { quotas })));
    made(await call("POST", "/step", { id, action: "freeze" }));
    const { cases, quotas: shown } = await sheet(batchId);
    expect(shown.find((each) => each.category === category)).toMatchObject({ pending: 1, won: 0 });
    await call("PUT", "/vote", { id, caseId: cases[0]?.id, ...PASS });
    expect((await numbered(id, 15)).body.data).toEqual({
      [`quota.${category}`]: "“实践研究”通过 1 件，另有 1 件已决议通过、尚未公示，超过名额 1 件",
    });
  });

  test("an award is only of papers, and goes with the publicity it was given for", async () => {
    const project = await openBatch(it);
    const plain = await atCommittee(it, project);
    await resolvedOn(it, project, [plain.id], { award: "first" });
    await items.post("decide", { id: plain.id, action: "publicise" });
    expect(await itemRow(it, plain.id)).toMatchObject({ state: 6, award: "" });
    const batchId = await openBatch(it);
    const one = await atCommittee(it, batchId);
    await it.db.execute(sql`update declare_batch set kind = 'paper' where id = ${batchId}`);
    await resolvedOn(it, batchId, [one.id], { award: "first" });
    await items.post("decide", { id: one.id, action: "publicise" });
    expect(await itemRow(it, one.id)).toMatchObject({ state: 6, award: "first" });
    const opinion = "异议成立，需要复核";
    await items.post("decide", { id: one.id, action: "recall", opinion });
    expect(await itemRow(it, one.id)).toMatchObject({ state: 5, award: "" });
  });

  test("a first quota and a publication in one moment never let more win than the quota", async () => {
    const batchId = await openBatch(it);
    const one = await atCommittee(it, batchId);
    await resolvedOn(it, batchId, [one.id]);
    const asked = about(batchId, { quotas: [{ category: "实践研究", places: "0" }] });
    const results = await heldAt(
      it,
      (text) => /update "declare_item"|insert into "declare_quota"/.test(text),
      [
        () => items.post("decide", { id: one.id, action: "publicise" }),
        () => call("POST", "", asked),
      ],
    );
    const codes = results.map((each) => (each.status === "fulfilled" ? each.value.body.code : 0));
    expect(codes.toSorted()).toEqual([200, 500]);
  });

  test("of two at once one takes the last place of the quota", async () => {
    const batchId = await openBatch(it);
    const ones = [await atCommittee(it, batchId), await atCommittee(it, batchId)];
    await resolvedOn(
      it,
      batchId,
      ones.map(({ id }) => id),
    );
    await it.db.insert(declareQuota).values({ batchId, category: "实践研究", places: 1 });
    const results = await heldAt(it, (text) => /from "declare_quota".*for update/.test(text), [
      () => items.post("decide", { id: ones[0]?.id, action: "publicise" }),
      () => items.post("decide", { id: ones[1]?.id, action: "publicise" }),
    ]);
    const said = results.map((each) => (each.status === "fulfilled" ? each.value.body : undefined));
    expect(said.map((each) => each?.code).toSorted()).toEqual([200, 500]);
    expect(said.find((each) => each?.code === 500)?.msg).toBe("“实践研究”的名额为 1 件，已满");
    const won = await Promise.all(ones.map(({ id }) => itemRow(it, id)));
    const left = won.find(({ state }) => state === 5);
    // Not even beside the program.
    const forced = sql`update declare_item set state = 6, public_from = now(), public_until = now()
      where id = ${left?.id ?? 0}`;
    await expect(it.db.execute(forced)).rejects.toMatchObject({
      cause: { constraint: "declare_item_quota" },
    });
    const fewer = it.db
      .update(declareQuota)
      .set({ places: 0 })
      .where(eq(declareQuota.batchId, batchId));
    await expect(fewer).rejects.toMatchObject({ cause: { constraint: "declare_quota_taken" } });
    const asked = about(batchId, { quotas: [{ category: "实践研究", places: "0" }] });
    expect((await call("POST", "", asked)).body.data).toEqual({
      "quota.实践研究": "“实践研究”已有 1 件公示或立项，名额不能少于 1",
    });
  });

  test("a member whom a declaration names is told apart, and papers get an award", async () => {
    const { cases, vote, id, batchId } = await frozen(1, {}, { members: "沈洁、林晓、周宁" });
    expect(cases[0]?.related.toSorted()).toEqual(["林晓", "沈洁"]);
    await it.db.execute(sql`update declare_batch set kind = 'paper' where id = ${batchId}`);
    await vote(0, { agree: 3, against: 0, abstain: 0, result: "pass" });
    const asked = { id, ...RESOLUTION, resolutionNo: "评委决〔2026〕9号" };
    expect((await call("POST", "/resolve", asked)).body.data).toEqual({
      [`case.${cases[0]?.id}`]: "《祖辈参与家庭教育的支持研究》还没有填写获奖等级",
    });
    await vote(0, { agree: 3, against: 0, abstain: 0, result: "pass", award: "first" });
    expect((await call("POST", "/resolve", asked)).body.code).toBe(200);
    await items.post("decide", { id: cases[0]?.itemId, action: "publicise" });
    expect(await itemRow(it, cases[0]?.itemId ?? 0)).toMatchObject({ state: 6, award: "first" });
  });
});

describe("its papers", () => {
  test("a sheet to vote on across A4, and one with the resolution", async () => {
    const { id, vote } = await frozen(1);
    const pdf = async () => {
      const answer = await it.app.inject({
        url: `/prod-api/api/declaration/meeting/agenda?id=${id}`,
        headers: { authorization: `Bearer ${staff.token}` },
      });
      expect(answer.headers["content-type"]).toBe("application/pdf");
      const [page] = readPdf(answer.rawPayload);
      return page?.text.replaceAll("\n", "") ?? "";
    };
    expect(await pdf()).toContain("评审委员会终审表");
    await vote(0, PASS);
    await call("POST", "/resolve", { id, ...RESOLUTION, resolutionNo: "评委决〔2026〕10号" });
    const text = await pdf();
    expect(text).toContain("决议编号：评委决〔2026〕10号");
    expect(text).toContain("4 / 1 / 0");
  });

  test("who may only read changes nothing", async () => {
    const reader = await staffWith(it, "declare:meeting:list");
    const { id, batchId } = await frozen(1);
    const answer = await call("GET", `/sheet?batchId=${batchId}`, undefined, reader.token);
    expect((answer.body.data as MeetingSheet).meeting?.allowed).toEqual([]);
    const step = { id, action: "reopen", opinion: "没有权限的人" };
    expect((await call("POST", "/step", step, reader.token)).body.code).toBe(403);
    expect(await it.db.$count(declareCase, eq(declareCase.meetingId, id))).toBe(1);
    const gone = it.db.delete(declareMeeting).where(eq(declareMeeting.id, id));
    await expect(gone).rejects.toMatchObject({ cause: { code: "23514" } });
  });
});
