import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { levelId } from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";
import { member } from "../table.server.ts";
import { leaderPeriod, leaderPost } from "./table.server.ts";
import type { PeriodRow, PostRow, PostsEntered } from "./wire.ts";

const it = await startApp();
const BASE = "/api/bll/member/post";
const RIGHTS = ["list", "query", "add", "edit", "remove", "export"].map(
  (verb) => `member:post:${verb}`,
);
const desk = await staffWith(it, ...RIGHTS, "member:member:query");
const person = await levelId(it, "个人会员");

const call = async (method: string, path: string, body?: object, token = desk.token) =>
  (await it.call(method, BASE + path, { token, ...(body ? { body } : {}) })).body;

let members = 0;
async function newMember(name = "") {
  const memberNo = `P2095${String(++members).padStart(5, "0")}`;
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo,
      memberType: "01",
      name: name || `任职者${memberNo.slice(-2)}`,
      levelId: person,
      joinedOn: "2010-01-01",
    })
    .returning();
  return { id: row?.id ?? 0, memberNo, name: row?.name ?? "" };
}

let periods = 0;
/** A period of five years that shares no day with the others of this test. */
async function newPeriod(): Promise<PeriodRow> {
  const year = 1000 + 901 + 5 * ++periods;
  const periodName = `第${periods}届`;
  const answer = await call("POST", "/period", {
    periodName,
    fromOn: `${year}-05-01`,
    toOn: `${year + 5}-04-30`,
  });
  expect(answer.code).toBe(200);
  const all = (await call("GET", "/period")).data as PeriodRow[];
  const found = all.find((each) => each.periodName === periodName);
  if (!found) throw new Error("no period");
  return found;
}
const add = (periodId: number, memberNo: string, post: number, more: object = {}) =>
  call("POST", "", { periodId, memberNo, post: String(post), ...more });
const list = async (query: string) =>
  (await call("GET", `/list?${query}`)) as unknown as { rows: PostRow[]; total: number };
const TWICE = "该会员在这段时间已任这一职务";

test("periods follow one another: no shared day, no name twice, nothing of a period outside of it", async () => {
  const one = await newPeriod();
  const same = { periodName: "另一届", fromOn: one.toOn, toOn: "1990-01-01" };
  expect(await call("POST", "/period", same)).toMatchObject({
    data: { fromOn: "与另一届的任期重叠" },
  });
  expect(
    await call("POST", "/period", {
      ...same,
      periodName: one.periodName,
      fromOn: "1995-01-01",
      toOn: "1996-01-01",
    }),
  ).toMatchObject({ data: { periodName: "届次名称已存在" } });
  expect(await call("POST", "/period", { periodName: "", fromOn: "去年", toOn: "" })).toMatchObject(
    {
      data: {
        periodName: "届次名称不能为空",
        fromOn: "起始日期应为真实的日期，如 2026-03-05",
        toOn: "届满日期不能为空",
      },
    },
  );
  expect(
    await call("POST", "/period", { periodName: "倒置", fromOn: "1996-01-01", toOn: "1995-01-01" }),
  ).toMatchObject({ data: { toOn: "届满日期不能早于起始日期" } });
  const who = await newMember();
  expect((await add(one.id, who.memberNo, 1)).code).toBe(200);
  expect(
    await call("PUT", "/period", {
      id: one.id,
      version: one.version,
      toOn: `${one.fromOn.slice(0, 4)}-12-31`,
    }),
  ).toMatchObject({ data: { fromOn: "有 1 条任职超出这一任期，请先修改任职" } });
  expect((await call("DELETE", `/period/${one.id}`)).msg).toBe(
    `「${one.periodName}」还有 1 条任职，不能删除`,
  );
  expect(
    (await call("PUT", "/period", { id: one.id, version: one.version, remark: "换届" })).code,
  ).toBe(200);
  expect(
    (await call("PUT", "/period", { id: one.id, version: one.version, remark: "又改" })).msg,
  ).toBe("记录已被他人更新，请刷新后重试");
  const empty = await newPeriod();
  expect((await call("DELETE", `/period/${empty.id}`)).code).toBe(200);
});

