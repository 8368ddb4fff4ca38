import { eq, gt, inArray } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toXlsx } from "#src/server/workbook/excel.ts";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";
import { upload } from "#src/test/multipart.ts";
import { article } from "../../article/table.server.ts";
import { openSession } from "../../login/session.server.ts";
import { roleDept } from "../dept/table.server.ts";
import { menu, roleMenu } from "../menu/table.server.ts";
import { type Scope, scopesOf } from "../reach/given/service.server.ts";
import { user } from "../user/table.server.ts";
import { role, userRole } from "./table.server.ts";

// Nobody hands on more than they have (security 12): the real calls, in random order, with the
// real database. The rules alone are driven through thousands of sequences by escalation.test.ts.

const it = await startApp();
const { db } = it;

/** What lets the person who acts make all of the calls. */
const TOOLS = [
  ..."add edit resetPwd import query".split(" ").map((verb) => `system:user:${verb}`),
  ..."add edit query list".split(" ").map((verb) => `system:role:${verb}`),
  "system:menu:edit",
  "system:menu:add",
];
const PERMISSIONS = [
  "system:user:list",
  "system:user:remove",
  "system:dept:list",
  "system:dept:edit",
  "system:post:list",
  "content:article:list",
  "content:article:edit",
  "content:file:remove",
  "monitor:online:list",
];
/** Said here anew: the test must not believe the list that it examines. */
const isBound = (permission: string) =>
  /^(system:(user|role|dept)|content:(article|file)):/.test(permission);
/** Departments of the seed: 101 is above 103 and 104, 102 above 108. */
const DEPTS = [101, 102, 103, 104, 108];

const seeded = await db
  .select()
  .from(menu)
  .where(inArray(menu.perms, [...TOOLS, ...PERMISSIONS]));
const rowOf = new Map(seeded.map((row) => [row.perms, row.menuId]));
// Two rows whose permissions the calls change.
const extras = await db
  .insert(menu)
  .values([
    { menuName: "其一", menuType: "F", parentId: 100 },
    { menuName: "其二", menuType: "F", parentId: 100 },
  ])
  .returning({ menuId: menu.menuId });
const EXTRAS = extras.map(({ menuId }) => menuId);
const MENUS = [...PERMISSIONS.map((perms) => rowOf.get(perms) ?? 0), ...EXTRAS];
const ARTICLES = ["content:article:list", "content:article:edit"].map(
  (perms) => rowOf.get(perms) ?? 0,
);
const lastOf = (ids: { id: number }[]) => ids.at(-1)?.id ?? 0;
const usersNow = () => db.select({ id: user.userId }).from(user).orderBy(user.userId);
const rolesNow = () => db.select({ id: role.roleId }).from(role).orderBy(role.roleId);
const FIRST_USER = lastOf(await usersNow());
const FIRST_ROLE = lastOf(await rolesNow());

type Role = { menus: number[]; dataScope: string; depts: number[]; status: string };
type Person = { dept: number; roles: number[] };
type Extra = { perms: string; status: string };
type World = { tools: Role; roles: Role[]; people: Person[]; extras: Extra[] };
type Rights = Map<string, Scope>;

// Articles of each department: what a person is really shown is compared as well, whatever the rules
// say of themselves.
const typeId = await makeCategory(it);
const byChief = deskCalls(it, (await it.as("admin")).token);
for (const [at, deptId] of DEPTS.entries()) {
  const id = await byChief.draft({ articleName: `文章${at}`, typeId });
  await db.update(article).set({ deptId, ownerId: null }).where(eq(article.id, id));
}
const articlesOf = async (token: string): Promise<unknown[]> => {
  const { body } = await it.call("GET", "/api/bll/article/desk/list?pageSize=100", { token });
  return ((body.rows ?? []) as { id: number }[]).map(({ id }) => id);
};

let run = 0;

