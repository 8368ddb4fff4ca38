import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";
import { roleWith } from "#src/test/rights.ts";
import { session } from "../../login/table.server.ts";
import { menu, roleMenu } from "../menu/table.server.ts";
import { user } from "../user/table.server.ts";
import { role, userRole } from "./table.server.ts";

// The administrator of one department: rights they cannot take, people they cannot touch.
const it = await startApp();
const chief = await it.as("admin");

const MANAGING = [
  ..."list query add edit remove resetPwd import".split(" ").map((verb) => `system:user:${verb}`),
  ..."list query add edit remove".split(" ").map((verb) => `system:role:${verb}`),
  "monitor:online:list",
  "monitor:online:forceLogout",
  "system:menu:edit",
];
const WRITING = ["content:article:list", "content:article:edit", "content:file:edit"];

let made = 0;
async function holder(deptId: number, dataScope: string, ...permissions: string[]) {
  made++;
  const login = await it.as("staff", { deptId, userName: `holder-${made}` });
  const given = { roleKey: `strong-${made}`, dataScope, userIds: [login.userId] };
  return { ...login, ...(await roleWith(it, given, permissions)) };
}

test("a department's administrator cannot come by the articles of the others", async () => {
  const typeId = await makeCategory(it);
  const far = await deskCalls(it, chief.token).draft({ articleName: "别处", typeId });
  const boss = await holder(104, "3", ...MANAGING, ...WRITING);
  const list = async () =>
    (await it.call("GET", "/api/bll/article/desk/list?pageSize=100", { token: boss.token })).body;
  const before = (await list()).total;
  const send = (method: string, url: string, body?: object) =>
    it.call(method, `/system${url}`, { token: boss.token, ...(body ? { body } : {}) });

  // A wide role that somebody else made, of article rows alone.
  const wide = await holder(104, "1", ...WRITING);
  const mine = `/user/authRole?userId=${boss.userId}&roleIds=${boss.roleId},${wide.roleId}`;
  expect((await send("PUT", mine)).body).toMatchObject({ code: 500 });
  const all = `/role/authUser/selectAll?roleId=${wide.roleId}&userIds=${boss.userId}`;
  expect((await send("PUT", all)).body).toMatchObject({ code: 500 });

  // One of their own making, widened afterwards.
  const name = "文章全看";
  const menuIds = wide.menuIds;
  const body = { roleName: name, roleKey: "all-articles", roleSort: 9, status: "0", menuIds };
  expect((await send("POST", "/role", body)).body.code).toBe(200);
  const [own] = await it.db.select().from(role).where(eq(role.roleKey, "all-articles"));
  expect(
    (await send("PUT", "/role/dataScope", { roleId: own?.roleId, dataScope: "1" })).body,
  ).toMatchObject({ code: 500, msg: "所选的数据权限超出您的数据权限" });

  // The permission written into a row that a wider role of theirs holds.
  const [row] = await it.db
    .insert(menu)
    .values({ menuName: "宽行", menuType: "F", parentId: 100, perms: "" })
    .returning({ menuId: menu.menuId });
  const menuId = row?.menuId ?? 0;
  await it.db.insert(roleMenu).values({ roleId: wide.roleId, menuId });
  await it.db.insert(roleMenu).values({ roleId: boss.roleId, menuId });
  expect(
    (await send("PUT", "/menu", { menuId, perms: "content:article:list" })).body,
  ).toMatchObject({ code: 500, msg: "持有这个菜单的角色，数据权限超出您自己的数据权限" });

  expect((await list()).total).toBe(before);
  const reached = ((await list()).rows as { id: number }[]).map(({ id }) => id);
  expect(reached).not.toContain(far);
});

test("an account that holds more is not stopped, removed, stripped, kicked, opened or moved", async () => {
  const boss = await holder(103, "3", ...MANAGING);
  const strong = await holder(103, "1", "system:user:list", "system:post:list");
  const weak = await holder(103, "3", "system:user:list");
  const send = async (method: string, url: string, body?: object) =>
    (await it.call(method, url, { token: boss.token, ...(body ? { body } : {}) })).body;
  const sessionOf = async (userId: number) =>
    (await it.db.select().from(session).where(eq(session.userId, userId)))[0]?.id;
  const row = async (userId: number) =>
    (await it.db.select().from(user).where(eq(user.userId, userId)))[0];
  const rolesOf = (userId: number) =>
    it.db.select().from(userRole).where(eq(userRole.userId, userId));
  const edited = async (userId: number, fields: object) => {
    const { data, ...rest } = await send("GET", `/system/user/${userId}`);
    return { ...(data as object), postIds: rest.postIds, roleIds: rest.roleIds, ...fields };
  };
  const acts = async ({ userId, roleId }: { userId: number; roleId: number }) =>
    [
      [
        "PUT",
        "/system/user",
        await edited(userId, { email: `new${userId}@example.org` }),
        "修改邮箱",
      ],
      [
        "PUT",
        "/system/user",
        await edited(userId, { phonenumber: `1380013${userId}`.padEnd(11, "7") }),
        "修改手机号码",
      ],
      ["PUT", "/system/user", await edited(userId, { status: "1" }), "修改账号状态"],
      ["PUT", "/system/user/changeStatus", { userId, status: "1" }, "修改账号状态"],
      ["PUT", "/system/user/changeStatus", { userId, status: "0" }, undefined],
      ["PUT", "/system/user/resetPwd", { userId, password: "Lantern-2027-y" }, "重置密码"],
      ["PUT", "/system/user", await edited(userId, { roleIds: [] }), "取消角色"],
      ["PUT", `/system/user/authRole?userId=${userId}&roleIds=`, undefined, "取消角色"],
      ["PUT", "/system/role/authUser/cancel", { userId, roleId }, "取消角色"],
      [
        "PUT",
        `/system/role/authUser/cancelAll?roleId=${roleId}&userIds=${userId}`,
        undefined,
        "取消角色",
      ],
      ["DELETE", `/system/user/${userId}`, undefined, "删除"],
    ] as const;
  const before = await row(strong.userId);
  for (const [method, url, body, words] of await acts(strong)) {
    if (words === undefined) continue;
    expect(await send(method, url, body), `${method} ${url}`).toMatchObject({
      code: 500,
      msg: expect.stringContaining(`该用户的权限超出您的权限，不能${words}`),
    });
  }
  for (const victim of [strong.userId, chief.userId]) {
    const id = await sessionOf(victim);
    expect(await send("DELETE", `/monitor/online/${id}`)).toMatchObject({
      code: 500,
      msg: "该用户的权限超出您的权限，不能强退",
    });
    expect(await sessionOf(victim)).toBe(id);
  }
  expect(await row(strong.userId)).toEqual(before);
  expect((await rolesOf(strong.userId)).length).toBe(1);

  // They may do all of this to people with no more rights than their own.
  const id = await sessionOf(weak.userId);
  expect((await send("DELETE", `/monitor/online/${id}`)).code).toBe(200);
  for (const [method, url, body, words] of await acts(weak)) {
    if (words === "取消角色" && !url.includes("cancelAll")) continue;
    expect((await send(method, url, body)).code, `${method} ${url}`).toBe(200);
  }
  const [gone] = await it.db
    .select()
    .from(user)
    .where(and(eq(user.userId, weak.userId), eq(user.delFlag, "2")));
  expect(gone).toBeDefined();
});
