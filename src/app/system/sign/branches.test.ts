import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { member } from "#src/app/member/table.server.ts";
import { startApp } from "#src/test/app.ts";
import { fileOf, personForm, signCalls, signRow } from "#src/test/membership.ts";
import { heldAt } from "#src/test/races.ts";
import { roleWith, staffWith } from "#src/test/rights.ts";
import { message } from "../../message/table.server.ts";
import { config } from "../config/table.server.ts";
import { dept, roleDept } from "../dept/table.server.ts";
import { user } from "../user/table.server.ts";
import type { Branch, Info, QueueRow } from "./wire.ts";

const it = await startApp();

async function newDept(deptName: string, parentId: number, change: object = {}): Promise<number> {
  const [row] = await it.db
    .insert(dept)
    .values({ deptName, parentId, ancestors: `0,${parentId}`, ...change })
    .returning();
  return row?.deptId ?? 0;
}
const [root] = await it.db.select().from(dept).where(eq(dept.deptName, "分支机构"));
const above = root?.deptId ?? (await newDept("分支机构", 0));
const first = await newDept("学前分会", above);
const second = await newDept("家校分会", above);
const stopped = await newDept("停办分会", above, { status: "1" });
const office = await newDept("办公室之外", 0);

const branches = async (): Promise<Branch[]> =>
  (await it.call("GET", "/api/system/sign/branches")).body.data as Branch[];

async function applied(branchIds: unknown) {
  const login = await it.as("member");
  const calls = signCalls(it, login.token);
  const form = await personForm(it, login);
  const { body } = await calls.post("addMember", { ...form, branchIds, submit: true });
  return { login, calls, body, id: (body.data as { id: number } | undefined)?.id ?? 0 };
}

test("the departments below the one that is set are there to choose; others are not", async () => {
  const ids = (await branches()).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([first, second]));
  for (const other of [stopped, office, above]) expect(ids).not.toContain(other);
  const { id } = await applied([office, second, first]);
  expect(await signRow(it, id)).toMatchObject({ branchIds: [second, first], deptId: second });
  const { body } = await applied([first, second, 101, 102]);
  expect(body).toMatchObject({ code: 500, data: { branchIds: "最多选 3 个分支机构" } });
});

test("the administrator of a branch sees its own applications and members, and no others", async () => {
  const admin = await it.as("staff");
  await it.db.update(user).set({ deptId: first }).where(eq(user.userId, admin.userId));
  const perms = ["member:sign:list", "member:sign:query", "member:member:list"];
  await roleWith(it, { roleKey: "ofBranch", dataScope: "4", userIds: [admin.userId] }, perms);
  const [own, foreign] = [await applied([first]), await applied([second])];
  const seen = async () =>
    ((await signCalls(it, admin.token).get("list?pageSize=100")).body.rows as QueueRow[]).map(
      ({ id }) => id,
    );
  expect(await seen()).toContain(own.id);
  expect(await seen()).not.toContain(foreign.id);
  expect((await signCalls(it, admin.token).get(`getInfo?id=${foreign.id}`)).body.code).toBe(404);
  // They become members, each of the branch that they chose.
  const reviewer = signCalls(it, (await it.as("admin")).token);
  const finance = signCalls(it, (await staffWith(it, "member:finance:confirm")).token);
  for (const [at, one] of [own, foreign].entries()) {
    await reviewer.post("check", { id: one.id, action: "pass" });
    await one.calls.put("addFinance", {
      id: one.id,
      payAmount: "300",
      payTime: "2026-11-20 10:00:00",
      payerName: "林晓",
      voucherFiles: [await fileOf(it, one.login.userId, "voucher")],
    });
    const paid = { id: one.id, receivedAmount: "300", bankSerial: `BRANCH${at}` };
    expect((await finance.put("financePass", paid)).body.code).toBe(200);
  }
  const { body } = await it.call("GET", "/api/bll/member/list?pageSize=100", {
    token: admin.token,
  });
  const [mine] = await it.db.select().from(member).where(eq(member.userId, own.login.userId));
  expect(
    (body.rows as { id: number; branchName: string }[]).map((row) => [row.id, row.branchName]),
  ).toEqual([[mine?.id, "学前分会"]]);
});