test("a post has the days of its period unless it says others, and is in nobody's hands twice", async () => {
  const period = await newPeriod();
  const who = await newMember();
  expect(
    (await add(period.id, who.memberNo.toLowerCase(), 2, { resolutionNo: "会理〔2026〕1号" })).code,
  ).toBe(200);
  const { rows } = await list(`periodId=${period.id}`);
  expect(rows).toMatchObject([
    {
      postName: "副会长",
      name: who.name,
      fromOn: period.fromOn,
      toOn: period.toOn,
      resolutionNo: "会理〔2026〕1号",
      stateName: "已届满",
    },
  ]);
  expect(await add(period.id, who.memberNo, 2)).toMatchObject({
    code: 500,
    data: { memberNo: TWICE },
  });
  expect((await add(period.id, who.memberNo, 3)).code).toBe(200);
  const outside = await add(period.id, who.memberNo, 4, { toOn: "2099-01-01" });
  expect(outside).toMatchObject({
    data: { fromOn: `任职须在「${period.periodName}」之内（${period.fromOn} 至 ${period.toOn}）` },
  });
  expect(await add(period.id, "P000000000", 4)).toMatchObject({
    data: { memberNo: "没有这个会员编号" },
  });
  expect(await add(period.id, " ", 9)).toMatchObject({
    data: { memberNo: "会员编号不能为空", post: "职务不正确" },
  });
  // Two at once enter one.
  const other = await newMember();
  const answers = await Promise.all([1, 2, 3].map(() => add(period.id, other.memberNo, 5)));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 500, 500]);
});

test("a post ends early with a reason; then somebody may have it once more", async () => {
  const period = await newPeriod();
  const who = await newMember();
  await add(period.id, who.memberNo, 1);
  const [row] = (await list(`periodId=${period.id}`)).rows;
  const middle = `${Number(period.fromOn.slice(0, 4)) + 2}-03-31`;
  const end = (more: object) =>
    call("PUT", "/end", {
      id: row?.id,
      version: row?.version,
      endOn: middle,
      reason: "工作调动",
      ...more,
    });
  expect(await end({ reason: "调动" })).toMatchObject({
    data: { reason: "请写明原因，5 到 200 个字" },
  });
  expect(await end({ reason: "因工作调动", endOn: period.toOn })).toMatchObject({
    data: { endOn: `卸任日期须在 ${period.fromOn} 之后、${period.toOn} 之前` },
  });
  expect((await end({ reason: "因工作调动" })).code).toBe(200);
  expect((await end({ reason: "因工作调动" })).msg).toBe("记录已被他人更新，请刷新后重试");
  expect((await list(`periodId=${period.id}`)).rows).toMatchObject([
    { toOn: middle, stateName: "提前卸任", endReason: "因工作调动" },
  ]);
  const after = `${middle.slice(0, 4)}-06-01`;
  expect((await add(period.id, who.memberNo, 1, { fromOn: after })).code).toBe(200);
  // The member's own page says both.
  const { body } = await it.call("GET", `/api/bll/member/${who.id}`, { token: desk.token });
  expect((body.data as { posts: unknown[] }).posts).toMatchObject([
    { postName: "会长", fromOn: after },
    { postName: "会长", endReason: "因工作调动" },
  ]);
});

test("a period is copied as drafts, once; drafts become posts by a resolution, or go", async () => {
  const [old, next] = [await newPeriod(), await newPeriod()];
  const [a, b, c] = [await newMember(), await newMember(), await newMember()];
  for (const [who, post] of [
    [a, 1],
    [b, 4],
    [c, 5],
  ] as const)
    await add(old.id, who.memberNo, post);
  await it.db
    .update(member)
    .set({ manualState: "resigned", manualReason: "本人申请" })
    .where(eq(member.id, c.id));
  const copy = () => call("POST", "/copy", { fromId: old.id, toId: next.id });
  expect((await copy()).msg).toBe("已复制 2 条任职，请核对后确认");
  expect((await copy()).msg).toBe(`「${old.periodName}」没有可以复制的任职`);
  expect((await call("POST", "/copy", { fromId: old.id, toId: old.id })).msg).toBe("请选择另一届");
  const drafts = (await list(`periodId=${next.id}&state=draft`)).rows;
  expect(drafts.map(({ name, isDraft, fromOn }) => [name, isDraft, fromOn])).toEqual([
    [a.name, true, next.fromOn],
    [b.name, true, next.fromOn],
  ]);
  const { body } = await it.call("GET", `/api/bll/member/${a.id}`, { token: desk.token });
  expect((body.data as { posts: unknown[] }).posts).toHaveLength(1);
  const [first, second] = drafts;
  // Somebody has entered it by hand meanwhile: the draft cannot become a second one.
  await add(next.id, b.memberNo, 4);
  const confirm = (ids: (number | undefined)[]) =>
    call("PUT", "/confirm", { ids, resolutionNo: "会理〔2026〕9号" });
  expect((await confirm([first?.id, second?.id])).msg).toBe(TWICE);
  expect((await confirm([first?.id])).msg).toBe("已确认 1 条任职");
  expect((await confirm([first?.id])).msg).toBe("所选任职中没有草稿，请刷新后再选");
  expect((await call("DELETE", `/${second?.id}`)).code).toBe(200);
  expect((await call("DELETE", `/${second?.id}`)).code).toBe(404);
  expect((await list(`periodId=${next.id}&keyword=${a.memberNo}`)).rows).toMatchObject([
    { isDraft: false, resolutionNo: "会理〔2026〕9号" },
  ]);
});

