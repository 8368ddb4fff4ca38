import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { roleMenu } from "../../menu/table.server.ts";
import { user } from "../../user/table.server.ts";
import { role, userRole } from "../table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

type Row = Record<string, unknown> & { userName: string };

const people = async (which: "allocated" | "unallocated", query: string, who = token) => {
  const url = `/system/role/authUser/${which}List?${query}`;
  const { body } = await it.call("GET", url, { token: who });
  return body as unknown as { code: number; msg: string; total: number; rows: Row[] };
};
const names = async (which: "allocated" | "unallocated", query: string, who = token) =>
  (await people(which, query, who)).rows.map((row) => row.userName);
const put = (url: string, body?: object, who = token) =>
  it.call("PUT", `/system/role/authUser/${url}`, { token: who, ...(body ? { body } : {}) });
const holdersOf = async (roleId: number) =>
  (await it.db.select().from(userRole).where(eq(userRole.roleId, roleId)))
    .map((row) => row.userId)
    .sort((a, b) => a - b);

async function made(roleKey: string, menuIds: number[] = [], fields: object = {}) {
  const [row] = await it.db
    .insert(role)
    .values({ roleName: roleKey, roleKey, ...fields })
    .returning({ roleId: role.roleId });
  const roleId = row?.roleId ?? 0;
  for (const menuId of menuIds) await it.db.insert(roleMenu).values({ roleId, menuId });
  return roleId;
}

const anna = await it.as("staff", { userName: "anna", deptId: 103, phonenumber: "13800001111" });
const berta = await it.as("staff", { userName: "berta", deptId: 108 });
const gone = await it.as("staff", { userName: "gone", deptId: 103, delFlag: "2" });
const member = await it.as("member", { userName: "joined" });