const reason = "所填专业属于这个分会";
/** A reviewer of one branch and those that `custom` names. */
async function reviewerOf(...deptIds: number[]) {
  const staff = await it.as("staff");
  const roleKey = `reviewer${staff.userId}`;
  const { roleId } = await roleWith(it, { roleKey, dataScope: "2", userIds: [staff.userId] }, [
    "member:sign:list",
    "member:sign:query",
    "member:sign:check",
  ]);
  await it.db.insert(roleDept).values(deptIds.map((deptId) => ({ roleId, deptId })));
  return signCalls(it, staff.token);
}
const seesIt = async (calls: ReturnType<typeof signCalls>, id: number) =>
  (await calls.get(`getInfo?id=${id}`)).body.code === 200;

test("a reviewer of both branches corrects the branch alone; the owner is told", async () => {
  const [one, both] = [await reviewerOf(first), await reviewerOf(first, second)];
  const other = await reviewerOf(second);
  const { id, login } = await applied([first]);
  const before = await signRow(it, id);
  expect(await seesIt(other, id)).toBe(false);
  const foreign = { branchIds: "「家校分会」不在您的管理范围内，不能更正" };
  const given = { id, branchIds: [second], reason };
  expect((await one.post("rebranch", given)).body).toMatchObject({ code: 500, data: foreign });
  expect((await other.post("rebranch", given)).body.code).toBe(404);
  const stale = await both.post("rebranch", { ...given, version: before.version - 1 });
  expect(stale.body.msg).toBe("记录已被他人更新，请刷新后重试");
  const done = await both.post("rebranch", {
    ...given,
    version: before.version,
    levelId: 0,
    realName: "别人",
  });
  expect(done.body.code).toBe(200);
  const { version, updateTime, ...rest } = await signRow(it, id);
  expect({ ...rest, version, updateTime }).toEqual({
    ...before,
    branchIds: [second],
    deptId: second,
    version: before.version + 1,
    updateTime,
  });
  expect([await seesIt(one, id), await seesIt(other, id)]).toEqual([false, true]);
  const [told] = await it.db
    .select()
    .from(message)
    .where(and(eq(message.userId, login.userId), eq(message.event, "signRebranched")));
  expect(told?.content).toContain(`已转到家校分会办理：${reason}`);
  const info = (await other.get(`getInfo?id=${id}`)).body.data as Info;
  expect(info.timeline[0]).toMatchObject({
    name: "更正分支机构",
    opinion: `学前分会 → 家校分会：${reason}`,
  });
});

test("what names no branch, changes nothing, or gives no reason is refused on its field", async () => {
  const reviewer = signCalls(it, (await it.as("admin")).token);
  const { id } = await applied([first]);
  const refused = async (more: object) =>
    (await reviewer.post("rebranch", { id, branchIds: [second], reason, ...more })).body.data;
  expect(await refused({ reason: "短" })).toHaveProperty("reason");
  expect(await refused({ branchIds: [first] })).toEqual({ branchIds: "分支机构没有变化" });
  for (const branchIds of [[stopped], [office], [99_999_999]]) {
    expect(await refused({ branchIds })).toEqual({
      branchIds: "所选分支机构已停用，请刷新后重新选择",
    });
  }
  for (const branchIds of [undefined, "x", ["x"], [{}]]) {
    expect(await refused({ branchIds: branchIds ?? null })).toEqual({
      branchIds: "请选择分支机构",
    });
  }
  expect(await refused({ branchIds: [first, second, 101, 102] })).toEqual({
    branchIds: "最多选 3 个分支机构",
  });
  expect((await reviewer.post("rebranch", { id, branchIds: [], reason })).body.code).toBe(200);
  expect(await signRow(it, id)).toMatchObject({ branchIds: [], deptId: null });
});

test("two who move one application at once: one does, the other is told so", async () => {
  const reviewer = signCalls(it, (await it.as("admin")).token);
  const { id } = await applied([first]);
  const { version } = await signRow(it, id);
  const to = (branchIds: number[]) => () =>
    reviewer.post("rebranch", { id, version, branchIds, reason });
  const both = await heldAt(it, (text) => /from "sign".*for update/.test(text), [
    to([second]),
    to([]),
  ]);
  const codes = both.map((each) => each.status === "fulfilled" && each.value.body.code);
  expect(codes.sort()).toEqual([200, 500]);
});

test("without the setting nothing is to be chosen", async () => {
  await it.db
    .update(config)
    .set({ configValue: "" })
    .where(eq(config.configKey, "member.branches"));
  expect(await branches()).toEqual([]);
  const { id } = await applied([first]);
  expect(await signRow(it, id)).toMatchObject({ branchIds: [], deptId: null });
});
