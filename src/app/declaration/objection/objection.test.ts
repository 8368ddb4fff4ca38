import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { message } from "#src/app/message/table.server.ts";
import { takeDueSteps } from "#src/server/flow/flow.ts";
import { type Login, startApp } from "#src/test/app.ts";
import {
  declareCalls,
  handedIn,
  itemRow,
  openBatch,
  savedOf,
  UNIT_VALUES,
} from "#src/test/declare.ts";
import { atCommittee, resolvedOn } from "#src/test/experts.ts";
import { allHeard } from "#src/test/heard.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { declareHoliday } from "../holiday/table.server.ts";
import { DECLARE_FLOW } from "../item/acts/flow.server.ts";
import { part } from "../item/personal-data.server.ts";
import { declareItem, declareWriter } from "../item/table.server.ts";
import { PUBLICITY_TAG, publicityNow } from "./service.server.ts";
import { declareObjection } from "./table.server.ts";
import type { ObjectionRow, OwnObjection } from "./wire.ts";

const it = await startApp();
const staff = await staffWith(
  it,
  "declare:objection:list",
  "declare:objection:answer",
  "declare:item:decide",
  "declare:item:list",
);
const desk = declareCalls(it, staff);

const SAID = {
  name: "赵青",
  contact: "13900001234",
  reason: "第三部分与 2024 年发表的论文大段相同，附对照。",
};

const call = (method: string, path: string, { token }: Pick<Login, "token">, body?: object) =>
  it.call(method, `/api/declaration/objection${path}`, { token, ...(body ? { body } : {}) });

/** A declaration that is shown to the public. */
async function shown() {
  const batchId = await openBatch(it);
  const one = await atCommittee(it, batchId);
  await resolvedOn(it, batchId, [one.id]);
  const answer = await desk.post("decide", { id: one.id, action: "publicise" });
  if (answer.body.code !== 200) throw new Error(answer.body.msg);
  return one;
}

/** Its days are over. */
const over = (id: number) =>
  it.db
    .update(declareItem)
    .set({ publicFrom: new Date(Date.now() - 30 * 86_400_000), publicUntil: new Date() })
    .where(eq(declareItem.id, id));

const end = () => takeDueSteps(DECLARE_FLOW, it.db, "endPublicity", 100);
const stateOf = async (id: number) => (await itemRow(it, id)).state;
const listed = async () =>
  ((await call("GET", "/list?state=0&pageSize=100", staff)).body.rows ?? []) as ObjectionRow[];
const rowOf = async (itemId: number) => {
  const row = (await listed()).find((each) => each.itemId === itemId);
  if (!row) throw new Error("no objection in the list");
  return row;
};

