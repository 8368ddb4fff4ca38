import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { message } from "#src/app/message/table.server.ts";
import { takeDueSteps } from "#src/server/flow/flow.ts";
import { startApp } from "#src/test/app.ts";
import { declareCalls, openBatch } from "#src/test/declare.ts";
import {
  atExperts,
  expertWith,
  judgeOf,
  panelCalls,
  panelDesk,
  reviewBy,
  sheetWith,
} from "#src/test/experts.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { declareExpert } from "../expert/table.server.ts";
import { PANEL_FLOW } from "./acts/panel-flow.server.ts";
import { declarePanel, declarePlan, declareReview } from "./table.server.ts";
import type { Arranged, Choice, DutyWhole, PanelResults, Progress, ReviewWhole } from "./wire.ts";

const it = await startApp();
const desk = await panelDesk(it);

const panelRow = async (id: number) => {
  const [row] = await it.db.select().from(declarePanel).where(eq(declarePanel.id, id));
  if (!row) throw new Error("no panel");
  return row;
};
const reviewRow = async (id: number) => {
  const [row] = await it.db.select().from(declareReview).where(eq(declareReview.id, id));
  if (!row) throw new Error("no review");
  return row;
};
const titlesOf = async (userId: number) =>
  (await it.db.select().from(message).where(eq(message.userId, userId))).map(({ title }) => title);

/** A batch with an expert on one declaration. */
async function oneReview() {
  const batchId = await openBatch(it);
  const item = await atExperts(it, batchId);
  const judge = await judgeOf(it, batchId);
  // The plan of the batch is there as soon as somebody asks for it.
  await judge.calls.get(`batch?id=${judge.panelId}`);
  const id = await reviewBy(it, item.id, judge.panelId);
  return { batchId, item, judge, id };
}

describe("the list of experts", () => {
  const expert = { name: "周明", unitName: "北原大学", field: "家庭教育", status: "0" };

  test("an account once; it gets the role, and stays with its row", async () => {
    const staff = await staffWith(
      it,
      "declare:expert:add",
      "declare:expert:edit",
      "declare:expert:list",
    );
    const call = (method: string, body: object) =>
      it.call(method, "/api/declaration/expert", { token: staff.token, body });
    const { userId } = await it.as("member", { nickName: "周明老师" });
    expect((await call("POST", { ...expert, userId: 999_999_999 })).body.data).toEqual({
      userId: "请选择专家的账号",
    });
    expect((await call("POST", { ...expert, userId })).body.code).toBe(200);
    expect((await call("POST", { ...expert, userId })).body.data).toEqual({ userId: "账号已存在" });
    const roles = await it.db.execute(
      sql`select role_key from sys_user_role join sys_role using (role_id) where user_id = ${userId}`,
    );
    expect(roles.rows.map(({ role_key }) => role_key)).toContain("expert");
    const [row] = await it.db.select().from(declareExpert).where(eq(declareExpert.userId, userId));
    const other = await it.as("member");
    const moved = await call("PUT", { id: row?.id, userId: other.userId });
    expect(moved.body.data).toEqual({ userId: "账号保存后不能更换；换人请新增一位专家" });
    const found = await it.call(
      "GET",
      `/api/declaration/expert/accounts?keyword=${encodeURIComponent("周明老")}`,
      { token: staff.token },
    );
    expect(found.body.data).toMatchObject([{ userId, nickName: "周明老师" }]);
  });
});

