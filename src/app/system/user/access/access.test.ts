import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { config } from "../../config/table.server.ts";
import { roleDept } from "../../dept/table.server.ts";
import { menu, roleMenu } from "../../menu/table.server.ts";
import { role, userRole } from "../../role/table.server.ts";
import { user } from "../table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

type Row = {
  menuId: number;
  menuName: string;
  state: string;
  roleIds: number[];
  scope: string | null;
  isReached: boolean;
  perms: string;
};
type Data = {
  user: Record<string, unknown>;
  secondFactor: object;
  roles: { roleId: number; roleName: string }[];
  menus: Row[];
  unseen: number;
  scopes: {
    key: string;
    isAll: boolean;
    withSelf: boolean;
    deptNames: string[];
    depts: number;
    people: number;
  }[];
  sees: { people: number; depts: number };
};

const ask = (userId: number | string, who = token) =>
  it.call("GET", `/system/user/access/${userId}`, { token: who });
const dataOf = async (userId: number, who = token) => (await ask(userId, who)).body.data as Data;
const rowOf = ({ menus }: Data, perms: string) => menus.find((row) => row.perms === perms);

/** A role of this scope with the menu rows of these permissions; `holder` gets it. */
async function grant(holder: number, roleName: string, fields: object, ...permissions: string[]) {
  const [row] = await it.db
    .insert(role)
    .values({ roleName, roleKey: roleName, ...fields })
    .returning({ roleId: role.roleId });
  const roleId = row?.roleId ?? 0;
  const rows = await it.db.select().from(menu).where(inArray(menu.perms, permissions));
  await it.db.insert(roleMenu).values(rows.map(({ menuId }) => ({ roleId, menuId })));
  await it.db.insert(userRole).values({ userId: holder, roleId });
  return roleId;
}

const OUTSIDE = { code: 500, msg: "没有权限访问用户数据！" };

test("who may ask: the permission, the scope, ids that are none", async () => {
  const asker = await staffWith(it, "system:user:query");
  const plain = await staffWith(it, "system:user:list");
  const other = await it.as("staff", { deptId: 105 });
  expect((await ask(other.userId, plain.token)).body.code).toBe(403);
  expect((await ask(other.userId, asker.token)).body.code).toBe(200);
  const [held] = await it.db.select().from(userRole).where(eq(userRole.userId, asker.userId));
  await it.db
    .update(role)
    .set({ dataScope: "5" })
    .where(eq(role.roleId, held?.roleId ?? 0));
  expect((await ask(other.userId, asker.token)).body).toMatchObject(OUTSIDE);
  expect((await ask(asker.userId, asker.token)).body.code).toBe(200);
  for (const id of ["x", "-1", "1.5", "1,2"]) {
    expect((await ask(id)).body).toMatchObject({ code: 500, msg: "编号格式不正确" });
  }
  for (const id of ["9007199254740993", "999999999"]) {
    expect((await ask(id)).body).toMatchObject({ code: 404 });
  }
  await it.db.update(user).set({ delFlag: "2" }).where(eq(user.userId, other.userId));
  expect((await ask(other.userId)).body).toMatchObject({ code: 404 });
});

test("what is given, by which role, in which scope: the same as the person gets", async () => {
  const person = await it.as("staff", { deptId: 101, userName: "given" });
  const wide = await grant(
    person.userId,
    "看全部",
    { dataScope: "1", roleSort: 1 },
    "system:user:list",
  );
  const narrow = await grant(
    person.userId,
    "改本部门",
    { dataScope: "3", roleSort: 2 },
    "system:user:list",
    "system:user:edit",
    "system:post:list",
  );
  const chosen = await grant(
    person.userId,
    "自定",
    { dataScope: "2", roleSort: 3 },
    "system:user:edit",
    "system:dept:list",
  );
  await it.db.insert(roleDept).values([
    { roleId: chosen, deptId: 103 },
    { roleId: chosen, deptId: 104 },
  ]);
  const off = await grant(
    person.userId,
    "停用的",
    { status: "1", roleSort: 4 },
    "system:user:remove",
  );

  const data = await dataOf(person.userId);
  expect(data.roles).toMatchObject([
    { roleId: wide, roleName: "看全部", dataScope: "1", status: "0", deptNames: [] },
    { roleId: narrow, dataScope: "3" },
    { roleId: chosen, dataScope: "2", deptNames: expect.any(Array), depts: 2 },
    { roleId: off, status: "1" },
  ]);
  expect(rowOf(data, "system:user:list")).toMatchObject({
    state: "yes",
    roleIds: [wide, narrow],
    scope: "all",
  });
  expect(rowOf(data, "system:user:edit")).toMatchObject({
    state: "yes",
    roleIds: [narrow, chosen],
    scope: ":101,103,104",
  });
  expect(rowOf(data, "system:post:list")).toMatchObject({
    state: "yes",
    roleIds: [narrow],
    scope: null,
  });
  expect(rowOf(data, "system:user:remove")).toMatchObject({
    state: "roleOff",
    roleIds: [off],
    scope: null,
  });
  expect(rowOf(data, "system:user:add")).toMatchObject({ state: "none", roleIds: [] });
  // Without the directory above it nothing leads to the page.
  expect(rowOf(data, "system:post:list")?.isReached).toBe(false);
  expect(data.scopes.find(({ key }) => key === ":101,103,104")).toMatchObject({
    isAll: false,
    withSelf: false,
    depts: 3,
  });
  expect(data.sees.depts).toBe(2);
  const list = await it.call("GET", "/system/user/list", { token: person.token });
  expect(data.sees.people).toBe(list.body.total);

  const info = await it.call("GET", "/getInfo", { token: person.token });
  const yes = data.menus
    .filter(({ state, perms }) => state === "yes" && perms)
    .map(({ perms }) => perms);
  expect([...yes].sort()).toEqual([...(info.body.permissions as string[])].sort());

  await it.db.insert(roleMenu).values({ roleId: narrow, menuId: 1 });
  await it.db.update(menu).set({ status: "1" }).where(eq(menu.perms, "system:user:edit"));
  const later = await dataOf(person.userId);
  expect(rowOf(later, "system:post:list")?.isReached).toBe(true);
  expect(rowOf(later, "system:user:edit")).toMatchObject({
    state: "menuOff",
    roleIds: [narrow, chosen],
  });
  const { body } = await it.call("GET", "/getRouters", { token: person.token });
  const [top] = body.data as { children: { meta: { title: string } }[] }[];
  const names = top?.children.map(({ meta }) => meta.title).sort();
  const reached = later.menus
    .filter((row) => row.isReached && row.perms)
    .map(({ menuName }) => menuName);
  expect(reached.sort()).toEqual(names);
  await it.db.update(menu).set({ status: "0" }).where(eq(menu.perms, "system:user:edit"));
});

