import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { memberLevel } from "#src/app/member/level/table.server.ts";
import { member } from "#src/app/member/table.server.ts";
import { message } from "#src/app/message/table.server.ts";
import { takeDueSteps } from "#src/server/flow/flow.ts";
import { startApp } from "#src/test/app.ts";
import {
  declareCalls,
  filledIn,
  handedIn,
  itemRow,
  openBatch,
  projectValues,
  savedOf,
  scanOf,
} from "#src/test/declare.ts";
import { resolvedOn, threeReviews } from "#src/test/experts.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { declareBatch, declareUnlock } from "../batch/table.server.ts";
import { DECLARE_FLOW } from "./acts/flow.server.ts";
import { declareItem } from "./table.server.ts";

const it = await startApp();
const DAY = 86_400_000;
const batchId = await openBatch(it);
const desk = declareCalls(
  it,
  await staffWith(
    it,
    "declare:item:list",
    "declare:item:query",
    "declare:item:check",
    "declare:item:decide",
    "declare:item:stage",
  ),
);

/** A unit that is a member, with its account. */
async function unitMember(name: string) {
  const login = await it.as("member", { userType: "02" });
  const [level] = await it.db
    .select()
    .from(memberLevel)
    .where(eq(memberLevel.memberType, "02"))
    .limit(1);
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo: `D2026${String(90_000 + login.userId).slice(-5)}`,
      memberType: "02",
      userId: login.userId,
      name,
      creditCode: `52110000${String(login.userId).padStart(10, "0")}`,
      levelId: level?.id ?? 0,
      joinedOn: "2026-01-01",
      validTo: "2099-12-31",
    })
    .returning();
  return { login, calls: declareCalls(it, login), unitId: row?.id ?? 0 };
}

const closeNow = (id: number) =>
  it.db
    .update(declareBatch)
    .set({ closeAt: sql`clock_timestamp()` })
    .where(eq(declareBatch.id, id));

