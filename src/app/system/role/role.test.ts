import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith, verbCodes } from "#src/test/rights.ts";
import { roleDept } from "../dept/table.server.ts";
import { menu, roleMenu } from "../menu/table.server.ts";
import { user } from "../user/table.server.ts";
import { lockRoles } from "./rules.server.ts";
import { role, userRole } from "./table.server.ts";

const it = await startApp();
const { token, userName } = await it.as("admin");
// Desks bring roles of their own; here it is about the contract's.
await it.db.delete(role).where(notInArray(role.roleKey, ["admin", "common", "member"]));

type Row = Record<string, unknown> & { roleId: number };

const list = async (query = "", who = token) => {
  const { body } = await it.call("GET", `/system/role/list${query}`, { token: who });
  return body as unknown as { code: number; total: number; rows: Row[] };
};
const keys = async (query = "", who = token) =>
  (await list(query, who)).rows.map((row) => row.roleKey);
const add = (body: object, who = token) =>
  it.call("POST", "/system/role", { token: who, body: { roleSort: 9, ...body } });
const edit = (body: object, who = token) => it.call("PUT", "/system/role", { token: who, body });
const put = (url: string, body: object, who = token) =>
  it.call("PUT", `/system/role/${url}`, { token: who, body });
const remove = (ids: number | string, who = token) =>
  it.call("DELETE", `/system/role/${ids}`, { token: who });
const rowOf = async (roleKey: string) => {
  const [row] = await it.db
    .select()
    .from(role)
    .where(and(eq(role.roleKey, roleKey), eq(role.delFlag, "0")));
  if (!row) throw new Error(`no role ${roleKey}`);
  return row;
};
const menusOf = async (roleId: number) =>
  (await it.db.select().from(roleMenu).where(eq(roleMenu.roleId, roleId)))
    .map((row) => row.menuId)
    .sort((a, b) => a - b);
const deptsOf = async (roleId: number) =>
  (await it.db.select().from(roleDept).where(eq(roleDept.roleId, roleId)))
    .map((row) => row.deptId)
    .sort((a, b) => a - b);

/** A role made behind the API's back, with the menu rows of these permissions. */
async function made(roleKey: string, fields: object = {}, ...permissions: string[]) {
  const [row] = await it.db
    .insert(role)
    .values({ roleName: roleKey, roleKey, ...fields })
    .returning({ roleId: role.roleId });
  const roleId = row?.roleId ?? 0;
  if (permissions.length > 0) {
    const rows = await it.db.select().from(menu).where(inArray(menu.perms, permissions));
    await it.db.insert(roleMenu).values(rows.map(({ menuId }) => ({ roleId, menuId })));
  }
  return roleId;
}

const VERBS = ["list", "query", "add", "edit", "remove", "export"].map(
  (verb) => `system:role:${verb}`,
);

/** Someone of department 101 whose only role has this scope, all rights on roles, and these. */
async function keeper(dataScope: string, ...more: string[]) {
  const login = await staffWith(it, ...VERBS, ...more);
  await it.db.update(user).set({ deptId: 101 }).where(eq(user.userId, login.userId));
  const [held] = await it.db.select().from(userRole).where(eq(userRole.userId, login.userId));
  const roleId = held?.roleId ?? 0;
  await it.db.update(role).set({ dataScope }).where(eq(role.roleId, roleId));
  return { ...login, roleId };
}

/** Gives the role to a new colleague of that department. */
async function holder(roleId: number, deptId: number) {
  const login = await it.as("staff", { deptId });
  await it.db.insert(userRole).values({ roleId, userId: login.userId });
  return login;
}

const ADMINISTRATOR = { code: 500, msg: "不允许操作超级管理员角色" };
const OUTSIDE = { code: 500, msg: "没有权限访问角色数据！" };

