import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { member } from "#src/app/member/table.server.ts";
import { startApp } from "#src/test/app.ts";
import { fileOf, personForm, signCalls, signRow } from "#src/test/membership.ts";
import { roleWith, staffWith } from "#src/test/rights.ts";
import { config } from "../config/table.server.ts";
import { dept } from "../dept/table.server.ts";
import { user } from "../user/table.server.ts";
import type { Branch, QueueRow } from "./wire.ts";

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

test("without the setting nothing is to be chosen", async () => {
  await it.db
    .update(config)
    .set({ configValue: "" })
    .where(eq(config.configKey, "member.branches"));
  expect(await branches()).toEqual([]);
  const { id } = await applied([first]);
  expect(await signRow(it, id)).toMatchObject({ branchIds: [], deptId: null });
});