describe("invitations", () => {
  test("are answered once: accepted with the promise of its version, before anything is shown", async () => {
    const batchId = await openBatch(it);
    await atExperts(it, batchId);
    const { login, calls, expertId } = await expertWith(it);
    expect((await desk.post("invite", { batchId, expertIds: [] })).body.msg).toBe("请先选择专家");
    expect((await desk.post("invite", { batchId, expertIds: [expertId] })).body.data).toEqual({
      invited: 1,
    });
    expect((await desk.post("invite", { batchId, expertIds: [expertId] })).body.data).toEqual({
      invited: 0,
    });
    expect(await titlesOf(login.userId)).toEqual(["邀请您参加评审"]);
    const duty = (await calls.get("mine")).body.data as { id: number }[];
    const id = duty[0]?.id ?? 0;
    const seen = (await calls.get(`batch?id=${id}`)).body.data as DutyWhole;
    expect(seen).toMatchObject({ stateName: "待答复", items: [], promiseVersion: 1 });
    expect((await calls.post("accept", { id, promiseVersion: 1 })).body.data).toEqual({
      promise: "请阅读并勾选保密承诺",
    });
    const stale = await calls.post("accept", { id, promise: "1", promiseVersion: 7 });
    expect(stale.body.data).toEqual({ promise: "保密承诺有更新，请重新阅读后再确认" });
    const stranger = await expertWith(it);
    expect(
      (await stranger.calls.post("accept", { id, promise: "1", promiseVersion: 1 })).body.code,
    ).toBe(404);
    expect((await calls.post("accept", { id, promise: "1", promiseVersion: 1 })).body.code).toBe(
      200,
    );
    expect(await panelRow(id)).toMatchObject({ state: 1, promiseVersion: 1 });
    expect((await calls.post("decline", { id, opinion: "时间不便参加" })).body.msg).toContain(
      "已接受",
    );
  });

  test("a declined expert writes why, is assigned nothing, and may be invited again", async () => {
    const batchId = await openBatch(it);
    const item = await atExperts(it, batchId);
    const { calls, expertId } = await expertWith(it);
    await desk.post("invite", { batchId, expertIds: [expertId] });
    const [{ id }] = (await calls.get("mine")).body.data as [{ id: number }];
    expect((await calls.post("decline", { id, opinion: "忙" })).body.data).toEqual({
      opinion: "谢绝时请写明原因，至少 5 个字",
    });
    expect((await calls.post("decline", { id, opinion: "出国访学半年" })).body.code).toBe(200);
    expect((await desk.post("arrange", { batchId })).body.msg).toBe(
      "还没有专家接受邀请，暂时不能分配",
    );
    expect((await desk.post("assign", { itemId: item.id, panelId: id })).body.data).toEqual({
      panelId: "这位专家没有接受邀请，或已不在名单",
    });
    expect((await desk.post("invite", { batchId, expertIds: [expertId] })).body.data).toEqual({
      invited: 1,
    });
    expect(await panelRow(id)).toMatchObject({ state: 0, reason: "" });
  });

  test("two invitations at once are one", async () => {
    const batchId = await openBatch(it);
    const { login, expertId } = await expertWith(it);
    const invite = () => desk.post("invite", { batchId, expertIds: [expertId] });
    await heldAt(it, (text) => /"declare_plan".*for update/.test(text), [invite, invite]);
    expect(await titlesOf(login.userId)).toEqual(["邀请您参加评审"]);
    expect(await it.db.$count(declarePanel, eq(declarePanel.batchId, batchId))).toBe(1);
  });

  test("a removed expert reads nothing more, and what they had not handed in is free again", async () => {
    const { judge, id, batchId, item } = await oneReview();
    expect((await judge.calls.get(`review?id=${id}`)).body.code).toBe(200);
    expect((await desk.post("remove", { id: judge.panelId, opinion: "" })).body.data).toEqual({
      opinion: "移出时请写明原因，至少 5 个字",
    });
    const out = { id: judge.panelId, opinion: "与申报单位有合作" };
    expect((await desk.post("remove", out)).body.code).toBe(200);
    for (const path of [`review?id=${id}`, `form?id=${id}`, `batch?id=${judge.panelId}`]) {
      expect((await judge.calls.get(path)).body.code, path).toBe(404);
    }
    expect((await judge.calls.put("save", { id, ...sheetWith(80) })).body.code).toBe(404);
    expect((await reviewRow(id)).state).toBe(3);
    const seen = (await desk.get(`progress?batchId=${batchId}`)).body.data as Progress;
    expect(seen.items.find((each) => each.id === item.id)?.missing).toBe(3);
  });

  test("a promise that was written anew is asked for anew", async () => {
    const { judge, id, batchId } = await oneReview();
    const { plan } = (await desk.get(`progress?batchId=${batchId}`)).body.data as Progress;
    const promise = `${plan.promise}评审结束后删除全部材料。`;
    const edited = await desk.put("plan", { ...plan, promise });
    expect(edited.body.code).toBe(200);
    expect((await judge.calls.get(`review?id=${id}`)).body.msg).toBe("请先阅读并确认保密承诺");
    expect((await judge.calls.put("save", { id, ...sheetWith(80) })).body.msg).toBe(
      "请先阅读并确认保密承诺",
    );
    expect((await judge.calls.get(`batch?id=${judge.panelId}`)).body.data).toMatchObject({
      needsPromise: true,
      items: [],
    });
    await judge.calls.post("accept", { id: judge.panelId, promise: "1", promiseVersion: 2 });
    expect((await judge.calls.get(`review?id=${id}`)).body.code).toBe(200);
  });
});