test("the list: rows, order, types, filters", async () => {
  const all = await list();
  expect(all).toMatchObject({ code: 200, total: 3 });
  expect(all.rows.map((row) => row.roleKey)).toEqual(["admin", "common", "member"]);
  expect(all.rows[1]).toMatchObject({
    roleId: 2,
    roleName: "普通角色",
    roleSort: 2,
    dataScope: "2",
    menuCheckStrictly: true,
    deptCheckStrictly: true,
    status: "0",
    admin: false,
    flag: false,
  });
  expect(all.rows[0]).toMatchObject({ admin: true });
  expect(await keys("?roleName=%E8%A7%92%E8%89%B2&roleKey=COM&status=0")).toEqual(["common"]);
  expect(await keys("?status=1")).toEqual([]);
  expect(await keys("?roleKey=%25")).toEqual([]);
  expect(await keys("?orderByColumn=roleSort&isAsc=descending")).toEqual([
    "member",
    "common",
    "admin",
  ]);
  expect(await keys("?params[endTime]=2020-01-01")).toEqual([]);
  expect(await keys("?params[beginTime]=2020-01-01&pageSize=2&pageNum=9")).toEqual(["member"]);
  expect(await list("?orderByColumn=del_flag")).toMatchObject({ code: 500 });
  const options = await it.call("GET", "/system/role/optionselect", { token });
  expect((options.body.data as Row[]).map((row) => row.roleId)).toEqual([1, 2, 3]);
});

test("added and edited with menus: kept, signed, read-only and unknown keys ignored", async () => {
  const added = await add({
    roleName: " 编辑 ",
    roleKey: "editor",
    roleSort: "4",
    menuIds: ["1", 104, 104, 1020],
    deptIds: [100],
    menuCheckStrictly: false,
    remark: "写稿",
    roleId: 1,
    delFlag: "2",
    dataScope: "3",
    createBy: "somebody",
    admin: true,
  });
  expect(added.body).toEqual({ code: 200, msg: "操作成功" });
  const row = await rowOf("editor");
  expect(row).toMatchObject({
    roleName: "编辑",
    roleSort: 4,
    dataScope: "1",
    menuCheckStrictly: false,
    deptCheckStrictly: true,
    status: "0",
    createBy: userName,
  });
  expect(row.roleId).toBeGreaterThanOrEqual(100);
  expect(await menusOf(row.roleId)).toEqual([1, 104, 1020]);

  const got = await it.call("GET", `/system/role/${row.roleId}`, { token });
  const whole = got.body.data as object;
  const body = { ...whole, roleId: String(row.roleId), roleName: "责任编辑", menuIds: [1, 105] };
  expect((await edit({ ...body, permissions: ["*:*:*"], params: {} })).body.code).toBe(200);
  expect(await rowOf("editor")).toMatchObject({
    roleName: "责任编辑",
    remark: "写稿",
    updateBy: userName,
    updateTime: expect.any(Date),
  });
  expect(await menusOf(row.roleId)).toEqual([1, 105]);
  // The sent keys alone change; an empty list removes all.
  await edit({ roleId: row.roleId, roleSort: 5 });
  expect(await menusOf(row.roleId)).toEqual([1, 105]);
  await edit({ roleId: row.roleId, menuIds: [] });
  expect(await menusOf(row.roleId)).toEqual([]);
});

test("invalid roles are refused with the contract's texts on their fields", async () => {
  const wrong = await add({
    roleName: "x".repeat(31),
    roleKey: "x".repeat(101),
    roleSort: -1,
    status: "2",
    menuCheckStrictly: "maybe",
    remark: "x".repeat(501),
  });
  expect(wrong.body).toMatchObject({
    code: 500,
    msg: "角色名称长度不能超过30个字符",
    data: {
      roleKey: "权限字符长度不能超过100个字符",
      roleSort: "显示顺序应为 0 到 999999 的整数",
      status: "角色状态不正确",
      menuCheckStrictly: "父子联动不正确",
      remark: "备注长度不能超过500个字符",
    },
  });
  const empty = await it.call("POST", "/system/role", { token });
  expect(empty.body.data).toEqual({
    roleName: "角色名称不能为空",
    roleKey: "权限字符不能为空",
    roleSort: "显示顺序不能为空",
  });
  for (const [roleKey, text] of [
    ["a,b", "权限字符不能包含空格和逗号"],
    ["a b", "权限字符不能包含空格和逗号"],
    ["ROLE_DEFAULT", "该权限字符为系统保留"],
  ]) {
    expect((await add({ roleName: "甲", roleKey })).body.data).toEqual({ roleKey: text });
  }
  for (const menuIds of ["x", [0], [-1], [1.5], [2 ** 53], [{}], [null]]) {
    const answer = await add({ roleName: "甲", roleKey: "jia", menuIds });
    expect([menuIds, answer.body.data]).toEqual([menuIds, { menuIds: "编号格式不正确" }]);
  }
  const unknown = await add({ roleName: "甲", roleKey: "jia", menuIds: [1, 987_654] });
  expect(unknown.body.data).toEqual({ menuIds: "菜单不存在，请刷新后重新选择" });
  expect(await keys("?roleKey=jia")).toEqual([]);
});

