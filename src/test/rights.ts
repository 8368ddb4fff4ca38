import { inArray } from "drizzle-orm";
import { menu, roleMenu } from "../app/system/menu/table.server.ts";
import { role, userRole } from "../app/system/role/table.server.ts";
import type { Login, TestApp } from "./app.ts";

let made = 0;

/** A staff member with a role of their own that holds exactly these permissions of the menu. */
export async function staffWith(it: TestApp, ...permissions: string[]): Promise<Login> {
  const login = await it.as("staff");
  const rows = await it.db
    .select({ menuId: menu.menuId })
    .from(menu)
    .where(inArray(menu.perms, permissions));
  if (rows.length < permissions.length) throw new Error(`not in the menu: ${permissions}`);
  made++;
  const [row] = await it.db
    .insert(role)
    .values({ roleName: `holder${made}`, roleKey: `holder${made}` })
    .returning({ roleId: role.roleId });
  if (!row) throw new Error("no role row");
  await it.db.insert(roleMenu).values(rows.map(({ menuId }) => ({ roleId: row.roleId, menuId })));
  await it.db.insert(userRole).values({ userId: login.userId, roleId: row.roleId });
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