describe("assignment", () => {
  test("gives each declaration its three, evenly, and nobody one of their own unit or their own", async () => {
    const batchId = await openBatch(it);
    const items = [];
    for (let nth = 0; nth < 4; nth++) items.push(await atExperts(it, batchId));
    const own = await judgeOf(it, batchId, { unitName: "云川师范大学教育学院" });
    const author = await judgeOf(it, batchId, { name: "沈洁" });
    const judges = [];
    for (let nth = 0; nth < 4; nth++) judges.push(await judgeOf(it, batchId));
    const answer = (await desk.post("arrange", { batchId })).body.data as Arranged;
    expect(answer).toEqual({ given: 12, short: [] });
    const loads = await Promise.all(
      [own, author, ...judges].map(({ panelId }) =>
        it.db.$count(declareReview, eq(declareReview.panelId, panelId)),
      ),
    );
    expect(loads).toEqual([0, 0, 3, 3, 3, 3]);
    expect((await desk.post("arrange", { batchId })).body.data).toEqual({ given: 0, short: [] });
    for (const [judge, why] of [
      [own, "专家与申报人或成员同单位"],
      [author, "专家是申报的负责人或成员"],
    ] as const) {
      const refused = await desk.post("assign", { itemId: items[0]?.id, panelId: judge.panelId });
      expect(refused.body.data).toEqual({ panelId: why });
    }
    expect(await titlesOf(judges[0]?.login.userId ?? 0)).toEqual(["有申报等待您评审"]);
  });

  test("says which ones lack experts, and why", async () => {
    const batchId = await openBatch(it);
    const item = await atExperts(it, batchId);
    await judgeOf(it, batchId, { unitName: "云川师范大学" });
    await judgeOf(it, batchId);
    const answer = (await desk.post("arrange", { batchId })).body.data as Arranged;
    expect(answer).toMatchObject({
      given: 1,
      short: [
        { itemId: item.id, why: "还缺 2 位：2 位专家中有 1 位需要回避，请增邀专家或调整每人件数" },
      ],
    });
  });

  test("two at once give every declaration no more than it needs", async () => {
    const batchId = await openBatch(it);
    const item = await atExperts(it, batchId);
    for (let nth = 0; nth < 6; nth++) await judgeOf(it, batchId);
    const go = () => desk.post("arrange", { batchId });
    const results = await heldAt(it, (text) => /"declare_plan".*for update/.test(text), [go, go]);
    const given = results.map((each) =>
      each.status === "fulfilled" ? (each.value.body.data as Arranged).given : -1,
    );
    expect(given.toSorted()).toEqual([0, 3]);
    expect(await it.db.$count(declareReview, eq(declareReview.itemId, item.id))).toBe(3);
  });

  test("by hand: one more, one in place of another who keeps nothing, and never one who has withdrawn", async () => {
    const { batchId, item, judge, id } = await oneReview();
    const other = await judgeOf(it, batchId);
    const choices = (await desk.get(`choices?batchId=${batchId}&itemId=${item.id}`)).body
      .data as Choice[];
    expect(choices.map(({ refusal }) => refusal)).toEqual(["", "已经分配了这一件"]);
    await desk.post("assign", { itemId: item.id, panelId: other.panelId, reviewId: id });
    expect((await reviewRow(id)).state).toBe(3);
    expect((await judge.calls.get(`review?id=${id}`)).body.code).toBe(404);
    await desk.post("assign", { itemId: item.id, panelId: judge.panelId });
    expect((await reviewRow(id)).state).toBe(0);
    expect((await judge.calls.post("recuse", { id, opinion: "熟" })).body.data).toEqual({
      opinion: "申请回避时请写明原因，至少 5 个字",
    });
    expect(
      (await judge.calls.post("recuse", { id, opinion: "与负责人有合作关系" })).body.code,
    ).toBe(200);
    expect((await judge.calls.get(`review?id=${id}`)).body.code).toBe(404);
    const again = await desk.post("assign", { itemId: item.id, panelId: judge.panelId });
    expect(again.body.data).toEqual({ panelId: "专家已经回避这一件" });
    expect((await desk.post("unassign", { id })).body.msg).toContain("已回避");
  });

  test("nobody without the permission arranges anything", async () => {
    const calls = panelCalls(it, await it.as("member"));
    for (const path of ["invite", "remind", "remove", "arrange", "assign", "unassign"]) {
      expect((await calls.post(path, {})).body.code, path).toBe(403);
    }
    for (const path of ["progress?batchId=1", "results?batchId=1", "batches"]) {
      expect((await calls.get(path)).body.code, path).toBe(403);
    }
  });
});