describe("an objection", () => {
  test("says on each field what is wrong, is told to both sides, and is answered", async () => {
    const one = await shown();
    const person = await it.as("member");
    const bad = await call("POST", "", person, { itemId: one.id, contact: "x", reason: "不好" });
    expect(bad.body.data).toEqual({
      name: "请填写您的姓名或单位名称",
      contact: "请填写正确的电话或电子邮箱",
      reason: "请写明异议的理由和依据，至少 10 个字",
    });
    expect((await call("POST", "", person, { itemId: one.id, ...SAID })).body.code).toBe(200);
    expect((await call("POST", "", person, { itemId: one.id, ...SAID })).body.msg).toBe(
      "您对这一件提出的异议正在处理，请等待处理结果",
    );
    const row = await rowOf(one.id);
    expect(row).toMatchObject({ ...SAID, allowed: ["uphold", "dismiss"] });
    expect((await call("PUT", "/dismiss", staff, { id: row.id, answer: "否" })).body.data).toEqual({
      answer: "请写明核实的情况和依据，至少 5 个字",
    });
    const answer = "经核对，所引段落已注明出处";
    const stale = { id: row.id, answer, version: row.version + 1 };
    expect((await call("PUT", "/dismiss", staff, stale)).body.msg).toContain("已被他人更新");
    expect((await call("PUT", "/dismiss", staff, { id: row.id, answer })).body.code).toBe(200);
    const told = await it.db.select().from(message).where(eq(message.userId, person.userId));
    expect(told.map(({ title }) => title)).toEqual(["异议已收到", "异议处理结果"]);
    expect(told[1]?.content).toContain(answer);
    const [own] = (await call("GET", "/mine", person)).body.data as { stateName: string }[];
    expect(own?.stateName).toBe("不成立");
  });

  test("to one's own is refused, as owner and as one who writes it too", async () => {
    const one = await shown();
    const OWN = "这是您本人申报或共同填写的项目，不能对它提出异议；有需要更正的请联系学会秘书处";
    const said = { itemId: one.id, ...SAID };
    expect((await call("POST", "", one.login, said)).body.msg).toBe(OWN);
    const friend = await it.as("member");
    await it.db.execute(
      sql`insert into declare_writer (item_id, user_id) values (${one.id}, ${friend.userId})`,
    );
    expect((await call("POST", "", friend, said)).body.msg).toBe(OWN);
    // Not even beside the program.
    for (const userId of [one.login.userId, friend.userId]) {
      const row = it.db.insert(declareObjection).values({ ...said, userId });
      await expect(row).rejects.toMatchObject({
        cause: { constraint: "declare_objection_own" },
      });
    }
  });

  test("is taken while it is shown, by who is logged in", async () => {
    const one = await shown();
    const said = { itemId: one.id, ...SAID };
    expect((await call("POST", "", { token: "" }, said)).body.code).toBe(401);
    await over(one.id);
    const late = await it.as("member");
    expect((await call("POST", "", late, said)).body.msg).toBe("这一件不在公示期内，不能提出异议");
    const row = it.db.insert(declareObjection).values({ ...said, userId: late.userId });
    await expect(row).rejects.toMatchObject({ cause: { constraint: "declare_objection_late" } });
  });

  test("twice at once is one", async () => {
    const one = await shown();
    const person = await it.as("member");
    const send = () => call("POST", "", person, { itemId: one.id, ...SAID });
    const results = await heldAt(it, (text) => /from "declare_item".*for no key/.test(text), [
      send,
      send,
    ]);
    const codes = results.map((each) => (each.status === "fulfilled" ? each.value.body.code : 0));
    expect(codes.toSorted()).toEqual([200, 500]);
  });

  test("of somebody else is nobody's to withdraw, and staff do not answer their own", async () => {
    const one = await shown();
    await call("POST", "", staff, { itemId: one.id, ...SAID });
    const row = await rowOf(one.id);
    expect(row.allowed).toEqual([]);
    const own = await call("PUT", "/dismiss", staff, { id: row.id, answer: "本人已经核实过" });
    expect(own.body.msg).toBe("这是您本人提出的异议，请由其他同事处理");
    const stranger = await it.as("member");
    expect((await call("POST", "/withdraw", stranger, { id: row.id })).body.code).toBe(404);
    expect((await call("POST", "/withdraw", staff, { id: row.id })).body.code).toBe(200);
    const answerer = await staffWith(it, "declare:objection:answer");
    await call("POST", "", stranger, { itemId: one.id, ...SAID });
    const next = await rowOf(one.id);
    const uphold = { id: next.id, answer: "经核实，情况属实" };
    expect((await call("PUT", "/uphold", answerer, uphold)).body.msg).toBe(
      "认定异议成立会撤下公示，须由有“评审与终审”权限的同事办理",
    );
  });
});

test("staff hear nothing of objections to what they declared, or write with others", async () => {
  const one = await shown();
  const [chief, writer] = [
    await staffWith(it, "declare:objection:list", "declare:objection:answer"),
    await staffWith(it, "declare:objection:list", "declare:objection:answer"),
  ];
  await it.db.update(declareItem).set({ userId: chief.userId }).where(eq(declareItem.id, one.id));
  await it.db.insert(declareWriter).values({ itemId: one.id, userId: writer.userId });
  expect(
    (await call("POST", "", await it.as("member"), { itemId: one.id, ...SAID })).body.code,
  ).toBe(200);
  const { itemNo } = await itemRow(it, one.id);
  const { id } = await rowOf(one.id);
  const heard = async (login: Login) => {
    const { rows, total } = (await call("GET", `/list?keyword=${itemNo}`, login)).body;
    const inbox = await it.call("GET", "/inbox/list?kind=objection&pageSize=100", login);
    const waiting = inbox.body.rows as { id: number }[];
    return [(rows as object[]).length, total, waiting.filter((each) => each.id === id).length];
  };
  expect(await heard(staff)).toEqual([1, 1, 1]);
  for (const login of [chief, writer]) {
    expect(await heard(login)).toEqual([0, 0, 0]);
    const answered = await call("PUT", "/dismiss", login, { id, answer: "经核对，没有问题" });
    expect(answered.body.code).toBe(404);
  }
});

