import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../test/app.ts";
import { staffPaths } from "./system/menu/service.server.ts";
import { menu } from "./system/menu/table.server.ts";

const it = await startApp();
const paths = () => staffPaths({ db: it.db, memo: { get: (_key, _tags, load) => load() } });

const ids = [9001, 9002, 9003, 9004, 9005, 9006, 9007, 9008];

test("paths of the seeded rows, with their parents'", async () => {
  const found = await paths();
  expect(found).toContain("/system/user");
  expect(found).toContain("/system/log/operlog");
  expect(found).toContain("/monitor/cacheList");
  expect(found.filter((path) => !path.startsWith("/"))).toEqual([]);
});

test("what leads nowhere, outside or to a script is no path of ours", async () => {
  const row = (menuId: number, parentId: number, path: string, more = {}) => ({
    menuId,
    parentId,
    menuName: String(menuId),
    path,
    component: "x/index",
    menuType: "C",
    ...more,
  });
  const directory = { menuType: "M", component: "" };
  await it.db
    .insert(menu)
    .values([
      row(9001, 0, "javascript:alert(1)"),
      row(9002, 9003, "cycle-a", directory),
      row(9003, 9002, "cycle-b", directory),
      row(9004, 9999, "orphan"),
      row(9005, 0, "off", { ...directory, status: "1" }),
      row(9006, 9005, "below-off"),
      row(9007, 0, "top-page"),
      row(9008, 1, "https://www.example.org", { isFrame: "0" }),
    ]);
  const found = await paths();
  expect(found).toContain("/top-page");
  expect(found.join(" ")).not.toMatch(/javascript|cycle|orphan|off|example/);
  await it.db.delete(menu).where(inArray(menu.menuId, ids));
});
