import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { loginGuard, session } from "../../login/table.server.ts";
import { dept } from "../dept/table.server.ts";
import { menu, roleMenu } from "../menu/table.server.ts";
import { post, userPost } from "../post/table.server.ts";
import { role, userRole } from "../role/table.server.ts";
import { user } from "./table.server.ts";

const it = await startApp();
const admin = await it.as("admin");
const { token } = admin;
const ADMIN_REFUSED = "不允许操作超级管理员用户";
const OUTSIDE = "没有权限访问用户数据！";

const rowOf = async (userName: string) =>
  (
    await it.db
      .select()
      .from(user)
      .where(and(eq(user.userName, userName), eq(user.delFlag, "0")))
  )[0];
const rolesOf = async (userId: number) =>
  (await it.db.select().from(userRole).where(eq(userRole.userId, userId)))
    .map(({ roleId }) => roleId)
    .sort((a, b) => a - b);
const send = async (method: string, body: object, bearer = token) =>
  (await it.call(method, "/system/user", { token: bearer, body })).body;
const add = (body: object, bearer = token) =>
  send("POST", { userName: "nobody", nickName: "无名", password: "Lantern-2031", ...body }, bearer);
const put = async (url: string, body: object | undefined, bearer = token) =>
  (await it.call("PUT", `/system/user/${url}`, { token: bearer, ...(body ? { body } : {}) })).body;
const lives = async (bearer: string) =>
  (await it.call("GET", "/getInfo", { token: bearer })).body.code === 200;

const sessionsOf = (userId: number) => it.db.$count(session, eq(session.userId, userId));

async function makeRole(roleKey: string, perms: string[], dataScope = "1"): Promise<number> {
  const [made] = await it.db
    .insert(role)
    .values({ roleName: roleKey, roleKey, dataScope })
    .returning({ roleId: role.roleId });
  const roleId = made?.roleId ?? 0;
  const rows = await it.db.select().from(menu);
  const held = rows.filter((row) => perms.includes(row.perms));
  if (held.length > 0) {
    await it.db.insert(roleMenu).values(held.map(({ menuId }) => ({ roleId, menuId })));
  }
  return roleId;
}

/** A staff member of 101 who keeps the users of 101 and below. */
async function keeper(...more: string[]) {
  const login = await staffWith(
    it,
    ...["list", "query", "add", "edit", "remove", "resetPwd"].map((verb) => `system:user:${verb}`),
    ...more,
  );
  const [roleId] = await rolesOf(login.userId);
  await it.db
    .update(role)
    .set({ dataScope: "4" })
    .where(eq(role.roleId, roleId ?? 0));
  await it.db.update(user).set({ deptId: 101 }).where(eq(user.userId, login.userId));
  return { ...login, roleId: roleId ?? 0 };
}

