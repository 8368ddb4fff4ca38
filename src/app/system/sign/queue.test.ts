import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { memberLevel } from "#src/app/member/level/table.server.ts";
import type { Login } from "#src/test/app.ts";
import { startApp } from "#src/test/app.ts";
import { levelId, personForm, signCalls, unitForm } from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";
import { sign } from "./table.server.ts";
import type { Counts, Levels, QueueRow, Results } from "./wire.ts";

// The queue of applications as the office shows it.

const it = await startApp();
const reviewer = await staffWith(
  it,
  "member:sign:list",
  "member:sign:check",
  "member:sign:checkOrg",
);
const desk = signCalls(it, reviewer.token);

async function handedIn(
  memberType: "01" | "02",
  change: object = {},
): Promise<{ id: number; login: Login }> {
  const login = await it.as("member");
  const isPerson = memberType === "01";
  const form = isPerson ? await personForm(it, login) : await unitForm(it, login);
  const path = isPerson ? "addMember" : "addOrg";
  const { body } = await signCalls(it, login.token).post(path, {
    ...form,
    ...change,
    submit: true,
  });
  return { id: (body.data as { id: number }).id, login };
}

const rowsOf = async (query: string): Promise<QueueRow[]> =>
  (await desk.get(`list?${query}`)).body.rows as QueueRow[];

test("a row says where from, until when and what may be done", async () => {
  const { id } = await handedIn("01", { realName: "段晓云" });
  // Handed in on Thursday: the weekend does not count.
  await it.db
    .update(sign)
    .set({ submittedAt: new Date("2026-11-19T10:00:00+08:00") })
    .where(eq(sign.id, id));
  const [row] = await rowsOf("keyword=段晓云");
  expect(row).toMatchObject({
    id,
    regionName: "浙江省 · 杭州市 · 西湖区",
    dueAt: "2026-11-24 10:00:00",
    isOwnersTurn: false,
    allowed: ["pass", "return", "reject", "rebranch"],
  });
  await desk.post("check", { id, action: "pass" });
  const [paying] = await rowsOf("keyword=段晓云");
  expect(paying).toMatchObject({ isOwnersTurn: true, allowed: ["rebranch"], state: 4 });
  expect(paying?.dueAt).toBe(paying?.deadlineAt);
});

test("chips: numbers by state and kind; levels to choose from", async () => {
  await handedIn("01");
  await handedIn("02");
  const counts = (await desk.get("counts")).body.data as Counts;
  const of = (memberType: string) =>
    counts.find((each) => each.state === 1 && each.memberType === memberType)?.count;
  expect([of("01"), of("02")]).toEqual([
    await it.db.$count(sign, eq(sign.state, 1)).then((all) => all - (of("02") ?? 0)),
    1,
  ]);
  const levels = (await desk.get("levels")).body.data as Levels;
  expect(levels).toHaveLength(await it.db.$count(memberLevel));
  expect(levels).toContainEqual({
    id: await levelId(it, "单位会员"),
    levelName: "单位会员",
    memberType: "02",
  });
});

test("several at once: each its own result, and who is of another kind is not there", async () => {
  const first = await handedIn("01");
  const gone = await handedIn("01");
  const unit = await handedIn("02");
  await signCalls(it, gone.login.token).post("withdraw", { id: gone.id });
  const ids = [first.id, gone.id, unit.id];
  const { body } = await desk.post("check", { ids, action: "return", opinion: "请补充工作证明" });
  expect(body.data as Results).toEqual([
    { id: first.id, ok: true, msg: "", state: 2 },
    {
      id: gone.id,
      ok: false,
      msg: "申请当前为“已撤回”，不能退回修改，请刷新后再看",
      state: null,
    },
    { id: unit.id, ok: false, msg: "访问资源不存在", state: null },
  ]);
});

test("the council decides on several with one resolution; each is told of its own", async () => {
  const level = await levelId(it, "理事单位");
  const two = [await handedIn("02", { levelId: level }), await handedIn("02", { levelId: level })];
  const early = await handedIn("02", { levelId: level });
  for (const { id } of two) await desk.post("checkOrg", { id, action: "pass" });
  const council = await staffWith(it, "member:sign:list", "member:sign:council");
  const decide = signCalls(it, council.token);
  const ids = [...two.map(({ id }) => id), early.id];
  const bare = await decide.post("checkOrg", { ids, action: "councilPass" });
  expect((bare.body.data as Results).map(({ ok, msg }) => [ok, msg])).toEqual([
    [false, "请填写决议号"],
    [false, "请填写决议号"],
    [false, "申请当前为“待审核”，不能审议通过，请刷新后再看"],
  ]);
  const resolution = { resolutionNo: "常理〔2026〕12 号", resolutionDate: "2026-11-18" };
  const { body } = await decide.post("checkOrg", { ids, action: "councilPass", ...resolution });
  expect((body.data as Results).map(({ ok, state }) => [ok, state])).toEqual([
    [true, 4],
    [true, 4],
    [false, null],
  ]);
  const rows = await it.db.select().from(sign).where(eq(sign.resolutionOn, "2026-11-18"));
  expect(rows.map(({ id, resolutionNo }) => [id, resolutionNo]).toSorted()).toEqual(
    two.map(({ id }) => [id, resolution.resolutionNo]).toSorted(),
  );
});

test("without the permission there is no queue", async () => {
  const nobody = signCalls(it, (await staffWith(it, "member:sign:query")).token);
  const member = signCalls(it, (await it.as("member")).token);
  for (const path of ["list", "counts", "levels"]) {
    expect((await nobody.get(path)).body).toMatchObject({ code: 403 });
    expect((await member.get(path)).body).toMatchObject({ code: 403 });
  }
});
