import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { role, userRole } from "../role/table.server.ts";
import { user } from "../user/table.server.ts";
import { dept, roleDept } from "./table.server.ts";
import { lockTree } from "./tree.server.ts";

const it = await startApp();
const { token, userName } = await it.as("admin");

type Row = Record<string, unknown> & { deptId: number };

const list = async (query = "", who = token) => {
  const { body } = await it.call("GET", `/system/dept/list${query}`, { token: who });
  return (body.data as Row[]).map((row) => row.deptId);
};
const add = (body: object, who = token) =>
  it.call("POST", "/system/dept", { token: who, body: { orderNum: 1, ...body } });
const edit = (body: object, who = token) => it.call("PUT", "/system/dept", { token: who, body });
const remove = (deptId: number | string, who = token) =>
  it.call("DELETE", `/system/dept/${deptId}`, { token: who });
const rowOf = async (deptId: number) =>
  (await it.db.select().from(dept).where(eq(dept.deptId, deptId)))[0];

/** A department made behind the API's back. */
async function made(deptName: string, parentId: number, fields: object = {}): Promise<number> {
  const above = await rowOf(parentId);
  const [row] = await it.db
    .insert(dept)
    .values({ deptName, parentId, ancestors: `${above?.ancestors},${parentId}`, ...fields })
    .returning({ deptId: dept.deptId });
  return row?.deptId ?? 0;
}

/** Someone of a department whose only role has this scope and all rights on departments. */
async function keeper(dataScope: string, deptId: number | null, depts: number[] = []) {
  const verbs = ["list", "query", "add", "edit", "remove"].map((verb) => `system:dept:${verb}`);
  const login = await staffWith(it, ...verbs);
  await it.db.update(user).set({ deptId }).where(eq(user.userId, login.userId));
  const [held] = await it.db.select().from(userRole).where(eq(userRole.userId, login.userId));
  const roleId = held?.roleId ?? 0;
  await it.db.update(role).set({ dataScope }).where(eq(role.roleId, roleId));
  for (const each of depts) await it.db.insert(roleDept).values({ roleId, deptId: each });
  return login;
}

const OUTSIDE = { code: 500, msg: "没有权限访问部门数据！" };