describe("writing", () => {
  test("begins once, comes back as it was typed, and is handed in", async () => {
    const login = await it.as("member");
    const calls = declareCalls(it, login);
    const begun = savedOf(await calls.post("begin", { batchId }));
    expect(begun.itemNo).toMatch(/^D\d{9}$/);
    expect(savedOf(await calls.post("begin", { batchId })).id).toBe(begun.id);
    const saved = savedOf(
      await calls.put("save", {
        id: begun.id,
        seen: begun.version,
        base: {},
        values: { title: "短", leaderPhone: "138", unknown: "x", budget: [{ amount: "3" }] },
      }),
    );
    expect(saved).toMatchObject({ state: 0, conflicts: [], values: null });
    const shown = (await calls.get(`getInfo?id=${begun.id}`)).body.data as Record<string, unknown>;
    expect(shown).toMatchObject({
      values: {
        title: "短",
        leaderPhone: "138",
        budget: [{ item: "", amount: "3.00", basis: "" }],
      },
      allowed: ["submit", "discard"],
      isWritable: true,
    });
    expect(shown.values).not.toHaveProperty("unknown");
    const refused = await calls.post("submit", { id: begun.id });
    expect(refused.body).toMatchObject({
      code: 500,
      data: {
        category: "请选择类别",
        leaderPhone: "请输入正确的11位手机号码",
        "budget.0.item": "请填写支出项目".replace("填写", "选择"),
        promise: "请阅读并勾选承诺书",
        sealedPage: "请上传申报书盖章页",
      },
    });
    const values = await projectValues(it, login);
    savedOf(await calls.put("save", { id: begun.id, seen: saved.version, base: {}, values }));
    expect(savedOf(await calls.post("submit", { id: begun.id }))).toMatchObject({ state: 2 });
    const [told] = await it.db.select().from(message).where(eq(message.userId, login.userId));
    expect(told?.title).toBe("申报已提交");
  });

  test("two writers at once lose no word: other fields merge, the same one is told", async () => {
    const one = await filledIn(it, batchId);
    const { code } = (await one.calls.post("share", { id: one.id })).body.data as { code: string };
    const friend = declareCalls(it, await it.as("member"));
    expect((await friend.get(`getInfo?id=${one.id}`)).body.code).toBe(404);
    savedOf(await friend.post("join", { code }));
    const seen = (await itemRow(it, one.id)).version;
    savedOf(
      await one.calls.put("save", {
        id: one.id,
        seen,
        base: { goal: one.values.goal },
        values: { goal: "负责人写的目标" },
      }),
    );
    const answer = savedOf(
      await friend.put("save", {
        id: one.id,
        seen,
        base: { goal: one.values.goal, method: one.values.method },
        values: { goal: "成员写的目标", method: "成员写的方法" },
      }),
    );
    expect(answer.conflicts).toEqual(["goal"]);
    expect(answer.values).toMatchObject({ goal: "负责人写的目标", method: "成员写的方法" });
    // Without a word of what was seen nothing is overwritten.
    expect((await friend.put("save", { id: one.id, seen, values: { goal: "x" } })).body.msg).toBe(
      "记录已被他人更新，请刷新后重试",
    );
    expect((await friend.post("submit", { id: one.id })).body.code).toBe(404);
  });

  test("the link of an invitation opens nothing once it is handed in, but for who writes already", async () => {
    const one = await filledIn(it, batchId);
    const { code } = (await one.calls.post("share", { id: one.id })).body.data as { code: string };
    const friend = declareCalls(it, await it.as("member"));
    savedOf(await friend.post("join", { code }));
    savedOf(await one.calls.post("submit", { id: one.id }));
    const late = declareCalls(it, await it.as("member"));
    expect((await late.post("join", { code })).body.msg).toBe("申报已经提交，不能再加入填写");
    expect(savedOf(await friend.post("join", { code })).id).toBe(one.id);
    expect((await late.get(`getInfo?id=${one.id}`)).body.code).toBe(404);
  });

  test("two savings in one moment of the same paragraph: one stays, the other one is told", async () => {
    const one = await filledIn(it, batchId);
    const save = (goal: string) => () =>
      one.calls.put("save", {
        id: one.id,
        seen: one.version,
        base: { goal: one.values.goal },
        values: { goal },
      });
    const results = await heldAt(it, (text) => /for update/.test(text), [save("甲"), save("乙")]);
    const conflicts = results.map((each) =>
      each.status === "fulfilled" ? savedOf(each.value).conflicts : ["failed"],
    );
    expect(conflicts.toSorted()).toEqual([[], ["goal"]]);
  });

  test("a file of somebody else, of another type, or one too many is refused on its slot", async () => {
    const one = await filledIn(it, batchId);
    const stranger = await it.as("member");
    const put = async (values: object) =>
      (await one.calls.put("save", { id: one.id, seen: 0, base: one.values, values })).body.data;
    expect(await put({ sealedPage: [await scanOf(it, stranger.userId)] })).toEqual({
      sealedPage: "请重新上传申报书盖章页",
    });
    expect(await put({ sealedPage: [await scanOf(it, one.login.userId, "docx")] })).toEqual({
      sealedPage: "申报书盖章页只能是 pdf、jpg、jpeg、png 文件",
    });
    const two = [await scanOf(it, one.login.userId), await scanOf(it, one.login.userId)];
    expect(await put({ sealedPage: two })).toEqual({ sealedPage: "申报书盖章页最多 1 个文件" });
  });

  test("sums beyond the bound and texts beyond their limits are told with the numbers", async () => {
    const one = await filledIn(it, batchId, {
      budget: [{ item: "资料费", amount: "100000.01", basis: "" }],
      novelty: "新".repeat(601),
    });
    expect((await one.calls.post("submit", { id: one.id })).body.data).toEqual({
      novelty: "创新之处最多 600 个字，现在 601 个",
      budget: "经费预算合计不能超过 100000.00 元，现在 100000.01 元",
    });
  });
});

