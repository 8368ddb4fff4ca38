import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Access } from "../server/http/access.ts";
import { startApp } from "../test/app.ts";
import { openSession } from "./login/session.server.ts";
import { session } from "./login/table.server.ts";
import { menu, roleMenu } from "./system/menu/table.server.ts";
import { role, userRole } from "./system/role/table.server.ts";
import { user } from "./system/user/table.server.ts";

// Generated: every route × every kind of caller. What a route allows is read from its declaration.
const it = await startApp();
const { db } = it;

/** The rights of a caller are written down here, not asked of the code under test. */
type Holds = "nothing" | "an account" | readonly string[];
type Caller = { name: string; holds: Holds; makeToken: () => Promise<string | undefined> };

const client = { ipaddr: "127.0.0.1", browser: "test", os: "test" };
const open = (userId: number, isStaff: boolean) =>
  openSession(db, { userId, isStaff, isRemembered: false, client });

async function withRole(userId: number, roleKey: string, menuIds: number[]): Promise<void> {
  const [made] = await db
    .insert(role)
    .values({ roleName: roleKey, roleKey })
    .returning({ id: role.roleId });
  const roleId = made?.id ?? 0;
  await db.insert(roleMenu).values(menuIds.map((menuId) => ({ roleId, menuId })));
  await db.insert(userRole).values({ userId, roleId });
}

const guest = await it.as("member", { userName: "rolelessmember" });
await db.execute(sql`delete from sys_user_role where user_id = ${guest.userId}`);
const memberA = await it.as("member");
const memberB = await it.as("member", { userType: "02" });
const editor = await it.as("staff");
await withRole(editor.userId, "one-permission", [104]);
const deptAdmin = await it.as("staff", { deptId: 101 });
await db.insert(userRole).values({ userId: deptAdmin.userId, roleId: 2 });
const disabled = await it.as("staff");
await db.insert(userRole).values({ userId: disabled.userId, roleId: 2 });
await db.execute(sql`update ${user} set status = '1' where user_id = ${disabled.userId}`);
const removed = await it.as("staff");
await db.execute(sql`update ${user} set del_flag = '2' where user_id = ${removed.userId}`);

const living = (name: string, userId: number, holds: Holds): Caller => ({
  name,
  holds,
  makeToken: () => open(userId, Array.isArray(holds)),
});

// The seed's common role holds the contract's rows; here it holds those of the content desk as well.
await db.execute(sql`insert into sys_role_menu (role_id, menu_id)
  select 2, menu_id from sys_menu on conflict do nothing`);
const seeded = (await db.select({ perms: menu.perms }).from(menu)).map((row) => row.perms);

const callers: Caller[] = [
  { name: "nobody", holds: "nothing", makeToken: async () => undefined },
  { name: "forged", holds: "nothing", makeToken: async () => "x".repeat(43) },
  {
    name: "an old JSON web token",
    holds: "nothing",
    makeToken: async () => "eyJhbGciOiJub25lIn0.eyJ1c2VySWQiOjF9.",
  },
  { name: "disabled", holds: "nothing", makeToken: () => open(disabled.userId, true) },
  { name: "removed", holds: "nothing", makeToken: () => open(removed.userId, true) },
  {
    name: "expired",
    holds: "nothing",
    makeToken: async () => {
      const token = await open(1, true);
      await db.execute(sql`update ${session} set expires_at = now() - interval '1 second'
        where id = (select max(id) from ${session})`);
      return token;
    },
  },
  {
    name: "idle too long",
    holds: "nothing",
    makeToken: async () => {
      const token = await open(1, true);
      await db.execute(sql`update ${session} set last_seen_at = now() - interval '31 minutes'
        where id = (select max(id) from ${session})`);
      return token;
    },
  },
  living("member without roles (ROLE_DEFAULT)", guest.userId, "an account"),
  living("member", memberA.userId, "an account"),
  living("unit", memberB.userId, "an account"),
  living("staff with one permission", editor.userId, ["system:post:list"]),
  living("department administrator", deptAdmin.userId, seeded),
  living("administrator", 1, ["*:*:*"]),
];

/** 0: let through to the route itself. */
function expected(access: Access, holds: Holds): 0 | 401 | 403 {
  if (access === "public") return 0;
  if (holds === "nothing") return 401;
  if (access === "login") return 0;
  if (holds === "an account") return 403;
  return access === "staff" || holds.includes("*:*:*") || holds.includes(access) ? 0 : 403;
}

const routes = it.app.routeTable.filter(
  (route) => route.url.startsWith("/prod-api") && route.method !== "HEAD",
);

test("there are routes to walk, and callers of at least ten kinds", () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(callers.length).toBeGreaterThanOrEqual(10);
});

for (const caller of callers) {
  test(`${caller.name}: every route answers as it declares`, async () => {
    const wrong: string[] = [];
    for (const { method, url, access, isEndless } of routes) {
      const wanted = expected(access, caller.holds);
      // Whom it answers, it goes on answering (news/streams.test.ts).
      if (isEndless && wanted === 0) continue;
      const token = await caller.makeToken();
      const path = url
        .replace("/prod-api", "")
        .replace(/:\w+(\([^)]*\))?/g, "1")
        .replace("*", "x");
      const answer = await it.call(method, path, token ? { token } : {});
      const isRefused = answer.body.code === 401 || answer.body.code === 403;
      const agrees = wanted === 0 ? !isRefused || access === "public" : answer.body.code === wanted;
      if (!agrees || answer.status >= 500) {
        wrong.push(
          `${method} ${url} (${JSON.stringify(access)}): ${answer.status} ${answer.text.slice(0, 80)}`,
        );
      }
    }
    expect(wrong).toEqual([]);
  });
}
