import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Account } from "#src/server/http/access.ts";
import { startApp } from "#src/test/app.ts";
import { findAccount } from "../../login/session.server.ts";
import { roleMenu } from "../menu/table.server.ts";
import { role, userRole } from "../role/table.server.ts";
import { user } from "../user/table.server.ts";
import {
  isScoped,
  requireUsersInScope,
  type ScopedPermission,
  scopeOf,
  usersInScope,
  withBelow,
} from "./service.server.ts";
import { roleDept } from "./table.server.ts";

const { db, as } = await startApp();
const LIST = "system:user:list";

/** A staff member of a department with one role of this scope that holds the user list. */
async function caller(
  dataScope: string,
  deptId: number | null,
  depts: number[] = [],
): Promise<Account> {
  const { token, userId } = await as("staff", { deptId });
  const roleKey = `scope-${userId}`;
  const [made] = await db
    .insert(role)
    .values({ roleName: roleKey, roleKey, dataScope })
    .returning({ id: role.roleId });
  const roleId = made?.id ?? 0;
  await db.insert(roleMenu).values({ roleId, menuId: 100 });
  await db.insert(userRole).values({ userId, roleId });
  if (depts.length > 0)
    await db.insert(roleDept).values(depts.map((id) => ({ roleId, deptId: id })));
  const account = await findAccount(db, token);
  if (!account) throw new Error("no account");
  return account;
}

async function seen(
  account: Account,
  permission: ScopedPermission = LIST,
): Promise<(number | null)[]> {
  const scope = await scopeOf(db, account, permission);
  const rows = await db
    .select({ deptId: user.deptId })
    .from(user)
    .where(and(eq(user.remark, "seen"), usersInScope(scope, account)));
  return rows.map((row) => row.deptId).sort();
}

for (const deptId of [101, 103, 104, 108]) await as("staff", { deptId, remark: "seen" });

test("1 sees all, 2 the chosen, 3 the own, 4 own and below, 5 only self", async () => {
  expect(await seen(await caller("1", null))).toEqual([101, 103, 104, 108]);
  expect(await seen(await caller("2", 103, [104, 108]))).toEqual([104, 108]);
  expect(await seen(await caller("3", 103))).toEqual([103]);
  expect(await seen(await caller("4", 101))).toEqual([101, 103, 104]);
  const self = await caller("5", 103);
  expect(await seen(self)).toEqual([]);
  expect((await scopeOf(db, self, LIST)).withSelf).toBe(true);
});

test("rows are bound by a scope for listed permissions alone, so none can be forgotten", async () => {
  const account = await caller("1", 103);
  const unlisted = "content:links:list" as ScopedPermission;
  await expect(scopeOf(db, account, unlisted)).rejects.toThrow("has no data scope");
  for (const listed of ["system:user:list", "content:article:publish", "content:file:edit"]) {
    expect(isScoped(listed)).toBe(true);
  }
  expect(isScoped("system:users:list")).toBe(false);
  // What all permissions reach, listed or not, is read where rights are compared, and nowhere else.
  const sources = import.meta.glob<string>("../../**/*.server.ts", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const readers = Object.entries(sources)
    .filter(([, text]) => /\b(scopesOf|givenTo|roleScope)\b/.test(text))
    .map(([path]) => path.replace(/^(\.\.\/)+/, ""));
  expect(readers.map((path) => path.replace(/^system\//, "")).sort()).toEqual([
    "./service.server.ts",
    "./tree.server.ts",
    "role/api.server.ts",
    "role/service.server.ts",
    "user/access/rights.server.ts",
  ]);
});

test("a role without the permission in use adds nothing", async () => {
  const account = await caller("1", 103);
  expect(await seen(account, "system:role:list")).toEqual([]);
});

test("someone without a department sees nothing by 3 and 4", async () => {
  expect(await seen(await caller("3", null))).toEqual([]);
  expect(await seen(await caller("4", null))).toEqual([]);
});

test("an id outside is refused, the administrator is not asked", async () => {
  const account = await caller("3", 103);
  const outside = await as("staff", { deptId: 108 });
  await expect(requireUsersInScope(db, account, LIST, [outside.userId])).rejects.toThrow(
    "没有权限访问用户数据！",
  );
  const admin = await findAccount(db, (await as("admin")).token);
  if (admin) await requireUsersInScope(db, admin, LIST, [outside.userId]);
  expect(await withBelow(db, 102)).toEqual([102, 108, 109]);
});