test("one's own are answered for all that is shown, each once, however often one has objected", async () => {
  const [one, other] = [await shown(), await shown()];
  const person = await it.as("member");
  await call("POST", "", person, { itemId: one.id, ...SAID });
  const gone = { ...SAID, itemId: other.id, userId: person.userId, state: 3 };
  await it.db.insert(declareObjection).values(Array.from({ length: 120 }, () => gone));
  await call("POST", "", person, { itemId: other.id, ...SAID });
  const own = (await call("GET", "/mine", person)).body.data as OwnObjection[];
  expect(own.map(({ itemId, state }) => [itemId, state])).toEqual([
    [one.id, 0],
    [other.id, 0],
  ]);
});

describe("the end of a publicity", () => {
  test("comes by the clock, once, and never while an objection is open", async () => {
    await end();
    const [quiet, disputed] = [await shown(), await shown()];
    await call("POST", "", await it.as("member"), { itemId: disputed.id, ...SAID });
    for (const { id } of [quiet, disputed]) await over(id);
    const [first, second] = await Promise.all([end(), end()]);
    expect(first + second).toBe(1);
    expect(await stateOf(quiet.id)).toBe(7);
    expect(await stateOf(disputed.id)).toBe(6);
    expect((await desk.post("decide", { id: disputed.id, action: "establish" })).body.msg).toBe(
      "有 1 件异议还没有处理，处理后才能立项或授奖",
    );
    const forced = sql`update declare_item set state = 7 where id = ${disputed.id}`;
    await expect(it.db.execute(forced)).rejects.toMatchObject({
      cause: { constraint: "declare_item_objected" },
    });
    const row = await rowOf(disputed.id);
    const answer = "经核对，所引段落已注明出处";
    await call("PUT", "/dismiss", staff, { id: row.id, answer });
    expect(await end()).toBe(1);
    expect(await stateOf(disputed.id)).toBe(7);
  });

  test("an objection that is upheld brings it back to the committee", async () => {
    const one = await shown();
    await call("POST", "", await it.as("member"), { itemId: one.id, ...SAID });
    const row = await rowOf(one.id);
    const answer = "经核实，情况属实";
    expect((await call("PUT", "/uphold", staff, { id: row.id, answer })).body.code).toBe(200);
    expect(await itemRow(it, one.id)).toMatchObject({ state: 5, publicUntil: null });
    const shownInfo = savedOf(await one.calls.get(`getInfo?id=${one.id}`)) as unknown as {
      timeline: { name: string }[];
    };
    expect(shownInfo.timeline[0]?.name).toBe("撤下公示");
  });

  test("goes on at once where a holiday is entered, also while an objection is open, and never ends earlier", async () => {
    const [quiet, disputed] = [await shown(), await shown()];
    await call("POST", "", await it.as("member"), { itemId: disputed.id, ...SAID });
    const until = async (id: number) => (await itemRow(it, id)).publicUntil?.getTime() ?? 0;
    const before = await until(disputed.id);
    // Its last day.
    const day = new Date(before - 12 * 3_600_000).toISOString().slice(0, 10);
    const { token } = await staffWith(
      it,
      "declare:holiday:add",
      "declare:holiday:list",
      "declare:holiday:remove",
    );
    const holiday = (method: string, path: string, body?: object) =>
      it.call(method, `/api/declaration/holiday${path}`, { token, ...(body ? { body } : {}) });
    expect((await holiday("POST", "", { day, name: "临时放假", kind: "holiday" })).body.code).toBe(
      200,
    );
    const after = await until(disputed.id);
    expect(after).toBeGreaterThan(before);
    expect(await until(quiet.id)).toBe(after);
    const info = (await disputed.calls.get(`getInfo?id=${disputed.id}`)).body.data as {
      timeline: { name: string; opinion: string }[];
    };
    expect(info.timeline[0]).toMatchObject({ name: "公示期满", opinion: "节假日调整，公示期顺延" });
    const [row] = await it.db.select().from(declareHoliday).where(eq(declareHoliday.day, day));
    expect((await holiday("DELETE", `/${row?.id}`)).body.code).toBe(200);
    expect(await until(disputed.id)).toBe(after);
  });

  test("is not before its time, not for staff either where a holiday was entered beside the program", async () => {
    const one = await shown();
    await it.db
      .update(declareItem)
      .set({ publicUntil: new Date() })
      .where(eq(declareItem.id, one.id));
    expect((await desk.post("decide", { id: one.id, action: "establish" })).body.msg).toMatch(
      /^公示期至 .*，期满后才能立项或授奖$/,
    );
    // The clock lets it go on as well.
    await end();
    expect(await itemRow(it, one.id)).toMatchObject({ state: 6 });
  });

  test("is not before its time, and goes on where a holiday was entered meanwhile", async () => {
    const early = await shown();
    const forced = sql`update declare_item set state = 7 where id = ${early.id}`;
    await expect(it.db.execute(forced)).rejects.toMatchObject({
      cause: { constraint: "declare_item_too_early" },
    });
    const one = await shown();
    const from = new Date(Date.now() - 9 * 86_400_000);
    await it.db
      .update(declareItem)
      .set({ publicFrom: from, publicUntil: new Date() })
      .where(eq(declareItem.id, one.id));
    // Every day since is a holiday now.
    const days = Array.from({ length: 12 }, (_, nth) =>
      new Date(from.getTime() + nth * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10),
    );
    await it.db
      .insert(declareHoliday)
      .values(days.map((day) => ({ day, name: "放假", kind: "holiday" })))
      .onConflictDoUpdate({ target: declareHoliday.day, set: { kind: "holiday" } });
    try {
      expect(await end()).toBe(1);
      const row = await itemRow(it, one.id);
      expect(row.state).toBe(6);
      expect((row.publicUntil?.getTime() ?? 0) > Date.now()).toBe(true);
      expect(await end()).toBe(0);
    } finally {
      await it.db.delete(declareHoliday).where(eq(declareHoliday.name, "放假"));
    }
  });
});

