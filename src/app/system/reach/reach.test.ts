import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Account } from "#src/server/http/access.ts";
import { FORBIDDEN } from "#src/server/http/errors.ts";
import { startApp } from "#src/test/app.ts";
import { article } from "../../article/table.server.ts";
import { findAccount } from "../../login/session.server.ts";
import { withBelow } from "../dept/service.server.ts";
import { roleDept } from "../dept/table.server.ts";
import { menu, roleMenu } from "../menu/table.server.ts";
import { role, userRole } from "../role/table.server.ts";
import { requireUsersInScope, USERS } from "../user/service.server.ts";
import { user } from "../user/table.server.ts";
import { isScoped, type ScopedPermission } from "./given/service.server.ts";
import { reachOf } from "./service.server.ts";

const { db, as } = await startApp();
const LIST = "system:user:list";

/** A staff member of a department with one role of this scope that holds the user list. */
async function caller(
  dataScope: string,
  deptId: number | null,
  depts: number[] = [],
  menuId = 100,
): Promise<Account> {
  const { token, userId } = await as("staff", { deptId });
  const roleKey = `scope-${userId}`;
  const [made] = await db
    .insert(role)
    .values({ roleName: roleKey, roleKey, dataScope })
    .returning({ id: role.roleId });
  const roleId = made?.id ?? 0;
  await db.insert(roleMenu).values({ roleId, menuId });
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
  const reach = await reachOf(db, account);
  const rows = await db
    .select({ deptId: user.deptId })
    .from(user)
    .where(and(eq(user.remark, "seen"), reach.where(permission, USERS)));
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
  expect((await reachOf(db, self)).scope(LIST).withSelf).toBe(true);
});

test("rows are bound by a scope for listed permissions alone, so none can be forgotten", async () => {
  const account = await caller("1", 103);
  const unlisted = "content:links:list" as ScopedPermission;
  const reach = await reachOf(db, account);
  expect(() => reach.scope(unlisted)).toThrow("has no data scope");
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
    "./given/service.server.ts",
    "./service.server.ts",
    "dept/tree.server.ts",
    "role/api.server.ts",
    "role/service.server.ts",
    "user/access/rights.server.ts",
  ]);
});

test("it is read once a request, with what was held when the request came", async () => {
  const { token } = await as("admin");
  const account = await caller("3", 103);
  const reach = await reachOf(db, account);
  expect(await seen(account)).toEqual([103]);
  await db
    .update(role)
    .set({ dataScope: "1" })
    .where(eq(role.roleKey, `scope-${account.userId}`));
  expect(await reachOf(db, account)).toBe(reach);
  expect(await seen(account)).toEqual([103]);
  const [first, next] = [await findAccount(db, token), await findAccount(db, token)];
  if (first && next) expect(await reachOf(db, first)).not.toBe(await reachOf(db, next));
  expect(await seen({ ...account })).toEqual([101, 103, 104, 108]);
});

test("who does not hold a permission is refused by it, and reaches no row by it, not even their own", async () => {
  const account = await caller("1", 103);
  const reach = await reachOf(db, account);
  expect([reach.has(LIST), reach.has("content:article:edit")]).toEqual([true, false]);
  const { userId } = account;
  await db.insert(article).values({ articleName: "自己的", ownerId: userId, deptId: 103 });
  const bounds = { owner: article.ownerId, dept: article.deptId };
  expect(await db.$count(article, reach.where("content:article:edit", bounds))).toBe(0);
  const own = { ownerId: userId, deptId: 103 };
  expect(reach.covers("content:article:edit", own)).toBe(false);
  expect(() => reach.require("content:article:edit", own)).toThrow(FORBIDDEN);
});

test("where a table has an owner, one's own rows are in reach whatever the scope", async () => {
  const names = async (account: Account) => {
    const reach = await reachOf(db, account);
    const bounds = { owner: article.ownerId, dept: article.deptId };
    const rows = await db
      .select()
      .from(article)
      .where(and(eq(article.source, "owned"), reach.where("content:article:list", bounds)));
    const covered = rows.filter((row) => reach.covers("content:article:list", row));
    expect(covered).toEqual(rows);
    return rows.map(({ articleName }) => articleName).sort();
  };
  const [row] = await db.select().from(menu).where(eq(menu.perms, "content:article:list"));
  const writer = async (dataScope: string, deptId: number | null, depts: number[] = []) =>
    caller(dataScope, deptId, depts, row?.menuId);
  const other = await as("staff", { deptId: 108 });
  await db.insert(article).values({
    ...{ articleName: "别人的", source: "owned", ownerId: other.userId, deptId: 108 },
  });
  const theirs = [
    [await writer("1", 103), ["别人的"]],
    [await writer("2", 103, [108]), ["别人的"]],
    [await writer("2", 103, [101]), []],
    [await writer("3", 103), []],
    [await writer("4", null), []],
    [await writer("5", 108), []],
  ] as const;
  for (const [account, more] of theirs) {
    const articleName = `${account.userId}`;
    await db
      .insert(article)
      .values({ articleName, source: "owned", ownerId: account.userId, deptId: 109 });
    expect(await names(account)).toEqual([articleName, ...more].sort());
    await db.delete(article).where(eq(article.articleName, articleName));
  }
});

test("an account is nobody's own: its person sees it by the scope for it, or by the department", async () => {
  for (const [dataScope, sees] of [
    ["2", false],
    ["5", true],
  ] as const) {
    const account = await caller(dataScope, 103, dataScope === "2" ? [108] : []);
    const where = (await reachOf(db, account)).where(LIST, USERS);
    const rows = await db
      .select()
      .from(user)
      .where(and(eq(user.userId, account.userId), where));
    expect(rows.length > 0).toBe(sees);
  }
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