/** Makes the world anew. The person who acts is the first one, and holds the tools beside the rest. */
async function build({ tools, roles, people, extras: rows }: World) {
  run++;
  await db.delete(userRole).where(gt(userRole.userId, FIRST_USER));
  await db.delete(roleMenu).where(gt(roleMenu.roleId, FIRST_ROLE));
  await db.delete(roleDept).where(gt(roleDept.roleId, FIRST_ROLE));
  await db.delete(role).where(gt(role.roleId, FIRST_ROLE));
  await db.delete(user).where(gt(user.userId, FIRST_USER));
  for (const [at, { perms, status }] of rows.entries()) {
    const menuId = EXTRAS[at] ?? 0;
    const values = { menuId, menuName: `附${at}`, menuType: "F", parentId: 100, perms, status };
    await db.insert(menu).values(values).onConflictDoUpdate({ target: menu.menuId, set: values });
  }
  const all = [
    { ...tools, menus: [...tools.menus, ...TOOLS.map((perms) => rowOf.get(perms) ?? 0)] },
    ...roles,
  ];
  const made = await db
    .insert(role)
    .values(
      all.map(({ dataScope, status }, at) => ({
        roleName: `r${run}-${at}`,
        roleKey: `r${run}-${at}`,
        dataScope,
        status: at === 0 ? "0" : status,
      })),
    )
    .returning({ roleId: role.roleId });
  const roleIds = made.map(({ roleId }) => roleId);
  const pairs = all.flatMap(({ menus }, at) =>
    [...new Set(menus)].map((menuId) => ({ roleId: roleIds[at] ?? 0, menuId })),
  );
  await db.insert(roleMenu).values(pairs);
  const chosen = all.flatMap(({ depts }, at) =>
    depts.map((deptId) => ({ roleId: roleIds[at] ?? 0, deptId })),
  );
  if (chosen.length > 0) await db.insert(roleDept).values(chosen);
  const rowsOfPeople = await db
    .insert(user)
    .values(
      people.map(({ dept }, at) => ({
        userName: `p${run}-${at}`,
        nickName: `p${run}-${at}`,
        userType: "00",
        deptId: dept,
        pwdUpdateDate: new Date(),
      })),
    )
    .returning({ userId: user.userId });
  const userIds = rowsOfPeople.map(({ userId }) => userId);
  const held = people.flatMap(({ roles: some }, at) =>
    [...new Set([...(at === 0 ? [0] : []), ...some.map((each) => each % roleIds.length)])].map(
      (each) => ({ userId: userIds[at] ?? 0, roleId: roleIds[each] ?? 0 }),
    ),
  );
  await db.insert(userRole).values(held);
  const client = { ipaddr: "127.0.0.1", browser: "test", os: "test" };
  const [actor = 0] = userIds;
  const token = await openSession(db, {
    userId: actor,
    isStaff: true,
    isRemembered: false,
    client,
  });
  return { actor, token, roleIds, userIds };
}

/** What everybody has, by their ids. */
async function rightsOfAll(): Promise<Map<number, Rights>> {
  const rows = await db.select({ id: user.userId }).from(user).where(gt(user.userId, FIRST_USER));
  const rights = new Map<number, Rights>();
  for (const { id } of rows) rights.set(id, await scopesOf(db, { userId: id }));
  return rights;
}

/** What is in `has` and neither in `had` nor in what the person who acted started with. */
const surplus = (had: Rights | undefined, has: Rights, actor: Rights): string[] =>
  [...has].flatMap(([permission, scope]) => {
    const [old, own] = [had?.get(permission), actor.get(permission)];
    if (!old && !own) return [permission];
    if (!isBound(permission) || old?.isAll || own?.isAll) return [];
    if (scope.isAll) return [`${permission} everywhere`];
    const known = [...(old?.deptIds ?? []), ...(own?.deptIds ?? [])];
    return scope.deptIds.filter((id) => !known.includes(id)).map((id) => `${permission} in ${id}`);
  });

const index = fc.nat(9);
const aRole = fc.record<Role>({
  // One kind of rows alone as well: a role of several is refused for any one of them.
  menus: fc.oneof(
    { arbitrary: fc.subarray(MENUS, { minLength: 1, maxLength: 3 }), weight: 2 },
    { arbitrary: fc.subarray(ARTICLES, { minLength: 1 }), weight: 1 },
  ),
  dataScope: fc.constantFrom("1", "2", "3", "4", "5"),
  depts: fc.subarray(DEPTS),
  status: fc.constantFrom("0", "0", "1"),
});
// Who may next to nothing is refused next to everything.
const someTools = fc.record<Role>({
  menus: fc.subarray(MENUS, { minLength: 3 }),
  dataScope: fc.constantFrom("1", "1", "2", "3", "4", "4"),
  depts: fc.subarray(DEPTS, { minLength: 2 }),
  status: fc.constant("0"),
});
const deptId = fc.constantFrom(101, 101, ...DEPTS);
const aPerson = fc.record<Person>({ dept: deptId, roles: fc.uniqueArray(index, { maxLength: 2 }) });
const perms = fc.subarray(PERMISSIONS, { maxLength: 2 }).map((list) => list.join(","));
const anExtra = fc.record<Extra>({ perms, status: fc.constantFrom("0", "1") });
const KINDS = [
  ..."roleAdd roleEdit dataScope roleStatus selectAll cancelAll authRole userEdit import".split(
    " ",
  ),
  ..."userStatus menuEdit userAdd resetPwd".split(" "),
];
const anAct = fc.record({
  kind: fc.constantFrom(...KINDS, ...KINDS.slice(0, 9), "roleEdit", "dataScope"),
  role: index,
  person: index,
  given: aRole,
  dept: deptId,
  roles: fc.uniqueArray(index, { maxLength: 3 }),
  extra: anExtra,
});
type Act = typeof anAct extends fc.Arbitrary<infer A> ? A : never;

/** wire 7. */
const SHEET = "部门编号 登录名称 用户名称 用户邮箱 手机号码 用户性别 账号状态".split(" ");

type Built = Awaited<ReturnType<typeof build>>;
let made = 0;