test("a pasted list goes into one post; lines that cannot are named, the others hold", async () => {
  const period = await newPeriod();
  const [a, b] = [await newMember(), await newMember("独此一人")];
  await add(period.id, a.memberNo, 5);
  const enter = (text: string, more: object = {}) =>
    call("POST", "/enter", { periodId: period.id, post: "5", text, ...more });
  const { data } = await enter(`序号 姓名\n1 ${a.memberNo} ${a.name}\n独此一人\n查无此人`);
  expect(data as PostsEntered).toMatchObject({
    entered: 1,
    refused: [
      { line: 2, msg: TWICE },
      { line: 4, text: "查无此人", msg: "没有找到这个名称的会员" },
    ],
  });
  expect((await list(`periodId=${period.id}&keyword=${b.memberNo}`)).total).toBe(1);
  expect((await enter(" ")).data).toEqual({ text: "请填写会员编号或姓名，每行一位" });
  expect((await enter("甲", { post: "" })).data).toEqual({ post: "职务不能为空" });
  expect((await enter("甲", { periodId: 999_999 })).code).toBe(404);
});

test("the database refuses shared days, a second post, and one outside of its period", async () => {
  const period = await newPeriod();
  const who = await newMember();
  const code = async (work: PromiseLike<unknown>) => {
    try {
      await work;
      return "";
    } catch (error) {
      return (error as { cause: { code: string } }).cause.code;
    }
  };
  const post = {
    periodId: period.id,
    memberId: who.id,
    post: 1,
    fromOn: period.fromOn,
    toOn: period.toOn,
  };
  await it.db.insert(leaderPost).values(post);
  expect(await code(it.db.insert(leaderPost).values(post))).toBe("23P01");
  expect(await code(it.db.insert(leaderPost).values({ ...post, post: 8 }))).toBe("23514");
  expect(
    await code(it.db.insert(leaderPost).values({ ...post, post: 2, toOn: "2099-01-01" })),
  ).toBe("23514");
  const days = { fromOn: period.fromOn, toOn: period.fromOn };
  expect(await code(it.db.insert(leaderPeriod).values({ periodName: "叠", ...days }))).toBe(
    "23P01",
  );
  expect(
    await code(
      it.db.execute(sql`update leader_period set to_on = from_on where id = ${period.id}`),
    ),
  ).toBe("23514");
});

test("who may not, may nothing; who may look takes the list along", async () => {
  const reader = await staffWith(it, "member:post:list", "member:post:export");
  expect((await call("GET", "/list", undefined, reader.token)).code).toBe(200);
  const body = { periodId: 1, memberNo: "P000000000", post: "1" };
  expect((await call("POST", "", body, reader.token)).code).toBe(403);
  expect((await call("POST", "/copy", { fromId: 1, toId: 2 }, reader.token)).code).toBe(403);
  expect((await call("PUT", "/end", { id: 1 }, reader.token)).code).toBe(403);
  expect((await call("DELETE", "/1", undefined, reader.token)).code).toBe(403);
  const file = await it.app.inject({
    method: "POST",
    url: `/prod-api${BASE}/export`,
    headers: { authorization: `Bearer ${reader.token}` },
  });
  expect(file.headers["content-type"]).toContain("sheet");
});