test("the public sees what is shown, without telephone or address, and no more afterwards", async () => {
  const one = await shown();
  const { itemNo } = await itemRow(it, one.id);
  const seen = async () => JSON.stringify(await publicityNow(it.db));
  expect(await seen()).toContain(itemNo);
  expect(await seen()).toContain("林晓");
  for (const secret of ["13800002096", "linxiao@example.cn", "沈洁"]) {
    expect(await seen()).not.toContain(secret);
  }
  await over(one.id);
  expect(await seen()).not.toContain(itemNo);
});

test("of a unit the public sees the unit, not whom it is reached by", async () => {
  const one = await handedIn(it, await openBatch(it, { kind: "unit" }), UNIT_VALUES);
  const publicUntil = new Date(Date.now() + 86_400_000);
  await it.db
    .update(declareItem)
    .set({ state: 6, forwardedAt: new Date(), publicFrom: new Date(), publicUntil })
    .where(eq(declareItem.id, one.id));
  const { batches } = await publicityNow(it.db);
  const found = batches.flatMap(({ items }) => items).find(({ id }) => id === one.id);
  expect(found).toMatchObject({ unitName: "云川师范大学", leader: "" });
});

test("the kept page of what is shown goes with an account that is closed, and only then", async () => {
  const one = await shown();
  const quiet = await handedIn(it, await openBatch(it));
  const dropped: string[] = [];
  it.context.invalidation.subscribe({
    drop: (tags) => void dropped.push(...tags),
    clear: () => undefined,
  });
  const close = async ({ userId }: Login) => {
    await it.db.transaction((tx) => part.erase(tx, userId));
    await allHeard(it.db, it.context);
  };
  await close(quiet.login);
  expect(dropped).not.toContain(PUBLICITY_TAG);
  await close(one.login);
  expect(dropped).toContain(PUBLICITY_TAG);
});

test("a holiday is a day that there is", async () => {
  const { token } = await staffWith(it, "declare:holiday:add");
  const add = async (day: string) =>
    (await it.call("POST", "/api/declaration/holiday", { token, body: { day, name: "测试节" } }))
      .body;
  expect((await add("2027-02-29")).data).toEqual({ day: "没有这一天，请核对日期" });
  expect((await add("2027/02/01")).data).toEqual({ day: "日期应如 2026-10-01" });
  expect((await add("2027-02-01")).code).toBe(200);
  const forced = it.db.insert(declareHoliday).values({ day: "2027-02-30", name: "没有" });
  await expect(forced).rejects.toThrow();
});