describe("scores", () => {
  test("are kept as they are typed, come back, and are handed in once", async () => {
    const { judge, id } = await oneReview();
    const draft = { scores: { topic: "8", content: "999" }, comments: {}, comment: "写到一半 " };
    const saved = await judge.calls.put("save", { id, version: 1, ...draft });
    expect(saved.body.data).toMatchObject({ state: 0, version: 2 });
    const seen = (await judge.calls.get(`review?id=${id}`)).body.data as ReviewWhole;
    expect(seen).toMatchObject({ ...draft, isWritable: true });
    expect((await judge.calls.put("save", { id, version: 1, ...draft })).body.msg).toBe(
      "记录已被他人更新，请刷新后重试",
    );
    const refused = await judge.calls.post("submit", { id, ...draft });
    expect(refused.body.data).toEqual({
      "scores.content": "研究内容请填 0 到 100 的分数，最多一位小数",
      "scores.method": "请给“研究方法”打分",
      "scores.novelty": "请给“创新之处”打分",
      "scores.outcome": "请给“预期成果与经费”打分",
      "comments.content": "请写明对“研究内容”的意见",
      comment: "请写总评，至少 20 个字，现在 4 个字",
    });
    const done = await judge.calls.post("submit", { id, ...sheetWith(86.5) });
    expect(done.body.data).toMatchObject({ state: 1, total: "86.50" });
    expect((await judge.calls.post("submit", { id, ...sheetWith(90) })).body.msg).toBe(
      "评分已经提交，不能重复提交或修改",
    );
    expect((await judge.calls.post("recuse", { id, opinion: "后悔了想回避" })).body.msg).toContain(
      "评分已经提交",
    );
    expect((await desk.post("unassign", { id })).body.msg).toBe(
      "这位专家已经提交评分，不能取消分配",
    );
  });

  test("handed in twice at once, one counts", async () => {
    const { judge, id } = await oneReview();
    const submit = (points: number) => () =>
      judge.calls.post("submit", { id, ...sheetWith(points) });
    const results = await heldAt(it, (text) => /"declare_review".*for update/s.test(text), [
      submit(70),
      submit(90),
    ]);
    const codes = results.map((each) => (each.status === "fulfilled" ? each.value.body.code : 0));
    expect(codes.toSorted()).toEqual([200, 500]);
  });

  test("of a declaration that is not theirs an expert finds nothing", async () => {
    const { id, batchId } = await oneReview();
    const other = await judgeOf(it, batchId);
    for (const path of [
      `review?id=${id}`,
      `form?id=${id}`,
      `file?id=${id}&slot=sealedPage&index=0`,
    ]) {
      expect((await other.calls.get(path)).body.code, path).toBe(404);
    }
    for (const path of ["submit", "recuse"]) {
      expect(
        (await other.calls.post(path, { id, ...sheetWith(80), opinion: "没有权限的人" })).body.code,
      ).toBe(404);
    }
  });

  test("the sheet is fixed from the first one that is handed in, also at the same moment", async () => {
    const { judge, id, batchId } = await oneReview();
    const { plan } = (await desk.get(`progress?batchId=${batchId}`)).body.data as Progress;
    const criteria = plan.sheet.criteria.map((line, nth) =>
      nth === 0 ? { ...line, max: 10 } : line,
    );
    const edit = () => desk.put("plan", { ...plan, sheet: { ...plan.sheet, criteria } });
    const submit = () => judge.calls.post("submit", { id, ...sheetWith(80) });
    const results = await heldAt(it, (text) => /"declare_plan".*for (update|share)/.test(text), [
      edit,
      submit,
    ]);
    const codes = results.map((each) => (each.status === "fulfilled" ? each.value.body.code : 0));
    expect(codes.toSorted()).toEqual([200, 500]);
    const bad = await desk.put("plan", {
      batchId,
      dueAt: "明天",
      perExpert: "0",
      promise: "短",
      sheet: {},
    });
    expect(Object.keys(bad.body.data as object).sort()).toEqual([
      "criteria",
      "dueAt",
      "least",
      "perExpert",
      "promise",
    ]);
  });
});

