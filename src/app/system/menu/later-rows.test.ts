import { eq, inArray, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { config } from "../config/table.server.ts";
import { role } from "../role/table.server.ts";
import { putIn } from "./put-in.server.ts";
import { base } from "./seed.server.ts";
import { menu, menuSeed, roleMenu } from "./table.server.ts";

// An installation from before gets the menu rows that came later, once, and keeps what its staff made of the
// others.
const it = await startApp();
const start = () => base(it.db, it.context.env);

const rowsOf = async (perms: string) => {
  const rows = await it.db.select().from(menu).where(sql`${menu.perms} ~ ${perms}`);
  return rows.sort((a, b) => a.menuId - b.menuId);
};
const pageOf = async (perms: string) => {
  const [page] = await rowsOf(`^${perms}$`);
  if (!page) throw new Error(`no row ${perms}`);
  return page;
};
const rolesWith = async (menuId: number) =>
  (
    await it.db
      .select({ roleKey: role.roleKey })
      .from(roleMenu)
      .innerJoin(role, eq(role.roleId, roleMenu.roleId))
      .where(eq(roleMenu.menuId, menuId))
  )
    .map(({ roleKey }) => roleKey)
    .sort();

/** Takes rows away as staff do. */
async function remove(perms: string): Promise<number[]> {
  const ids = (await rowsOf(perms)).map(({ menuId }) => menuId);
  await it.db.delete(roleMenu).where(inArray(roleMenu.menuId, ids));
  await it.db.delete(menu).where(inArray(menu.menuId, ids));
  return ids;
}

/** As it was before the program had these rows. */
async function neverHad(perms: string): Promise<void> {
  const ids = await remove(perms);
  await it.db.delete(menuSeed).where(inArray(menuSeed.seedId, ids));
}

/** Rows of 申报管理. */
const LATER = (menuId: number) => menuId >= 2_700 && menuId < 2_800;

/** As it was before rows were noted: only settings told which modules had been put in. */
async function beforeNotes(): Promise<void> {
  // Modules that came after the notes were not there.
  const later = (await it.db.select().from(menu)).filter(({ menuId }) => LATER(menuId));
  const ids = later.map(({ menuId }) => menuId);
  await it.db.delete(roleMenu).where(inArray(roleMenu.menuId, ids));
  await it.db.delete(menu).where(inArray(menu.menuId, ids));
  await it.db.delete(menuSeed);
  const marks = ["site.contentDesk", "site.memberDesk", "site.messagePages", "site.userReveal"];
  await it.db
    .insert(config)
    .values(marks.map((configKey) => ({ configKey, configName: configKey, configValue: "true" })))
    .onConflictDoNothing();
}

const lastNote = async () => {
  const { rows } = await it.db.execute(
    sql`select oper_param as said, oper_name as name from sys_oper_log order by oper_id desc limit 1`,
  );
  return rows[0];
};

const FIGURES = "^member:figures:";
const LEVELS = "^member:level:";

/** Every row that a fresh installation has. */
const FRESH = await it.db.select().from(menu);
const FRESH_HOLD = await it.db.select().from(roleMenu);
const FRESH_KNOWN = await it.db.select().from(menuSeed);

beforeEach(async () => {
  await it.db.delete(roleMenu);
  await it.db.delete(menuSeed);
  await it.db.delete(menu);
  await it.db.insert(menu).values(FRESH);
  await it.db.insert(menuSeed).values(FRESH_KNOWN);
  await it.db.insert(roleMenu).values(FRESH_HOLD);
});

test("a fresh installation knows all its rows; a second start changes nothing and notes nothing", async () => {
  expect(FRESH_KNOWN.map(({ menuId }) => menuId).sort()).toEqual(
    FRESH.map(({ menuId }) => menuId).sort(),
  );
  const before = await lastNote();
  await start();
  expect(await it.db.$count(menu)).toBe(FRESH.length);
  expect(await lastNote()).toEqual(before);
});

test("a page that came later is put in with its buttons, for the roles of the program that have the directory", async () => {
  const fresh = await rowsOf(FIGURES);
  const finance = await rolesWith((await pageOf("member:finance:list")).menuId);
  await neverHad(FIGURES);
  const [own] = await it.db
    .insert(role)
    .values({ roleName: "自建", roleKey: "own_role" })
    .returning({ roleId: role.roleId });
  await it.db.insert(roleMenu).values({ roleId: own?.roleId ?? 0, menuId: 2_200 });
  await start();
  const [page] = await rowsOf(FIGURES);
  expect(page).toMatchObject({ menuName: "会员统计", parentId: 2_200, createBy: "system" });
  expect(await rowsOf(FIGURES)).toHaveLength(fresh.length);
  expect(await rolesWith(page?.menuId ?? 0)).toEqual(["council_sec", "member_reviewer"]);
  expect(await rolesWith((await pageOf("member:finance:list")).menuId)).toEqual(finance);
  expect(await lastNote()).toEqual({
    said: '{"新版本菜单":["会员统计"]}',
    name: "system",
  });
});

test("a role of the program that no longer has the directory, and one that staff made, get nothing", async () => {
  await neverHad(FIGURES);
  const keys = ["council_sec", "member_reviewer"];
  const ids = await it.db
    .select({ roleId: role.roleId, roleKey: role.roleKey })
    .from(role)
    .where(inArray(role.roleKey, keys));
  const secretary = ids.find(({ roleKey }) => roleKey === "council_sec")?.roleId ?? 0;
  const reviewer = ids.find(({ roleKey }) => roleKey === "member_reviewer")?.roleId ?? 0;
  await it.db.delete(roleMenu).where(eq(roleMenu.roleId, secretary));
  await it.db.update(role).set({ createBy: "admin" }).where(eq(role.roleId, reviewer));
  await start();
  expect(await rolesWith((await pageOf("member:figures:list")).menuId)).toEqual([]);
  await it.db.update(role).set({ createBy: "system" }).where(eq(role.roleId, reviewer));
});

test("what staff removed stays away, with all that would come below it", async () => {
  await remove(FIGURES);
  await start();
  expect(await rowsOf(FIGURES)).toEqual([]);
  await neverHad("^member:level:export$");
  await remove(LEVELS);
  await start();
  expect(await rowsOf(LEVELS)).toEqual([]);
});

test("a row that staff changed keeps its change, and stays where they moved it", async () => {
  const page = await pageOf("member:figures:list");
  await it.db
    .update(menu)
    .set({ menuName: "我们的统计", parentId: 2_300, perms: "own:figures:list" })
    .where(eq(menu.menuId, page.menuId));
  await neverHad("^member:level:export$");
  await start();
  const [now] = await it.db.select().from(menu).where(eq(menu.menuId, page.menuId));
  expect(now).toMatchObject({ menuName: "我们的统计", parentId: 2_300 });
  expect(await rowsOf(FIGURES)).toEqual([]);
  expect(await rowsOf("^member:level:export$")).toHaveLength(1);
});

test("an own row has the number: the page gets another one, its buttons stand below it", async () => {
  const fresh = await rowsOf(LEVELS);
  await neverHad(LEVELS);
  const menuId = fresh.find(({ menuType }) => menuType === "C")?.menuId;
  await it.db
    .insert(menu)
    .values({ menuId, menuName: "自有", parentId: 0, path: "own", menuType: "C" });
  await start();
  const added = await rowsOf(LEVELS);
  const page = added.find(({ menuType }) => menuType === "C");
  expect(page?.menuId).not.toBe(menuId);
  expect(page?.parentId).toBe(2_200);
  expect(new Set(added.filter((row) => row !== page).map((row) => row.parentId))).toEqual(
    new Set([page?.menuId]),
  );
  expect(added).toHaveLength(fresh.length);
});

test("of two starts at once one puts the rows in", async () => {
  await neverHad("^member:(figures|level):");
  await Promise.all([start(), start(), start()]);
  expect(await it.db.$count(menu)).toBe(FRESH.length);
  await expect(
    it.db.execute(sql`insert into sys_menu_seed (seed_id, menu_id) values (999999, 2200)`),
  ).rejects.toThrow();
});

test("an installation from before the notes has what stands there, and what the log says was removed", async () => {
  const admin = await it.as("admin");
  // Staff removed one button by the program; another page did not exist yet.
  await it.db.delete(roleMenu).where(eq(roleMenu.menuId, 2_274));
  const gone = (await rowsOf("^member:level:export$"))[0]?.menuId ?? 0;
  await it.db.delete(roleMenu).where(eq(roleMenu.menuId, gone));
  const { body } = await it.call("DELETE", `/system/menu/${gone}`, { token: admin.token });
  expect(body.code).toBe(200);
  await neverHad(FIGURES);
  await it.db.update(menu).set({ menuName: "级别" }).where(eq(menu.perms, "member:level:list"));
  await beforeNotes();
  const had = (await it.db.$count(menu)) + FRESH.filter(({ menuId }) => LATER(menuId)).length;
  await start();
  expect(await rowsOf("^member:level:export$")).toEqual([]);
  expect(await rowsOf(FIGURES)).toHaveLength(1);
  expect((await pageOf("member:level:list")).menuName).toBe("级别");
  expect(await it.db.$count(menu)).toBe(had + 1);
  await start();
  expect(await it.db.$count(menu)).toBe(had + 1);
});

test("a module that comes for the first time brings its role; one below a directory that is gone stands at the top", async () => {
  const rows = [
    { menuId: 2_900, menuName: "新页", parentId: 999_999, orderNum: 1, path: "new", menuType: "C" },
    { menuId: 2_901, menuName: "新钮", parentId: 2_900, orderNum: 1, path: "", menuType: "F" },
  ] as const;
  const held = { roleName: "新角色", roleKey: "newcomer", roleSort: 90, perms: /^content:x:list$/ };
  const named = rows.map((row) => ({
    ...row,
    perms: row.menuType === "C" ? "content:x:list" : "",
  }));
  expect(await putIn(it.db, named, [held])).toEqual(["新页", "新钮"]);
  expect(await pageOf("content:x:list")).toMatchObject({ parentId: 0 });
  expect(await rolesWith(2_900)).toEqual(["newcomer"]);
  expect(await rolesWith(2_901)).toEqual([]);
  expect(await putIn(it.db, named, [held])).toEqual([]);
});