describe("the deadline is the server's", () => {
  test("nothing is written or handed in after it, what was typed stays, and one is told once", async () => {
    const own = await openBatch(it);
    const one = await filledIn(it, own);
    await closeNow(own);
    const late = await one.calls.post("submit", { id: one.id });
    expect(late.body.msg).toMatch(/^申报已于 .* 截止，填写的内容已为您保留/);
    const save = { id: one.id, seen: one.version, base: {}, values: { title: "迟到" } };
    expect((await one.calls.put("save", save)).body.code).toBe(500);
    expect((await itemRow(it, one.id)).title).toBe(one.values.title);
    expect(await takeDueSteps(DECLARE_FLOW, it.db, "missDeadline", 10)).toBe(1);
    expect(await takeDueSteps(DECLARE_FLOW, it.db, "missDeadline", 10)).toBe(0);
    const told = await it.db.select().from(message).where(eq(message.userId, one.login.userId));
    expect(told.map(({ title }) => title)).toEqual(["申报已经截止"]);
  });

  test("staff open it for one person with a reason", async () => {
    const own = await openBatch(it);
    const one = await filledIn(it, own);
    await closeNow(own);
    const staff = await staffWith(it, "declare:batch:unlock");
    const unlock = (body: object) =>
      it.call("POST", "/api/declaration/batch/unlock", { token: staff.token, body });
    const untilAt = "2099-01-01 00:00:00";
    expect((await unlock({ id: own, phone: "", untilAt: "昨天", reason: "" })).body.data).toEqual({
      phone: "没有找到这位申报人，请核对手机号或草稿的申报编号",
      untilAt: "延时应晚于批次的截止时间",
      reason: "请写明原因，5 到 200 个字",
    });
    const { itemNo } = await itemRow(it, one.id);
    const reason = "断网一天，已核实";
    expect((await unlock({ id: own, itemNo, untilAt, reason })).body.code).toBe(200);
    expect(await it.db.$count(declareUnlock, eq(declareUnlock.batchId, own))).toBe(1);
    expect(savedOf(await one.calls.post("submit", { id: one.id })).state).toBe(2);
    const other = declareCalls(it, await it.as("member"));
    expect((await other.post("begin", { batchId: own })).body.msg).toContain("截止");
  });

  test("what is to come, is being prepared or is for members cannot be begun", async () => {
    const soon = await openBatch(it, {
      openAt: new Date(Date.now() + DAY),
      closeAt: new Date(Date.now() + 2 * DAY),
    });
    const calls = declareCalls(it, await it.as("member"));
    expect((await calls.post("begin", { batchId: soon })).body.msg).toMatch(/^申报于 .* 开始$/);
    const hidden = await openBatch(it, { status: "1" });
    expect((await calls.post("begin", { batchId: hidden })).body.code).toBe(404);
    const members = await openBatch(it, { audience: "member" });
    expect((await calls.post("begin", { batchId: members })).body.msg).toBe(
      "本批次只接受在籍会员申报，请先入会或续会",
    );
    const mine = (await calls.get("mine")).body.data as { batches: { id: number }[] };
    expect(mine.batches.map(({ id }) => id)).not.toContain(hidden);
  });
});

describe("the unit", () => {
  test("checks and forwards its own, no more than its quota, two at once among them", async () => {
    const own = await openBatch(it, { unitCheck: true, quotaPerUnit: 1 });
    const unit = await unitMember("云川第一中学");
    const other = await unitMember("云川第二中学");
    const unitName = { unitName: "云川第一中学" };
    const first = await handedIn(it, own, unitName);
    const second = await handedIn(it, own, unitName);
    expect([first.state, second.state]).toEqual([1, 1]);
    const mine = (await unit.calls.get("mine")).body.data as { duties: { id: number }[] };
    expect(mine.duties.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      first.id,
      second.id,
    ]);
    expect((await other.calls.post("unitPass", { id: first.id })).body.code).toBe(404);
    expect((await first.calls.post("unitPass", { id: first.id })).body.code).toBe(404);
    const results = await heldAt(it, (text) => /from "member".*for no key update/.test(text), [
      () => unit.calls.post("unitPass", { id: first.id }),
      () => unit.calls.post("unitPass", { id: second.id }),
    ]);
    const codes = results.map((each) => (each.status === "fulfilled" ? each.value.body.code : 0));
    expect(codes.toSorted()).toEqual([200, 500]);
    const forwarded = and(eq(declareItem.batchId, own), eq(declareItem.state, 2));
    expect(await it.db.$count(declareItem, forwarded)).toBe(1);
    const left = (await itemRow(it, first.id)).state === 1 ? first : second;
    expect((await unit.calls.post("unitReturn", { id: left.id, opinion: "短" })).body.data).toEqual(
      {
        opinion: "退回时请写明原因，至少 5 个字",
      },
    );
    const back = { id: left.id, opinion: "本单位名额已满，请改报明年" };
    expect(savedOf(await unit.calls.post("unitReturn", back)).state).toBe(3);
  });
});

