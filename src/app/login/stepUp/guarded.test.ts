import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { roleWith, staffWith } from "#src/test/rights.ts";
import { leaveOpen, prove } from "#src/test/step-up.ts";
import { role, userRole } from "../../system/role/table.server.ts";

// Product 7.1: roles are not changed, and lists of persons do not leave, from a page that was left open.
const it = await startApp();

const ASKED = {
  code: 500,
  msg: "为确认是您本人操作，请再次输入登录密码",
  data: { stepUp: { method: "password" } },
};

const guarded = it.app.routeTable.filter(({ method, asksProof }) => asksProof && method !== "HEAD");

test("each of these routes asks before it does anything", async () => {
  const admin = await it.as("admin");
  await leaveOpen(it, admin);
  expect(guarded.length).toBeGreaterThan(20);
  for (const { method, url } of guarded) {
    const path = url.replace("/prod-api", "").replace(/:\w+/g, "999999");
    const { body } = await it.call(method, path, { token: admin.token });
    expect([url, body]).toEqual([url, ASKED]);
  }
});

test("who may not call it at all hears that, and is asked for nothing", async () => {
  const person = await it.as("staff");
  await leaveOpen(it, person);
  const { body } = await it.call("POST", "/system/user/export", { token: person.token, body: {} });
  expect(body.code).toBe(403);
});

test("an export is the file once the person has shown who it is; one without persons never asks", async () => {
  const person = await staffWith(it, "system:user:export", "member:level:export");
  await leaveOpen(it, person);
  const take = (path: string) =>
    it.call("POST", `${path}/export`, { token: person.token, body: {} });
  expect((await take("/system/user")).body).toEqual(ASKED);
  expect((await take("/api/bll/member/level")).headers["content-type"]).toContain("sheet");
  expect((await prove(it, person)).body.code).toBe(200);
  expect((await take("/system/user")).headers["content-type"]).toContain("sheet");
});

test("the form of a user asks where the roles are other ones, and only there", async () => {
  const chief = await staffWith(it, "system:user:add", "system:user:edit", "system:user:list");
  const { roleId } = await roleWith(it, { roleKey: "reader" }, ["system:user:list"]);
  const { userId } = await it.as("staff", { userName: "reader_of_lists" });
  const rolesOf = async () =>
    (await it.db.select().from(userRole).where(eq(userRole.userId, userId))).length;
  const save = async (nickName: string, roleIds: number[]) =>
    (
      await it.call("PUT", "/system/user", {
        token: chief.token,
        body: { userId, nickName, roleIds, postIds: [] },
      })
    ).body;
  const add = async (userName: string, roleIds: number[]) =>
    (
      await it.call("POST", "/system/user", {
        token: chief.token,
        body: { userName, nickName: userName, password: "Harbour-Lamp-77", roleIds, postIds: [] },
      })
    ).body;
  await leaveOpen(it, chief);
  expect(await save("林秋实", [])).toMatchObject({ code: 200 });
  expect(await save("林秋实", [roleId])).toEqual(ASKED);
  expect(await rolesOf()).toBe(0);
  expect(await add("harbour_one", [])).toMatchObject({ code: 200 });
  expect(await add("harbour_two", [roleId])).toEqual(ASKED);

  await prove(it, chief);
  expect(await save("林秋实", [roleId])).toMatchObject({ code: 200 });
  expect(await add("harbour_two", [roleId])).toMatchObject({ code: 200 });
  await leaveOpen(it, chief);
  expect(await save("林秋水", [roleId])).toMatchObject({ code: 200 });
  expect(await save("林秋水", [])).toEqual(ASKED);
  expect(await rolesOf()).toBe(1);
});

test("a role is as it was until the person has shown who it is", async () => {
  const chief = await staffWith(it, "system:role:edit", "system:role:list");
  const { roleId } = await roleWith(it, { roleKey: "sleeper" }, ["system:role:list"]);
  const statusOf = async () =>
    (await it.db.select().from(role).where(eq(role.roleId, roleId)))[0]?.status;
  const close = async () =>
    (
      await it.call("PUT", "/system/role/changeStatus", {
        token: chief.token,
        body: { roleId, status: "1" },
      })
    ).body;
  await leaveOpen(it, chief);
  expect(await close()).toEqual(ASKED);
  expect(await statusOf()).toBe("0");
  await prove(it, chief);
  expect(await close()).toMatchObject({ code: 200 });
  expect(await statusOf()).toBe("1");
});