test("a name or key that is taken is said on the field, also when two ask at once", async () => {
  const name = await add({ roleName: "普通角色", roleKey: "plain" });
  expect(name.body).toMatchObject({
    code: 500,
    msg: "新增角色'普通角色'失败，角色名称已存在",
    data: { roleName: "角色名称已存在" },
  });
  const roleId = await made("taken");
  const key = await edit({ roleId, roleName: "新名", roleKey: "common" });
  expect(key.body).toMatchObject({
    msg: "修改角色'新名'失败，角色权限已存在",
    data: { roleKey: "角色权限已存在" },
  });
  // Another one writes the same name between the check and the insert.
  let answer: ReturnType<typeof add> | undefined;
  await it.db.transaction(async (tx) => {
    await lockRoles(tx);
    await tx.insert(role).values({ roleName: "同时", roleKey: "one" });
    answer = add({ roleName: "同时", roleKey: "two" });
    await expect
      .poll(async () => {
        const { rows } = await it.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length;
      })
      .toBe(1);
  });
  expect((await answer)?.body.msg).toBe("新增角色'同时'失败，角色名称已存在");
});

test("a role change holds for its holders at the next request, and keeps their sessions", async () => {
  const roleId = await made("living", {}, "system:post:list");
  const person = await holder(roleId, 103);
  const code = async () =>
    (await it.call("GET", "/system/post/list", { token: person.token })).body.code;
  expect(await code()).toBe(200);
  await edit({ roleId, menuIds: [] });
  expect(await code()).toBe(403);
  await edit({ roleId, menuIds: [104] });
  expect(await code()).toBe(200);
  await put("changeStatus", { roleId: String(roleId), status: "1" });
  expect(await code()).toBe(403);
  await put("changeStatus", { roleId, status: "0" });
  expect(await code()).toBe(200);
  await put("authUser/cancel", { roleId: String(roleId), userId: person.userId });
  expect(await code()).toBe(403);
  const info = await it.call("GET", "/getInfo", { token: person.token });
  expect(info.body).toMatchObject({ code: 200, roles: [] });
});

test("the data scope is kept with its departments, which other scopes do not have", async () => {
  const roleId = await made("scoped");
  const scope = (body: object) => put("dataScope", { roleId, roleName: "别的", ...body });
  expect((await scope({ dataScope: "2", deptIds: [101, "103"] })).body.code).toBe(200);
  expect(await rowOf("scoped")).toMatchObject({ dataScope: "2", roleName: "scoped" });
  expect(await deptsOf(roleId)).toEqual([101, 103]);

  // Linked: a parent of a ticked row is left out, or it would tick all its children.
  const tree = async () =>
    (await it.call("GET", `/system/role/deptTree/${roleId}`, { token })).body as unknown as {
      checkedKeys: number[];
      depts: { id: number; label: string; children?: object[] }[];
      data?: unknown;
    };
  const linked = await tree();
  expect(linked.checkedKeys).toEqual([103]);
  expect(linked).toMatchObject({ deptIds: [101, 103] });
  expect(linked.data).toBeUndefined();
  expect(linked.depts).toHaveLength(1);
  expect(linked.depts[0]).toMatchObject({ id: 100, disabled: false, children: [{}, {}] });
  await scope({ dataScope: "2", deptIds: [101, 103], deptCheckStrictly: false });
  expect((await tree()).checkedKeys).toEqual([101, 103]);

  expect((await scope({ dataScope: "4", deptIds: [101] })).body.code).toBe(200);
  expect(await deptsOf(roleId)).toEqual([]);
  expect((await scope({ dataScope: "6" })).body.data).toEqual({ dataScope: "数据权限不正确" });
  expect((await scope({})).body.data).toEqual({ dataScope: "数据权限不能为空" });
  expect((await scope({ dataScope: "2", deptIds: [987_654] })).body.data).toEqual({
    deptIds: "部门不存在，请刷新后重新选择",
  });
  expect(await rowOf("scoped")).toMatchObject({ dataScope: "4" });
});