describe("the secretariat", () => {
  test("checks, ranks, publicises, establishes and follows it to its end", async () => {
    const one = await handedIn(it, batchId);
    const step = async (path: string, action: string, more: object = {}) =>
      (await desk.post(path, { id: one.id, action, ...more })).body;
    expect((await step("check", "return", { opinion: "缺章" })).data).toEqual({
      opinion: "退回时请写明原因，至少 5 个字",
    });
    await step("check", "return", { opinion: "盖章页缺少公章" });
    expect((await itemRow(it, one.id)).mendUntil).not.toBeNull();
    expect(savedOf(await one.calls.post("submit", { id: one.id })).state).toBe(2);
    await step("check", "pass");
    expect((await one.calls.post("withdraw", { id: one.id })).body.msg).toContain("已进入专家评审");
    await threeReviews(it, one.id, batchId);
    await step("decide", "rank");
    expect((await step("decide", "publicise")).msg).toBe(
      "请先在“终审会议”登记评审委员会的决议，再办理公示",
    );
    await resolvedOn(it, batchId, [one.id]);
    expect((await step("decide", "decline")).msg).toBe("评审委员会的决议是通过，不能按不通过办理");
    await step("decide", "publicise");
    expect((await step("decide", "establish")).msg).toMatch(/^公示期至 .*，期满后才能立项或授奖$/);
    await it.db
      .update(declareItem)
      .set({ publicFrom: new Date(Date.now() - 30 * DAY), publicUntil: sql`now()` })
      .where(eq(declareItem.id, one.id));
    await step("decide", "establish");
    await step("stage", "open");
    await step("stage", "review");
    expect(savedOf(await one.calls.post("askClosing", { id: one.id })).state).toBe(10);
    expect((await step("stage", "complete")).data).toEqual({ grade: "请选择结题等级" });
    expect(await step("stage", "complete", { grade: "good" })).toMatchObject({
      data: [{ ok: true, state: 11 }],
    });
    const shown = (await one.calls.get(`getInfo?id=${one.id}`)).body.data as {
      gradeName: string;
      timeline: { by: string }[];
    };
    expect(shown.gradeName).toBe("良好");
    expect(new Set(shown.timeline.map(({ by }) => by))).toEqual(new Set(["申报人", "工作人员"]));
  });

  test("drafts are nobody's but their writers'; one's own is a colleague's to check", async () => {
    const draft = await filledIn(it, batchId);
    expect((await desk.get(`getInfo?id=${draft.id}`)).body.code).toBe(404);
    const staff = await staffWith(it, "declare:item:check");
    const calls = declareCalls(it, staff);
    const begun = savedOf(await calls.post("begin", { batchId }));
    const values = await projectValues(it, staff);
    savedOf(await calls.put("save", { id: begun.id, seen: begun.version, base: {}, values }));
    savedOf(await calls.post("submit", { id: begun.id }));
    const own = await calls.post("check", { id: begun.id, action: "pass" });
    expect(own.body.msg).toBe("不能办理本人的申报，请由其他同事办理");
  });

  test("what one writes with its owner is a colleague's to check as well, and waits for nobody else", async () => {
    const staff = await staffWith(
      it,
      "declare:item:check",
      "declare:item:list",
      "declare:item:query",
    );
    const calls = declareCalls(it, staff);
    const one = await filledIn(it, batchId);
    const { code } = (await one.calls.post("share", { id: one.id })).body.data as { code: string };
    const waiting = async () =>
      (await it.call("GET", "/inbox/list?pageNum=1&pageSize=50", { token: staff.token })).text;
    savedOf(await calls.post("join", { code }));
    savedOf(await one.calls.post("submit", { id: one.id }));
    const { itemNo } = await itemRow(it, one.id);
    expect((await calls.post("check", { id: one.id, action: "pass" })).body.msg).toBe(
      "不能办理本人共同填写的申报，请由其他同事办理",
    );
    const rows = (await calls.get(`list?keyword=${itemNo}`)).body.rows as { allowed: string[] }[];
    expect(rows.map(({ allowed }) => allowed)).toEqual([[]]);
    const whole = (await calls.get(`getInfo?id=${one.id}`)).body.data as { allowed: string[] };
    expect(whole.allowed).toEqual([]);
    expect(await waiting()).not.toContain(itemNo);
    const other = await handedIn(it, batchId);
    expect(await waiting()).toContain((await itemRow(it, other.id)).itemNo);
  });
});

test("what must never be in the data is refused by the database", async () => {
  const one = await handedIn(it, batchId);
  const other = await openBatch(it);
  for (const bad of [
    "state = 15",
    "state = 5, forwarded_at = null",
    "state = 3, mend_until = null",
    "state = 6, public_until = null",
    "state = 11",
    "grade = 'good'",
    "title = ''",
    "award = 'gold'",
  ]) {
    const change = sql.raw(`update declare_item set ${bad} where id = ${one.id}`);
    await expect(it.db.execute(change), bad).rejects.toMatchObject({ cause: { code: "23514" } });
  }
  const moved = sql`update declare_item set batch_id = ${other} where id = ${one.id}`;
  await expect(it.db.execute(moved)).rejects.toMatchObject({ cause: { code: "23503" } });
  const twice = sql`insert into declare_item (item_no, batch_id, schema_id, user_id)
    select 'D209999999', batch_id, schema_id, user_id from declare_item where id = ${one.id}`;
  await expect(it.db.execute(twice)).rejects.toMatchObject({ cause: { code: "23505" } });
});
