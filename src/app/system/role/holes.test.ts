import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { toXlsx } from "#src/server/workbook/excel.ts";
import { startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { roleWith, staffWith } from "#src/test/rights.ts";
import { menu, roleMenu } from "../menu/table.server.ts";
import { user } from "../user/table.server.ts";
import { role, userRole } from "./table.server.ts";

// Ways to more than one has that were open once (security 12): each with a test of its own, beside
// the sequences of escalation.test.ts and escalation-http.test.ts.
const it = await startApp();

/** A role behind the API's back, with the menu rows of these permissions, for these people. */
const made = async (
  roleKey: string,
  dataScope: string,
  userIds: number[],
  ...permissions: string[]
): Promise<number> => (await roleWith(it, { roleKey, dataScope, userIds }, permissions)).roleId;

const permissionsOf = async (token: string) =>
  ((await it.call("GET", "/getInfo", { token })).body.permissions as string[]).sort();
const peopleOf = async (token: string) =>
  (await it.call("GET", "/system/user/list", { token })).body.total;

test("one's own role is measured by what one had before the change", async () => {
  const person = await it.as("staff", { deptId: 101, userName: "own-role" });
  const own = ["system:role:edit", "system:role:query", "system:user:list"];
  const roleId = await made("own-role", "3", [person.userId], ...own);
  const put = (url: string, body: object) =>
    it.call("PUT", `/system/role${url}`, { token: person.token, body: { roleId, ...body } });
  const before = [await permissionsOf(person.token), await peopleOf(person.token)];
  const more = await it.db.select().from(menu);
  expect((await put("", { menuIds: more.map(({ menuId }) => menuId) })).body).toMatchObject({
    code: 500,
    msg: "所选的菜单权限超出您的权限",
  });
  for (const scope of [{ dataScope: "1" }, { dataScope: "2", deptIds: [101, 108] }]) {
    expect((await put("/dataScope", scope)).body).toMatchObject({
      code: 500,
      msg: "所选的数据权限超出您的数据权限",
    });
  }
  expect([await permissionsOf(person.token), await peopleOf(person.token)]).toEqual(before);
  // Less than one has can be had.
  expect((await put("/dataScope", { dataScope: "5" })).body.code).toBe(200);
});

test("a permission is not written into a row that a wider role holds", async () => {
  const person = await it.as("staff", { deptId: 103, userName: "wide-row" });
  const [row] = await it.db
    .insert(menu)
    .values({ menuName: "宽", menuType: "F", parentId: 100, perms: "trial:wide:list" })
    .returning({ menuId: menu.menuId });
  const menuId = row?.menuId ?? 0;
  await made("wide", "1", [person.userId], "trial:wide:list", "system:menu:edit");
  await made("narrow", "3", [person.userId], "system:user:list", "system:post:list");
  const write = (perms: string, status = "0") =>
    it.call("PUT", "/system/menu", { token: person.token, body: { menuId, perms, status } });
  const before = await peopleOf(person.token);
  const refused = { code: 500, msg: "持有这个菜单的角色，数据权限超出您自己的数据权限" };
  expect((await write("trial:wide:list,system:user:list")).body).toEqual({
    ...refused,
    data: { perms: refused.msg },
  });
  await it.db
    .update(menu)
    .set({ perms: "system:user:list", status: "1" })
    .where(eq(menu.menuId, menuId));
  expect((await write("system:user:list")).body).toMatchObject(refused);
  expect(await peopleOf(person.token)).toBe(before);
  // A permission that no department bounds reaches no further in a wider role.
  await it.db.update(menu).set({ perms: "", status: "0" }).where(eq(menu.menuId, menuId));
  expect((await write("system:post:list")).body.code).toBe(200);
});

test("an import moves nobody whose role would then reach further than the importer", async () => {
  const person = await it.as("staff", { deptId: 103, userName: "importer" });
  await made("importing", "1", [person.userId], "system:user:import");
  await made("local", "3", [person.userId], "system:user:list");
  const columns = "部门编号 登录名称 用户名称 用户邮箱 手机号码 用户性别 账号状态"
    .split(" ")
    .map((header, at) => [header, String(at)] as const);
  const move = async (userName: string, deptId: number | string) =>
    upload(
      it,
      "/system/user/importData?updateSupport=1",
      [
        {
          field: "file",
          name: "用户.xlsx",
          bytes: await toXlsx("用户数据", columns, [{ 0: deptId, 1: userName }]),
        },
      ],
      { token: person.token },
    );
  expect(await move("importer", 108)).toMatchObject({
    code: 500,
    msg: expect.stringContaining("角色「local」的权限超出您的权限，不能分配"),
  });
  const [kept] = await it.db.select().from(user).where(eq(user.userId, person.userId));
  expect(kept?.deptId).toBe(103);
  const plain = await it.as("staff", { deptId: 103, userName: "movable" });
  expect((await move("movable", 108)).code).toBe(200);
  const [moved] = await it.db.select().from(user).where(eq(user.userId, plain.userId));
  expect(moved?.deptId).toBe(108);
  for (const wrong of ["999999", "x"]) {
    expect((await move("importer", wrong)).msg).toContain(`部门编号${wrong}不存在`);
  }
});

test("a role that is just being changed is waited for before it is given", async () => {
  const person = await staffWith(it, "system:user:edit", "system:user:query", "system:post:list");
  const target = await it.as("staff", { deptId: 103 });
  const roleId = await made("changing", "5", [], "system:post:list");
  const [powerful] = await it.db.select().from(menu).where(eq(menu.perms, "monitor:online:list"));
  const waits = async () => {
    const { rows } = await it.db.execute(
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length;
  };
  const given = await it.db.transaction(async (tx) => {
    await tx.update(role).set({ remark: "changed" }).where(eq(role.roleId, roleId));
    await tx.insert(roleMenu).values({ roleId, menuId: powerful?.menuId ?? 0 });
    const answer = it.call(
      "PUT",
      `/system/user/authRole?userId=${target.userId}&roleIds=${roleId}`,
      { token: person.token },
    );
    await expect.poll(waits).toBe(1);
    return { answer };
  });
  expect((await given.answer).body.msg).toBe("角色「changing」的权限超出您的权限，不能分配");
  const held = await it.db
    .select()
    .from(userRole)
    .where(and(eq(userRole.roleId, roleId), eq(userRole.userId, target.userId)));
  expect(held).toEqual([]);
});