test("the administrator's role is refused everywhere, the members' keeps its key", async () => {
  for (const answer of [
    await edit({ roleId: 1, roleName: "换" }),
    await edit({ roleId: "1" }),
    await put("dataScope", { roleId: 1, dataScope: "5" }),
    await put("changeStatus", { roleId: 1, status: "1" }),
    await remove(1),
    await remove("2,1"),
    await put("authUser/cancel", { roleId: 1, userId: 1 }),
    await it.call("PUT", "/system/role/authUser/cancelAll?roleId=1&userIds=1", { token }),
    await it.call("PUT", "/system/role/authUser/selectAll?roleId=1&userIds=2", { token }),
  ]) {
    expect(answer.body).toEqual(ADMINISTRATOR);
  }
  expect((await edit({ roleId: 3, roleKey: "other" })).body.data).toEqual({
    roleKey: "会员角色的权限字符不能修改",
  });
  expect((await remove(3)).body.msg).toBe("会员角色用于注册会员，不能删除");
});

test("remove: many at once, an assigned one is kept with the whole call", async () => {
  const ids: number[] = [];
  for (let index = 0; index < 500; index++) {
    const fields = { roleName: `待删${index}`, roleKey: `gone${index}` };
    const [row] = await it.db.insert(role).values(fields).returning({ id: role.roleId });
    ids.push(row?.id ?? 0);
  }
  const [first = 0, second = 0] = ids;
  await it.db.insert(roleMenu).values({ roleId: first, menuId: 104 });
  await it.db.insert(roleDept).values({ roleId: first, deptId: 104 });
  const person = await holder(second, 103);
  expect((await remove(ids.join(","))).body).toEqual({ code: 500, msg: "待删1已分配,不能删除" });
  expect(await rowOf("gone0")).toBeDefined();
  await it.db.delete(userRole).where(eq(userRole.userId, person.userId));
  expect((await remove(ids.join(","))).body.code).toBe(200);
  expect((await list("?roleKey=gone")).total).toBe(0);
  expect([await menusOf(first), await deptsOf(first)]).toEqual([[], []]);
  const [kept] = await it.db.select().from(role).where(eq(role.roleId, first));
  expect(kept).toMatchObject({ delFlag: "2", updateBy: userName });
  // Name and key are free again; the old number is gone.
  expect((await add({ roleName: "待删0", roleKey: "gone0" })).body.code).toBe(200);
  expect((await it.call("GET", `/system/role/${first}`, { token })).body.code).toBe(404);
  expect((await edit({ roleId: first, roleSort: 1 })).body.code).toBe(404);
  expect((await it.call("GET", `/system/role/deptTree/${first}`, { token })).body.code).toBe(404);
});

test("ids that are none are refused", async () => {
  for (const bad of ["abc", "-1", "1 or 1=1", "1.5", ""]) {
    for (const answer of [
      await edit({ roleId: bad, roleName: "甲" }),
      await put("dataScope", { roleId: bad, dataScope: "1" }),
      await put("changeStatus", { roleId: bad, status: "0" }),
      ...(bad ? [await remove(encodeURIComponent(bad))] : []),
    ]) {
      expect([bad, answer.status, answer.body.msg]).toEqual([bad, 200, "编号格式不正确"]);
    }
  }
  for (const none of ["9007199254740993", "987654"]) {
    expect((await remove(none)).body.code).toBe(404);
    expect((await edit({ roleId: none })).body.code).toBe(404);
    expect((await put("changeStatus", { roleId: none, status: "0" })).body.code).toBe(404);
  }
  const status = await put("changeStatus", { roleId: 2, status: "5" });
  expect(status.body.data).toEqual({ status: "角色状态不正确" });
  expect((await put("changeStatus", { roleId: 2 })).body.data).toEqual({
    status: "角色状态不能为空",
  });
});

test("a data scope shows the roles that people in it hold, and bounds every verb", async () => {
  const inside = await made("inside");
  const outside = await made("outside");
  await holder(inside, 103);
  await holder(outside, 108);
  const person = await keeper("4");
  const own = (await it.db.select().from(role).where(eq(role.roleId, person.roleId)))[0];
  const seen = await keys("?pageSize=100", person.token);
  expect(seen).toEqual(expect.arrayContaining(["inside", own?.roleKey]));
  expect(seen).not.toContain("outside");
  expect(seen).not.toContain("admin");
  expect(await keys("", (await keeper("5")).token)).toEqual([]);

  const refused = { roleId: outside, roleName: "越界", dataScope: "5", status: "0" };
  for (const answer of [
    await it.call("GET", `/system/role/${outside}`, { token: person.token }),
    await it.call("GET", `/system/role/deptTree/${outside}`, { token: person.token }),
    await edit(refused, person.token),
    await put("dataScope", refused, person.token),
    await put("changeStatus", refused, person.token),
    await remove(outside, person.token),
  ]) {
    expect(answer.body).toEqual(OUTSIDE);
  }
  const tree = await it.call("GET", `/system/role/deptTree/${inside}`, { token: person.token });
  expect((tree.body.depts as { id: number }[]).map(({ id }) => id)).toEqual([101]);
  // A role that they make is theirs before anybody holds it.
  expect((await add({ roleName: "自建", roleKey: "mine" }, person.token)).body.code).toBe(200);
  expect(await keys("?roleKey=mine", person.token)).toEqual(["mine"]);
  expect((await rowOf("mine")).dataScope).toBe("5");
  expect((await remove((await rowOf("mine")).roleId, person.token)).body.code).toBe(200);
});

