import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { operLog } from "#src/app/monitor/operlog/table.server.ts";
import { readSheet } from "#src/server/workbook/excel-read.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { roleDept } from "../../dept/table.server.ts";
import { menu, roleMenu } from "../../menu/table.server.ts";
import { role, userRole } from "../table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

type Data = {
  roles: { roleId: number; users: number; depts: number; deptNames: string[]; admin: boolean }[];
  menus: { menuId: number; level: number; perms: string; roleIds: number[] }[];
  unseen: number;
};

const compare = (ids: string, who = token) =>
  it.call("GET", `/system/role/compare?ids=${ids}`, { token: who });
const dataOf = async (ids: string, who = token) => (await compare(ids, who)).body.data as Data;

/** A role behind the API's back, with the menu rows of these permissions. */
async function made(roleKey: string, fields: object, ...permissions: string[]) {
  const [row] = await it.db
    .insert(role)
    .values({ roleName: roleKey, roleKey, ...fields })
    .returning({ roleId: role.roleId });
  const roleId = row?.roleId ?? 0;
  const rows = await it.db.select().from(menu).where(inArray(menu.perms, permissions));
  await it.db.insert(roleMenu).values(rows.map(({ menuId }) => ({ roleId, menuId })));
  return roleId;
}

const left = await made("left", { dataScope: "2" }, "system:post:list", "system:post:add");
const right = await made("right", { status: "1" }, "system:post:list", "system:user:list");
await it.db.insert(roleDept).values([
  { roleId: left, deptId: 103 },
  { roleId: left, deptId: 104 },
]);
const holder = await it.as("staff", { deptId: 103 });
await it.db.insert(userRole).values({ userId: holder.userId, roleId: left });

test("side by side: what each holds, reaches, and who has it", async () => {
  const data = await dataOf(`${right},${left}`);
  expect(data.roles).toMatchObject([
    { roleId: right, status: "1", dataScope: "1", users: 0, admin: false },
    { roleId: left, dataScope: "2", deptNames: expect.any(Array), depts: 2, users: 1 },
  ]);
  const holders = (perms: string) => data.menus.find((row) => row.perms === perms)?.roleIds;
  expect(holders("system:post:list")).toEqual([right, left]);
  expect(holders("system:post:add")).toEqual([left]);
  expect(holders("system:user:list")).toEqual([right]);
  expect(holders("system:user:add")).toEqual([]);
  expect(data.unseen).toBe(0);
  const first = data.menus.findIndex((row) => row.menuId === 1);
  expect(data.menus[first]).toMatchObject({ level: 0, menuId: 1 });
  expect(data.menus[first + 1]).toMatchObject({ level: 1, menuId: 100 });
  const all = await dataOf(`1,${left}`);
  expect(all.roles[0]).toMatchObject({ admin: true });
  expect(all.menus.every(({ roleIds }) => roleIds.includes(1))).toBe(true);
});

test("two to four roles that are there", async () => {
  const FEW = { code: 500, msg: "请选择 2 到 4 个角色" };
  const many = Array.from({ length: 500 }, (_, index) => index + 1).join(",");
  for (const ids of ["", "2", "2,2", "1,2,3,4,5", many]) {
    expect((await compare(ids)).body).toMatchObject(FEW);
  }
  for (const ids of ["x,2", "-1,2", "2,"]) {
    expect((await compare(ids)).body).toMatchObject({ code: 500, msg: "编号格式不正确" });
  }
  expect((await compare("2,9007199254740993")).body).toMatchObject(FEW);
  expect((await compare("2,999999999")).body).toMatchObject({ code: 404 });
});

test("only with the permission, in the scope, over one's own menu", async () => {
  const plain = await staffWith(it, "system:role:list");
  expect((await compare(`${left},${right}`, plain.token)).body.code).toBe(403);
  const asker = await it.as("staff", { deptId: 103 });
  const roleId = await made("asker", { dataScope: "3" }, "system:role:query", "system:post:list");
  await it.db.insert(userRole).values({ userId: asker.userId, roleId });
  const outside = { code: 500, msg: "没有权限访问角色数据！" };
  expect((await compare(`${left},${right}`, asker.token)).body).toMatchObject(outside);
  const data = await dataOf(`${left},${roleId}`, asker.token);
  expect(data.menus.map(({ perms }) => perms).sort()).toEqual([
    "system:post:list",
    "system:role:query",
  ]);
  expect(data.unseen).toBe(1);
  expect(data.roles[0]).toMatchObject({ deptNames: [expect.any(String)], depts: 2, users: 1 });
});

test("as a file: the roles are its columns, the head rows say the rest", async () => {
  const save = (body: object, who = token) =>
    it.app.inject({
      method: "POST",
      url: "/prod-api/system/role/compare/export",
      headers: { authorization: `Bearer ${who}` },
      payload: body,
    });
  const cells = async (body: object) =>
    (await readSheet((await save(body)).rawPayload, 500)).map((row) => row.cells);
  const whole = await cells({ ids: `${left},${right}` });
  expect(whole[0]).toEqual(["菜单与权限", "类型", "权限标识", "left", "right"]);
  expect(whole.find(([name]) => name === "状态")?.slice(3)).toEqual(["正常", "停用"]);
  expect(whole.find(([name]) => name === "数据权限")?.[3]).toMatch(/^自定部门：.+、.+$/);
  const line = whole.find(([, , perms]) => perms === "system:post:add");
  expect(line).toEqual(["　　岗位新增", "按钮", "system:post:add", "✓"]);
  const diff = await cells({ ids: `${left},${right}`, diff: "1" });
  const perms = diff.map((row) => row[2]).filter(Boolean);
  expect(perms).toEqual(["权限标识", "system:user:list", "system:post:list", "system:post:add"]);

  await it.db.update(role).set({ roleName: "=1+1" }).where(eq(role.roleId, left));
  expect((await cells({ ids: `${left},${right}` }))[0]?.[3]).toBe("\t=1+1");
  const asker = await staffWith(it, "system:role:query");
  expect((await save({ ids: `${left},${right}` }, asker.token)).json()).toMatchObject({
    code: 403,
  });
  expect((await save({ ids: "1" })).json()).toMatchObject({ msg: "请选择 2 到 4 个角色" });
  const named = await it.call("GET", `/system/role/compare/export?ids=${left},${right}`, { token });
  expect(named.body).toMatchObject({ code: 200, msg: expect.stringMatching(/\S{10,}/) });
  await expect
    .poll(() =>
      it.db
        .select({ title: operLog.title })
        .from(operLog)
        .where(and(eq(operLog.businessType, 5), eq(operLog.title, "角色管理"))),
    )
    .not.toEqual([]);
});
