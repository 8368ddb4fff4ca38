import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { config } from "../config/table.server.ts";
import { base } from "./seed.server.ts";
import { menu, roleMenu } from "./table.server.ts";

const it = await startApp();

const rowsOf = async (perms: string) => {
  const rows = await it.db.select().from(menu).where(sql`${menu.perms} ~ ${perms}`);
  return rows.sort((a, b) => a.menuId - b.menuId);
};

/** As it was before the rows came. */
async function without(perms: string, mark: string) {
  const ids = (await rowsOf(perms)).map(({ menuId }) => menuId);
  await it.db.delete(roleMenu).where(inArray(roleMenu.menuId, ids));
  await it.db.delete(menu).where(inArray(menu.menuId, ids));
  await it.db.delete(config).where(eq(config.configKey, mark));
}

test("an installation from before gets buttons that came later, below pages it still has", async () => {
  const exports = "^content:(banner|chat|cooperation|link|redirect|tile|wording):export$";
  const fresh = await rowsOf(exports);
  expect(fresh).toHaveLength(7);
  await without(exports, "site.deskExports");
  await without("^content:tile:", "site.deskExports");
  await base(it.db);
  const { menuName, menuId, parentId } = menu;
  const now = await it.db.select({ menuName, menuId, parentId }).from(menu);
  const wanted = fresh.filter(({ perms }) => perms !== "content:tile:export");
  for (const row of wanted) {
    expect(now).toContainEqual({
      menuName: row.menuName,
      menuId: row.menuId,
      parentId: row.parentId,
    });
  }
  expect(await rowsOf(exports)).toHaveLength(6);
});

test("an installation from before gets a page that came later, once", async () => {
  const all = "^content:committee:";
  const fresh = await rowsOf(all);
  expect(fresh).toHaveLength(6);
  await without(all, "site.committeeDesk");
  // A row of its own has the page's number.
  const own = { menuId: fresh[0]?.menuId, menuName: "自有", parentId: 0, path: "own" };
  await it.db.insert(menu).values({ ...own, menuType: "C" });
  await base(it.db);
  const added = await rowsOf(all);
  const page = added.find(({ menuType }) => menuType === "C");
  expect(page).toMatchObject({ menuName: "专业委员会", parentId: 2000 });
  expect(page?.menuId).not.toBe(own.menuId);
  const buttons = added.filter(({ menuType }) => menuType === "F");
  expect(buttons.map(({ parentId }) => parentId)).toEqual(Array(5).fill(page?.menuId));
  await it.db.delete(menu).where(eq(menu.perms, "content:committee:export"));
  await base(it.db);
  expect(await rowsOf(all)).toHaveLength(5);
});