describe("add", () => {
  test("keeps what was sent, signed, with roles and posts; the first log-in asks for a password", async () => {
    const body = await add({
      userName: "wangfang",
      nickName: " 王芳 ",
      deptId: "103",
      phonenumber: "+86 139-0000-1001",
      email: "Wang@Example.org",
      sex: "",
      status: "0",
      postIds: [1, "4"],
      roleIds: [2],
      remark: "试用",
      userId: 1,
      userType: "01",
      delFlag: "2",
      admin: true,
      createBy: "x",
    });
    expect(body).toEqual({ code: 200, msg: "操作成功" });
    const row = await rowOf("wangfang");
    expect(row).toMatchObject({
      nickName: "王芳",
      deptId: 103,
      phonenumber: "13900001001",
      email: "wang@example.org",
      sex: "2",
      userType: "00",
      createBy: "admin",
      pwdUpdateDate: null,
      remark: "试用",
    });
    expect(row?.password).toMatch(/^\$argon2id\$/);
    expect(await rolesOf(row?.userId ?? 0)).toEqual([2]);
    const posts = await it.db
      .select()
      .from(userPost)
      .where(eq(userPost.userId, row?.userId ?? 0));
    expect(posts.map(({ postId }) => postId).sort()).toEqual([1, 4]);
  });

  test("refuses on the fields, with the contract's texts", async () => {
    const wrong = async (body: object) => (await add(body)).data;
    expect(
      await wrong({
        userName: "<b>x</b>",
        nickName: "",
        phonenumber: "139000010011",
        email: `${"a".repeat(50)}@b.cn`,
        status: "7",
        remark: "x".repeat(501),
      }),
    ).toEqual({
      userName: "用户账号不能包含脚本字符",
      nickName: "用户昵称不能为空",
      phonenumber: "手机号码长度不能超过11个字符",
      email: "邮箱长度不能超过50个字符",
      status: "账号状态不正确",
      remark: "备注长度不能超过500个字符",
    });
    expect(await wrong({ userName: "", email: "a@b", phonenumber: "12345" })).toEqual({
      userName: "用户账号不能为空",
      phonenumber: "请输入正确的11位手机号码",
      email: "邮箱格式不正确",
    });
    expect(await wrong({ userName: "x".repeat(31), nickName: "x".repeat(31) })).toEqual({
      userName: "用户账号长度不能超过30个字符",
      nickName: "用户昵称长度不能超过30个字符",
    });
    expect(await wrong({ userName: "13900009999" })).toEqual({
      userName: "用户账号是手机号时，须与手机号码一致",
    });
    expect(await wrong({ userName: "a b", password: "" })).toEqual({
      userName: "用户账号不能包含空格",
      password: "用户密码不能为空",
    });
    const rule = /^密码须为10-32位/;
    expect((await wrong({ password: "Short-1" })) as object).toEqual({
      password: expect.stringMatching(rule),
    });
    expect(await wrong({ userName: "zhoulan", password: "Zhoulan-2031" })).toEqual({
      password: "密码不能包含账号或手机号",
    });
    expect(await wrong({ roleIds: [987654] })).toEqual({ roleIds: "角色不存在，请刷新后重新选择" });
    expect(await wrong({ roleIds: [1] })).toEqual({ roleIds: "不允许操作超级管理员角色" });
    expect(await wrong({ roleIds: ["x"] })).toEqual({ roleIds: "编号格式不正确" });
    expect(await wrong({ postIds: [987654] })).toEqual({ postIds: "岗位不存在，请刷新后重新选择" });
    expect(await wrong({ deptId: 987654 })).toEqual({ deptId: "归属部门不存在，请重新选择" });
    expect((await add({ deptId: "1;2" })).msg).toBe("编号格式不正确");
    expect((await it.call("POST", "/system/user", { token })).body.msg).toBe("用户账号不能为空");
    expect(await rowOf("nobody")).toBeUndefined();
  });

  test("what is disabled is not given anew", async () => {
    const closed = await makeRole("closed", []);
    await it.db.update(role).set({ status: "1" }).where(eq(role.roleId, closed));
    expect((await add({ roleIds: [closed] })).msg).toBe("角色「closed」已停用");
    await it.db.update(post).set({ status: "1" }).where(eq(post.postId, 3));
    expect((await add({ postIds: [3] })).msg).toBe("岗位「人力资源」已停用");
    await it.db.update(dept).set({ status: "1" }).where(eq(dept.deptId, 109));
    expect((await add({ deptId: 109 })).msg).toBe("归属部门已停用，请选择其他部门");
  });

  test("name, phone and mail are one person's", async () => {
    await add({ userName: "sunli", phonenumber: "13900001002", email: "sun@example.org" });
    const taken = async (body: object) => (await add({ userName: "other", ...body })) as object;
    expect(await taken({ userName: "SunLi" })).toMatchObject({
      code: 500,
      msg: "新增用户'SunLi'失败，登录账号已存在",
      data: { userName: "登录账号已存在" },
    });
    expect(await taken({ phonenumber: "13900001002" })).toMatchObject({
      msg: "新增用户'other'失败，手机号码已存在",
      data: { phonenumber: "手机号码已存在" },
    });
    expect(await taken({ email: "SUN@example.org" })).toMatchObject({
      msg: "新增用户'other'失败，邮箱账号已存在",
      data: { email: "邮箱账号已存在" },
    });
    const both = await Promise.all([
      add({ userName: "twin", email: "twin@example.org" }),
      add({ userName: "twin2", email: "twin@example.org" }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
  });
});

describe("form and edit", () => {
  test("the form: roles and posts, of one user with what they have", async () => {
    const empty = await it.call("GET", "/system/user/", { token });
    const { roles, posts } = empty.body as unknown as Record<string, Record<string, unknown>[]>;
    expect(roles?.map((each) => each.roleId)).not.toContain(1);
    expect(roles).toContainEqual(
      expect.objectContaining({ roleId: 2, roleKey: "common", flag: false, grantable: true }),
    );
    expect(posts?.[0]).toMatchObject({ postId: 1, status: "0" });
    expect(empty.body).not.toHaveProperty("data");
    const one = await it.call("GET", "/system/user/1", { token });
    expect(one.body).toMatchObject({
      data: { userId: 1, admin: true, roles: [{ roleId: 1, flag: true }] },
      roleIds: [1],
      postIds: [1],
    });
    expect((one.body.roles as { roleId: number }[]).map((each) => each.roleId)).toContain(1);
    expect(one.text).not.toMatch(/argon2/);
    for (const [id, code, msg] of [
      ["987654", 404, "访问资源不存在"],
      ["99999999999999999999", 500, "编号格式不正确"],
      ["9007199254740993", 404, "访问资源不存在"],
      ["-1", 500, "编号格式不正确"],
      ["1,2", 500, "编号格式不正确"],
      ["abc", 500, "编号格式不正确"],
    ] as const) {
      const answer = await it.call("GET", `/system/user/${id}`, { token });
      expect([id, answer.status, answer.body.code, answer.body.msg]).toEqual([id, 200, code, msg]);
    }
  });

  test("the whole object comes back: name, password and kind stay, what is missing is cleared", async () => {
    await add({ userName: "qianmin", deptId: 103, roleIds: [2], postIds: [1], sex: "1" });
    const before = await rowOf("qianmin");
    const userId = before?.userId ?? 0;
    const got = await it.call("GET", `/system/user/${userId}`, { token });
    const { deptId: _gone, ...whole } = got.body.data as Record<string, unknown>;
    const saved = await send("PUT", {
      ...whole,
      userName: "renamed",
      password: "Other-Pass-2031",
      userType: "01",
      nickName: "钱敏",
      roleIds: [],
      postIds: [4],
    });
    expect(saved.code).toBe(200);
    const after = await rowOf("qianmin");
    expect(after).toMatchObject({
      nickName: "钱敏",
      deptId: null,
      userType: "00",
      password: before?.password,
      sex: "1",
      updateBy: "admin",
    });
    expect(await rolesOf(userId)).toEqual([]);
    // Roles and posts that nobody spoke of stay.
    await send("PUT", { userId, roleIds: [2] });
    await send("PUT", { userId: String(userId), nickName: "钱敏敏" });
    expect(await rolesOf(userId)).toEqual([2]);
    expect(await send("PUT", { userId, nickName: "" })).toMatchObject({
      data: { nickName: "用户昵称不能为空" },
    });
    expect((await send("PUT", { userId: 987654 })).code).toBe(404);
    expect((await send("PUT", {})).msg).toBe("编号格式不正确");
    const taken = await send("PUT", { userId, phonenumber: "13900001002" });
    expect(taken.msg).toBe("修改用户'qianmin'失败，手机号码已存在");
  });

  test("what was there before the rules can stay", async () => {
    const old = await it.as("staff", { userName: "old", phonenumber: "0101234", nickName: "a<b" });
    const same = { userId: old.userId, phonenumber: "0101234", nickName: "a<b", remark: "旧" };
    expect((await send("PUT", same)).code).toBe(200);
    expect((await send("PUT", { ...same, phonenumber: "0109999" })).code).toBe(500);
  });

  test("disabling ends the sessions, other changes do not", async () => {
    const login = await it.as("staff");
    await send("PUT", { userId: login.userId, nickName: "新名" });
    await put(`authRole?userId=${login.userId}&roleIds=2`, undefined);
    expect(await lives(login.token)).toBe(true);
    expect((await send("PUT", { userId: login.userId, status: "1" })).code).toBe(200);
    expect(await lives(login.token)).toBe(false);
    await put("changeStatus", { userId: login.userId, status: "0" });
    // The session is gone, not asleep.
    expect(await lives(login.token)).toBe(false);
  });
});

describe("status, password, removal", () => {
  test("changeStatus: at once, never the administrator or oneself", async () => {
    const login = await it.as("member");
    expect((await put("changeStatus", { userId: login.userId, status: "1" })).code).toBe(200);
    expect(await lives(login.token)).toBe(false);
    expect(await sessionsOf(login.userId)).toBe(0);
    expect((await put("changeStatus", { userId: login.userId, status: "2" })).msg).toBe(
      "账号状态不正确",
    );
    expect((await put("changeStatus", { userId: login.userId })).msg).toBe("账号状态不能为空");
    expect((await put("changeStatus", { userId: 1, status: "1" })).msg).toBe(ADMIN_REFUSED);
    expect((await put("changeStatus", { userId: 987654, status: "1" })).code).toBe(404);
    const me = await keeper();
    expect((await put("changeStatus", { userId: me.userId, status: "1" }, me.token)).msg).toBe(
      "当前用户不能停用",
    );
    const mine = await send("PUT", { userId: me.userId, deptId: 101, status: "1" }, me.token);
    expect(mine.data).toEqual({ status: "当前用户不能停用" });
  });

  test("resetPwd: the policy of the account, sessions end, the lock opens", async () => {
    const login = await it.as("member", { phonenumber: "13900001010" });
    const { userId } = login;
    const key = `name:${login.userName}`;
    await it.db.insert(loginGuard).values({ key, failures: 5 });
    const weak = await put("resetPwd", { userId, password: "weak" });
    expect(weak.data).toEqual({ password: expect.stringMatching(/^密码须为8-32位/) });
    expect((await put("resetPwd", { userId })).msg).toBe("用户密码不能为空");
    expect((await put("resetPwd", { userId, password: "A-13900001010" })).msg).toBe(
      "密码不能包含账号或手机号",
    );
    expect((await put("resetPwd", { userId, password: "Nine-2031" })).code).toBe(200);
    expect(await lives(login.token)).toBe(false);
    expect(await rowOf(login.userName)).toMatchObject({ pwdUpdateDate: expect.any(Date) });
    expect(await it.db.select().from(loginGuard).where(eq(loginGuard.key, key))).toEqual([]);
    const staff = await it.as("staff");
    expect((await put("resetPwd", { userId: staff.userId, password: "Nine-2031" })).msg).toMatch(
      /^密码须为10-32位/,
    );
    expect((await put("resetPwd", { userId: 1, password: "Lantern-2031" })).msg).toBe(
      ADMIN_REFUSED,
    );
    expect((await put("resetPwd", { userId: 987654, password: "Lantern-2031" })).code).toBe(404);
    const me = await keeper();
    const own = await put("resetPwd", { userId: me.userId, password: "Lantern-2031" }, me.token);
    expect(own.msg).toBe("请在个人中心修改自己的密码");
  });

  test("remove: many at once, gone with links and sessions; the name is free again", async () => {
    const login = await it.as("staff", { userName: "leaver", phonenumber: "13900001011" });
    await put(`authRole?userId=${login.userId}&roleIds=2`, undefined);
    const more = await it.db
      .insert(user)
      .values(Array.from({ length: 500 }, (_, n) => ({ userName: `bulk${n}`, nickName: "批" })))
      .returning({ userId: user.userId });
    const ids = [login.userId, ...more.map(({ userId }) => userId)].join(",");
    const remove = async (list: string, bearer = token) =>
      (await it.call("DELETE", `/system/user/${list}`, { token: bearer })).body;
    expect((await remove(ids)).code).toBe(200);
    expect(await rowOf("leaver")).toBeUndefined();
    expect(await rolesOf(login.userId)).toEqual([]);
    expect(await lives(login.token)).toBe(false);
    expect(await sessionsOf(login.userId)).toBe(0);
    expect((await add({ userName: "leaver", phonenumber: "13900001011" })).code).toBe(200);
    const again = await rowOf("leaver");
    expect((await remove(`1,${again?.userId}`)).msg).toBe(ADMIN_REFUSED);
    expect(await rowOf("leaver")).toBeDefined();
    expect((await remove(String(login.userId))).code).toBe(404);
    expect((await remove("abc")).msg).toBe("编号格式不正确");
    const me = await keeper();
    expect((await remove(String(me.userId), me.token)).msg).toBe("当前用户不能删除");
  });
});

describe("roles", () => {
  test("authRole: all roles with a flag; the list replaces them, also by nothing", async () => {
    const login = await it.as("staff", { nickName: "林晓" });
    const get = async () =>
      (await it.call("GET", `/system/user/authRole/${login.userId}`, { token })).body;
    expect((await put(`authRole?userId=${login.userId}&roleIds=2,3`, undefined)).code).toBe(200);
    const body = await get();
    expect(body).toMatchObject({ user: { userId: login.userId, nickName: "林晓" } });
    const flags = (body.roles as { roleId: number; flag: boolean }[]).filter(({ flag }) => flag);
    expect(flags.map(({ roleId }) => roleId)).toEqual([2, 3]);
    expect(await lives(login.token)).toBe(true);
    expect((await put(`authRole?userId=${login.userId}&roleIds=`, undefined)).code).toBe(200);
    expect(await rolesOf(login.userId)).toEqual([]);
    expect((await put("authRole?userId=1&roleIds=2", undefined)).msg).toBe(ADMIN_REFUSED);
    expect((await put(`authRole?userId=${login.userId}&roleIds=1`, undefined)).msg).toBe(
      "不允许操作超级管理员角色",
    );
    expect((await put(`authRole?userId=${login.userId}&roleIds=2;3`, undefined)).msg).toBe(
      "编号格式不正确",
    );
    expect((await put("authRole?userId=987654&roleIds=2", undefined)).code).toBe(404);
    expect((await it.call("GET", "/system/user/authRole/987654", { token })).body.code).toBe(404);
  });

  test("nobody hands on more than they have, to others or to themselves", async () => {
    const me = await keeper("system:post:list");
    const other = await it.as("staff", { deptId: 103 });
    const fine = await makeRole("posts", ["system:post:list"]);
    const wide = await makeRole("wide", ["system:user:list"], "1");
    const own = await makeRole("own", ["system:user:list"], "4");
    const strange = await makeRole("strange", ["system:config:edit"]);
    const give = (userId: number, roleIds: string) =>
      put(`authRole?userId=${userId}&roleIds=${roleIds}`, undefined, me.token);
    expect((await give(other.userId, `${fine},${own}`)).code).toBe(200);
    for (const userId of [other.userId, me.userId]) {
      expect((await give(userId, String(strange))).msg).toBe(
        "角色「strange」的权限超出您的权限，不能分配",
      );
      expect((await give(userId, String(wide))).msg).toContain("「wide」");
    }
    expect((await add({ deptId: 103, roleIds: [wide] }, me.token)).msg).toContain("「wide」");
    const form = await it.call("GET", `/system/user/${other.userId}`, { token: me.token });
    const offered = Object.fromEntries(
      (form.body.roles as { roleKey: string; grantable: boolean }[]).map((each) => [
        each.roleKey,
        each.grantable,
      ]),
    );
    expect(offered).toMatchObject({ posts: true, own: true, wide: false, strange: false });
    // Roles that somebody has already stay with them.
    await it.db.insert(userRole).values({ userId: other.userId, roleId: strange });
    expect((await give(other.userId, `${fine},${own},${strange}`)).code).toBe(200);
    // With it they hold more than the one who gives: nothing is taken from them.
    expect((await give(other.userId, `${fine},${strange}`)).msg).toBe(
      "该用户的权限超出您的权限，不能取消角色",
    );
  });

  test("an account with more rights is not taken over by its password or phone", async () => {
    const me = await keeper();
    const strange = await makeRole("keys", ["system:config:edit"]);
    const strong = await it.as("staff", { deptId: 103 });
    await it.db.insert(userRole).values({ userId: strong.userId, roleId: strange });
    const body = { userId: strong.userId, password: "Lantern-2031" };
    expect((await put("resetPwd", body, me.token)).msg).toBe(
      "该用户的权限超出您的权限，不能重置密码",
    );
    const phone = { userId: strong.userId, deptId: 103, phonenumber: "13900001055" };
    expect((await send("PUT", phone, me.token)).data).toEqual({
      phonenumber: "该用户的权限超出您的权限，不能修改手机号码",
    });
    expect((await send("PUT", { ...phone, phonenumber: "" }, me.token)).code).toBe(200);
    const plain = await it.as("staff", { deptId: 103 });
    expect((await put("resetPwd", { ...body, userId: plain.userId }, me.token)).code).toBe(200);
  });
});

test("outside of the data scope nothing can be read or done", async () => {
  const me = await keeper();
  const outside = await it.as("staff", { deptId: 108, userName: "outside" });
  const { userId } = outside;
  const at = async (method: string, url: string, body?: object) =>
    (await it.call(method, `/system/user${url}`, { token: me.token, ...(body ? { body } : {}) }))
      .body.msg;
  expect(await at("GET", `/${userId}`)).toBe(OUTSIDE);
  expect(await at("GET", `/authRole/${userId}`)).toBe(OUTSIDE);
  expect(await at("PUT", `/authRole?userId=${userId}&roleIds=`)).toBe(OUTSIDE);
  expect(await at("PUT", "", { userId, nickName: "改" })).toBe(OUTSIDE);
  expect(await at("PUT", "/changeStatus", { userId, status: "1" })).toBe(OUTSIDE);
  expect(await at("PUT", "/resetPwd", { userId, password: "Lantern-2031" })).toBe(OUTSIDE);
  expect(await at("DELETE", `/${userId}`)).toBe(OUTSIDE);
  expect(await rowOf("outside")).toMatchObject({ nickName: "outside", status: "0" });
  expect(await lives(outside.token)).toBe(true);
  // Nor can somebody be put there, or nowhere.
  expect((await add({ deptId: 108 }, me.token)).msg).toBe("没有权限访问部门数据！");
  expect((await add({}, me.token)).data).toEqual({ deptId: "请选择归属部门" });
  const inside = await it.as("staff", { deptId: 103 });
  const moved = await send("PUT", { userId: inside.userId, deptId: 108 }, me.token);
  expect(moved.msg).toBe("没有权限访问部门数据！");
});

test("each call needs its permission", async () => {
  const lister = await staffWith(it, "system:user:list");
  const member = await it.as("member");
  for (const [method, url] of [
    ["GET", ""],
    ["GET", "/1"],
    ["POST", ""],
    ["PUT", ""],
    ["DELETE", "/987654"],
    ["PUT", "/resetPwd"],
    ["PUT", "/changeStatus"],
    ["GET", "/authRole/1"],
    ["PUT", "/authRole?userId=987654&roleIds="],
  ] as const) {
    for (const { token: bearer } of [lister, member]) {
      const answer = await it.call(method, `/system/user${url}`, { token: bearer });
      expect([method, url, answer.body.code]).toEqual([method, url, 403]);
    }
    expect((await it.call(method, `/system/user${url}`)).body.code).toBe(401);
  }
});