test("nobody gives a role more than they have, nor changes one that has more", async () => {
  const person = await keeper("4", "system:user:list");
  const roleId = await made("weak", { dataScope: "5" });
  await holder(roleId, 103);
  const tooMuch = { code: 500, msg: "所选的菜单权限超出您的权限" };
  // 100 is the list of users, 1006 the reset of passwords.
  expect((await edit({ roleId, menuIds: [100, 1006] }, person.token)).body).toMatchObject(tooMuch);
  expect(await menusOf(roleId)).toEqual([]);
  expect((await edit({ roleId, menuIds: [1, 100] }, person.token)).body.code).toBe(200);
  const added = await add({ roleName: "越权", roleKey: "more", menuIds: [1006] }, person.token);
  expect(added.body).toMatchObject({ ...tooMuch, data: { menuIds: tooMuch.msg } });
  expect(await keys("?roleKey=more")).toEqual([]);

  const scope = (dataScope: string, deptIds: number[] = []) =>
    put("dataScope", { roleId, dataScope, deptIds }, person.token);
  expect((await scope("1")).body).toMatchObject({ msg: "所选的数据权限超出您的数据权限" });
  expect((await scope("2", [103, 108])).body.code).toBe(500);
  expect((await scope("2", [103])).body.code).toBe(200);
  expect((await scope("4")).body.code).toBe(200);

  const strong = await made("strong", {}, "system:user:resetPwd");
  await holder(strong, 103);
  const theirs = { code: 500, msg: "该角色的权限超出您的权限，不能修改" };
  for (const answer of [
    await edit({ roleId: strong, menuIds: [] }, person.token),
    await put("changeStatus", { roleId: strong, status: "0" }, person.token),
    await put("dataScope", { roleId: strong, dataScope: "5" }, person.token),
  ]) {
    expect(answer.body).toEqual(theirs);
  }
  expect(await menusOf(strong)).toEqual([1006]);
});

test("export: the file by POST, its name by GET", async () => {
  const file = await it.call("POST", "/system/role/export", { token, body: { roleKey: "common" } });
  expect(file.headers["content-type"]).toContain("spreadsheetml");
  expect(file.headers["content-disposition"]).toContain(encodeURIComponent("角色数据"));
  const named = await it.call("GET", "/system/role/export?roleKey=common", { token });
  expect(named.body.msg).toMatch(/^[0-9a-f]{32}_角色数据\.xlsx$/);
});

test("each verb needs its own permission", async () => {
  const reader = await staffWith(it, "system:role:list");
  const none = { list: 403, query: 403, add: 403, edit: 403, remove: 403 };
  const exports = { exportFile: 403, exportName: 403 };
  expect(await verbCodes(it, "/system/role", reader.token)).toEqual({
    ...none,
    ...exports,
    list: 200,
  });
  const writer = await staffWith(it, "system:role:query", "system:role:edit", "system:role:export");
  expect(await verbCodes(it, "/system/role", writer.token)).toEqual({
    ...none,
    query: 404,
    edit: 404,
    exportFile: 200,
    exportName: 200,
  });
  expect(await verbCodes(it, "/system/role", (await it.as("member")).token)).toEqual({
    ...none,
    ...exports,
  });
  for (const url of ["dataScope", "changeStatus", "authUser/cancel"]) {
    expect((await put(url, { roleId: 2 }, reader.token)).body.code).toBe(403);
  }
  for (const url of ["optionselect", "deptTree/2"]) {
    const answer = await it.call("GET", `/system/role/${url}`, { token: reader.token });
    expect(answer.body.code).toBe(403);
  }
});