test("the list is flat, by parent and order, and can be narrowed", async () => {
  const { body } = await it.call("GET", "/system/dept/list", { token });
  const rows = body.data as Row[];
  expect(rows.map((row) => row.deptId)).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
  expect(rows[3]).toMatchObject({
    parentId: 101,
    ancestors: "0,100,101",
    deptName: "学术部",
    orderNum: 3,
    status: "0",
    leader: "",
  });
  expect(rows[0]?.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(body.total).toBeUndefined();
  expect(await list("?deptName=%E9%83%A8&status=0")).toEqual([103, 104, 105, 106, 107]);
  expect(await list("?status=1")).toEqual([]);
  expect(await list("?deptName=%25")).toEqual([]);
  expect(await list("/exclude/101")).toEqual([100, 102, 108, 109]);
  expect(await list("/exclude/987654")).toHaveLength(10);
});

test("one department comes with the name of the one above", async () => {
  const one = await it.call("GET", "/system/dept/103", { token });
  expect(one.body.data).toMatchObject({ deptId: 103, deptName: "学术部", parentName: "秘书处" });
  const top = await it.call("GET", "/system/dept/100", { token });
  expect(top.body.data).toMatchObject({ parentName: null });
});

test("added and edited: kept, signed, read-only and unknown keys ignored", async () => {
  const answer = await add({
    parentId: "101",
    deptName: " 外联部 ",
    orderNum: "9",
    leader: "主任",
    phone: "010-1234567",
    email: "wailian@example.org",
    deptId: 100,
    ancestors: "0",
    delFlag: "2",
    createBy: "somebody",
    children: [],
  });
  expect(answer.body).toEqual({ code: 200, msg: "操作成功" });
  const [row] = await it.db.select().from(dept).where(eq(dept.deptName, "外联部"));
  expect(row).toMatchObject({
    parentId: 101,
    ancestors: "0,100,101",
    orderNum: 9,
    phone: "010-1234567",
    status: "0",
    delFlag: "0",
    createBy: userName,
  });
  const deptId = row?.deptId ?? 0;
  expect(deptId).toBeGreaterThanOrEqual(200);

  const got = await it.call("GET", `/system/dept/${deptId}`, { token });
  const whole = got.body.data as object;
  const edited = await edit({ ...whole, deptName: "对外联络部", email: "", ancestors: "0,9" });
  expect(edited.body.code).toBe(200);
  expect(await rowOf(deptId)).toMatchObject({
    deptName: "对外联络部",
    ancestors: "0,100,101",
    email: "",
    leader: "主任",
    updateBy: userName,
    updateTime: expect.any(Date),
  });
  // The sent keys alone change.
  await edit({ deptId: String(deptId), orderNum: 3 });
  expect(await rowOf(deptId)).toMatchObject({ deptName: "对外联络部", orderNum: 3, parentId: 101 });
});

test("invalid departments are refused with the contract's texts on their fields", async () => {
  const wrong = await add({
    parentId: -1,
    deptName: "x".repeat(31),
    orderNum: 1.5,
    leader: "x".repeat(21),
    phone: "1".repeat(12),
    email: "nobody",
    status: "2",
  });
  expect(wrong.body).toMatchObject({
    code: 500,
    msg: "上级部门不正确",
    data: {
      deptName: "部门名称长度不能超过30个字符",
      orderNum: "显示顺序应为 0 到 999999 的整数",
      leader: "负责人长度不能超过20个字符",
      phone: "联系电话长度不能超过11个字符",
      email: "邮箱格式不正确",
      status: "部门状态不正确",
    },
  });
  const long = await add({ parentId: 101, deptName: "甲", email: `${"x".repeat(50)}@example.org` });
  expect(long.body.data).toEqual({ email: "邮箱长度不能超过50个字符" });
  const empty = await it.call("POST", "/system/dept", { token });
  expect(empty.body.data).toEqual({
    parentId: "上级部门不能为空",
    deptName: "部门名称不能为空",
    orderNum: "显示顺序不能为空",
  });
  const nowhere = await add({ parentId: 987_654, deptName: "甲" });
  expect(nowhere.body.data).toEqual({ parentId: "上级部门不存在" });
  const huge = await add({ parentId: "9007199254740993", deptName: "甲" });
  expect(huge.body.data).toEqual({ parentId: "上级部门不正确" });
});

test("a name may come again, but not below the same department", async () => {
  const same = await add({ parentId: 101, deptName: "学术部" });
  expect(same.body).toMatchObject({
    code: 500,
    msg: "新增部门'学术部'失败，部门名称已存在",
    data: { deptName: "部门名称已存在" },
  });
  expect((await add({ parentId: 102, deptName: "学术部" })).body.code).toBe(200);
  const renamed = await edit({ deptId: 104, deptName: "学术部" });
  expect(renamed.body.msg).toBe("修改部门'学术部'失败，部门名称已存在");
  // The same one keeps its name.
  expect((await edit({ deptId: 103, deptName: "学术部" })).body.code).toBe(200);
});

test("two who write at once: the later one sees what the first has written", async () => {
  const x = await made("环甲", 100);
  const y = await made("环乙", 100);
  let answers: ReturnType<typeof add>[] = [];
  await it.db.transaction(async (tx) => {
    await lockTree(tx);
    await tx.insert(dept).values({ deptName: "同时部", parentId: 100, ancestors: "0,100" });
    await tx
      .update(dept)
      .set({ parentId: y, ancestors: `0,100,${y}` })
      .where(eq(dept.deptId, x));
    answers = [add({ parentId: 100, deptName: "同时部" }), edit({ deptId: y, parentId: x })];
    await expect
      .poll(async () => {
        const { rows } = await it.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length;
      })
      .toBe(2);
  });
  expect((await Promise.all(answers)).map(({ body }) => body.msg)).toEqual([
    "新增部门'同时部'失败，部门名称已存在",
    "修改部门'环乙'失败，上级部门不能是自己的下级部门",
  ]);
});

test("a disabled department takes no new ones, and is left by its enabled ones first", async () => {
  const upper = await made("上层", 100);
  const lower = await made("下层", upper);
  const refused = await edit({ deptId: upper, status: "1" });
  expect(refused.body).toMatchObject({ code: 500, msg: "该部门包含未停用的子部门！" });
  expect((await edit({ deptId: lower, status: "1" })).body.code).toBe(200);
  expect((await edit({ deptId: upper, status: "1" })).body.code).toBe(200);
  const added = await add({ parentId: upper, deptName: "更下层" });
  expect(added.body).toMatchObject({ code: 500, msg: "部门停用，不允许新增" });
  // A department put in use has all above it put in use.
  expect((await edit({ deptId: lower, status: "0" })).body.code).toBe(200);
  expect(await rowOf(upper)).toMatchObject({ status: "0" });
});

test("moving rewrites the ancestors of all below; no circle can come of it", async () => {
  const a = await made("移甲", 101);
  const b = await made("移乙", a);
  const c = await made("移丙", b);
  const gone = await made("移丁", c, { delFlag: "2" });
  for (const [parentId, text] of [
    [a, "上级部门不能是自己"],
    [c, "上级部门不能是自己的下级部门"],
  ] as const) {
    const answer = await edit({ deptId: a, parentId });
    expect(answer.body).toMatchObject({
      code: 500,
      msg: `修改部门'移甲'失败，${text}`,
      data: { parentId: text },
    });
  }
  expect((await edit({ deptId: a, parentId: 102 })).body.code).toBe(200);
  const ancestors = async () =>
    Promise.all([a, b, c, gone].map(async (id) => (await rowOf(id))?.ancestors));
  expect(await ancestors()).toEqual([
    "0,100,102",
    `0,100,102,${a}`,
    `0,100,102,${a},${b}`,
    `0,100,102,${a},${b},${c}`,
  ]);
  expect((await edit({ deptId: a, parentId: 0 })).body.code).toBe(200);
  expect(await ancestors()).toEqual(["0", `0,${a}`, `0,${a},${b}`, `0,${a},${b},${c}`]);
  expect((await edit({ deptId: a, parentId: 987_654 })).body.data).toEqual({
    parentId: "上级部门不存在",
  });
});

test("the order of many is saved at once, or not at all", async () => {
  const sort = (deptIds: unknown, orderNums: unknown, who = token) =>
    it.call("PUT", "/system/dept/updateSort", { token: who, body: { deptIds, orderNums } });
  expect((await sort("108,109", "7,6")).body.code).toBe(200);
  expect((await list()).filter((id) => id === 108 || id === 109)).toEqual([109, 108]);
  for (const [ids, places] of [
    ["108,109", "1"],
    ["108", "1,2"],
    ["108,108", "1,2"],
    ["108,987654", "1,2"],
    ["108;109", "1,2"],
    ["108", "-1"],
    ["108", "1e9"],
    ["108", ""],
    ["", ""],
    [undefined, undefined],
    [{}, []],
  ]) {
    const answer = await sort(ids, places);
    expect([ids, answer.body.msg]).toEqual([ids, "保存排序异常，请联系管理员"]);
  }
  expect(await rowOf(108)).toMatchObject({ orderNum: 7 });
  const many = Array.from({ length: 500 }, (_, index) => 500_000 + index).join(",");
  expect((await sort(many, many.replace(/\d+/g, "1"))).body.code).toBe(500);
});

test("only an empty department is removed, with its place in the roles", async () => {
  expect((await remove(101)).body).toEqual({ code: 601, msg: "存在下级部门,不允许删除" });
  const deptId = await made("待删部", 101);
  const { userId } = await it.as("staff", { deptId });
  expect((await remove(deptId)).body).toEqual({ code: 601, msg: "部门存在用户,不允许删除" });
  await it.db.update(user).set({ delFlag: "2" }).where(eq(user.userId, userId));
  await it.db.insert(roleDept).values({ roleId: 2, deptId });
  expect((await remove(deptId)).body.code).toBe(200);
  expect(await rowOf(deptId)).toMatchObject({ delFlag: "2", updateBy: userName });
  expect(await it.db.select().from(roleDept).where(eq(roleDept.deptId, deptId))).toEqual([]);
  expect(await list("?deptName=%E5%BE%85%E5%88%A0")).toEqual([]);
  for (const answer of [
    await remove(deptId),
    await edit({ deptId, deptName: "又来" }),
    await it.call("GET", `/system/dept/${deptId}`, { token }),
  ]) {
    expect(answer.body.code).toBe(404);
  }
  // Its name is free again.
  expect((await add({ parentId: 101, deptName: "待删部" })).body.code).toBe(200);
});

test("ids that are none are refused", async () => {
  const many = Array.from({ length: 500 }, (_, index) => index + 1).join(",");
  for (const bad of ["abc", "-1", "1,2", "1 or 1=1", "1.5", many]) {
    for (const answer of [
      await remove(encodeURIComponent(bad)),
      await it.call("GET", `/system/dept/${encodeURIComponent(bad)}`, { token }),
      await it.call("GET", `/system/dept/list/exclude/${encodeURIComponent(bad)}`, { token }),
      await edit({ deptId: bad, deptName: "甲" }),
    ]) {
      expect([bad, answer.status, answer.body.msg]).toEqual([bad, 200, "编号格式不正确"]);
    }
  }
  for (const none of ["9007199254740993", "9999999999999999999", "987654"]) {
    expect((await remove(none)).body.code).toBe(404);
    expect((await edit({ deptId: none, deptName: "甲" })).body.code).toBe(404);
  }
});

test("a data scope bounds every verb", async () => {
  const chosen = await keeper("2", 103, [102, 108]);
  expect(await list("", chosen.token)).toEqual([102, 108]);
  const below = await keeper("4", 101);
  expect(await list("?deptName=%E9%83%A8", below.token)).toContain(103);
  expect(await list("", below.token)).not.toContain(102);
  expect(await list("", (await keeper("3", 104)).token)).toEqual([104]);
  expect(await list("", (await keeper("5", 104)).token)).toEqual([]);
  expect(await list("/exclude/108", chosen.token)).toEqual([102]);

  for (const answer of [
    await it.call("GET", "/system/dept/108", { token: below.token }),
    await add({ parentId: 102, deptName: "越界" }, below.token),
    await add({ parentId: 0, deptName: "越界" }, below.token),
    await edit({ deptId: 108, deptName: "越界" }, below.token),
    await edit({ deptId: 103, parentId: 102 }, below.token),
    await edit({ deptId: 103, parentId: 0 }, below.token),
    await remove(108, below.token),
    await it.call("PUT", "/system/dept/updateSort", {
      token: below.token,
      body: { deptIds: "103,108", orderNums: "1,1" },
    }),
  ]) {
    expect(answer.body).toEqual(OUTSIDE);
  }
  expect((await add({ parentId: 101, deptName: "界内" }, below.token)).body.code).toBe(200);
  expect((await edit({ deptId: 107, parentId: 106 }, below.token)).body.code).toBe(200);
});

test("a move does not widen what somebody reaches by another role", async () => {
  // Departments 102 and 108 may be edited; users are seen in 102 and below. 109 is in neither.
  const upper = await made("外围", 100);
  const inner = await made("外围之下", upper);
  const person = await keeper("2", 102, [102, 108, upper]);
  const [own] = await it.db
    .insert(role)
    .values({ roleName: "own below", roleKey: "own-below", dataScope: "4" })
    .returning({ roleId: role.roleId });
  await it.db.execute(
    sql`insert into sys_role_menu (role_id, menu_id) values (${own?.roleId}, 100)`,
  );
  await it.db.insert(userRole).values({ userId: person.userId, roleId: own?.roleId ?? 0 });
  expect((await edit({ deptId: upper, parentId: 102 }, person.token)).body).toEqual(OUTSIDE);
  expect(await rowOf(inner)).toMatchObject({ ancestors: `0,100,${upper}` });
  expect((await edit({ deptId: 108, parentId: upper }, person.token)).body.code).toBe(200);
});

test("someone may switch on what is theirs, not what is above it", async () => {
  const upper = await made("停用上层", 100, { status: "1" });
  const lower = await made("停用下层", upper, { status: "1" });
  const person = await keeper("4", lower);
  expect((await edit({ deptId: lower, status: "0" }, person.token)).body).toEqual(OUTSIDE);
  expect(await rowOf(lower)).toMatchObject({ status: "1" });
});

test("each verb needs its own permission", async () => {
  const codes = async (who: string | undefined) => {
    const auth = who ? { token: who } : {};
    const code = async (method: string, url: string, body?: object) =>
      (await it.call(method, `/system/dept${url}`, { ...auth, ...(body ? { body } : {}) })).body
        .code;
    return {
      list: await code("GET", "/list"),
      exclude: await code("GET", "/list/exclude/1"),
      query: await code("GET", "/987654"),
      add: await code("POST", "", {}),
      edit: await code("PUT", "", { deptId: 987_654 }),
      sort: await code("PUT", "/updateSort", {}),
      remove: await code("DELETE", "/987654"),
    };
  };
  const none = { list: 403, exclude: 403, query: 403, add: 403, edit: 403, sort: 403, remove: 403 };
  expect(await codes((await it.as("member")).token)).toEqual(none);
  expect(await codes((await staffWith(it, "system:dept:list")).token)).toEqual({
    ...none,
    list: 200,
    exclude: 200,
  });
  expect(await codes((await staffWith(it, "system:dept:edit")).token)).toEqual({
    ...none,
    edit: 404,
    sort: 500,
  });
  expect(await codes((await staffWith(it, "system:dept:add", "system:dept:remove")).token)).toEqual(
    { ...none, add: 500, remove: 404 },
  );
  expect(new Set(Object.values(await codes(undefined)))).toEqual(new Set([401]));
});
