import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { menu, roleMenu } from "../system/menu/table.server.ts";
import { role, userRole } from "../system/role/table.server.ts";
import { user } from "../system/user/table.server.ts";
import { findAccount } from "./session.server.ts";

const it = await startApp();

/** A role with these menu ids, given to the user. */
async function grant(userId: number, roleKey: string, menuIds: number[]): Promise<number> {
  const [made] = await it.db
    .insert(role)
    .values({ roleName: roleKey, roleKey })
    .returning({ id: role.roleId });
  const roleId = made?.id ?? 0;
  await it.db.insert(roleMenu).values(menuIds.map((menuId) => ({ roleId, menuId })));
  await it.db.insert(userRole).values({ userId, roleId });
  return roleId;
}

const permissionsOf = async (token: string) =>
  (await findAccount(it.db, token))?.permissions.sort();

test("permissions follow roles and menu rows at the next request", async () => {
  const { token, userId } = await it.as("staff");
  expect(await permissionsOf(token)).toEqual([]);
  const roleId = await grant(userId, "posts", [104, 1020]);
  expect(await permissionsOf(token)).toEqual(["system:post:list", "system:post:query"]);
  await it.db
    .update(menu)
    .set({ perms: "system:post:query, system:post:extra" })
    .where(eq(menu.menuId, 1020));
  expect(await permissionsOf(token)).toContain("system:post:extra");
  await it.db.update(menu).set({ status: "1" }).where(eq(menu.menuId, 1020));
  expect(await permissionsOf(token)).toEqual(["system:post:list"]);
  await it.db.update(role).set({ status: "1" }).where(eq(role.roleId, roleId));
  expect(await permissionsOf(token)).toEqual([]);
});

test("a member has no permission, whatever roles say", async () => {
  const { token, userId } = await it.as("member");
  await grant(userId, "wrongly", [104]);
  expect(await permissionsOf(token)).toEqual([]);
});

test("the administrator has all, and a disabled account none at once", async () => {
  const admin = await it.as("admin");
  expect(await permissionsOf(admin.token)).toEqual(["*:*:*"]);
  const { token, userId } = await it.as("staff");
  await it.db.update(user).set({ status: "1" }).where(eq(user.userId, userId));
  expect(await findAccount(it.db, token)).toBeUndefined();
});