describe("the results", () => {
  test("are ranked, and what enough experts have judged goes to the committee, after which nothing changes", async () => {
    const batchId = await openBatch(it);
    const items = [await atExperts(it, batchId), await atExperts(it, batchId)];
    const judges = [];
    for (let nth = 0; nth < 4; nth++) judges.push(await judgeOf(it, batchId));
    const ids: number[] = [];
    await desk.get(`progress?batchId=${batchId}`);
    for (const [nth, item] of items.entries()) {
      for (const [at, judge] of judges.entries()) {
        const id = await reviewBy(it, item.id, judge.panelId);
        ids.push(id);
        // The fourth expert leaves the first declaration open.
        if (nth === 0 && at === 3) continue;
        await judge.calls.post("submit", { id, ...sheetWith(70 + nth * 10 + at) });
      }
    }
    const open = ids[3] ?? 0;
    const results = (await desk.get(`results?batchId=${batchId}`)).body.data as PanelResults;
    expect(results.rows).toMatchObject([
      { id: items[1]?.id, place: 1, mean: "81.50", spread: "3.00", count: 4 },
      { id: items[0]?.id, place: 2, mean: "71.00", count: 3 },
    ]);
    const staff = await staffWith(it, "declare:item:decide");
    const decide = (id: number | undefined) =>
      declareCalls(it, staff).post("decide", { id, action: "rank" });
    const late = await judgeOf(it, batchId);
    const few = await atExperts(it, batchId);
    await reviewBy(it, few.id, late.panelId);
    expect((await decide(few.id)).body.msg).toBe("已收到 0 份评审意见，至少需要 3 份才能转终审");
    expect((await decide(items[0]?.id)).body.code).toBe(200);
    const closed = "这一件已转入终审，评分不能再提交或修改";
    const fourth = judges[3];
    expect((await fourth?.calls.put("save", { id: open, ...sheetWith(1) }))?.body.msg).toBe(closed);
    expect((await fourth?.calls.post("submit", { id: open, ...sheetWith(1) }))?.body.msg).toBe(
      closed,
    );
    const change = it.db.execute(sql`update declare_review set comment = 'x' where id = ${open}`);
    await expect(change).rejects.toMatchObject({ cause: { constraint: "declare_review_closed" } });
    const file = await it.call("POST", "/api/declaration/panel/export", {
      token: (await staffWith(it, "declare:panel:export")).token,
      body: { batchId },
    });
    expect(file.status).toBe(200);
  });

  test("a step to the committee and a review at the same moment: one of them, never both by halves", async () => {
    const { item, judge, id, batchId } = await oneReview();
    for (let nth = 0; nth < 3; nth++) {
      const other = await judgeOf(it, batchId);
      await other.calls.post("submit", {
        id: await reviewBy(it, item.id, other.panelId),
        ...sheetWith(80),
      });
    }
    const staff = await staffWith(it, "declare:item:decide");
    const results = await heldAt(it, (text) => /"declare_item".*for (update|share)/.test(text), [
      () => declareCalls(it, staff).post("decide", { id: item.id, action: "rank" }),
      () => judge.calls.post("submit", { id, ...sheetWith(80) }),
    ]);
    const codes = results.map((each) => (each.status === "fulfilled" ? each.value.body.code : 0));
    expect(codes[0]).toBe(200);
    expect((await reviewRow(id)).state).toBe(codes[1] === 200 ? 1 : 0);
  });
});