/** One call; its code, and whose account it opens to the one who acts. */
async function perform(act: Act, { token, roleIds, userIds }: Built) {
  made++;
  const roleId = roleIds[act.role % roleIds.length] ?? 0;
  const userId = userIds[act.person % userIds.length] ?? 0;
  const some = [...new Set(act.roles.map((each) => roleIds[each % roleIds.length] ?? 0))];
  const { menus, dataScope, depts, status } = act.given;
  const send = async (method: string, url: string, body?: object) => {
    const answer = await it.call(method, `/system${url}`, { token, ...(body ? { body } : {}) });
    return answer.body.code;
  };
  switch (act.kind) {
    case "roleAdd": {
      const key = `made${made}`;
      const body = { roleName: key, roleKey: key, roleSort: 1, status: "0", menuIds: menus };
      const code = await send("POST", "/role", body);
      if (code === 200) roleIds.push(lastOf(await rolesNow()));
      return { code };
    }
    case "roleEdit":
      return { code: await send("PUT", "/role", { roleId, menuIds: menus }) };
    case "dataScope":
      return { code: await send("PUT", "/role/dataScope", { roleId, dataScope, deptIds: depts }) };
    case "roleStatus":
      return { code: await send("PUT", "/role/changeStatus", { roleId, status }) };
    case "selectAll":
    case "cancelAll": {
      const query = `roleId=${roleId}&userIds=${userId}`;
      return { code: await send("PUT", `/role/authUser/${act.kind}?${query}`) };
    }
    case "authRole":
      return {
        code: await send("PUT", `/user/authRole?userId=${userId}&roleIds=${some.join(",")}`),
      };
    case "userEdit": {
      const body = { userId, nickName: "换", deptId: act.dept, roleIds: some };
      return { code: await send("PUT", "/user", body) };
    }
    case "import": {
      const [row] = await db
        .select()
        .from(user)
        .where(inArray(user.userId, [userId]));
      const columns = SHEET.map((header, at) => [header, String(at)] as const);
      const bytes = await toXlsx("用户数据", columns, [{ 0: act.dept, 1: row?.userName }]);
      const parts = [{ field: "file", name: "用户.xlsx", bytes }];
      const url = "/system/user/importData?updateSupport=1";
      return { code: (await upload(it, url, parts, { token })).code };
    }
    case "userStatus":
      return { code: await send("PUT", "/user/changeStatus", { userId, status }) };
    case "menuEdit": {
      const menuId = EXTRAS[act.role % EXTRAS.length];
      return { code: await send("PUT", "/menu", { menuId, ...act.extra }) };
    }
    case "userAdd": {
      const name = `new${made}`;
      const password = "Lantern-2026-x";
      const body = { userName: name, nickName: name, password, deptId: act.dept, roleIds: some };
      const code = await send("POST", "/user", body);
      if (code === 200) userIds.push(lastOf(await usersNow()));
      return { code };
    }
    default: {
      const password = "Lantern-2027-y";
      const code = await send("PUT", "/user/resetPwd", { userId, password });
      return { code, ...(code === 200 ? { opened: userId } : {}) };
    }
  }
}

// In one sequence each call goes through for certain: the random ones are refused nineteen times of
// twenty by some calls, and refusals alone would show nothing.
const every: Role = { menus: MENUS, dataScope: "1", depts: DEPTS, status: "0" };
const little: Role = { ...every, menus: MENUS.slice(0, 1) };
const harmless = { role: 1, person: 2, given: little, dept: 103, roles: [1, 2] };
const ALLOWED: [World, Act[]] = [
  {
    tools: every,
    roles: [little, little, little],
    people: [0, 1, 2, 3].map(() => ({ dept: 103, roles: [] })),
    extras: EXTRAS.map(() => ({ perms: "", status: "0" })),
  },
  KINDS.map((kind) => ({ ...harmless, kind, extra: { perms: "system:user:list", status: "0" } })),
];

test("after any calls nobody has what neither they nor the one who acted had", async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.record<World>({
        tools: someTools,
        roles: fc.array(aRole, { minLength: 3, maxLength: 3 }),
        people: fc.array(aPerson, { minLength: 4, maxLength: 4 }),
        extras: fc.array(anExtra, { minLength: 2, maxLength: 2 }),
      }),
      fc.array(anAct, { minLength: 3, maxLength: 12 }),
      async (world, acts) => {
        const built = await build(world);
        const before = await rightsOfAll();
        const own: Rights = before.get(built.actor) ?? new Map();
        const articles = await articlesOf(built.token);
        for (const act of acts) {
          const { code, opened } = await perform(act, built);
          expect([200, 403, 404, 500]).toContain(code);
          if (code === 200) done.set(act.kind, (done.get(act.kind) ?? 0) + 1);
          // An account that one can log in to is one's own.
          if (opened === undefined) continue;
          expect(surplus(undefined, await scopesOf(db, { userId: opened }), own)).toEqual([]);
        }
        expect(articles).toEqual(expect.arrayContaining(await articlesOf(built.token)));
        for (const [userId, has] of await rightsOfAll()) {
          expect(surplus(before.get(userId), has, own)).toEqual([]);
        }
      },
    ),
    { numRuns: 60, examples: [ALLOWED] },
  );
  expect(KINDS.filter((kind) => !done.has(kind))).toEqual([]);
}, 240_000);