test("a permission that another row gives, and one that stands for all", async () => {
  const person = await it.as("staff", { userName: "star" });
  await it.db.insert(menu).values([
    {
      menuName: "另一处",
      menuType: "F",
      parentId: 100,
      perms: "system:post:add, system:post:list",
    },
    { menuName: "所有权限", menuType: "F", parentId: 100, perms: "*:*:*" },
  ]);
  const first = await grant(person.userId, "另一处", {}, "system:post:add, system:post:list");
  expect(rowOf(await dataOf(person.userId), "system:post:add")).toMatchObject({
    state: "yes",
    roleIds: [first],
  });
  const second = await grant(person.userId, "所有", { dataScope: "3" }, "*:*:*");
  const data = await dataOf(person.userId);
  expect(rowOf(data, "monitor:online:list")).toMatchObject({ state: "yes", roleIds: [second] });
  // As the lists answer: the scope is of the roles that hold the permission by its name.
  expect(rowOf(data, "system:user:list")).toMatchObject({ state: "yes", scope: null });
  expect(data.sees.people).toBe(0);
  await it.db.delete(roleMenu).where(inArray(roleMenu.roleId, [first, second]));
  await it.db.delete(menu).where(inArray(menu.menuName, ["另一处", "所有权限"]));
});

test("the administrator may do everything, a member nothing", async () => {
  const admin = await dataOf(1);
  expect(admin.user).toMatchObject({ admin: true, isStaff: true, status: "0" });
  expect(admin.menus.every(({ state }) => state === "yes")).toBe(true);
  expect(admin.scopes).toMatchObject([{ key: "all", isAll: true }]);
  expect(admin.sees.people).toBe(admin.scopes[0]?.people);
  const member = await it.as("member");
  await grant(member.userId, "给会员", {}, "system:user:list");
  const data = await dataOf(member.userId);
  expect(data.user).toMatchObject({ isStaff: false });
  expect(data.menus.filter(({ state }) => state !== "none")).toEqual([]);
  expect(data.sees).toEqual({ people: 0, depts: 0 });
});

test("the state of the account: disabled, locked, second factor demanded", async () => {
  const person = await it.as("staff", { userName: "lockme" });
  await grant(person.userId, "要验证", {}, "system:post:list");
  expect(await dataOf(person.userId)).toMatchObject({
    user: { status: "0", isLocked: false },
    secondFactor: { isDemanded: false, isOn: false },
  });
  const demand = (configValue: string) =>
    it.db.update(config).set({ configValue }).where(eq(config.configKey, "security.totpRoles"));
  await demand("other, 要验证");
  await it.db.update(user).set({ status: "1" }).where(eq(user.userId, person.userId));
  await it.db.execute("insert into login_guard (key, failures) values ('name:lockme', 5)");
  expect(await dataOf(person.userId)).toMatchObject({
    user: { status: "1", isLocked: true },
    secondFactor: { isDemanded: true, isOn: false },
  });
  await it.db.execute("update login_guard set updated_at = now() - interval '11 minutes'");
  await it.db.execute(
    `insert into user_totp (user_id, secret, confirmed_at) values (${person.userId}, 'x', now())`,
  );
  expect(await dataOf(person.userId)).toMatchObject({
    user: { isLocked: false },
    secondFactor: { isDemanded: true, isOn: true },
  });
  await demand("");
});

test("the caller sees their own menu and the departments of their scope; the rest is counted", async () => {
  const caller = await it.as("staff", { deptId: 103, userName: "caller" });
  await grant(caller.userId, "部门内", { dataScope: "3" }, "system:user:query", "system:user:list");
  const person = await it.as("staff", { deptId: 103, userName: "watched" });
  const roleId = await grant(
    person.userId,
    "更多",
    { dataScope: "2" },
    "system:user:list",
    "system:post:list",
    "system:post:add",
  );
  await it.db.insert(roleDept).values([
    { roleId, deptId: 103 },
    { roleId, deptId: 104 },
  ]);
  const data = await dataOf(person.userId, caller.token);
  expect(data.menus.map(({ perms }) => perms).sort()).toEqual([
    "system:user:list",
    "system:user:query",
  ]);
  expect(data.unseen).toBe(2);
  expect(data.roles[0]).toMatchObject({ deptNames: [expect.any(String)], depts: 2 });
  expect(data.scopes[0]).toMatchObject({ deptNames: [expect.any(String)], depts: 2 });
});