test("who holds a role and who does not: rows, filters, pages", async () => {
  const roleId = await made("lists");
  for (const { userId } of [anna, gone, member]) {
    await it.db.insert(userRole).values({ roleId, userId });
  }
  const holders = await people("allocated", `roleId=${roleId}`);
  expect(holders).toMatchObject({ code: 200, msg: "查询成功", total: 2 });
  expect(holders.rows[0]).toEqual({
    userId: anna.userId,
    userName: "anna",
    nickName: "anna",
    email: "",
    phonenumber: "138****1111",
    deptName: "学术部",
    status: "0",
    createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  expect(holders.rows[1]).toMatchObject({ userName: "joined", deptName: null });
  expect(await names("allocated", `roleId=${roleId}&phonenumber=0000111`)).toEqual(["anna"]);
  expect(await names("allocated", `roleId=${roleId}&pageSize=1&pageNum=7`)).toEqual(["joined"]);
  // Members are given no rights here, the administrator needs none.
  expect(await names("unallocated", `roleId=${roleId}`)).toEqual(["berta"]);
  expect(await names("unallocated", `roleId=${roleId}&userName=%25`)).toEqual([]);
  for (const bad of ["", "roleId=", "roleId=x", "roleId=1,2"]) {
    expect((await people("allocated", bad)).msg).toBe("编号格式不正确");
  }
});

test("given to many, taken from one and from many; twice is as good as once", async () => {
  const roleId = await made("given");
  const both = `${anna.userId},${berta.userId}`;
  for (let time = 0; time < 2; time++) {
    const answer = await put(`selectAll?roleId=${roleId}&userIds=${both}`);
    expect(answer.body).toEqual({ code: 200, msg: "操作成功" });
  }
  expect(await holdersOf(roleId)).toEqual([anna.userId, berta.userId]);
  await put("cancel", { userId: anna.userId, roleId: String(roleId) });
  expect(await holdersOf(roleId)).toEqual([berta.userId]);
  await put("cancel", { userId: anna.userId, roleId });
  await put(`selectAll?roleId=${roleId}&userIds=${anna.userId}`);
  expect((await put(`cancelAll?roleId=${roleId}&userIds=${both}`)).body.code).toBe(200);
  expect(await holdersOf(roleId)).toEqual([]);
});

test("what is wrong is refused, and nobody gets the role", async () => {
  const roleId = await made("refusing");
  const many = Array.from({ length: 500 }, (_, index) => 500_000 + index).join(",");
  for (const [userIds, msg] of [
    ["", "请选择用户"],
    ["x", "编号格式不正确"],
    ["1,", "编号格式不正确"],
    ["-1", "编号格式不正确"],
    ["9007199254740993", "请选择用户"],
    ["1", "不允许操作超级管理员用户"],
    [`${anna.userId},987654`, "只能分配给工作人员，请重新选择"],
    [many, "只能分配给工作人员，请重新选择"],
    [`${gone.userId}`, "只能分配给工作人员，请重新选择"],
    [`${member.userId}`, "只能分配给工作人员，请重新选择"],
  ]) {
    const answer = await put(`selectAll?roleId=${roleId}&userIds=${userIds}`);
    expect([userIds, answer.status, answer.body.msg]).toEqual([userIds, 200, msg]);
  }
  expect(await holdersOf(roleId)).toEqual([]);
  expect((await put("cancel")).body.msg).toBe("编号格式不正确");
  expect((await put("cancel", { roleId: 987_654, userId: anna.userId })).body.code).toBe(404);
  expect((await put(`selectAll?roleId=987654&userIds=${anna.userId}`)).body.code).toBe(404);
});

test("a data scope bounds the lists and the changes; more than one's own is not handed on", async () => {
  const person = await staffWith(it, "system:role:list", "system:role:edit");
  await it.db.update(user).set({ deptId: 101 }).where(eq(user.userId, person.userId));
  const [held] = await it.db.select().from(userRole).where(eq(userRole.userId, person.userId));
  const own = held?.roleId ?? 0;
  await it.db.update(role).set({ dataScope: "4" }).where(eq(role.roleId, own));

  const reader = await made("reader", [101], { dataScope: "3" });
  const keeper = await made("keeper", [101, 1006], { dataScope: "3" });
  const far = await made("far", [101], { dataScope: "1" });
  for (const roleId of [reader, keeper, far]) {
    await it.db.insert(userRole).values({ roleId, userId: person.userId });
  }
  // Their own scope is not widened by what was just given: it is what 101 reaches by its own role.
  await it.db.delete(userRole).where(eq(userRole.roleId, keeper));
  await it.db.delete(userRole).where(eq(userRole.roleId, far));
  const near = await it.as("staff", { deptId: 103 });
  for (const roleId of [keeper, far]) {
    await it.db.insert(userRole).values({ roleId, userId: near.userId });
  }

  const query = `roleId=${reader}&pageSize=100`;
  expect(await names("unallocated", query, person.token)).toContain("anna");
  expect(await names("unallocated", query, person.token)).not.toContain("berta");
  const select = (roleId: number, userId: number) =>
    put(`selectAll?roleId=${roleId}&userIds=${userId}`, undefined, person.token);
  expect((await select(reader, berta.userId)).body.msg).toBe("没有权限访问用户数据！");
  expect((await select(reader, anna.userId)).body.code).toBe(200);
  for (const [roleId, name] of [
    [keeper, "keeper"],
    [far, "far"],
  ] as const) {
    const answer = await select(roleId, person.userId);
    expect(answer.body.msg).toBe(`角色「${name}」的权限超出您的权限，不能分配`);
  }
  const outside = await made("outside");
  await it.db.insert(userRole).values({ roleId: outside, userId: berta.userId });
  for (const answer of [
    await select(outside, anna.userId),
    await put("cancel", { roleId: outside, userId: anna.userId }, person.token),
    { body: await people("allocated", `roleId=${outside}`, person.token) },
  ]) {
    expect(answer.body).toMatchObject({ code: 500, msg: "没有权限访问角色数据！" });
  }
  const theirs = await put("cancel", { roleId: reader, userId: berta.userId }, person.token);
  expect(theirs.body.msg).toBe("没有权限访问用户数据！");
});

test("to look needs one permission, to change another", async () => {
  const reader = await staffWith(it, "system:role:list");
  const writer = await staffWith(it, "system:role:edit");
  const roleId = await made("guarded");
  const codes = async (who: string) => [
    (await people("allocated", `roleId=${roleId}`, who)).code,
    (await people("unallocated", `roleId=${roleId}`, who)).code,
    (await put("cancel", { roleId, userId: 987_654 }, who)).body.code,
    (await put(`cancelAll?roleId=${roleId}&userIds=987654`, undefined, who)).body.code,
    (await put(`selectAll?roleId=${roleId}&userIds=987654`, undefined, who)).body.code,
  ];
  expect(await codes(reader.token)).toEqual([200, 200, 403, 403, 403]);
  expect(await codes(writer.token)).toEqual([403, 403, 200, 200, 500]);
  expect(await codes((await it.as("member")).token)).toEqual([403, 403, 403, 403, 403]);
});
