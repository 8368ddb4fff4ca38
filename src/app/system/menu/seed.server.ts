import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { BASE_ROWS, REVEAL_ROW } from "#src/lib/menu/base-rows.ts";
import { isFirstTime } from "#src/server/start/once.ts";
import { contentBase } from "./content-seed.server.ts";
import { memberBase } from "./member-seed.server.ts";
import { messageBase } from "./message-seed.server.ts";
import { menu, roleMenu } from "./table.server.ts";

export const order = 25;

export async function base(db: Db): Promise<void> {
  await contractBase(db);
  await contentBase(db);
  await memberBase(db);
  await messageBase(db);
  await revealBase(db);
}

async function revealBase(db: Db): Promise<void> {
  if (!(await isFirstTime(db, "site.userReveal", "用户号码查看权限已装入"))) return;
  await db.insert(menu).values({ ...REVEAL_ROW, createBy: "system" });
}

async function contractBase(db: Db): Promise<void> {
  const there = await db.select({ id: menu.menuId }).from(menu).limit(1);
  if (there.length > 0) return;
  await db.insert(menu).values(BASE_ROWS.map((row) => ({ ...row, createBy: "system" })));
  // Role 2 owns every menu and button of the seed.
  await db.insert(roleMenu).values(BASE_ROWS.map((row) => ({ roleId: 2, menuId: row.menuId })));
  await db.execute(sql`select setval(pg_get_serial_sequence('sys_menu', 'menu_id'), 2000, false)`);
}
