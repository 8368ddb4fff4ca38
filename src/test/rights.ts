import { inArray } from "drizzle-orm";
import { menu, roleMenu } from "../app/system/menu/table.server.ts";
import { role, userRole } from "../app/system/role/table.server.ts";
import type { Login, TestApp } from "./app.ts";

let made = 0;

/**
 * A role behind the API's back that holds exactly these permissions of the menu, for these people.
 * `menuIds` are the rows of the menu that carry them.
 */
export async function roleWith(
  it: TestApp,
  given: { roleKey: string; dataScope?: string; userIds?: readonly number[] },
  permissions: readonly string[],
): Promise<{ roleId: number; menuIds: number[] }> {
  const { roleKey, dataScope, userIds = [] } = given;
  const rows = await it.db
    .select({ menuId: menu.menuId })
    .from(menu)
    .where(inArray(menu.perms, [...permissions]));
  if (rows.length < permissions.length) throw new Error(`not in the menu: ${permissions}`);
  const [row] = await it.db
    .insert(role)
    .values({ roleName: roleKey, roleKey, ...(dataScope ? { dataScope } : {}) })
    .returning({ roleId: role.roleId });
  if (!row) throw new Error("no role row");
  const { roleId } = row;
  const menuIds = rows.map(({ menuId }) => menuId);
  if (menuIds.length > 0) {
    await it.db.insert(roleMenu).values(menuIds.map((menuId) => ({ roleId, menuId })));
  }
  if (userIds.length > 0) {
    await it.db.insert(userRole).values(userIds.map((userId) => ({ userId, roleId })));
  }
  return { roleId, menuIds };
}

/** A staff member with a role of their own that holds exactly these permissions of the menu. */
export async function staffWith(it: TestApp, ...permissions: string[]): Promise<Login> {
  const login = await it.as("staff");
  const roleKey = `holder${++made}`;
  await roleWith(it, { roleKey, userIds: [login.userId] }, permissions);
  return login;
}

/** Codes that the regular verbs of crud() answer a token: 200 or 404 where it may, 403 where not. */
export async function verbCodes(it: TestApp, path: string, token: string) {
  const code = async (method: string, url: string, body?: unknown) => {
    const answer = await it.call(method, path + url, { token, ...(body ? { body } : {}) });
    return answer.headers["content-type"]?.toString().includes("sheet") ? 200 : answer.body.code;
  };
  const none = 999_999_999;
  return {
    list: await code("GET", "/list"),
    query: await code("GET", `/${none}`),
    add: await code("POST", ""),
    edit: await code("PUT", "", { [`${path.split("/").at(-1)}Id`]: none }),
    remove: await code("DELETE", `/${none}`),
    exportFile: await code("POST", "/export"),
    exportName: await code("GET", "/export"),
  };
}