describe("reminders", () => {
  test("by hand, not twice within hours; by the clock three days and one day before, once each", async () => {
    const { judge, batchId } = await oneReview();
    expect((await desk.post("remind", { ids: [judge.panelId] })).body.data).toMatchObject({
      told: 1,
    });
    expect((await desk.post("remind", { ids: [judge.panelId] })).body.msg).toBe(
      "12 小时内已经提醒过，请稍后再提醒",
    );
    const due = (hours: number) =>
      it.db
        .update(declarePlan)
        .set({ dueAt: new Date(Date.now() + hours * 3_600_000) })
        .where(eq(declarePlan.batchId, batchId));
    const nudge = () => takeDueSteps(PANEL_FLOW, it.db, "nudge", 10);
    await due(100);
    expect(await nudge()).toBe(0);
    await due(70);
    expect([await nudge(), await nudge()]).toEqual([1, 0]);
    await due(20);
    expect([await nudge(), await nudge()]).toEqual([1, 0]);
    await due(-1);
    expect(await nudge()).toBe(0);
    expect(await titlesOf(judge.login.userId)).toEqual([
      "请抽空完成评审",
      "请抽空完成评审",
      "请抽空完成评审",
    ]);
    const idle = await judgeOf(it, batchId);
    expect((await desk.post("remind", { ids: [idle.panelId] })).body.msg).toBe(
      "这位专家没有待评审的申报，不需要提醒",
    );
  });
});

test("what must never be in the data is refused by the database", async () => {
  const { judge, id, batchId } = await oneReview();
  for (const bad of [
    `update declare_panel set promised_at = null where id = ${judge.panelId}`,
    `update declare_panel set state = 2, reason = '' where id = ${judge.panelId}`,
    `update declare_panel set state = 9 where id = ${judge.panelId}`,
    `update declare_review set state = 1 where id = ${id}`,
    `update declare_review set total = 10001 where id = ${id}`,
    `update declare_review set state = 2, reason = '短' where id = ${id}`,
    `update declare_plan set per_expert = 0 where batch_id = ${batchId}`,
  ]) {
    await expect(it.db.execute(sql.raw(bad)), bad).rejects.toMatchObject({
      cause: { code: "23514" },
    });
  }
  const other = await openBatch(it);
  const foreign = await judgeOf(it, other);
  const across = sql`update declare_review set panel_id = ${foreign.panelId} where id = ${id}`;
  await expect(it.db.execute(across)).rejects.toMatchObject({ cause: { code: "23503" } });
  await judge.calls.post("submit", { id, ...sheetWith(80) });
  const changed = sql`update declare_review set total = 1 where ${and(eq(declareReview.id, id))}`;
  await expect(it.db.execute(changed)).rejects.toMatchObject({
    cause: { constraint: "declare_review_final" },
  });
});
